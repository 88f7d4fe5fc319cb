import { type Api, GrammyError } from 'grammy';
import type { Update } from 'grammy/types';
import { TelegramError } from '../errors.ts';
import type { Logger } from '../log.ts';
import { pause } from './pause.ts';
import type { Inbox } from './ports.ts';
import { ALLOWED_UPDATES, toIncoming } from './updates.ts';

/** Telegram holds a poll open for at most 50 seconds. */
const LONG_POLL_SECONDS = 30;
/** A poll that is open for longer will not be answered: the link is dead though nobody said so. */
const DEAD_POLL_MS = 45_000;
/** After a week without updates Telegram begins their ids anew at random: an old offset would then confirm new ones. */
const FORGET_OFFSET_MS = 6 * 24 * 60 * 60_000;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 15_000;

export interface PollerParts {
  readonly api: Api;
  readonly botId: number;
  readonly inbox: Pick<Inbox, 'acceptBatch'>;
  readonly onStored: (updates: readonly Update[]) => void;
  /** Whenever Telegram has answered and what it gave is stored. */
  readonly onPolled: () => void;
  /** Whenever the database did not take a batch. */
  readonly onStorageFault: () => void;
  readonly logger: Logger;
  /** How long another poller is put up with: after a crash the old poll may hold the place for a while. */
  readonly conflictPatienceMs: number;
  /** How long a poll may go without an answer; longer than Telegram holds it. */
  readonly deadPollMs?: number;
  readonly now?: () => number;
}

/**
 * Fetches updates until the signal fires. A batch is stored before the next poll, which is what tells Telegram that
 * we have it; so nothing is lost whenever the process dies, and what comes twice is told apart by the inbox.
 * Network faults are waited out. Throws a TelegramError where only the owner can help.
 */
export async function pollUpdates(parts: PollerParts, signal: AbortSignal): Promise<void> {
  const { inbox, botId, now = Date.now } = parts;
  let offset: number | undefined;
  let lastUpdateAt = 0;
  let failures = 0;
  let conflictSince: number | null = null;
  while (!signal.aborted) {
    try {
      if (now() - lastUpdateAt > FORGET_OFFSET_MS) offset = undefined;
      const updates = await fetchBatch(parts, offset, signal);
      if (updates.length > 0) {
        store(updates);
        parts.onStored(updates);
        offset = (updates.at(-1)?.update_id ?? 0) + 1;
        lastUpdateAt = now();
      }
      parts.onPolled();
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

  function store(updates: readonly Update[]): void {
    try {
      inbox.acceptBatch(botId, updates.map(toIncoming));
    } catch (error) {
      parts.onStorageFault();
      throw error;
    }
  }
}

async function fetchBatch(
  { api, deadPollMs = DEAD_POLL_MS }: PollerParts,
  offset: number | undefined,
  signal: AbortSignal,
): Promise<Update[]> {
  const giveUp = new AbortController();
  const stop = () => giveUp.abort();
  const watchdog = setTimeout(() => giveUp.abort(), deadPollMs);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await api.getUpdates(
      {
        ...(offset === undefined ? {} : { offset }),
        limit: 100,
        timeout: LONG_POLL_SECONDS,
        allowed_updates: ALLOWED_UPDATES,
      },
      // grammY's type is that of a polyfill without the newest methods; the native signal serves it.
      giveUp.signal as Parameters<Api['getUpdates']>[1],
    );
  } catch (error) {
    if (giveUp.signal.aborted && !signal.aborted) {
      throw new Error(`no answer to a poll for ${deadPollMs} ms, polling anew`, { cause: error });
    }
    throw error;
  } finally {
    clearTimeout(watchdog);
    signal.removeEventListener('abort', stop);
  }
}

/**
 * A bot with a webhook cannot be polled. Removes one that another program left where that is wished, else throws a
 * TelegramError that names it; what Telegram holds for us stays.
 */
export async function freeFromWebhook(api: Api, isRemovable: boolean, logger: Logger): Promise<void> {
  const { url = '' } = await api.getWebhookInfo();
  if (url === '') return;
  // The path is often the other program's secret.
  const host = URL.canParse(url) ? new URL(url).host : 'an unknown address';
  if (!isRemovable) throw new TelegramError(explainWebhook(host));
  await api.deleteWebhook();
  logger.warn({ host }, 'the webhook that another program had set for this bot was removed');
}

function explainWebhook(host: string): string {
  return `Another program receives this bot's messages by a webhook (${host}), so it cannot be polled; set REMOVE_WEBHOOK=on to remove it, or give this one a bot of its own.`;
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
    ? explainWebhook('set while this one ran')
    : 'Another program polls with this bot token; stop it, or give this one a bot of its own.';
}
