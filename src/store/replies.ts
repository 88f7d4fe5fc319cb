import type { Database } from 'better-sqlite3';
import type { Delivery } from '../domain/delivery.ts';

/**
 * Puts an item's replies into the outbox and closes it and what was joined with it; to be called inside a transaction.
 * Throws where one of them is not in hand, so that nothing is answered a second time.
 */
export function prepareReplies(
  db: Database,
  now: () => number,
): (delivery: Delivery, exchangeSeq: number | null) => void {
  const insertReply = db.prepare(`
    INSERT INTO outbox (inbox_id, exchange_seq, chat_id, payload, state, error, created_at)
    VALUES (?, ?, ?, ?, ?, ?, ?)`);
  // A message that came after the chat was marked shows that it can be reached again.
  const reach = db.prepare<[number, number]>(`
    UPDATE chat SET unreachable_since = NULL, reason = NULL
    WHERE chat_id = ? AND unreachable_since < (SELECT received_at FROM inbox WHERE id = ?)`);
  const findChat = db.prepare<[number], ChatRow>('SELECT reason, moved_to FROM chat WHERE chat_id = ?');
  const finishItem = db.prepare(
    "UPDATE inbox SET state = ?, done_at = ?, payload = '' WHERE id = ? AND state = 'claimed'",
  );
  return ({ inboxId, joined = [], messages, isSetAside = false }, exchangeSeq) => {
    const end = isSetAside ? 'dead' : 'done';
    for (const id of [inboxId, ...joined]) {
      const closed = finishItem.run(end, now(), id).changes;
      if (closed !== 1) throw new Error(`inbox item ${id} is not in hand`);
    }
    for (const written of messages) {
      const { moved_to: chatId } = findChat.get(written.chatId) ?? { moved_to: null };
      const message = chatId === null ? written : { ...written, chatId };
      reach.run(message.chatId, inboxId);
      const reason = findChat.get(message.chatId)?.reason ?? null;
      const state = reason === null ? 'pending' : 'failed';
      insertReply.run(inboxId, exchangeSeq, message.chatId, JSON.stringify(message), state, reason, now());
    }
  };
}

interface ChatRow {
  reason: string | null;
  moved_to: number | null;
}
