import { type AnswerSpan, citedSections } from '../domain/answer.ts';
import type { Texts } from './catalogue/catalogue.ts';

/** The reply as plain text: the answer with the names of its sections beneath, or else the refusal. */
export function composeReply(spans: readonly AnswerSpan[], refusal: string, texts: Texts): string {
  if (spans.length === 0) return refusal;
  const names = citedSections(spans.flatMap((span) => span.citations)).map((citation) => citation.title);
  return `${joinSpans(spans)}\n\n${texts.sources(names)}`;
}

/** The answer's own words. */
export function joinSpans(spans: readonly AnswerSpan[]): string {
  return spans
    .map((span) => span.text)
    .join('')
    .trim();
}
