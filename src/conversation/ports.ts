import type { Purse, Turn } from '../answer/answerer.ts';
import type { Delivery } from '../domain/delivery.ts';
import type { Channel, Exchange } from '../domain/exchange.ts';
import type { Query } from '../domain/search.ts';

/** A turn of the conversation with what was searched for in it. */
export interface RecordedTurn extends Turn {
  readonly askedAt: number;
  readonly query: Query;
}

/** What a conversation needs of the store. */
export interface ExchangeLog {
  /** The customer's last turns on this channel since then, oldest first; `most` at most. */
  recentTurns(customer: string, channel: Channel, since: number, most: number): RecordedTurn[];
  finishExchange(exchange: Exchange, delivery: Delivery | null): void;
}

/** Which limit a customer has reached. */
export type CustomerLimit = 'hour' | 'day';

/** What may be spent, by whom. */
export interface Limits {
  /** Counts a question that the model is to be asked for a customer, or says which limit forbids it. */
  admit(customer: string, channel: Channel): CustomerLimit | null;
  /** For the calls that one exchange makes. */
  openPurse(exchangeId: string): Purse;
  /** Whether the customer is to be told now that a limit is reached; true once in the limit's period. */
  tellsNow(customer: string, limit: CustomerLimit | 'budget'): boolean;
}

/** Tells the admin that something needs a person, once a kind and hour however often it is raised. */
export interface Alerts {
  raise(kind: string, text: string): void;
}
