import type { AnswerResult } from '../answer/answerer.ts';
import type { AnswerSpan } from '../domain/answer.ts';
import type { Exchange, Outcome } from '../domain/exchange.ts';
import type { SearchResult } from '../domain/search.ts';

/** How the exchange ended, before it is put into words. */
export interface Ending
  extends Pick<
    Exchange,
    'outcome' | 'answerer' | 'fallback' | 'failure' | 'model' | 'usage' | 'costUsd' | 'missing' | 'drafts'
  > {
  readonly spans: readonly AnswerSpan[];
  readonly searches: AnswerResult['searches'];
  /** Said above the answer. */
  readonly notice: string | null;
}

/** What an exchange holds of an answerer where nobody was asked. */
export const UNANSWERED = {
  answerer: null,
  fallback: null,
  failure: null,
  model: null,
  usage: null,
  costUsd: null,
  missing: null,
  drafts: [],
  spans: [],
} as const satisfies Partial<Exchange>;

export const NOBODY: Omit<Ending, 'outcome'> = { ...UNANSWERED, searches: [], notice: null };

export const NOTHING_FOUND: SearchResult = {
  query: { terms: [] },
  hits: [],
  confidence: 0,
  threshold: 0,
  documentChars: 0,
};

/** What an answer took, whoever's it was. */
export function accountOf(result: AnswerResult): Omit<Ending, 'outcome' | 'spans' | 'missing' | 'answerer'> {
  const { model, usage, costUsd, drafts, searches } = result;
  return { ...NOBODY, model, usage, costUsd, drafts, searches };
}

/** What became of the question; `refused` where the answer says that it cannot be answered. */
export function readAnswer(
  { answer }: AnswerResult,
  refused: Outcome,
): Pick<Ending, 'outcome' | 'spans' | 'missing'> {
  const { missing } = answer;
  if (answer.kind === 'grounded') return { outcome: 'answered', spans: answer.spans, missing };
  return { outcome: missing?.kind === 'small_talk' ? 'small_talk' : refused, spans: [], missing };
}
