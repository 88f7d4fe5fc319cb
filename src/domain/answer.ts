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

/** An answerer's verdict: the policies say this, or they do not say. */
export type Answer =
  | { readonly kind: 'grounded'; readonly spans: readonly AnswerSpan[] }
  | { readonly kind: 'refusal' };

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
