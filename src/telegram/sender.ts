import { setMaxListeners } from 'node:events';
import { type Api, GrammyError, HttpError } from 'grammy';
import type { ClaimedMessage, OutgoingMessage } from '../domain/delivery.ts';
import { codeOf, type Logger, redact } from '../log.ts';
import { toKeyboard } from './keyboard.ts';
import type { Pace } from './pace.ts';
import { pause, persist } from './pause.ts';
import { retryDelay } from './poller.ts';
import type { Chats, Outbox } from './ports.ts';

/** Messages on their way at a time, each to another chat. */
const MOST_ON_THE_WAY = 16;

export interface SenderParts {
  readonly api: Api;
  readonly outbox: Outbox;
  readonly chats: Chats;
  readonly pace: Pace;
  readonly logger: Logger;
  /** Before the database is asked again after it refused. */
  readonly retryMs: number;
  /** Told whether the database took what was to be noted. */
  readonly onStorage?: (isWell: boolean) => void;
  /** Told when a chat is found to be out of reach. It must not throw. */
  readonly onUnreachable?: (chatId: number, reason: string) => void;
}

export interface Sender {
  /** Looks for replies to send; to be called whenever there may be some. */
  wake(): void;
  /** Begins no more sends and resolves when those under way are noted. */
  drain(): Promise<void>;
}

/**
 * Sends what the outbox holds: in order within a chat, in parallel across chats. Telegram has no key by which it
 * would know a repeated send, so only what surely did not arrive is repeated freely; what may have arrived is
 * repeated once and marked.
 */
export function createSender(parts: SenderParts): Sender {
  const { api, outbox, chats, pace, logger, retryMs, onStorage, onUnreachable } = parts;
  const onTheWay = new Set<Promise<void>>();
  /** Chats to leave alone for now, each with the number of reasons: its pace, a failure. */
  const holds = new Map<number, number>();
  /** Failures in a row, by chat: they lengthen the wait. */
  const failuresOf = new Map<number, number>();
  const stopping = new AbortController();
  // Every pause listens, and there may be one for each message or chat; Node suspects a leak beyond ten.
  setMaxListeners(0, stopping.signal);
  let alarm: NodeJS.Timeout | undefined;

  function wake(): void {
    while (!stopping.signal.aborted && onTheWay.size < MOST_ON_THE_WAY) {
      const waitMs = pace.waitMs();
      if (waitMs > 0) {
        setAlarm(waitMs);
        return;
      }
      const claimed = claim();
      if (claimed === null) return;
      const restMs = pace.count(claimed.message.chatId);
      const work: Promise<void> = deliver(claimed, restMs).finally(() => {
        onTheWay.delete(work);
        wake();
      });
      onTheWay.add(work);
    }
  }

  function setAlarm(ms: number): void {
    clearTimeout(alarm);
    alarm = setTimeout(wake, ms);
  }

  function claim(): ClaimedMessage | null {
    try {
      return outbox.claimNext([...holds.keys()]);
    } catch (error) {
      logger.error({ error }, 'the outbox cannot be read, trying again');
      void pause(retryMs, stopping.signal).then(wake);
      return null;
    }
  }

  /** Until it is noted, the reply stands as on its way and holds up its chat. */
  const note = (work: () => void) => persist(() => reportStorage(work), retryMs, stopping.signal, logger);

  function reportStorage(work: () => void): void {
    try {
      work();
    } catch (error) {
      onStorage?.(false);
      throw error;
    }
    onStorage?.(true);
  }

  async function deliver(claimed: ClaimedMessage, restMs: number): Promise<void> {
    const { id, message } = claimed;
    try {
      const messageId = await sendMessage(api, message).finally(() => hold(message.chatId, restMs));
      failuresOf.delete(message.chatId);
      await note(() => outbox.markSent(id, messageId));
    } catch (error) {
      await handleFailure(claimed, error);
    }
  }

  async function handleFailure(claimed: ClaimedMessage, error: unknown): Promise<void> {
    const { id, message } = claimed;
    const movedTo = error instanceof GrammyError ? error.parameters.migrate_to_chat_id : undefined;
    if (movedTo !== undefined && movedTo !== message.chatId) {
      logger.warn({ outboxId: id }, 'a group has become a supergroup: its replies go to the new id');
      await note(() => {
        chats.moveTo(message.chatId, movedTo);
        outbox.retry(id);
      });
    } else if (isFinal(error)) await giveUp(claimed, error);
    else await tryAgain(claimed, error);
  }

  async function giveUp({ id, message }: ClaimedMessage, error: GrammyError): Promise<void> {
    logger.warn({ outboxId: id, error }, 'Telegram refused a reply');
    failuresOf.delete(message.chatId);
    const reason = redact(error.description);
    await note(() => {
      if (isUnreachable(error)) chats.markUnreachable(message.chatId, reason);
      outbox.markFailed(id, reason);
    });
    if (isUnreachable(error)) onUnreachable?.(message.chatId, reason);
  }

  async function tryAgain({ id, message: { chatId } }: ClaimedMessage, error: unknown): Promise<void> {
    logger.warn({ outboxId: id, error }, 'a reply could not be sent');
    const isSafe = surelyNotSent(error);
    const failures = (failuresOf.get(chatId) ?? 0) + 1;
    failuresOf.set(chatId, failures);
    hold(chatId, retryDelay(error, failures), isSafe ? undefined : reachTelegram);
    await note(() => {
      if (isSafe) outbox.retry(id);
      else if (!outbox.retryOnce(id)) outbox.markFailed(id, 'no answer from Telegram, twice');
    });
  }

  /** Leaves a chat alone for so long, and further until what is to come `then` is over. */
  function hold(chatId: number, ms: number, then: () => Promise<void> = async () => {}): void {
    if (ms === 0) return;
    holds.set(chatId, (holds.get(chatId) ?? 0) + 1);
    void pause(ms, stopping.signal)
      .then(then)
      .then(() => {
        const left = (holds.get(chatId) ?? 1) - 1;
        if (left > 0) holds.set(chatId, left);
        else holds.delete(chatId);
        wake();
      });
  }

  /**
   * Until Telegram answers. A reply that may have arrived is sent once more and no oftener, so that one send must not
   * be wasted on a connection that is still broken.
   */
  async function reachTelegram(): Promise<void> {
    for (let failures = 1; !stopping.signal.aborted; failures += 1) {
      try {
        await api.getMe();
        return;
      } catch (error) {
        await pause(retryDelay(error, failures), stopping.signal);
      }
    }
  }

  return {
    wake,
    async drain() {
      stopping.abort();
      clearTimeout(alarm);
      while (onTheWay.size > 0) await Promise.allSettled(onTheWay);
    },
  };
}

/** Sends one message and returns its id: as plain text where Telegram cannot parse the markup, to the chat where its topic is gone. */
async function sendMessage(api: Api, message: OutgoingMessage, isPlain = false): Promise<number> {
  const options = optionsOf(message);
  try {
    const sent = isPlain
      ? await api.sendMessage(message.chatId, message.plain, options)
      : await api.sendMessage(message.chatId, message.html, { ...options, parse_mode: 'HTML' });
    return sent.message_id;
  } catch (error) {
    if (!isPlain && says(error, "can't parse entities")) return sendMessage(api, message, true);
    const { threadId, ...inChat } = message;
    if (threadId !== undefined && isTopicGone(error)) return sendMessage(api, inChat, isPlain);
    throw error;
  }
}

function isTopicGone(error: unknown): boolean {
  return ['message thread not found', 'TOPIC_CLOSED', 'TOPIC_DELETED'].some((words) => says(error, words));
}

function optionsOf({ threadId, replyToMessageId, buttons }: OutgoingMessage) {
  return {
    link_preview_options: { is_disabled: true },
    ...(threadId === undefined ? {} : { message_thread_id: threadId }),
    ...(replyToMessageId === null
      ? {}
      : { reply_parameters: { message_id: replyToMessageId, allow_sending_without_reply: true } }),
    ...(buttons.length === 0 ? {} : { reply_markup: toKeyboard(buttons) }),
  };
}

function says(error: unknown, words: string): boolean {
  return error instanceof GrammyError && error.description.includes(words);
}

/** The customer blocked the bot or is gone, the group threw it out: nothing will arrive until that changes. */
function isUnreachable({ error_code, description }: GrammyError): boolean {
  return error_code === 403 || description.includes('chat not found');
}

/** Telegram understood and said no, for good: blocked, kicked, unknown chat, unsendable message. */
function isFinal(error: unknown): error is GrammyError {
  if (!(error instanceof GrammyError)) return false;
  return error.error_code >= 400 && error.error_code < 500 && ![401, 409, 429].includes(error.error_code);
}

const NEVER_CONNECTED = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
];

/** The connection was never made, or Telegram itself said that it did not take the message. */
function surelyNotSent(error: unknown): boolean {
  if (error instanceof GrammyError) return true;
  return error instanceof HttpError && NEVER_CONNECTED.includes(codeOf(error) ?? '');
}
