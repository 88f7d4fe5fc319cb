import { analyse } from '../search/analyser.ts';

/** A stretch of a text; `term` is set where it is a word that the question asked for. */
export interface Stretch {
  readonly text: string;
  readonly term: string | null;
}

/** Cuts a text at the words whose index form is among `terms`; the stretches joined are the text. */
export function highlightTerms(text: string, terms: ReadonlySet<string>, language: string): Stretch[] {
  const stretches: Stretch[] = [];
  let end = 0;
  for (const token of analyse(text, language)) {
    if (!terms.has(token.term)) continue;
    if (token.start > end) stretches.push({ text: text.slice(end, token.start), term: null });
    stretches.push({ text: text.slice(token.start, token.end), term: token.term });
    end = token.end;
  }
  if (end < text.length) stretches.push({ text: text.slice(end), term: null });
  return stretches;
}
