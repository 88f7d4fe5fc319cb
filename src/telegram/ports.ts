import type { ClaimedMessage, Delivery } from '../domain/delivery.ts';
import type { Channel, Exchange, StoredExchange } from '../domain/exchange.ts';
import type { ClaimedUpdate, IncomingUpdate } from '../domain/inbox.ts';

/** What Telegram needs of the store: updates that are not lost, and replies that know whether they arrived. */
export interface Inbox {
  acceptBatch(botId: number, updates: readonly IncomingUpdate[]): number;
  claimNext(joinMs: number): ClaimedUpdate | null;
  dueIn(joinMs: number): number | null;
  complete(delivery: Delivery): void;
  release(ids: readonly number[]): void;
  setAside(delivery: Delivery): void;
  recover(): number;
}

export interface Outbox {
  claimNext(heldChats: readonly number[]): ClaimedMessage | null;
  markSent(id: number, messageId: number): void;
  markFailed(id: number, error: string): void;
  retry(id: number): void;
  retryOnce(id: number): boolean;
  recover(): number;
}

export interface Customers {
  keyFor(channel: Channel, chatId: number): string;
}

export interface Exchanges {
  findExchange(id: string): StoredExchange | null;
}

/** A question that was answered, with the messages it was made of. */
export type AnsweredQuestion = Pick<Exchange, 'id' | 'messages'>;

export interface Answered {
  exchangeOfMessage(customer: string, messageId: number): AnsweredQuestion | null;
}
