import type { Database } from 'better-sqlite3';
import type { GapCentroid, GapQuestion, Grouped, UngroupedQuestion } from '../domain/gap.ts';
import type { Query } from '../domain/search.ts';
import { createGapPages } from './gap-pages.ts';
import {
  MOST_CHECKED,
  QUESTION_COLUMNS,
  type QuestionRow,
  STATE_CONDITIONS,
  toGapQuestion,
} from './gap-rows.ts';
import { createGapTelling } from './gap-telling.ts';

/** Unanswered questions in groups. What a group adds up to is kept by triggers. */
export function createGapStore(db: Database, now: () => number) {
  const waiting = db.prepare<[number], { seq: number; asked_at: number; customer: string; query: string }>(`
    SELECT e.seq, e.asked_at, e.customer, e.query
    FROM gap_waiting w JOIN exchange e ON e.seq = w.exchange_seq ORDER BY w.exchange_seq LIMIT ?`);
  const countWaiting = db.prepare<[], number>('SELECT count(*) FROM gap_waiting').pluck();
  const centroids = db.prepare<[string], { gap_id: number; term: string; weight: number }>(`
    SELECT t.gap_id, t.term, t.weight FROM gap_term t WHERE t.gap_id IN (
      SELECT found.gap_id FROM gap_term found JOIN gap g ON g.id = found.gap_id
      WHERE found.term IN (SELECT value FROM json_each(?)) AND ${STATE_CONDITIONS.open})
    ORDER BY t.gap_id`);
  const stopWaiting = db.prepare('DELETE FROM gap_waiting WHERE exchange_seq = ?');
  const found = db.prepare<[number], number>('INSERT INTO gap (opened_at) VALUES (?) RETURNING id').pluck();
  const join = db.prepare(`
    INSERT INTO gap_member (exchange_seq, gap_id, customer, terms, unknown) VALUES (?, ?, ?, ?, ?)`);

  const unchecked = db
    .prepare<[number], number>(
      `SELECT id FROM gap WHERE ${STATE_CONDITIONS.open} AND checked <> ? ORDER BY people DESC, last_seq DESC LIMIT 1`,
    )
    .pluck();
  const newest = db.prepare<[number, number], QuestionRow>(`
    SELECT ${QUESTION_COLUMNS} FROM gap_member m JOIN exchange e ON e.seq = m.exchange_seq
    WHERE m.gap_id = ? ORDER BY m.exchange_seq DESC LIMIT ?`);
  const sentHashes = db
    .prepare<[number], string>('SELECT text_hash FROM exchange_hit WHERE exchange_seq = ? AND sent = 1')
    .pluck();
  const noteAnswerable = db.prepare('UPDATE gap_member SET answerable = ? WHERE exchange_seq = ?');
  const noteChecked = db.prepare('UPDATE gap SET checked = ? WHERE id = ?');
  // A question that came meanwhile was not run again and keeps its group open.
  const close = db.prepare(`
    UPDATE gap SET closed_at = @at WHERE id = @id AND ${STATE_CONDITIONS.open} AND NOT EXISTS (
      SELECT 1 FROM (
        SELECT answerable FROM gap_member WHERE gap_id = @id ORDER BY exchange_seq DESC LIMIT ${MOST_CHECKED})
      WHERE answerable = 0)`);

  const group = db.transaction((most: number, decide: Decide): number => {
    const questions = waiting.all(most).map(({ seq, asked_at: askedAt, customer, query }) => {
      return { seq, askedAt, customer, query: JSON.parse(query) as Query };
    });
    for (const { seq } of questions) stopWaiting.run(seq);
    const founded = new Map<number, number>();
    for (const { seq, askedAt, customer, terms, unknown, place } of decide(questions, centroidsOf)) {
      const known = 'gapId' in place ? place.gapId : founded.get(place.foundedBy);
      const gapId = known ?? (found.get(askedAt) as number);
      if ('foundedBy' in place) founded.set(place.foundedBy, gapId);
      join.run(seq, gapId, customer, JSON.stringify(Object.fromEntries(terms)), JSON.stringify(unknown));
    }
    return questions.length;
  });

  function centroidsOf(terms: readonly string[]): GapCentroid[] {
    const byGap = new Map<number, Map<string, number>>();
    for (const { gap_id: id, term, weight } of centroids.all(JSON.stringify(terms))) {
      const known = byGap.get(id);
      if (known === undefined) byGap.set(id, new Map([[term, weight]]));
      else known.set(term, weight);
    }
    return [...byGap].map(([id, terms]) => ({ id, terms }));
  }

  const keepCheck = db.transaction(
    (id: number, generation: number, results: ReadonlyMap<number, boolean>) => {
      for (const [seq, isAnswerable] of results) noteAnswerable.run(isAnswerable ? 1 : 0, seq);
      noteChecked.run(generation, id);
      return close.run({ id, at: now() }).changes === 1;
    },
  );

  return {
    ...createGapPages(db),
    ...createGapTelling(db, now),

    countWaiting(): number {
      return countWaiting.get() ?? 0;
    },

    /**
     * Groups the oldest questions that wait, `most` at once, as `decide` says, who is given them and a way to read the
     * open groups that hold any of some terms; all in one transaction. Returns how many there were.
     */
    group(most: number, decide: Decide): number {
      return countWaiting.get() === 0 ? 0 : group.immediate(most, decide);
    },

    /** The open group, of those not yet checked with this generation of the index, that most people asked for. */
    nextUnchecked(generation: number): number | null {
      return unchecked.get(generation) ?? null;
    },

    /** The group's newest questions, newest first. */
    questionsToCheck(id: number): GapQuestion[] {
      return newest.all(id, MOST_CHECKED).map(toGapQuestion);
    },

    /** The texts that an exchange was answered from, or that were chosen for it. */
    sentHashes(seq: number): string[] {
      return sentHashes.all(seq);
    },

    /**
     * Notes which of the questions the policies answer now, and closes the group where they answer all of its newest;
     * returns whether it was closed.
     */
    keepCheck(id: number, generation: number, results: ReadonlyMap<number, boolean>): boolean {
      return keepCheck.immediate(id, generation, results);
    },
  };
}

type Decide = (
  questions: readonly UngroupedQuestion[],
  centroidsOf: (terms: readonly string[]) => GapCentroid[],
) => readonly Grouped[];
