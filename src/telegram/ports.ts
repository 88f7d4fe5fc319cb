import type { ClaimedMessage, Delivery, OutgoingMessage } from '../domain/delivery.ts';
import type { Channel, Exchange, Feedback, StoredExchange } from '../domain/exchange.ts';
import type { ClaimedUpdate, IncomingUpdate } from '../domain/inbox.ts';
import type { PersonalData } from '../domain/personal-data.ts';
import type { Passage, SectionId } from '../domain/section.ts';

/** What Telegram needs of the store: updates that are not lost, and replies that know whether they arrived. */
export interface Inbox {
  acceptBatch(botId: number, updates: readonly IncomingUpdate[]): number;
  claimNext(joinMs: number): ClaimedUpdate | null;
  claimPress(): ClaimedUpdate | null;
  dueIn(joinMs: number): number | null;
  complete(delivery: Delivery): void;
  release(ids: readonly number[]): void;
  postpone(ids: readonly number[]): void;
  setAside(delivery: Delivery): void;
  recover(): number;
}

export interface Outbox {
  claimNext(heldChats: readonly number[]): ClaimedMessage | null;
  markSent(id: number, messageId: number): void;
  markFailed(id: number, error: string): void;
  retry(id: number): void;
  retryOnce(id: number): boolean;
  hasWrittenSince(chatId: number, since: number): boolean;
  recover(toNotice: (lost: OutgoingMessage, language: string) => OutgoingMessage): number;
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

/** Chats that cannot be written to as they were. */
export interface Chats {
  markUnreachable(chatId: number, reason: string): void;
  markReachable(chatId: number): void;
  moveTo(from: number, to: number): void;
}

export interface FeedbackLog {
  /** Returns whether it says anything new. */
  giveFeedback(exchangeId: string, said: Pick<Feedback, 'helped' | 'reason'>): boolean;
}

/** Where a question that could not be handled is kept. */
export interface FailureLog {
  finishExchange(exchange: Exchange, delivery: Delivery): void;
}

/** The policies as they are indexed now. */
export interface PolicySections {
  /** In the order of the files. */
  list(): readonly { readonly id: SectionId; readonly title: string }[];
  passagesOf(id: SectionId): readonly Passage[];
}

export interface PersonalDataStore {
  /** Null where nothing is stored of the chat. */
  dataOf(chatId: number): PersonalData | null;
  forget(chatId: number): void;
}
