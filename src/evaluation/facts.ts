import { analyse } from '../search/analyser.ts';

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
  return analyse(text, language).map(({ term }) => term);
}

function holdsRun(terms: readonly string[], run: readonly string[]): boolean {
  if (run.length === 0) return true;
  return terms.some((_, start) => run.every((term, at) => terms[start + at] === term));
}
