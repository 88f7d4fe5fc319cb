import type { Database } from 'better-sqlite3';
import type { Asker, GapNews, TellOutcome } from '../domain/gap.ts';
import { QUESTION_COLUMNS, type QuestionRow, toGapQuestion } from './gap-rows.ts';
import { PLACE_COLUMNS, type PlaceColumns } from './question-place.ts';

interface AskerRow extends QuestionRow, PlaceColumns {
  reachable: number;
}

/** Who is left out, and why. */
interface LeftOut {
  readonly unreachable: number;
  readonly unanswered: number;
}

/** Telling those who asked that there is an answer now. */
export function createGapTelling(db: Database, now: () => number) {
  const askers = db.prepare<[number], AskerRow>(`
    SELECT ${QUESTION_COLUMNS}, ${PLACE_COLUMNS},
      NOT EXISTS (SELECT 1 FROM chat WHERE chat_id = c.chat_id AND unreachable_since IS NOT NULL) AS reachable
    FROM gap_member m JOIN exchange e ON e.seq = m.exchange_seq
    JOIN customer c ON c.key = m.customer AND c.channel = 'telegram'
    WHERE m.gap_id = ? AND NOT EXISTS (
      SELECT 1 FROM gap_member later
      WHERE later.gap_id = m.gap_id AND later.customer = m.customer AND later.exchange_seq > m.exchange_seq)
    ORDER BY m.exchange_seq`);
  const find = db.prepare<[number], { closed_at: number | null; told_at: number | null }>(
    'SELECT closed_at, told_at FROM gap WHERE id = ?',
  );
  // The chat's id as it is now: a customer may have gone, or the group may have moved, since the news was written.
  const chatOf = db
    .prepare<[number, number], number>(`
      SELECT c.chat_id FROM gap_member m JOIN customer c ON c.key = m.customer AND c.channel = 'telegram'
      WHERE m.exchange_seq = ? AND m.gap_id = ?`)
    .pluck();
  const insertMessage = db
    .prepare<[number, string, number], number>(
      'INSERT INTO outbox (chat_id, payload, created_at) VALUES (?, ?, ?) RETURNING id',
    )
    .pluck();
  const linkMessage = db.prepare(
    'INSERT INTO gap_message (outbox_id, gap_id, exchange_seq) VALUES (?, ?, ?)',
  );
  const noteTold = db.prepare(`
    UPDATE gap SET told_at = @at, told_by = @by, unreachable = @unreachable, unanswered = @unanswered WHERE id = @id`);

  function send(id: number, { seq, messages }: GapNews, at: number): boolean {
    const chatId = chatOf.get(seq, id);
    if (chatId === undefined) return false;
    for (const message of messages) {
      const outboxId = insertMessage.get(chatId, JSON.stringify({ ...message, chatId }), at);
      linkMessage.run(outboxId, id, seq);
    }
    return true;
  }

  const tell = db.transaction(
    (id: number, by: string, news: readonly GapNews[], leftOut: LeftOut): TellOutcome => {
      const gap = find.get(id);
      if (gap === undefined) return { kind: 'no_gap' };
      if (gap.told_at !== null) return { kind: 'told_before' };
      if (gap.closed_at === null) return { kind: 'not_answerable' };
      const at = now();
      const told = news.filter((each) => send(id, each, at));
      if (told.length === 0) return { kind: 'nobody', ...leftOut };
      noteTold.run({ id, at, by, ...leftOut });
      return { kind: 'told' };
    },
  );

  return {
    /** Each customer of the group with the newest of their questions, whoever asked first first. */
    askersOf(id: number): Asker[] {
      return askers.all(id).map((row) => ({
        ...toGapQuestion(row),
        chatId: row.chat_id,
        isReachable: row.reachable === 1,
        messageId: row.message_id,
        threadId: row.thread_id,
      }));
    },

    /**
     * Puts the news into the outbox and notes that the group was told, by whom: once a group, whoever tries again.
     * Nothing is noted where there is nobody to tell.
     */
    tell(id: number, by: string, news: readonly GapNews[], leftOut: LeftOut): TellOutcome {
      return tell.immediate(id, by, news, leftOut);
    },
  };
}
