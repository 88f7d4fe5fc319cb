import type { Database } from 'better-sqlite3';

/** Chats that cannot be written to as they were: blocked, left, or moved to a new id. */
export function createChatStore(db: Database, now: () => number) {
  const mark = db.prepare(`
    INSERT INTO chat (chat_id, unreachable_since, reason) VALUES (?, ?, ?)
    ON CONFLICT (chat_id) DO UPDATE SET unreachable_since = excluded.unreachable_since, reason = excluded.reason`);
  const failPending = db.prepare(
    "UPDATE outbox SET state = 'failed', error = ? WHERE state = 'pending' AND chat_id = ?",
  );
  const unmark = db.prepare('UPDATE chat SET unreachable_since = NULL, reason = NULL WHERE chat_id = ?');
  const reasonOf = db
    .prepare<[number], string | null>(
      'SELECT reason FROM chat WHERE chat_id = ? AND unreachable_since IS NOT NULL',
    )
    .pluck();
  const noteMove = db.prepare(`
    INSERT INTO chat (chat_id, moved_to) VALUES (?, ?)
    ON CONFLICT (chat_id) DO UPDATE SET moved_to = excluded.moved_to, unreachable_since = NULL, reason = NULL`);
  // A chat that was answered under its new id already keeps the name that it has there.
  const moveCustomer = db.prepare(
    "UPDATE OR IGNORE customer SET chat_id = ? WHERE channel = 'telegram' AND chat_id = ?",
  );
  // The new chat numbers its messages anew.
  const forgetMessages = db.prepare(`
    DELETE FROM question_message
    WHERE customer = (SELECT key FROM customer WHERE channel = 'telegram' AND chat_id = ?)`);
  const moveReplies = db.prepare(`
    UPDATE outbox SET chat_id = @to, payload = json_set(payload, '$.chatId', @to, '$.replyToMessageId', NULL)
    WHERE state IN ('pending', 'sending') AND chat_id = @from`);

  const markUnreachable = db.transaction((chatId: number, reason: string) => {
    mark.run(chatId, now(), reason);
    failPending.run(reason, chatId);
  });
  const moveTo = db.transaction((from: number, to: number) => {
    noteMove.run(from, to);
    forgetMessages.run(from);
    moveCustomer.run(to, from);
    moveReplies.run({ from, to });
  });

  return {
    /** Replies that wait for the chat fail with the reason, and so do later ones, until it can be reached again. */
    markUnreachable(chatId: number, reason: string): void {
      markUnreachable.immediate(chatId, reason);
    },

    markReachable(chatId: number): void {
      unmark.run(chatId);
    },

    /** Why the chat cannot be reached; null where it can. */
    unreachableBecause(chatId: number): string | null {
      return reasonOf.get(chatId) ?? null;
    },

    /** Gives a chat its new id, with its customer's name and the replies on their way; later ones follow it. */
    moveTo(from: number, to: number): void {
      moveTo.immediate(from, to);
    },
  };
}
