import type { QueryTerm } from '../domain/search.ts';
import type { IndexMemory } from './index-memory.ts';

/** How many passages are scored. With 50 or 200 recall@3 was the same on every public set. */
const CANDIDATES = 60;
/** Passages that the terms asked for should bring between them, and the fewest terms asked for. */
const ENOUGH_PASSAGES = 2000;
const LEAST_ASKED = 2;
/** Terms that are looked up; synonyms make many. */
const MOST_ASKED = 96;

/** The passages worth scoring: those that hold any of the question's content words, by FTS5's own BM25 over them. */
export function chooseCandidates(
  terms: readonly QueryTerm[],
  frequencies: ReadonlyMap<string, number>,
  passages: number,
  memory: Pick<IndexMemory, 'postings'>,
): number[] {
  const scores = new Float64Array(passages + 1);
  const found: number[] = [];
  for (const term of rarest(termsToAsk(terms), frequencies)) {
    const postings = memory.postings(term);
    postings.ids.forEach((id, at) => {
      const before = scores[id] ?? 0;
      const score = postings.scores[at] ?? 0;
      // A spelling with marks scores nothing of its own.
      if (before === 0 && score > 0) found.push(id);
      scores[id] = before + score;
    });
  }
  return highest(found, (id) => scores[id] ?? 0);
}

/** Content words bring candidates; stop words only where the question has nothing else ("who's who?"). */
function termsToAsk(terms: readonly QueryTerm[]): string[] {
  const isBare = terms.every((term) => term.stop);
  const asked = terms
    .filter((term) => isBare || !term.stop)
    .flatMap((term) => term.forms.flatMap((form) => form.terms));
  return [...new Set(asked)].slice(0, MOST_ASKED);
}

/**
 * Every passage that holds any of the terms is weighed, so in a large index a common word costs most and tells least.
 * The rarest are asked, until they bring enough passages between them; in a small index that is all of them.
 */
function rarest(terms: readonly string[], frequencies: ReadonlyMap<string, number>): string[] {
  const frequencyOf = (term: string) => frequencies.get(term) ?? 0;
  const asked: string[] = [];
  let brought = 0;
  for (const term of [...terms].sort((a, b) => frequencyOf(a) - frequencyOf(b))) {
    if (brought >= ENOUGH_PASSAGES && asked.length >= LEAST_ASKED) break;
    asked.push(term);
    brought += frequencyOf(term);
  }
  return asked;
}

/** The best first. Bare numbers sort many times as fast as by a comparison, so the bar is found before all else. */
function highest(ids: readonly number[], scoreOf: (id: number) => number): number[] {
  const scores = new Float64Array(ids.length).map((_, at) => scoreOf(ids[at] ?? 0));
  const bar = scores.sort().at(-CANDIDATES) ?? 0;
  return ids
    .filter((id) => scoreOf(id) >= bar)
    .sort((a, b) => scoreOf(b) - scoreOf(a) || a - b)
    .slice(0, CANDIDATES);
}
