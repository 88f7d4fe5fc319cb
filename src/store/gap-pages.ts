import type { Database } from 'better-sqlite3';
import {
  GAP_STATES,
  type GapPage,
  type GapQuestion,
  type GapState,
  type GapSummary,
  type ToldState,
  type UnknownWord,
} from '../domain/gap.ts';
import {
  MOST_CHECKED,
  QUESTION_COLUMNS,
  type QuestionRow,
  STATE_CONDITIONS,
  toGapQuestion,
} from './gap-rows.ts';

/** Questions whose nearest sections are looked at, and the sections that are named. */
const MOST_LOOKED_AT = 10;
const MOST_CLOSEST = 3;

interface GapRow {
  id: number;
  people: number;
  questions: number;
  last_seq: number;
  opened_at: number;
  closed_at: number | null;
  told_at: number | null;
  told_by: string | null;
  unreachable: number;
  unanswered: number;
}

/** Groups as staff see them. */
export function createGapPages(db: Database) {
  const pages = byState((condition) =>
    db.prepare<{ people: number; lastSeq: number; limit: number }, GapRow>(`
      SELECT * FROM gap WHERE ${condition} AND (people, last_seq) < (@people, @lastSeq)
      ORDER BY people DESC, last_seq DESC LIMIT @limit`),
  );
  const counts = byState((condition) =>
    db.prepare<[], number>(`SELECT count(*) FROM gap WHERE ${condition}`).pluck(),
  );
  const one = db.prepare<[number], GapRow>('SELECT * FROM gap WHERE id = ?');
  const askedAt = db.prepare<[number], number>('SELECT asked_at FROM exchange WHERE seq = ?').pluck();
  // The vectors are of length 1, so that the product with the group's orders them as the cosine would.
  const typical = db
    .prepare<{ id: number }, string>(`
      SELECT e.question
      FROM (SELECT exchange_seq, terms FROM gap_member WHERE gap_id = @id ORDER BY exchange_seq DESC LIMIT ${MOST_CHECKED}) m
      JOIN exchange e ON e.seq = m.exchange_seq
      JOIN json_each(m.terms) own
      JOIN gap_term t ON t.gap_id = @id AND t.term = own.key
      GROUP BY m.exchange_seq ORDER BY round(sum(own.value * t.weight), 9) DESC, m.exchange_seq DESC LIMIT 1`)
    .pluck();
  const checks = db.prepare<[number], { checked: number; answerable: number }>(`
    SELECT count(*) AS checked, coalesce(sum(answerable), 0) AS answerable FROM (
      SELECT answerable FROM gap_member WHERE gap_id = ? ORDER BY exchange_seq DESC LIMIT ${MOST_CHECKED})`);
  const words = db.prepare<[number, number], UnknownWord>(
    'SELECT word, questions FROM gap_word WHERE gap_id = ? ORDER BY questions DESC, word LIMIT ?',
  );
  const closest = db
    .prepare<[number], string>(`
      SELECT max(h.name)
      FROM (SELECT exchange_seq FROM gap_member WHERE gap_id = ? ORDER BY exchange_seq DESC LIMIT ${MOST_LOOKED_AT}) m
      JOIN exchange_hit h ON h.exchange_seq = m.exchange_seq AND h.rank <= ${MOST_CLOSEST}
      WHERE h.score > 0
      GROUP BY h.section_id ORDER BY count(*) DESC, min(h.rank), h.section_id LIMIT ${MOST_CLOSEST}`)
    .pluck();
  const questions = db.prepare<[number, number, number], QuestionRow>(`
    SELECT ${QUESTION_COLUMNS} FROM gap_member m JOIN exchange e ON e.seq = m.exchange_seq
    WHERE m.gap_id = ? AND m.exchange_seq < ? ORDER BY m.exchange_seq DESC LIMIT ?`);
  // A long answer is several messages: one that failed is what matters.
  const deliveries = db.prepare<[number], { sent: number; waiting: number; failed: number }>(`
    SELECT coalesce(sum(failed = 0 AND waiting = 0), 0) AS sent, coalesce(sum(failed = 0 AND waiting > 0), 0) AS waiting,
      coalesce(sum(failed > 0), 0) AS failed
    FROM (
      SELECT sum(o.state = 'failed') AS failed, sum(o.state IN ('pending', 'sending')) AS waiting
      FROM gap_message m JOIN outbox o ON o.id = m.outbox_id WHERE m.gap_id = ? GROUP BY m.exchange_seq)`);

  function toSummary(row: GapRow, mostWords: number): GapSummary {
    const { checked, answerable } = checks.get(row.id) ?? { checked: 0, answerable: 0 };
    return {
      id: row.id,
      state: stateOf(row),
      people: row.people,
      questions: row.questions,
      openedAt: row.opened_at,
      lastAskedAt: askedAt.get(row.last_seq) ?? row.opened_at,
      closedAt: row.closed_at,
      title: typical.get({ id: row.id }) ?? '',
      checked,
      answerable,
      unknownWords: words.all(row.id, mostWords),
      closest: closest.all(row.id),
    };
  }

  return {
    /** Groups in a state, those that most people asked for first, then the newest; `cursor` is a page's `next` or null. */
    listGaps(state: GapState, cursor: string | null, limit: number, mostWords: number): GapPage {
      const [people = Number.MAX_SAFE_INTEGER, lastSeq = 0] = cursor?.split('-').map(Number) ?? [];
      const rows = pages[state].all({ people, lastSeq, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return {
        gaps: shown.map((row) => toSummary(row, mostWords)),
        next: rows.length > limit && last !== undefined ? `${last.people}-${last.last_seq}` : null,
      };
    },

    countGaps(): Readonly<Record<GapState, number>> {
      return byState((_, state) => counts[state].get() ?? 0);
    },

    findGap(id: number, mostWords: number): GapSummary | null {
      const row = one.get(id);
      return row === undefined ? null : toSummary(row, mostWords);
    },

    /** Newest first, those before the one given by its number. */
    questionsOf(id: number, before: number, limit: number): GapQuestion[] {
      return questions.all(id, before, limit).map(toGapQuestion);
    },

    /** Null as long as nobody was told. */
    toldStateOf(id: number): ToldState | null {
      const row = one.get(id);
      if (row === undefined || row.told_at === null) return null;
      const { sent, waiting, failed } = deliveries.get(id) ?? { sent: 0, waiting: 0, failed: 0 };
      const { told_at: at, told_by: by, unreachable, unanswered } = row;
      return { at, by: by ?? '', sent, waiting, failed, unreachable, unanswered };
    },
  };
}

function stateOf({ closed_at: closedAt, told_at: toldAt }: GapRow): GapState {
  if (toldAt !== null) return 'told';
  return closedAt === null ? 'open' : 'answerable';
}

function byState<T>(make: (condition: string, state: GapState) => T): Readonly<Record<GapState, T>> {
  const made = GAP_STATES.map((state) => [state, make(STATE_CONDITIONS[state], state)] as const);
  return Object.fromEntries(made) as Record<GapState, T>;
}
