import { analyse } from './analyser.ts';
import { listLines, readLexicon } from './lexicon.ts';

/** Terms that may be found instead of a customer's words. */
export interface Thesaurus {
  /** By the terms of a word or phrase, joined by spaces: the phrases that may stand for it. */
  readonly alternatives: ReadonlyMap<string, readonly (readonly string[])[]>;
  /** Terms in the longest phrase that is known. */
  readonly longest: number;
  /** The languages that customers' words are looked up in. */
  readonly sources: readonly string[];
  /** Every word of the lists: none of them is a misspelling, even where no policy holds it. */
  readonly words: ReadonlySet<string>;
}

/** The shipped lists: `en` within a language, `vi-en` from the customer's language to the policies'. */
const SHIPPED = readLexicon('thesaurus');

/**
 * The thesaurus for policies in these languages: the shipped lists that lead to one of them, and the shop's own
 * lines. A line `a, b, c` says that each may stand for the others; `a, b -> c` that who writes a or b may mean c.
 */
export function compileThesaurus(languages: readonly string[], ownLines: readonly string[]): Thesaurus {
  const alternatives = new Map<string, (readonly string[])[]>();
  let longest = 0;
  const sources = new Set(languages);
  const words = new Set<string>();
  const add = (from: readonly string[], to: readonly string[]) => {
    const key = from.join(' ');
    for (const term of from) words.add(term);
    if (from.length === 0 || to.length === 0 || key === to.join(' ')) return;
    const known = alternatives.get(key) ?? [];
    if (known.some((phrase) => phrase.join(' ') === to.join(' '))) return;
    alternatives.set(key, [...known, to]);
    longest = Math.max(longest, from.length);
  };

  for (const [pair, lines] of SHIPPED) {
    const [source = '', target = source] = pair.split('-');
    if (!languages.includes(target)) continue;
    sources.add(source);
    addLines(lines, source, target, add);
  }
  for (const target of languages) addLines(listLines(ownLines.join('\n')), target, target, add);
  return { alternatives, longest, sources: [...sources], words };
}

function addLines(
  lines: readonly string[],
  source: string,
  target: string,
  add: (from: readonly string[], to: readonly string[]) => void,
): void {
  for (const line of lines) {
    const [left = '', right] = line.split('->').map(phrasesOf);
    const from = (left as readonly string[]).map((phrase) => termsOf(phrase, source));
    const to = (right ?? (left as readonly string[])).map((phrase) => termsOf(phrase, target));
    for (const one of from) for (const other of to) add(one, other);
  }
}

function phrasesOf(side: string): string[] {
  return side
    .split(',')
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '');
}

function termsOf(phrase: string, language: string): string[] {
  return analyse(phrase, language).map(({ term }) => term);
}
