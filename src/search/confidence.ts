import type { QueryTerm } from '../domain/search.ts';
import type { ScoredPassage } from './score.ts';

/**
 * From here on the policies are taken to have an answer, where `evaluate --save-threshold` chose no other for the index.
 * On the sample's golden set, where near misses abound, the sweep of `evaluate` is best at .55, on the café set at .55
 * too, but there refuses twice as many answerable questions; below .46 unanswerable ones pass without gaining many
 * others (docs/evaluation.md).
 */
export const CONFIDENCE_THRESHOLD = 0.46;

/** What the second hit adds to the first: an answer may stand in two sections, but chance finds a second word too. */
const SECOND_SHARE = 0.5;

/**
 * 0..1: how far the best hit stands above what a meaningless question scores in this index, s / (s + chance) with
 * s = √(coverage × score), times the root of the share of the question's words that any policy knows. Raw scores of
 * two indexes cannot be compared; this can, since chance is measured on each. The second factor is what tells "oat
 * milk" from milk: an unknown word is often the very thing that is asked for.
 */
export function confidenceOf(
  terms: readonly QueryTerm[],
  ranked: readonly ScoredPassage[],
  chanceScore: number,
): number {
  const strength = strengthOf(terms, ranked);
  return strength === 0 ? 0 : (strength / (strength + chanceScore)) * Math.sqrt(knownShare(terms));
}

/** 0..1: the share of the question's content, by weight, that stands in some policy. */
function knownShare(terms: readonly QueryTerm[]): number {
  const content = terms.filter((term) => !term.stop && !term.recalled);
  const total = content.reduce((sum, term) => sum + term.weight, 0);
  // A bare follow-up has no content of its own; what it recalls is known.
  if (total === 0) return 1;
  return content.reduce((sum, term) => sum + (term.known ? term.weight : 0), 0) / total;
}

/** √(coverage × score) of the best hit; 0 without one. */
export function strengthOf(terms: readonly QueryTerm[], ranked: readonly ScoredPassage[]): number {
  const [best] = ranked;
  return best === undefined ? 0 : Math.sqrt(coverageOf(terms, ranked) * best.score);
}

/** 0..1: the share of the question's content, by weight, that the two best hits hold. */
function coverageOf(terms: readonly QueryTerm[], [first, second]: readonly ScoredPassage[]): number {
  const own = terms.filter((term) => !term.stop && !term.recalled);
  const content = own.length > 0 ? own : terms.filter((term) => !term.stop);
  const total = content.reduce((sum, term) => sum + term.weight, 0);
  if (total === 0) return 0;
  const covered = content.reduce((sum, { term, weight }) => {
    if (holds(first, term)) return sum + weight;
    return holds(second, term) ? sum + weight * SECOND_SHARE : sum;
  }, 0);
  return covered / total;
}

function holds(hit: ScoredPassage | undefined, term: string): boolean {
  return hit?.matched.some((match) => match.term === term) ?? false;
}
