import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from '../errors.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/** Options that every command takes. */
const COMMON = { json: { type: 'boolean' } } as const satisfies Options;

/**
 * Reads a command's arguments. Throws a UsageError, in one sentence, for an option that the command does not have
 * or a value that is missing.
 */
export function readArguments<T extends Options>(argv: readonly string[], options: T) {
  try {
    return parseArgs({
      args: [...argv],
      options: { ...COMMON, ...options },
      allowPositionals: true,
      strict: true,
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError(message.split('\n')[0] ?? message);
  }
}

/** The words of a question, which may or may not be quoted. */
export function readQuestion(positionals: readonly string[]): string {
  const question = positionals.join(' ').trim();
  if (question === '') throw new UsageError('The question is missing; write it in quotes after the command.');
  return question;
}

export function refusePositionals(positionals: readonly string[]): void {
  if (positionals.length > 0) throw new UsageError(`Unexpected argument '${positionals[0]}'.`);
}

export function readLimit(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,3}$/.test(text) || Number(text) < 1 || Number(text) > 200) {
    throw new UsageError(`--limit must be a whole number from 1 to 200, not '${text}'.`);
  }
  return Number(text);
}
