import type { SectionId } from './section.ts';

/** Closed list: what became of a question, as staff judged it. */
export const VERDICT_LABELS = [
  'good',
  'missing_policy',
  'retrieval_miss',
  'wrong_chunk',
  'model_misread',
] as const;
export type VerdictLabel = (typeof VERDICT_LABELS)[number];

/** The one fact a reviewer is asked for: where the answer stands. */
export type AnswerPlace =
  | { readonly kind: 'reply_is_right' }
  | { readonly kind: 'section'; readonly sectionId: SectionId }
  | { readonly kind: 'no_policy' };

/** Closed list: what code can tell about why it went wrong. */
export const SUB_REASONS = [
  'cut_off',
  'no_shared_words',
  'split_evidence',
  'stale_index',
  'reference_not_followed',
  'over_refusal',
  'bluff',
  'fabricated_citation',
] as const;

export interface SubReason {
  readonly kind: (typeof SUB_REASONS)[number];
  /** Completes the kind, such as `rank 7, 5 sent`; '' where nothing is to be added. */
  readonly detail: string;
}

/** What a reviewer says of an exchange. */
export interface Judgement {
  readonly place: AnswerPlace;
  /** The sentence of the section that holds the answer; '' where none was picked. */
  readonly evidence: string;
  readonly note: string;
  /** What should have been said; '' where nothing was written. */
  readonly correctAnswer: string;
  /** Set where the reviewer names another label than the derived one. */
  readonly override: VerdictLabel | null;
}

/** A judgement with the label derived from its fact; `label` is the override or else the derived one. */
export interface Verdict extends Judgement {
  readonly derived: VerdictLabel;
  readonly label: VerdictLabel;
  readonly subReasons: readonly SubReason[];
  readonly reviewer: string;
  readonly at: number;
}

/** The verdict as it stands. `version` counts every change of it, undoing included; 0: never judged. */
export interface ReviewState {
  readonly version: number;
  readonly verdict: Verdict | null;
}

/** A save is refused where somebody saved meanwhile: `current` is what they said. Nothing is overwritten in silence. */
export type SaveOutcome =
  | { readonly kind: 'saved'; readonly state: ReviewState }
  | { readonly kind: 'conflict'; readonly current: ReviewState }
  | { readonly kind: 'no_exchange' };

/** A step of staff's, as it is kept. `body` is JSON by kind. */
export interface ReviewEvent {
  readonly id: number;
  readonly kind: string;
  readonly reviewer: string;
  readonly at: number;
  readonly version: number;
  readonly body: unknown;
}
