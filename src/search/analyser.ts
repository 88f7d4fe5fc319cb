import { createHash } from 'node:crypto';
import { readTime } from './clock.ts';
import { currencyCode } from './currencies.ts';
import { fold } from './fold.ts';
import { type Language, languageOf } from './languages.ts';
import { readLexicon } from './lexicon.ts';
import { singleNumber } from './number-words.ts';
import { readNumber } from './numbers.ts';
import { scanWords, type Word } from './scan.ts';

/** A word of a text in its index form. `start` and `end` are UTF-16 offsets into that text. */
export interface Token {
  readonly word: string;
  readonly start: number;
  readonly end: number;
  /** Folded and stemmed. */
  readonly term: string;
  /** Stemmed with its marks kept, where it was written with any. */
  readonly exact: string | null;
  readonly stop: boolean;
}

/** Longer "words" are pasted noise; Telegram's whole message is 4,096 characters. */
export const LONGEST_TERM = 64;
const APOSTROPHE = /['’ʼ]/gu;
/** No list has "a" and "s", and what "p.m." leaves says nothing. */
const SINGLE_LETTER = /^[a-z]$/i;

/** The lists that the scanner reads numbers, times and currencies by. */
const FIGURE_LISTS = ['numbers', 'clock', 'currencies'].map((name) => [...readLexicon(name)]);

/**
 * Stored with the index: another version, another ICU (whose dictionaries cut Thai and Chinese) or other lists of
 * numbers, times and currencies mean that index and query would no longer agree, and the index is rebuilt.
 */
export const ANALYSER_VERSION = `4/icu-${process.versions['icu'] ?? 'none'}/figures-${createHash('sha256')
  .update(JSON.stringify(FIGURE_LISTS))
  .digest('hex')
  .slice(0, 8)}`;

/**
 * Turns a text into the terms that are indexed and asked for: the one analyser for both sides. Words are folded and
 * stemmed by the rules of `language` (ISO 639-1), numbers, times and currencies brought to one form, scripts without
 * spaces cut into words. Works on text of any length and content; a text without a word gives no tokens.
 */
export function analyse(text: string, language: string): Token[] {
  return scanWords(text)
    .map((word) => toToken(word, language))
    .filter(({ term }) => term !== '' && term.length <= LONGEST_TERM);
}

/** The distinct terms of a text that are no stop words, in both forms. */
export function contentTerms(text: string, language: string): Set<string> {
  return new Set(
    analyse(text, language).flatMap(({ stop, term, exact }) => {
      if (stop) return [];
      return exact === null ? [term] : [term, exact];
    }),
  );
}

/** A scanned word by the rules of a language. */
export function toToken(word: Word, language: string): Token {
  const { text, start, end } = word;
  const plain = { word: text, start, end, exact: null, stop: false };
  switch (word.kind) {
    case 'time':
      return { ...plain, term: readTime(text) };
    case 'number':
      return { ...plain, term: fold(word.value ?? readNumber(text)) };
    case 'currency':
      return { ...plain, term: currencyCode(text) ?? fold(text) };
    case 'unspaced':
      return { ...plain, term: fold(text), stop: stopWordsOf(language).has(text) };
    case 'word':
      return { ...plain, ...formsOf(text, language) };
  }
}

type Forms = Pick<Token, 'term' | 'exact' | 'stop'>;

/** Words that are kept with their forms: the same ones come again and again, and stemming was half of an index's build. */
const MOST_KEPT = 50_000;
const keptForms = new Map<string, Forms>();

function formsOf(text: string, code: string): Forms {
  const key = `${code} ${text}`;
  const known = keptForms.get(key);
  if (known !== undefined) return known;
  // Cut from the key: V8 would keep the whole text that `text` was cut from.
  const forms = readForms(key.slice(code.length + 1), code);
  if (keptForms.size >= MOST_KEPT) keptForms.clear();
  keptForms.set(key, forms);
  return forms;
}

function readForms(text: string, code: string): Forms {
  const language = languageOf(code);
  const [lower = '', ...others] = lowerCasesOf(text.normalize('NFKC').replace(NO_LETTER, ''), code);
  const number = singleNumber(lower, code);
  if (number !== undefined) return { term: String(number), exact: null, stop: false };
  const readings = [lower, ...others].map((one) => {
    const bare = one.replace(language.elision ?? NOTHING, '').replace(APOSTROPHE, '');
    return { bare, stem: stemOf(bare, language) };
  });
  const { bare, stem } = readings.reduce((best, one) => (one.stem.length < best.stem.length ? one : best));
  const term = fold(stem);
  return {
    term,
    exact: term === stem.replaceAll('ς', 'σ') ? null : stem,
    // On the word as typed: Vietnamese "thẻ" folds to "the" and is no English stop word.
    stop:
      SINGLE_LETTER.test(bare) || stopWordsOf(code).has(language.isUnaccented === true ? fold(bare) : bare),
  };
}

/** What a compatibility form leaves besides letters: ﷺ is four words with spaces between. */
const NO_LETTER = /[^\p{L}\p{M}\p{N}'’ʼ]/gu;

/** A Turkish capital I is ı, but on another keyboard i: the reading whose endings harmonise is the shorter stem. */
function lowerCasesOf(text: string, code: string): string[] {
  if (code !== 'tr') return [text.toLowerCase()];
  const turkish = text.toLocaleLowerCase('tr');
  return text.includes('I') ? [turkish, text.toLocaleLowerCase('tr').replaceAll('ı', 'i')] : [turkish];
}

/** Without its apostrophe "I'll" is ill and "we'd" is wed: these say something. */
const JOINED_IS_ANOTHER = /['’ʼ](?:d|ll)$/iu;
const NOTHING = /(?!)/;

/** Stemmers are for words: they would make something of a stretch of digits and letters. */
function stemOf(word: string, language: Language): string {
  if (/\p{N}/u.test(word)) return word;
  return language.stem(language.isUnaccented === true ? fold(word) : word) || word;
}

const stopWordSets = new Map<string, ReadonlySet<string>>();

/** A language's stop words and the words by which people ask in it, in lower case. */
export function stopWordsOf(code: string): ReadonlySet<string> {
  const known = stopWordSets.get(code);
  if (known !== undefined) return known;
  const language = languageOf(code);
  const all = [...language.stopWords, ...(ASKING_WORDS.get(code) ?? [])].filter(
    (word) => !JOINED_IS_ANOTHER.test(word),
  );
  const plain = all.map((word) => word.normalize('NFC').replace(APOSTROPHE, '').toLowerCase());
  const set = new Set(language.isUnaccented === true ? plain.map(fold) : plain);
  stopWordSets.set(code, set);
  return set;
}

/** Words by which people ask, greet and beg, whatever they ask about; they count like stop words. */
const ASKING_WORDS = readLexicon('asking-words');
