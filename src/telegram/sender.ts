import { type Api, GrammyError, HttpError } from 'grammy';
import type { ClaimedMessage, OutgoingMessage } from '../domain/delivery.ts';
import { codeOf, type Logger, redact } from '../log.ts';
import { pause, persist } from './pause.ts';
import { retryDelay } from './poller.ts';
import type { Outbox } from './ports.ts';

/** Messages on their way at a time, each to another chat. */
const MOST_ON_THE_WAY = 16;

export interface SenderParts {
  readonly api: Api;
  readonly outbox: Outbox;
  readonly logger: Logger;
  /** Before the database is asked again after it refused. */
  readonly retryMs: number;
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
export function createSender({ api, outbox, logger, retryMs }: SenderParts): Sender {
  const onTheWay = new Set<Promise<void>>();
  /** Chats to leave alone for now. */
  const held = new Set<number>();
  /** Failures in a row, by chat: they lengthen the wait. */
  const failuresOf = new Map<number, number>();
  const stopping = new AbortController();

  function wake(): void {
    while (!stopping.signal.aborted && onTheWay.size < MOST_ON_THE_WAY) {
      const claimed = claim();
      if (claimed === null) return;
      const work: Promise<void> = deliver(claimed).finally(() => {
        onTheWay.delete(work);
        wake();
      });
      onTheWay.add(work);
    }
  }

  function claim(): ClaimedMessage | null {
    try {
      return outbox.claimNext([...held]);
    } catch (error) {
      logger.error({ error }, 'the outbox cannot be read, trying again');
      void pause(retryMs, stopping.signal).then(wake);
      return null;
    }
  }

  /** Until it is noted, the reply stands as on its way and holds up its chat. */
  const note = (work: () => void) => persist(work, retryMs, stopping.signal, logger);

  async function deliver(claimed: ClaimedMessage): Promise<void> {
    const { id, message } = claimed;
    try {
      const messageId = await sendMessage(api, message);
      failuresOf.delete(message.chatId);
      await note(() => outbox.markSent(id, messageId));
    } catch (error) {
      await handleFailure(claimed, error);
    }
  }

  async function handleFailure({ id, message }: ClaimedMessage, error: unknown): Promise<void> {
    if (isFinal(error)) {
      logger.warn({ outboxId: id, error }, 'Telegram refused a reply');
      failuresOf.delete(message.chatId);
      await note(() => outbox.markFailed(id, redact(error.description)));
      return;
    }
    logger.warn({ outboxId: id, error }, 'a reply could not be sent');
    const isSafe = surelyNotSent(error);
    hold(message.chatId, error, isSafe);
    await note(() => {
      if (isSafe) outbox.retry(id);
      else if (!outbox.retryOnce(id)) outbox.markFailed(id, 'no answer from Telegram, twice');
    });
  }

  function hold(chatId: number, error: unknown, isSafe: boolean): void {
    const failures = (failuresOf.get(chatId) ?? 0) + 1;
    failuresOf.set(chatId, failures);
    held.add(chatId);
    const over = pause(retryDelay(error, failures), stopping.signal);
    void (isSafe ? over : over.then(reachTelegram)).then(() => {
      held.delete(chatId);
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
      while (onTheWay.size > 0) await Promise.allSettled(onTheWay);
    },
  };
}

/** Sends one message and returns its id; as plain text where Telegram cannot parse the markup. */
async function sendMessage(api: Api, message: OutgoingMessage): Promise<number> {
  const options = {
    link_preview_options: { is_disabled: true },
    ...(message.replyToMessageId === null
      ? {}
      : { reply_parameters: { message_id: message.replyToMessageId, allow_sending_without_reply: true } }),
    ...(message.buttons.length === 0
      ? {}
      : {
          reply_markup: {
            inline_keyboard: message.buttons.map(({ label, data }) => [{ text: label, callback_data: data }]),
          },
        }),
  };
  try {
    const sent = await api.sendMessage(message.chatId, message.html, { ...options, parse_mode: 'HTML' });
    return sent.message_id;
  } catch (error) {
    if (!(error instanceof GrammyError) || !error.description.includes("can't parse entities")) throw error;
    return (await api.sendMessage(message.chatId, message.plain, options)).message_id;
  }
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
