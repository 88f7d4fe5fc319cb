import type {
  DeskFigures,
  ExchangeFilter,
  ExchangePage,
  Outcome,
  StoredExchange,
} from '../domain/exchange.ts';

/** What reviewing needs of the store. */
export interface ExchangeReader {
  /** Newest first; `before` is the `next` of the page before, or null for the first. */
  listExchanges(filter: ExchangeFilter, before: string | null, limit: number): ExchangePage;
  findExchange(id: string): StoredExchange | null;
  /** Oldest first, read in portions: any number of them fits in memory. */
  allExchanges(): Iterable<StoredExchange>;
  countByOutcome(): ReadonlyMap<Outcome, number>;
  /** `since`: where today began, in milliseconds. */
  figures(since: number): DeskFigures;
}
