import type { IndexedPassage, IndexStatistics } from '../domain/policy-index.ts';
import type { QueryTerm, TermMatch } from '../domain/search.ts';

/** Okapi BM25's usual constants. */
const K1 = 1.2;
const B = 0.75;
const TITLE_WEIGHT = 3;
/** Of the smaller idf of two words that stand side by side in question and passage. */
const PHRASE_BONUS = 0.4;

/** A passage with its score, which is the sum of what each matched term contributes. */
export interface ScoredPassage {
  readonly indexed: IndexedPassage;
  readonly matched: readonly TermMatch[];
  readonly score: number;
}

/**
 * Scores a passage for a question. Each term contributes its weight times the BM25 saturation of its frequency,
 * titles counting threefold; a pair of neighbours in the question that are neighbours in the passage adds to its
 * second word.
 */
export function scorePassage(
  terms: readonly QueryTerm[],
  indexed: IndexedPassage,
  statistics: IndexStatistics,
): ScoredPassage {
  const matched = matchTerms(terms, indexed, statistics);
  return { indexed, matched, score: matched.reduce((sum, match) => sum + match.score, 0) };
}

function matchTerms(
  terms: readonly QueryTerm[],
  candidate: IndexedPassage,
  statistics: IndexStatistics,
): TermMatch[] {
  const title = positions(candidate.titleTerms);
  const body = positions(candidate.bodyTerms);
  const length = candidate.bodyTerms.length + TITLE_WEIGHT * candidate.titleTerms.length;
  const average = statistics.averageBodyTerms + TITLE_WEIGHT * statistics.averageTitleTerms;
  const norm = K1 * (1 - B + B * (length / Math.max(average, 1)));

  return terms.flatMap((term, at): TermMatch[] => {
    const inTitle = title.get(term.term)?.length ?? 0;
    const frequency = (body.get(term.term)?.length ?? 0) + TITLE_WEIGHT * inTitle;
    if (frequency === 0) return [];
    const previous = terms[at - 1];
    const isPhrase =
      previous !== undefined &&
      (adjacent(title, previous.term, term.term) || adjacent(body, previous.term, term.term));
    const bonus = isPhrase ? PHRASE_BONUS * Math.min(previous.weight, term.weight) : 0;
    const score = (term.weight * (frequency * (K1 + 1))) / (frequency + norm) + bonus;
    return [{ term: term.term, word: term.word, inTitle: inTitle > 0, score }];
  });
}

function positions(terms: readonly string[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  terms.forEach((term, position) => {
    const list = found.get(term);
    if (list === undefined) found.set(term, [position]);
    else list.push(position);
  });
  return found;
}

function adjacent(at: ReadonlyMap<string, number[]>, first: string, second: string): boolean {
  const seconds = at.get(second);
  return seconds !== undefined && (at.get(first) ?? []).some((position) => seconds.includes(position + 1));
}
