import type { Answer, AnswererName, Draft, TokenUsage } from '../domain/answer.ts';
import type { Hit, Query, SearchResult } from '../domain/search.ts';

/** An earlier turn of the conversation, as the customer read it. */
export interface Turn {
  readonly question: string;
  readonly answer: string;
}

/** Money for calls of a model. */
export interface Purse {
  /** Sets US dollars aside before a call; null where the budget does not hold them. */
  reserve(usd: number): Reservation | null;
  /** US dollars that were settled so far. */
  readonly spentUsd: number;
}

export interface Reservation {
  /** What the call cost; null where nobody knows: then all that was set aside counts as spent. */
  settle(usd: number | null): void;
}

export interface AnswerRequest {
  readonly question: string;
  /** An earlier message that the question replies to; null where it replies to none. */
  readonly repliesTo: string | null;
  readonly query: Query;
  /** The sections that may be used, best first. */
  readonly sent: readonly Hit[];
  /** The chat's random name, so that the model's provider can tell abuse apart without knowing anybody. */
  readonly customer: string;
  /** Oldest first. */
  readonly history: readonly Turn[];
  /** What is true of here and now: date, time, whether the shop is open. */
  readonly situation: string;
  /** Looks again, in the answerer's own words. */
  readonly search: (query: string) => SearchResult;
  readonly purse: Purse;
}

export interface AnswerResult {
  readonly answer: Answer;
  /** What the answerer looked for besides, in order. */
  readonly searches: readonly { readonly query: string; readonly result: SearchResult }[];
  /** What it wrote that the check did not let through as it was. */
  readonly drafts: readonly Draft[];
  /** Whether even its last text had to be cut down: the answer is what was left of it. */
  readonly isCutDown: boolean;
  readonly model: string | null;
  readonly usage: TokenUsage | null;
  readonly costUsd: number | null;
}

/** Turns sections into an answer that rests on them, or says that they hold none. */
export interface Answerer {
  readonly name: AnswererName;
  /** Throws a ModelError where the model behind it cannot be used. */
  answer(request: AnswerRequest): Promise<AnswerResult>;
}
