import type { CurrentIndex, NewIndex } from '../domain/policy-index.ts';

/** What re-indexing needs of the store. */
export interface IndexStore {
  /** Null where nothing was ever indexed. */
  current(): CurrentIndex | null;
  /**
   * Switches to the new index in one transaction, within which `measure` finds out what a meaningless match scores in
   * it; on an error the old one goes on serving.
   */
  replace(index: NewIndex, measure: () => number): void;
}
