import type { IndexedPassage, IndexStatistics } from '../domain/policy-index.ts';
import type { SectionId } from '../domain/section.ts';

/** What the search needs of an index. */
export interface PassageIndex {
  statistics(): IndexStatistics;
  /** In how many passages each term stands; a term that stands nowhere is absent. */
  documentFrequencies(terms: readonly string[]): ReadonlyMap<string, number>;
  /** Passages that hold at least one of the terms, the likeliest first, at most `limit`. */
  candidates(terms: readonly string[], limit: number): IndexedPassage[];
  passagesOf(sections: readonly SectionId[]): IndexedPassage[];
  /** Whether more than one section bears this title. */
  isAmbiguous(title: string): boolean;
  /** Every passage, in the order of the policy files. */
  allPassages(): IndexedPassage[];
}
