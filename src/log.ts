import { inspect } from 'node:util';
import { type Logger, pino } from 'pino';

export type { Logger };

/** A bot token as it stands in Telegram's URLs, encoded or not, and in nested errors of the HTTP client. */
const TELEGRAM_TOKEN = /\d+(?::|%3A)[\w-]{20,}/gi;
const ANTHROPIC_KEY = /sk-ant-[\w-]+/g;

/** Cuts everything shaped like a secret out of a text. */
export function redact(text: string): string {
  return text.replace(TELEGRAM_TOKEN, '[token]').replace(ANTHROPIC_KEY, '[key]');
}

export interface DescribedError {
  readonly type: string;
  readonly message: string;
  /** The system's or library's code of the innermost cause that has one (`ECONNREFUSED`). */
  readonly code?: string;
  /** What the error was made of. */
  readonly cause?: string;
  readonly stack?: string;
}

/**
 * What a log may say of an error. Libraries hang requests, URLs with the token and the customer's text on their
 * errors, so only class, message and stack are taken, redacted.
 */
export function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) {
    return {
      type: typeof error,
      message: redact(typeof error === 'string' ? error : inspect(error, { depth: 0 })),
    };
  }
  const code = codeOf(error);
  return {
    type: error.name,
    message: redact(error.message),
    ...(code === null ? {} : { code }),
    ...(error.cause instanceof Error ? { cause: redact(error.cause.message) } : {}),
    ...(error.stack === undefined ? {} : { stack: redact(error.stack) }),
  };
}

/** An error's code, which libraries hide one or two levels deep, as `cause` or as `error`; null without one. */
export function codeOf(error: unknown, depth = 0): string | null {
  if (typeof error !== 'object' || error === null || depth > 4) return null;
  const inner =
    codeOf('cause' in error ? error.cause : null, depth + 1) ??
    codeOf('error' in error ? error.error : null, depth + 1);
  return inner ?? ('code' in error && typeof error.code === 'string' ? error.code : null);
}

export interface LogOptions {
  readonly level: string;
  /** The configured secrets, whatever their shape. */
  readonly secrets?: readonly (string | null)[];
  /** Where lines go; standard error by default, since standard output belongs to the commands' results. */
  readonly write?: (line: string) => void;
}

/** Structured lines, one JSON object each, with every secret cut out as the last step. */
export function createLogger({ level, secrets = [], write }: LogOptions): Logger {
  const sink = write ?? ((line: string) => process.stderr.write(line));
  const known = secrets.filter((secret) => secret !== null && secret.length >= 4);
  const clean = (line: string) =>
    known.reduce<string>((text, secret) => text.replaceAll(secret ?? '', '[secret]'), redact(line));
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => describeErrorsIn(fields) as Record<string, unknown>,
      },
    },
    { write: (line: string) => sink(clean(line)) },
  );
}

/** Wherever an error stands in what is logged, it is described and not written out. */
function describeErrorsIn(value: unknown, depth = 0): unknown {
  if (value instanceof Error) return describeError(value);
  if (typeof value !== 'object' || value === null || depth > 3) return value;
  if (Array.isArray(value)) return value.map((entry) => describeErrorsIn(entry, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, describeErrorsIn(entry, depth + 1)]),
  );
}
