import { analyse, type Token } from './analyser.ts';
import { fold } from './fold.ts';
import { listLines, readLexicon } from './lexicon.ts';
import type { SpellerWord } from './spelling.ts';

/** A word of a key: its folded term, and its spelling where it was written with marks. */
export type KeyWord = Pick<Token, 'term' | 'exact'>;

/** Terms that may be found instead of a customer's words. */
export interface Thesaurus {
  /**
   * The phrases that may stand for a word or phrase. Marks are compared where both sides have them: "đổi" is not
   * "đôi", but "doi" may be either.
   */
  synonymsOf(words: readonly KeyWord[]): (readonly string[])[];
  /** Terms in the longest phrase that is known. */
  readonly longest: number;
  /** The languages that customers' words are looked up in. */
  readonly sources: readonly string[];
  /** Every word of the lists: none of them is a misspelling, even where no policy holds it. */
  readonly words: ReadonlySet<string>;
  /** The keys of one word in the policies' languages, for the speller. */
  readonly spellings: readonly Pick<SpellerWord, 'written' | 'term'>[];
}

interface Entry {
  /** By word; null where a word was written without marks. */
  readonly marks: readonly (string | null)[];
  readonly to: readonly string[];
}

type Add = (from: readonly Token[], to: readonly string[], source: string) => void;

/** The shipped lists: `en` within a language, `vi-en` from the customer's language to the policies'. */
const SHIPPED = readLexicon('thesaurus');

/**
 * The thesaurus for policies in these languages: the shipped lists that lead to one of them, and the shop's own
 * lines. A line `a, b, c` says that each may stand for the others; `a, b -> c` that who writes a or b may mean c.
 */
export function compileThesaurus(languages: readonly string[], ownLines: readonly string[]): Thesaurus {
  const entries = new Map<string, Entry[]>();
  let longest = 0;
  const sources = new Set(languages);
  const words = new Set<string>();
  const spellings = new Map<string, Pick<SpellerWord, 'written' | 'term'>>();
  const add: Add = (from, to, source) => {
    const key = keyOf(from);
    for (const { term } of from) words.add(term);
    if (from.length === 0 || to.length === 0 || key === to.join(' ')) return;
    const [first, ...more] = from;
    if (first !== undefined && more.length === 0 && first.word.length >= 5 && languages.includes(source)) {
      const written = fold(first.word);
      spellings.set(`${written} ${first.term}`, { written, term: first.term });
    }
    const marks = from.map(({ exact }) => (exact === null ? null : orderMarks(exact)));
    const known = entries.get(key) ?? [];
    if (known.some((entry) => isSame(entry.to, to) && isSame(entry.marks, marks))) return;
    entries.set(key, [...known, { marks, to }]);
    longest = Math.max(longest, from.length);
  };

  for (const [pair, lines] of SHIPPED) {
    const [source = '', target = source] = pair.split('-');
    if (!languages.includes(target)) continue;
    sources.add(source);
    addLines(lines, source, target, add);
  }
  for (const target of languages) addLines(listLines(ownLines.join('\n')), target, target, add);

  return {
    synonymsOf(asked) {
      const found = (entries.get(keyOf(asked)) ?? []).filter(({ marks }) => agree(asked, marks));
      return [...new Map(found.map(({ to }) => [to.join(' '), to])).values()];
    },
    longest,
    sources: [...sources],
    words,
    spellings: [...spellings.values()],
  };
}

function keyOf(words: readonly KeyWord[]): string {
  return words.map(({ term }) => term).join(' ');
}

function isSame(a: readonly (string | null)[], b: readonly (string | null)[]): boolean {
  return a.length === b.length && a.every((one, at) => one === b[at]);
}

function agree(asked: readonly KeyWord[], marks: readonly (string | null)[]): boolean {
  return asked.every(({ exact }, at) => {
    const written = marks[at] ?? null;
    return exact === null || written === null || orderMarks(exact) === written;
  });
}

const MARK = /\p{Mn}/gu;

/** People set the tone on either vowel: "hủy" and "huỷ" are one word. */
function orderMarks(word: string): string {
  const decomposed = word.normalize('NFD');
  const marks = decomposed.match(MARK) ?? [];
  return decomposed.replace(MARK, '') + marks.sort().join('');
}

function addLines(lines: readonly string[], source: string, target: string, add: Add): void {
  for (const line of lines) {
    const [left = [], right] = line.split('->').map(phrasesOf);
    const from = left.map((phrase) => analyse(phrase, source));
    const to = (right ?? left).map((phrase) => analyse(phrase, target).map(({ term }) => term));
    for (const one of from) for (const other of to) add(one, other, source);
  }
}

function phrasesOf(side: string): string[] {
  return side
    .split(',')
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '');
}
