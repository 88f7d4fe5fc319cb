import type { ClaimedMessage, OutgoingMessage } from '../domain/delivery.ts';
import { type Database, withoutWaiting } from './database.ts';

/** A reply of which nobody knows whether it was sent goes out once more at most. */
const MOST_SENDS = 2;

/** Replies from the moment they are stored until Telegram has them or refuses them for good. */
export function createOutboxStore(db: Database, now: () => number) {
  // The oldest reply of all chats that have none on its way and are not held back.
  const claim = db.prepare<[string], { id: number; payload: string }>(`
    UPDATE outbox SET state = 'sending', attempts = attempts + 1
    WHERE id = (
      SELECT id FROM outbox AS pending
      WHERE state = 'pending'
        AND chat_id NOT IN (SELECT value FROM json_each(?))
        AND NOT EXISTS (
          SELECT 1 FROM outbox AS held WHERE held.state = 'sending' AND held.chat_id = pending.chat_id
        )
      ORDER BY id LIMIT 1
    )
    RETURNING id, payload`);
  const sent = db.prepare("UPDATE outbox SET state = 'sent', message_id = ?, sent_at = ? WHERE id = ?");
  const failed = db.prepare("UPDATE outbox SET state = 'failed', error = ? WHERE id = ?");
  const retry = db.prepare("UPDATE outbox SET state = 'pending', attempts = attempts - 1 WHERE id = ?");
  const retryOnce = db.prepare(
    "UPDATE outbox SET state = 'pending', maybe_duplicate = 1 WHERE id = ? AND attempts < ?",
  );
  const giveUp = db.prepare<[], GivenUpRow>(`
    UPDATE outbox SET state = 'failed', maybe_duplicate = 1, error = 'interrupted while sending, twice'
    WHERE state = 'sending' AND attempts >= ${MOST_SENDS}
    RETURNING chat_id, exchange_seq, payload, (SELECT language FROM exchange e WHERE e.seq = exchange_seq) AS language`);
  const insertNotice = db.prepare<[number, number | null, string, number]>(
    'INSERT INTO outbox (chat_id, exchange_seq, payload, created_at) VALUES (?, ?, ?, ?)',
  );
  const resend = db.prepare(
    "UPDATE outbox SET state = 'pending', maybe_duplicate = 1 WHERE state = 'sending'",
  );
  const writtenSince = db
    .prepare<[number, number], 1>('SELECT 1 FROM outbox WHERE chat_id = ? AND created_at > ? LIMIT 1')
    .pluck();
  const recover = db.transaction((toNotice: ToNotice) => {
    for (const { chat_id: chatId, exchange_seq: seq, payload, language } of giveUp.all()) {
      if (language === null) continue;
      const notice = toNotice(JSON.parse(payload) as OutgoingMessage, language);
      // Of the exchange too: a notice that was interrupted twice itself is followed by another.
      insertNotice.run(chatId, seq, JSON.stringify(notice), now());
    }
    return resend.run().changes;
  });

  return {
    /** Takes the next reply whose chat has none on its way and is not among `heldChats`, or null. */
    claimNext(heldChats: readonly number[]): ClaimedMessage | null {
      const row = claim.get(JSON.stringify(heldChats));
      if (row === undefined) return null;
      return { id: row.id, message: JSON.parse(row.payload) as OutgoingMessage };
    },

    markSent(id: number, messageId: number): void {
      // Undone by a power cut, it shows as a reply of which nobody knows, and goes out once more, marked.
      withoutWaiting(db, () => sent.run(messageId, now(), id));
    },

    markFailed(id: number, error: string): void {
      failed.run(error, id);
    },

    /** Gives a reply back that surely was not sent; the try does not count. */
    retry(id: number): void {
      retry.run(id);
    },

    /** Gives a reply back of which nobody knows whether it was sent; once. Returns whether it will be tried again. */
    retryOnce(id: number): boolean {
      return retryOnce.run(id, MOST_SENDS).changes === 1;
    },

    /** Whether anything was written to the chat since then, delivered or not. */
    hasWrittenSince(chatId: number, since: number): boolean {
      return writtenSince.get(chatId, since) !== undefined;
    },

    /**
     * At start: replies interrupted between sending and noting it go out again, once at most, marked as possible
     * duplicates. An answer that was interrupted twice is given up, as it may be there twice by now, and the customer told.
     */
    recover(toNotice: ToNotice): number {
      return recover.immediate(toNotice);
    },
  };
}

/** What a customer is told of an answer that may not have arrived. */
type ToNotice = (lost: OutgoingMessage, language: string) => OutgoingMessage;

interface GivenUpRow {
  chat_id: number;
  exchange_seq: number | null;
  payload: string;
  language: string | null;
}
