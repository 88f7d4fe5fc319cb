import { type RankText, sortFound, type TextDocument } from './ranking.ts';
import { countWords, indexWords, rarityOf, type WordIndex, wordsOf } from './word-index.ts';

/**
 * Seed 3 (the refund policy), written anew: the cosine between the vectors tf · ln(N / df) of question and document, over
 * all words. Its program is not published; with this plainest form its table comes out, and so it does with nearly every
 * other usual form of tf and idf (but not where stop words are left out). Scores are cosines, 0..1, over the question's
 * words that the documents know.
 */
export function rankByTfIdf(documents: readonly TextDocument[]): RankText {
  const index = indexWords(documents);
  const norms = normsOf(index);
  return (text) => {
    const products = new Map<number, number>();
    let square = 0;
    for (const [word, asked] of countWords(wordsOf(text))) {
      const posting = index.postings.get(word);
      if (posting === undefined) continue;
      const weight = rarityOf(index, posting);
      square += (asked * weight) ** 2;
      for (const [at, count] of posting) {
        products.set(at, (products.get(at) ?? 0) + asked * count * weight * weight);
      }
    }
    const cosine = (product: number, at: number) => product / (Math.sqrt(square) * (norms.get(at) ?? 0) || 1);
    return sortFound(new Map([...products].map(([at, product]) => [at, cosine(product, at)])), documents);
  };
}

function normsOf(index: WordIndex): Map<number, number> {
  const squares = new Map<number, number>();
  for (const posting of index.postings.values()) {
    const weight = rarityOf(index, posting);
    for (const [at, count] of posting) squares.set(at, (squares.get(at) ?? 0) + (count * weight) ** 2);
  }
  return new Map([...squares].map(([at, square]) => [at, Math.sqrt(square)]));
}
