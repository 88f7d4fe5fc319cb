import type {
  ConversationTurn,
  DeskFigures,
  ExchangeFilter,
  ExchangePage,
  Outcome,
  StoredExchange,
} from '../domain/exchange.ts';
import type { ReferenceReader } from './pointers.ts';

/** What reviewing needs of the store. */
export interface ExchangeReader extends ReferenceReader {
  /** Newest first; `before` is the `next` of the page before, or null for the first. */
  listExchanges(filter: ExchangeFilter, before: string | null, limit: number): ExchangePage;
  findExchange(id: string): StoredExchange | null;
  /** An exchange among those of the same customer just before and after it, oldest first; empty where there is none. */
  conversationAround(id: string): ConversationTurn[];
  /** Oldest first, read in portions: any number of them fits in memory. */
  allExchanges(): Iterable<StoredExchange>;
  countByOutcome(): ReadonlyMap<Outcome, number>;
  /** `since`: where today began, in milliseconds. */
  figures(since: number): DeskFigures;
}
