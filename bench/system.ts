/** A section of a set, as `sections.jsonl` has it. */
export interface BenchSection {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly lang: string;
}

export interface BenchQuestion {
  readonly id: string;
  readonly text: string;
  /** Null where the set does not say. */
  readonly lang: string | null;
  readonly gold: readonly string[];
  readonly answerable: boolean;
  /** Earlier turns of the customer. */
  readonly history: readonly string[];
  /** What kind of question its author calls it; empty where the set does not say. */
  readonly kind: string;
  /** Asked in the article that described the seed. */
  readonly seed: boolean;
}

/** What a library can be told about the language of its sections. */
export interface Language {
  readonly code: string;
  readonly stopWords: readonly string[];
  readonly stem: ((word: string) => string) | null;
}

/** A search library, ready to index. */
export interface System {
  readonly name: string;
  /** Indexes title and body of every section. Synchronous, so that its time is its own. */
  build(sections: readonly BenchSection[], language: Language): Searcher;
}

export interface Searcher {
  /** Ids of sections, the best first, about ten. Never throws, whatever the text. */
  search(question: Pick<BenchQuestion, 'text' | 'history'>): string[];
  close?(): void;
}

/** As many hits as nDCG@10 looks at. */
export const HITS = 10;

/**
 * What a word of the title counts for against one of the body, where a library lets us say so. Of 1, 2 and 3 the best
 * or within .003 of it for every library, over all sets.
 */
export const TITLE_BOOST = 2;
