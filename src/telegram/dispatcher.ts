import { setMaxListeners } from 'node:events';
import { closes, type Delivery } from '../domain/delivery.ts';
import type { ClaimedUpdate } from '../domain/inbox.ts';
import { isStorageFault } from '../errors.ts';
import type { Logger } from '../log.ts';
import { pause, persist } from './pause.ts';
import type { Inbox } from './ports.ts';

export interface DispatcherParts {
  readonly inbox: Inbox;
  /** Handles an item and returns its replies, or null where it completed the item itself. */
  readonly handle: (item: ClaimedUpdate) => Promise<Delivery | null>;
  /** Gives an item up and tells the customer; it throws where the database refuses. */
  readonly setAside: (item: ClaimedUpdate) => void;
  readonly onReplies: () => void;
  /** Told after each item whether the database took what was to be stored. */
  readonly onStorage: (isWell: boolean) => void;
  /** Told after an item was given up. It must not throw. */
  readonly onSetAside: () => void;
  readonly logger: Logger;
  /** How long a text waits for others of its chat, with which it makes one question. */
  readonly joinMs: number;
  /** Before a failed item is tried again, times its tries. */
  readonly retryMs: number;
}

/** Items handled at a time; each waits for the model most of its life. Presses wait for nobody and are taken besides. */
const MOST_IN_HAND = 32;
/** Tries before an item is given up. */
const MOST_TRIES = 3;

export interface Dispatcher {
  /** Looks for work; to be called whenever there may be some. */
  wake(): void;
  /** Takes no more work and resolves when what is in hand is finished. */
  drain(): Promise<void>;
}

/**
 * Works through the inbox: within a chat in order and one at a time, across chats in parallel. Presses of buttons are
 * handled beside what their chat has in hand.
 */
export function createDispatcher(parts: DispatcherParts): Dispatcher {
  const { inbox, joinMs, logger } = parts;
  const inHand = new Set<Promise<void>>();
  const stopping = new AbortController();
  // Every pause listens, and there may be one for each message or chat; Node suspects a leak beyond ten.
  setMaxListeners(0, stopping.signal);
  let alarm: NodeJS.Timeout | undefined;
  let isWaking = false;

  /** One item a turn of the event loop: 32 searches in a row kept all else waiting for a quarter of a second. */
  function wake(): void {
    if (isWaking) return;
    isWaking = true;
    setImmediate(() => {
      isWaking = false;
      if (!stopping.signal.aborted) begin();
    });
  }

  function begin(): void {
    const item = claim();
    if (item === null) return;
    const work: Promise<void> = finish(item).finally(() => {
      inHand.delete(work);
      wake();
    });
    inHand.add(work);
    wake();
  }

  function claim(): ClaimedUpdate | null {
    try {
      const press = inbox.claimPress();
      if (press !== null || inHand.size >= MOST_IN_HAND) return press;
      const item = inbox.claimNext(joinMs);
      if (item === null) setAlarm(inbox.dueIn(joinMs));
      return item;
    } catch (error) {
      logger.error({ error }, 'the inbox cannot be read, trying again');
      parts.onStorage(false);
      void pause(parts.retryMs, stopping.signal).then(wake);
      return null;
    }
  }

  /** For the moment when a text has waited long enough: nothing else may happen then that would wake us. */
  function setAlarm(ms: number | null): void {
    clearTimeout(alarm);
    if (ms !== null) alarm = setTimeout(wake, ms);
  }

  async function finish(item: ClaimedUpdate): Promise<void> {
    try {
      const delivery = await parts.handle(item);
      if (delivery !== null) inbox.complete(delivery);
      parts.onStorage(true);
    } catch (error) {
      logger.error({ inboxId: item.id, attempts: item.attempts, error }, 'a message failed');
      if (isStorageFault(error)) parts.onStorage(false);
      await retreat(item, isStorageFault(error));
    }
    parts.onReplies();
  }

  /** A database that refuses is no fault of the message: it waits for as long as that takes. */
  async function retreat(item: ClaimedUpdate, isBlameless: boolean): Promise<void> {
    await pause(parts.retryMs * item.attempts, stopping.signal);
    const putBack = () => {
      const { inboxId, joined } = closes(item);
      if (isBlameless) inbox.postpone([inboxId, ...joined]);
      else if (item.attempts < MOST_TRIES) inbox.release([inboxId, ...joined]);
      else {
        parts.setAside(item);
        parts.onSetAside();
      }
    };
    await persist(putBack, parts.retryMs, stopping.signal, logger);
  }

  return {
    wake,
    async drain() {
      stopping.abort();
      clearTimeout(alarm);
      while (inHand.size > 0) await Promise.allSettled(inHand);
    },
  };
}
