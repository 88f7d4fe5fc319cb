import { type RankText, sortFound, type TextDocument } from './ranking.ts';
import { indexWords, rarityOf, wordsOf } from './word-index.ts';

/**
 * Seed 1 (the café), written anew: a document scores the sum of ln(N / df) over the distinct words of the question that
 * occur in it, stop words left out. Its own short stop list is not known; the caller's stands in.
 */
export function rankByIdf(documents: readonly TextDocument[], stopWords: Iterable<string>): RankText {
  const index = indexWords(documents);
  const stops = new Set(stopWords);
  return (text) => {
    const scores = new Map<number, number>();
    for (const word of new Set(wordsOf(text))) {
      const posting = index.postings.get(word);
      if (posting === undefined || stops.has(word)) continue;
      const weight = rarityOf(index, posting);
      for (const at of posting.keys()) scores.set(at, (scores.get(at) ?? 0) + weight);
    }
    return sortFound(scores, documents);
  };
}
