import type { GoldenQuestion } from '../golden.ts';

/** A text that can be found. */
export interface TextDocument {
  readonly id: string;
  readonly text: string;
}

/** A document that was found, with the ranking's own score: a higher one is better. */
export interface Found {
  readonly id: string;
  readonly score: number;
}

/** Finds documents for a text, the best first; those that share nothing with it are not listed. */
export type RankText = (text: string) => Found[];

/** How a strategy answered a question: chunk ids, the best first. */
export interface Ranking {
  readonly ids: readonly string[];
  /** How sure it is that the policies have an answer; of our search 0..1, else the best score. 0 where nothing is found. */
  readonly confidence: number;
  /** What would be given to the answerer; null where the ranking does not say. */
  readonly sent: readonly string[] | null;
}

export interface Ranker {
  rank(question: Pick<GoldenQuestion, 'question' | 'history'>): Ranking;
  /** From this confidence on it takes the policies to have an answer; null where it has no threshold of its own. */
  readonly threshold: number | null;
  close(): void;
}

/** Best first; equal scores keep the order of the documents. */
export function sortFound(scores: ReadonlyMap<number, number>, documents: readonly TextDocument[]): Found[] {
  return [...scores]
    .sort(([a, scoreOfA], [b, scoreOfB]) => scoreOfB - scoreOfA || a - b)
    .flatMap(([at, score]) => {
      const document = documents[at];
      return document === undefined ? [] : [{ id: document.id, score }];
    });
}
