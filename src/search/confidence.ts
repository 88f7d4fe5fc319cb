import type { QueryTerm } from '../domain/search.ts';
import type { ScoredPassage } from './score.ts';

/** From here on the policies are taken to have an answer; chosen on questions about the sample policies. */
export const CONFIDENCE_THRESHOLD = 0.35;

/** The best hits are looked at together: an answer may stand in two sections. */
const BEST_HITS = 2;

/**
 * 0..1: how much of the question's content, by weight, the best hits cover. Words that no policy knows weigh most,
 * so a question about an unknown thing stays low however well its other words match.
 */
export function confidenceOf(terms: readonly QueryTerm[], ranked: readonly ScoredPassage[]): number {
  const content = terms.filter((term) => !term.stop);
  const total = content.reduce((sum, term) => sum + term.weight, 0);
  if (total === 0) return 0;
  const matched = new Set(
    ranked.slice(0, BEST_HITS).flatMap((hit) => hit.matched.map((match) => match.term)),
  );
  const covered = content.reduce((sum, term) => sum + (matched.has(term.term) ? term.weight : 0), 0);
  return covered / total;
}
