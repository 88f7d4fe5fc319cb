import type { Database } from 'better-sqlite3';
import type { PersonalData } from '../domain/personal-data.ts';

/** Questions shown as examples of what is stored. */
const MOST_RECENT = 5;

/** What is stored of a Telegram chat: shown to its customer, and deleted on demand. */
export function createPersonalDataStore(db: Database) {
  const findKey = db
    .prepare<[number], string>("SELECT key FROM customer WHERE channel = 'telegram' AND chat_id = ?")
    .pluck();
  const count = db.prepare<[string], Counts>(`
    SELECT count(*) AS questions, min(asked_at) AS firstAt, max(asked_at) AS lastAt, count(f.exchange_seq) AS feedback
    FROM exchange e LEFT JOIN feedback f ON f.exchange_seq = e.seq WHERE e.customer = ?`);
  const recent = db
    .prepare<[string], string>(
      `SELECT question FROM exchange WHERE customer = ? ORDER BY seq DESC LIMIT ${MOST_RECENT}`,
    )
    .pluck();
  // A reply on its way is deleted too: the sender finds nothing to note, and nothing to send again.
  const deleteReplies = db.prepare('DELETE FROM outbox WHERE chat_id = ?');
  // Rows stay, by which a repeated update is known; what waits or is in hand came after the wish, or is the wish itself.
  const emptyUpdates = db.prepare(
    "UPDATE inbox SET payload = '', chat_id = NULL WHERE chat_id = ? AND state IN ('done', 'dead')",
  );
  // A private chat has the id of its person, who may be one of the staff.
  const deleteLogins = [
    'DELETE FROM login_code WHERE staff_id = ?',
    'DELETE FROM session WHERE staff_id = ?',
  ].map((sql) => db.prepare<[number]>(sql));
  const deleteOf = [
    'DELETE FROM exchange WHERE customer = ?',
    'DELETE FROM question_message WHERE customer = ?',
    'DELETE FROM model_question WHERE customer = ?',
    'DELETE FROM notice WHERE recipient = ?',
    'DELETE FROM customer WHERE key = ?',
  ].map((sql) => db.prepare<[string]>(sql));

  const forget = db.transaction((chatId: number) => {
    deleteReplies.run(chatId);
    emptyUpdates.run(chatId);
    for (const statement of deleteLogins) statement.run(chatId);
    const key = findKey.get(chatId);
    if (key !== undefined) for (const statement of deleteOf) statement.run(key);
  });

  return {
    /** Null where nothing is stored of the chat. */
    dataOf(chatId: number): PersonalData | null {
      const key = findKey.get(chatId);
      const counts = key === undefined ? undefined : count.get(key);
      if (key === undefined || counts === undefined || counts.questions === 0) return null;
      return { ...counts, recent: recent.all(key) };
    },

    /**
     * Deletes what a chat said and was told, and the name that it had: exchanges with all that hangs on them, replies
     * and updates, and what logged it in to the desk. Its next question comes from a stranger.
     */
    forget(chatId: number): void {
      forget.immediate(chatId);
      // Until then the log beside the database holds the deleted texts.
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    },
  };
}

interface Counts {
  questions: number;
  firstAt: number;
  lastAt: number;
  feedback: number;
}
