import type { Database } from 'better-sqlite3';
import type { Delivery } from '../domain/delivery.ts';

/**
 * Puts an item's replies into the outbox and closes it and what was joined with it; to be called inside a transaction.
 * Throws where one of them is not in hand, so that nothing is answered a second time.
 */
export function prepareReplies(
  db: Database,
  now: () => number,
): (delivery: Delivery, exchangeSeq: number | null, state?: 'done' | 'dead') => void {
  const insertReply = db.prepare(
    'INSERT INTO outbox (inbox_id, exchange_seq, chat_id, payload, created_at) VALUES (?, ?, ?, ?, ?)',
  );
  const finishItem = db.prepare(
    "UPDATE inbox SET state = ?, done_at = ?, payload = '' WHERE id = ? AND state = 'claimed'",
  );
  return ({ inboxId, joined = [], messages }, exchangeSeq, state = 'done') => {
    for (const id of [inboxId, ...joined]) {
      const closed = finishItem.run(state, now(), id).changes;
      if (closed !== 1) throw new Error(`inbox item ${id} is not in hand`);
    }
    for (const message of messages) {
      insertReply.run(inboxId, exchangeSeq, message.chatId, JSON.stringify(message), now());
    }
  };
}
