import type { CurrentIndex, NewIndex } from '../domain/policy-index.ts';

/** What re-indexing needs of the store. */
export interface IndexStore {
  /** Null where nothing was ever indexed. */
  current(): CurrentIndex | null;
  /**
   * Switches to the new index in one transaction, within which `measure` finds out what a meaningless match scores in
   * it; on an error the old one goes on serving. A threshold chosen for the same folder is carried over.
   */
  replace(index: NewIndex, measure: () => number): void;
  /** Keeps the threshold, above 0, with the serving index; it holds from the next question on. */
  chooseThreshold(threshold: number): void;
}
