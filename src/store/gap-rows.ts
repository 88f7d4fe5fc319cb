import type { GapQuestion, GapState } from '../domain/gap.ts';
import type { Query } from '../domain/search.ts';

/** Of a group, what is run again and looked at: the newest questions. */
export const MOST_CHECKED = 20;

/** What distinguishes the states, each just as its partial index has it. */
export const STATE_CONDITIONS: Readonly<Record<GapState, string>> = {
  open: 'closed_at IS NULL AND told_at IS NULL',
  answerable: 'closed_at IS NOT NULL AND told_at IS NULL',
  told: 'told_at IS NOT NULL',
};

export interface QuestionRow {
  seq: number;
  id: string;
  asked_at: number;
  customer: string;
  question: string;
  language: string;
  query: string;
  terms: string;
  answerable: number;
}

/** Columns of a group's question, from `gap_member m JOIN exchange e`. */
export const QUESTION_COLUMNS = `
  e.seq, e.id, e.asked_at, e.customer, e.question, e.language, e.query, m.terms, m.answerable`;

export function toGapQuestion(row: QuestionRow): GapQuestion {
  return {
    seq: row.seq,
    exchangeId: row.id,
    askedAt: row.asked_at,
    customer: row.customer,
    question: row.question,
    language: row.language,
    query: JSON.parse(row.query) as Query,
    terms: new Map(Object.entries(JSON.parse(row.terms) as Record<string, number>)),
    isAnswerable: row.answerable === 1,
  };
}
