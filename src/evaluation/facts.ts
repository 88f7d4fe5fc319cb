import { analyse } from '../search/analyser.ts';

const SCALES: Readonly<Record<string, number>> = { hundred: 100, thousand: 1000 };

/**
 * The facts that a text does not state. Words are compared in their index form and in order, numbers by value however they
 * are written: `3 working days` states `three working days`, `15k` states `15,000`. The words of either language count, since
 * a Vietnamese question may be answered in the policies' English.
 */
export function missingFacts(facts: readonly string[], text: string, language: string | null): string[] {
  const languages = [...new Set(['en', language ?? 'en'])];
  const texts = languages.map((code) => ({ code, terms: termsOf(text, code) }));
  return facts.filter((fact) => !texts.some(({ code, terms }) => holdsRun(terms, termsOf(fact, code))));
}

function termsOf(text: string, language: string): string[] {
  const terms: string[] = [];
  for (const { term, word } of analyse(text, language)) {
    const scale = SCALES[word.toLowerCase()];
    const before = Number(terms.at(-1) ?? Number.NaN);
    if (scale === undefined || !Number.isSafeInteger(before)) terms.push(term);
    else terms.splice(-1, 1, String(before * scale));
  }
  return terms;
}

function holdsRun(terms: readonly string[], run: readonly string[]): boolean {
  if (run.length === 0) return true;
  return terms.some((_, start) => run.every((term, at) => terms[start + at] === term));
}
