import type { Hit, Query } from '../domain/search.ts';
import type { SectionId } from '../domain/section.ts';

/** More would be the whole question. */
const MOST_WORDS = 8;

/**
 * The customer's words that a section lacks, in the order of the question: those that no policy knows, and those that
 * only other sections hold. Words of earlier turns are not among them.
 */
export function suggestWords(query: Query, hits: readonly Hit[], section: SectionId | null): string[] {
  const own = hits.filter(({ passage }) => passage.sectionId === section);
  const held = new Set(own.flatMap(({ matched }) => matched.map(({ term }) => term)));
  const lacking = query.terms.filter(
    ({ term, stop, known, recalled, word }) =>
      !stop && !recalled && (!known || !held.has(term)) && /\p{L}/u.test(word),
  );
  return [...new Set(lacking.map(({ word }) => word.toLowerCase()))].slice(0, MOST_WORDS);
}
