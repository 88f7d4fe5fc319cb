import type { SearchResult } from '../domain/search.ts';
import type { SectionId } from '../domain/section.ts';
import type { PassageIndex } from '../search/passage-index.ts';
import { searchSections } from '../search/search.ts';

/** Of a long section, the parts that match best; 20,000 characters, as much as the model is ever sent at once. */
const MOST_PARTS = 10;

/**
 * The search for a question where one section is all that there is: its passages as hits, best first, all of them
 * sent. None where the index has no such section; the confidence is that of the whole search.
 */
export function searchInSection(
  index: PassageIndex,
  section: SectionId,
  question: string,
  lastTurn = '',
): SearchResult {
  const result = searchSections(index, question, { sendSections: Number.POSITIVE_INFINITY, lastTurn });
  const hits = result.hits
    .filter(({ passage }) => passage.sectionId === section)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_PARTS)
    .map((hit, position) => ({ ...hit, rank: position + 1, sent: true, namedBy: null, answers: null }));
  return { ...result, hits };
}
