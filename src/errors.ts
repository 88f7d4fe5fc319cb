/** Few classes, chosen by who acts on them. Each message is one sentence that a person can act on. */

/** The environment is wrong: the owner mends `.env`. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(
      `The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    );
    this.faults = faults;
  }
}

/** A policy folder or file cannot be used: the admin mends the policies. */
export class PolicyError extends Error {
  override readonly name = 'PolicyError';
}

/** The database cannot be opened, or a migration was lost or altered: the owner mends the installation. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** The command line was used wrongly: the caller mends the call. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Telegram refused the bot, or another program polls with its token: the owner mends it and starts again. */
export class TelegramError extends Error {
  override readonly name = 'TelegramError';
}

/** The desk cannot listen: the owner picks another port or host. */
export class DeskError extends Error {
  override readonly name = 'DeskError';
}

/** Closed list of why the model gave no answer. */
export type ModelFault =
  | 'no_key'
  | 'refused_key'
  | 'rejected_request'
  | 'rate_limited'
  | 'spend_limit'
  | 'over_budget'
  | 'overloaded'
  | 'server_error'
  | 'unreachable'
  | 'timeout'
  | 'unusable_reply';

/** The model could not be used. Customers get the extractive answer instead; operators see the fault. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly fault: ModelFault;
  readonly requestId: string | null;

  constructor(
    fault: ModelFault,
    message: string,
    options: { cause?: unknown; requestId?: string | null } = {},
  ) {
    super(message, { cause: options.cause });
    this.fault = fault;
    this.requestId = options.requestId ?? null;
  }
}

/** The database refuses for now (another process's lock, a disk that is full or read-only): the work can be done later. */
export function isStorageFault(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return /^SQLITE_(?:BUSY|LOCKED|FULL|READONLY|IOERR|CANTOPEN)/.test(String(error.code));
}

/** Errors whose message is written for the person at the terminal; anything else is a fault of ours. */
export function isOperatorError(error: unknown): error is Error {
  return (
    error instanceof ConfigError ||
    error instanceof PolicyError ||
    error instanceof StoreError ||
    error instanceof UsageError ||
    error instanceof TelegramError ||
    error instanceof DeskError ||
    error instanceof ModelError
  );
}
