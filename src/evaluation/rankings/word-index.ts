import type { TextDocument } from './ranking.ts';

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** Lower-case runs of letters, marks and digits: what the seeds took for words. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? [];
}

export function countWords(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

export interface WordIndex {
  readonly documents: readonly TextDocument[];
  /** For each word, how often it stands in each document, by the document's position. */
  readonly postings: ReadonlyMap<string, ReadonlyMap<number, number>>;
  /** Words of each document. */
  readonly lengths: readonly number[];
}

export function indexWords(
  documents: readonly TextDocument[],
  toWords: (text: string) => string[] = wordsOf,
): WordIndex {
  const postings = new Map<string, Map<number, number>>();
  const lengths: number[] = [];
  documents.forEach(({ text }, at) => {
    const words = toWords(text);
    lengths.push(words.length);
    for (const [word, count] of countWords(words)) {
      const posting = postings.get(word) ?? new Map<number, number>();
      postings.set(word, posting.set(at, count));
    }
  });
  return { documents, postings, lengths };
}

/** The seeds' rarity of a word: ln(N / df). */
export function rarityOf({ documents }: WordIndex, posting: ReadonlyMap<number, number>): number {
  return Math.log(documents.length / posting.size);
}
