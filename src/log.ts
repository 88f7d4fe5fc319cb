import { type Logger, pino } from 'pino';

export type { Logger };

/** A bot token as it stands in Telegram's URLs and in nested errors of the HTTP client. */
const TELEGRAM_TOKEN = /\d{5,}:[\w-]{20,}/g;
const ANTHROPIC_KEY = /sk-ant-[\w-]+/g;

/** Cuts everything shaped like a secret out of a text. */
export function redact(text: string): string {
  return text.replace(TELEGRAM_TOKEN, '[token]').replace(ANTHROPIC_KEY, '[key]');
}

/**
 * What a log may say of an error. Libraries hang requests, URLs with the token and the customer's text on their
 * errors, so only class, message and stack are taken, redacted.
 */
export function describeError(error: unknown): { type: string; message: string; stack?: string } {
  if (!(error instanceof Error)) return { type: typeof error, message: redact(String(error)) };
  return {
    type: error.name,
    message: redact(error.message),
    ...(error.stack === undefined ? {} : { stack: redact(error.stack) }),
  };
}

export interface LogOptions {
  readonly level: string;
  /** Where lines go; standard error by default, since standard output belongs to the commands' results. */
  readonly write?: (line: string) => void;
}

/** Structured lines, one JSON object each, with every secret-shaped text cut out as the last step. */
export function createLogger({ level, write }: LogOptions): Logger {
  const sink = write ?? ((line: string) => process.stderr.write(line));
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError, error: describeError },
    },
    { write: (line: string) => sink(redact(line)) },
  );
}
