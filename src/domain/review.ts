import type { ExchangeSummary, Feedback, Outcome } from './exchange.ts';
import type { VerdictLabel } from './verdict.ts';

/**
 * How urgently an exchange wants a look, 1 the most: not delivered, failed or a person wanted; did not help; check
 * failed; refused although the search was strong; answered although it was weak; a gap; the sample; the rest.
 */
export const TIERS = [1, 2, 3, 4, 5, 6, 7, 8] as const;
export type Tier = (typeof TIERS)[number];

/** The queue's tabs. `needs` are the tiers 1 to 5, `gaps` 6, `sample` 7, each as long as nobody judged it. */
export const QUEUE_TABS = ['needs', 'gaps', 'sample', 'reviewed', 'all'] as const;
export type QueueTab = (typeof QUEUE_TABS)[number];

/** What a list is narrowed to; null and '' narrow nothing. Times are milliseconds, `until` is exclusive. */
export interface QueueFilter {
  readonly outcome: Outcome | null;
  readonly label: VerdictLabel | null;
  /** A section that was cited, or was among the candidates. */
  readonly section: string | null;
  readonly since: number | null;
  readonly until: number | null;
  /** Words of the question, found whatever their case and marks. */
  readonly words: string;
}

/** A line of the queue. */
export interface QueueItem extends ExchangeSummary {
  readonly tier: Tier;
  readonly label: VerdictLabel | null;
  readonly feedback: Feedback | null;
}

/** Who uses the desk. */
export interface StaffMember {
  /** The Telegram id; null on this computer, where nobody logs in. */
  readonly id: number | null;
  readonly name: string;
  readonly role: 'reviewer' | 'admin';
}
