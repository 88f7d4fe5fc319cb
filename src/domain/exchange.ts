import type { AnswererName, AnswerSpan, Citation, Draft, Missing, TokenUsage } from './answer.ts';
import type { Hit, Query, SearchRecord } from './search.ts';

/** Closed list, stored: "why did it not answer?" always has an answer. */
export const OUTCOMES = [
  'answered',
  'refused_no_hits',
  'refused_low_confidence',
  'refused_by_model',
  'check_failed',
  'handed_off',
  'small_talk',
  'failed',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const CHANNELS = ['telegram', 'terminal', 'playground'] as const;
export type Channel = (typeof CHANNELS)[number];

/**
 * The reply as it stands in the outbox. `none`: there was nothing to deliver (terminal, playground).
 * `failed`: Telegram refused it for good.
 */
export type DeliveryState = 'none' | 'pending' | 'sending' | 'sent' | 'failed';

/** A message of the customer's as it came; `messageId` is the channel's own, where it has any. */
export interface QuestionMessage {
  readonly messageId: number | null;
  readonly text: string;
}

/** One question with all that staff need to see why it was answered as it was. Times are milliseconds. */
export interface Exchange {
  readonly id: string;
  readonly askedAt: number;
  readonly channel: Channel;
  /** A random name for the chat; the chat's own id is kept apart and can be deleted. */
  readonly customer: string;
  /** As typed; messages in quick succession are one question, joined by line breaks. */
  readonly question: string;
  readonly messages: readonly QuestionMessage[];
  /** The exchange whose question the customer edited into this one. */
  readonly updateOf: string | null;
  /** The question as it can be understood by itself: with the words of earlier turns that were searched for too. */
  readonly standalone: string;
  readonly language: string;
  /** Of the first search, which code does in the customer's words. */
  readonly query: Query;
  /** Of the first search, followed by what the model's own searches brought besides. */
  readonly hits: readonly Hit[];
  /** Every search, code's first. */
  readonly searches: readonly SearchRecord[];
  readonly confidence: number;
  readonly threshold: number;
  readonly outcome: Outcome;
  /** The reply as the customer read it, without markup. */
  readonly text: string;
  readonly spans: readonly AnswerSpan[];
  readonly citations: readonly Citation[];
  /** What could not be answered, where the answerer said so. */
  readonly missing: Missing | null;
  /** What the model wrote and the check did not let through as it was, oldest first. */
  readonly drafts: readonly Draft[];
  /** Who wrote the answer; null where code refused before anyone was asked. */
  readonly answerer: AnswererName | null;
  /** Why the model did not answer although it was meant to (`overloaded`, `timeout` …). */
  readonly fallback: string | null;
  /** The error class, for `failed`. */
  readonly failure: string | null;
  readonly model: string | null;
  readonly usage: TokenUsage | null;
  readonly costUsd: number | null;
  readonly searchMs: number;
  /** Of whoever wrote the answer, a model that was tried in vain included. */
  readonly modelMs: number;
  readonly sentChars: number;
  readonly documentChars: number;
}

/** Why an answer did not help. */
export const FEEDBACK_REASONS = ['wrong', 'unclear', 'not_my_question', 'wants_person'] as const;
export type FeedbackReason = (typeof FEEDBACK_REASONS)[number];

/** What the customer said of an answer, last. */
export interface Feedback {
  readonly helped: boolean;
  readonly reason: FeedbackReason | null;
  readonly givenAt: number;
}

/** An exchange as stored, with what became of its reply. */
export interface StoredExchange extends Exchange {
  readonly delivery: DeliveryState;
  /** Telegram's words, where it refused the reply. */
  readonly deliveryError: string | null;
  /** The process died between sending and noting it, so the customer may have the reply twice. */
  readonly maybeDuplicate: boolean;
  /** Null where the customer said nothing. */
  readonly feedback: Feedback | null;
}

/** A line of the list of exchanges. */
export interface ExchangeSummary
  extends Pick<
    StoredExchange,
    'id' | 'askedAt' | 'channel' | 'customer' | 'question' | 'outcome' | 'text' | 'fallback' | 'delivery'
  > {
  /** Of the cited sections, each once, in the order of the answer. */
  readonly citedTitles: readonly string[];
}

/** What was said before or after an exchange, by and to the same customer. */
export type ConversationTurn = Pick<StoredExchange, 'id' | 'askedAt' | 'question' | 'text' | 'outcome'>;

export interface ExchangeFilter {
  readonly outcome: Outcome | null;
}

/** A page of a list, newest first; `next` continues it and is null on the last page. */
export interface ExchangePage {
  readonly exchanges: readonly ExchangeSummary[];
  readonly next: string | null;
}

/** The figures of `status`. Failures: questions that failed, items set aside, replies refused for good. */
export interface DeskFigures {
  readonly exchangesToday: number;
  readonly waiting: number;
  readonly failuresToday: number;
  readonly fallbacksToday: number;
}

/** A reply without its last paragraph, where that names the sections that were cited. */
export function bodyOf({
  text,
  spans,
}: {
  readonly text: string;
  readonly spans: readonly unknown[];
}): string {
  return spans.length === 0 ? text : text.slice(0, text.lastIndexOf('\n\n'));
}
