import type { AnswerSpan, Citation } from '../domain/answer.ts';
import type { Hit } from '../domain/search.ts';

/** Drops every citation that is not to a passage that was sent, or whose words do not stand in it. */
export function keepSentCitations(spans: readonly AnswerSpan[], sent: readonly Hit[]): AnswerSpan[] {
  return spans.map((span) => ({
    ...span,
    citations: span.citations.filter((citation) => sent.some((hit) => holds(hit, citation))),
  }));
}

function holds({ passage }: Hit, { sectionId, passageHash, quote }: Citation): boolean {
  return (
    passage.sectionId === sectionId &&
    passage.hash === passageHash &&
    quote.split('\n').every((part) => passage.text.includes(part))
  );
}
