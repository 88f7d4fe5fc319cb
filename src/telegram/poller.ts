import { type Api, GrammyError } from 'grammy';
import { TelegramError } from '../errors.ts';
import type { Logger } from '../log.ts';
import { pause } from './pause.ts';
import type { Inbox } from './ports.ts';
import { ALLOWED_UPDATES, toIncoming } from './updates.ts';

/** Telegram holds a poll open for at most 50 seconds. */
const LONG_POLL_SECONDS = 30;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 15_000;

export interface PollerParts {
  readonly api: Api;
  readonly botId: number;
  readonly inbox: Pick<Inbox, 'acceptBatch'>;
  readonly onStored: () => void;
  readonly logger: Logger;
  /** How long another poller is put up with: after a crash the old poll may hold the place for a while. */
  readonly conflictPatienceMs: number;
}

/**
 * Fetches updates until the signal fires. A batch is stored before the next poll, which is what tells Telegram that
 * we have it; so nothing is lost whenever the process dies, and what comes twice is told apart by the inbox.
 * Network faults are waited out. Throws a TelegramError where only the owner can help.
 */
export async function pollUpdates(parts: PollerParts, signal: AbortSignal): Promise<void> {
  let offset: number | undefined;
  let failures = 0;
  let conflictSince: number | null = null;
  while (!signal.aborted) {
    try {
      const updates = await fetchBatch(parts.api, offset, signal);
      if (updates.length > 0) {
        parts.inbox.acceptBatch(parts.botId, updates.map(toIncoming));
        parts.onStored();
        offset = (updates.at(-1)?.update_id ?? 0) + 1;
      }
      failures = 0;
      conflictSince = null;
    } catch (error) {
      if (signal.aborted) return;
      refuseIfHopeless(error);
      conflictSince = isConflict(error) ? (conflictSince ?? Date.now()) : null;
      if (conflictSince !== null && Date.now() - conflictSince >= parts.conflictPatienceMs) {
        throw new TelegramError(explainConflict(error), { cause: error });
      }
      failures += 1;
      parts.logger.warn({ error, failures }, 'polling failed, trying again');
      await pause(retryDelay(error, failures), signal);
    }
  }
}

function fetchBatch(api: Api, offset: number | undefined, signal: AbortSignal) {
  return api.getUpdates(
    {
      ...(offset === undefined ? {} : { offset }),
      limit: 100,
      timeout: LONG_POLL_SECONDS,
      allowed_updates: ALLOWED_UPDATES,
    },
    // grammY's type is that of a polyfill without the newest methods; the native signal serves it.
    signal as Parameters<Api['getUpdates']>[1],
  );
}

/** Throws where trying again cannot help: the token is wrong or was revoked. */
export function refuseIfHopeless(error: unknown): void {
  if (error instanceof GrammyError && [401, 404].includes(error.error_code)) {
    throw new TelegramError(
      `Telegram refused the bot token (${error.error_code} ${error.description}); check TELEGRAM_BOT_TOKEN.`,
      { cause: error },
    );
  }
}

/** Doubling from half a second to 15 seconds, or as long as Telegram says. */
export function retryDelay(error: unknown, failures: number): number {
  const told = error instanceof GrammyError ? error.parameters.retry_after : undefined;
  if (told !== undefined) return told * 1000;
  return Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS);
}

function isConflict(error: unknown): error is GrammyError {
  return error instanceof GrammyError && error.error_code === 409;
}

function explainConflict(error: unknown): string {
  const isWebhook = isConflict(error) && error.description.includes('webhook');
  return isWebhook
    ? 'Another program has set a webhook for this bot, so it cannot be polled; remove the webhook and start again.'
    : 'Another program polls with this bot token; stop it, or give this one a bot of its own.';
}
