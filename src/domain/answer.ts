import type { SectionId } from './section.ts';

export interface Citation {
  readonly sectionId: SectionId;
  /** The section's name as the customer reads it. */
  readonly title: string;
  /** Addresses the passage as it was sent. */
  readonly passageHash: string;
  /** The cited words, as they stood in that passage. */
  readonly quote: string;
}

/** A stretch of answer text with what it rests on; the spans joined are the answer. */
export interface AnswerSpan {
  readonly text: string;
  readonly citations: readonly Citation[];
}

/** Why a question, or a part of it, is not answered from the policies. */
export const MISSING_KINDS = [
  'not_in_policies',
  'needs_person',
  'about_my_order',
  'small_talk',
  'unclear',
] as const;
export type MissingKind = (typeof MISSING_KINDS)[number];

export interface Missing {
  readonly kind: MissingKind;
  /** In the answerer's words, for staff: no customer reads them. */
  readonly about: string;
}

/** An answerer's verdict: the policies say this, save what is missing; or they do not say. */
export type Answer =
  | { readonly kind: 'grounded'; readonly spans: readonly AnswerSpan[]; readonly missing: Missing | null }
  | { readonly kind: 'refusal'; readonly missing: Missing | null };

/** What the check can find wrong with a sentence. */
export type FaultKind = 'uncited' | 'citation' | 'figure' | 'link' | 'prompt' | 'internal';

export interface CheckFault {
  readonly kind: FaultKind;
  readonly sentence: string;
  /** The figure, link or words that are at fault; for staff and for the model's second try. */
  readonly detail: string;
}

/** A text of the model's with what the check found in it. */
export interface Draft {
  readonly text: string;
  readonly faults: readonly CheckFault[];
}

export type AnswererName = 'claude' | 'extractive';

export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
}

/** The sections an answer rests on, each once, in the order they are first cited. */
export function citedSections(citations: readonly Citation[]): Citation[] {
  const first = new Map<SectionId, Citation>();
  for (const citation of citations) {
    if (!first.has(citation.sectionId)) first.set(citation.sectionId, citation);
  }
  return [...first.values()];
}
