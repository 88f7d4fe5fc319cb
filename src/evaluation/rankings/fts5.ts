import { type RankText, sortFound, type TextDocument } from './ranking.ts';
import { indexWords } from './word-index.ts';

const K1 = 1.2;
const B = 0.75;
/** FTS5 gives a word that stands in half of the rows or more this weight instead of a negative one. */
const LEAST_IDF = 1e-6;
/** What unicode61 takes for a word: letters and numbers of every kind and private use, with the marks that follow. */
const WORD = /[\p{L}\p{N}\p{Co}](?:[\p{L}\p{N}\p{Co}]|[\u0300-\u036F])*/gu;

/**
 * SQLite FTS5 as it comes, what a developer gets without further thought: tokenizer unicode61, the question's words
 * joined by OR, `bm25()`. SQLite itself stays in the store, so its formula is written out here (sqlite.org/fts5.html, "The
 * bm25() function"; fts5_aux.c): k1 = 1.2, b = 0.75, idf = ln((N - n + 0.5) / (n + 0.5)) and never below 0.000001. The tests
 * hold it against SQLite's.
 */
export function rankByFts5(documents: readonly TextDocument[]): RankText {
  const { postings, lengths } = indexWords(documents, fts5Words);
  const average = lengths.reduce((sum, length) => sum + length, 0) / documents.length;
  return (text) => {
    const scores = new Map<number, number>();
    for (const word of new Set(fts5Words(text))) {
      const posting = postings.get(word);
      if (posting === undefined) continue;
      const { size } = posting;
      const idf = Math.max(Math.log((documents.length - size + 0.5) / (size + 0.5)), 0) || LEAST_IDF;
      for (const [at, count] of posting) {
        const saturated = (count * (K1 + 1)) / (count + K1 * (1 - B + (B * (lengths[at] ?? 0)) / average));
        scores.set(at, (scores.get(at) ?? 0) + idf * saturated);
      }
    }
    return sortFound(scores, documents);
  };
}

/** The words of a text as unicode61 indexes them: lower case, accents dropped in its default way. */
export function fts5Words(text: string): string[] {
  return (text.match(WORD) ?? []).map((word) => [...word.toLowerCase()].map(dropAccent).join(''));
}

/** `remove_diacritics=1` knows letters with one mark only: `é` is `e`, but Vietnamese `ộ` stays as it is. */
function dropAccent(letter: string): string {
  const [base = '', ...marks] = [...letter.normalize('NFD')];
  if (/^[\u0300-\u036F]$/.test(letter)) return '';
  return marks.length === 1 && /^[a-z]$/.test(base) ? base : letter;
}
