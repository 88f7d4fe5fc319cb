import type { Answer, AnswererName, TokenUsage } from '../domain/answer.ts';
import type { Hit, Query } from '../domain/search.ts';

export interface AnswerRequest {
  readonly question: string;
  readonly query: Query;
  /** The sections that may be used, best first. */
  readonly sent: readonly Hit[];
  /** The chat's random name, so that the model's provider can tell abuse apart without knowing anybody. */
  readonly customer: string;
}

export interface AnswerResult {
  readonly answer: Answer;
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
