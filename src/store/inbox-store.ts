import type { Database } from 'better-sqlite3';
import type { Delivery } from '../domain/delivery.ts';
import type { ClaimedUpdate, IncomingUpdate } from '../domain/inbox.ts';
import { prepareReplies } from './replies.ts';

/** Updates from the moment Telegram hands them over until their replies are stored. */
export function createInboxStore(db: Database, now: () => number) {
  const completeItem = prepareReplies(db, now);
  const insert = db.prepare(`
    INSERT INTO inbox (bot_id, update_id, event, chat_id, payload, received_at) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (bot_id, update_id, event) DO NOTHING`);
  // The oldest item of all chats that have none in hand: per chat in order, across chats in parallel.
  const claim = db.prepare<[], ClaimRow>(`
    UPDATE inbox SET state = 'claimed', attempts = attempts + 1
    WHERE id = (
      SELECT id FROM inbox AS waiting
      WHERE state = 'waiting' AND NOT EXISTS (
        SELECT 1 FROM inbox AS held WHERE held.state = 'claimed' AND held.chat_id = waiting.chat_id
      )
      ORDER BY id LIMIT 1
    )
    RETURNING id, payload, chat_id, attempts`);
  const release = db.prepare<[number]>(
    "UPDATE inbox SET state = 'waiting' WHERE id = ? AND state = 'claimed'",
  );
  const reopen = db.prepare("UPDATE inbox SET state = 'waiting' WHERE state = 'claimed'");

  const acceptBatch = db.transaction((botId: number, updates: readonly IncomingUpdate[]) =>
    updates.reduce((stored, update) => {
      const { updateId, event, chatId, payload } = update;
      return stored + insert.run(botId, updateId, event, chatId, payload, now()).changes;
    }, 0),
  );
  const close = db.transaction((delivery: Delivery, state: 'done' | 'dead') =>
    completeItem(delivery, null, state),
  );

  return {
    /** Stores a batch whole; updates that are there already are passed over. Returns how many were new. */
    acceptBatch(botId: number, updates: readonly IncomingUpdate[]): number {
      return acceptBatch.immediate(botId, updates);
    },

    /** Takes the next item whose chat has none in hand, or null. */
    claimNext(): ClaimedUpdate | null {
      const row = claim.get();
      if (row === undefined) return null;
      const { id, payload, chat_id: chatId, attempts } = row;
      return { id, payload, chatId, attempts };
    },

    /** Finishes an item that is no question, with its replies. */
    complete(delivery: Delivery): void {
      close.immediate(delivery, 'done');
    },

    /** Gives an item back to be tried again; one that is finished stays so. */
    release(id: number): void {
      release.run(id);
    },

    /** Gives an item up, telling the customer, so that it cannot hold up its chat. */
    setAside(delivery: Delivery): void {
      close.immediate(delivery, 'dead');
    },

    /** At start: items that the last process had in hand wait again. */
    recover(): number {
      return reopen.run().changes;
    },
  };
}

interface ClaimRow {
  id: number;
  payload: string;
  chat_id: number | null;
  attempts: number;
}
