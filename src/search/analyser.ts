import { stemmer as stemEnglish } from '@orama/stemmers/english';
import { stopwords as englishStopWords } from '@orama/stopwords/english';
import { ASKING_WORDS } from './asking-words.ts';
import { fold } from './fold.ts';

/** A word of a text in its index form. `start` and `end` are UTF-16 offsets into that text. */
export interface Token {
  readonly term: string;
  readonly word: string;
  readonly start: number;
  readonly end: number;
  readonly stop: boolean;
}

/** Longer "words" are pasted noise; Telegram's whole message is 4,096 characters. */
const LONGEST_TERM = 64;

/**
 * A number with its grouping and decimal marks, or a word with its inner apostrophes. Everything else, FTS5's
 * operators included, separates words and never reaches the index or the query.
 */
const WORD =
  /\p{N}+(?:[.,:]\p{N}+)*(?:[kK](?![\p{L}\p{N}]))?|\p{L}[\p{L}\p{M}\p{N}]*(?:['’ʼ]\p{L}[\p{L}\p{M}]*)*/gu;
const APOSTROPHE = /['’ʼ]/gu;
const UNSPACED_SCRIPT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** The list lacks "a", and what "p.m." leaves says nothing. */
const SINGLE_LETTER = /^[a-z]$/i;
const ENGLISH_LETTERS = /^[a-z]+$/;
/** Digits in groups of three: 15,000 and 15.000 and 1,500,000, but not 20.04. */
const GROUPED_NUMBER = /^\p{N}{1,3}(?:([.,])\p{N}{3})(?:\1\p{N}{3})*$/u;

const words = new Intl.Segmenter('und', { granularity: 'word' });
const WINDOW = 512;
const stopWords = new Set([...englishStopWords, ...ASKING_WORDS].map((word) => word.replace(APOSTROPHE, '')));

/**
 * Stored with the index: another version, or another ICU (whose dictionaries cut Thai and Chinese), means that
 * index and query would no longer agree, and the index is rebuilt.
 */
export const ANALYSER_VERSION = `1/icu-${process.versions['icu'] ?? 'none'}`;

/**
 * Turns a text into the terms that are indexed and asked for: the one analyser for both sides. Words are folded
 * and stemmed, numbers brought to one form, scripts without spaces cut into words. Works on text of any length
 * and content; a text without a word gives no tokens.
 */
export function analyse(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(WORD)) {
    const word = match[0];
    const start = match.index;
    if (UNSPACED_SCRIPT.test(word)) tokens.push(...cutUnspaced(word, start));
    else if (/^\p{N}/u.test(word)) tokens.push(numberToken(word, start));
    else tokens.push(wordToken(word, start));
  }
  return tokens.filter((token) => token.term !== '' && token.term.length <= LONGEST_TERM);
}

/** The distinct terms of a text that are no stop words. */
export function contentTerms(text: string): Set<string> {
  return new Set(analyse(text).flatMap((token) => (token.stop ? [] : [token.term])));
}

function wordToken(word: string, start: number): Token {
  const joined = word.replace(APOSTROPHE, '');
  const folded = fold(joined);
  return {
    term: ENGLISH_LETTERS.test(folded) ? stemEnglish(folded) : folded,
    word,
    start,
    end: start + word.length,
    // On the word as typed: Vietnamese "thẻ" folds to "the" and is no stop word.
    stop: SINGLE_LETTER.test(joined) || stopWords.has(joined.toLowerCase()),
  };
}

function cutUnspaced(run: string, start: number): Token[] {
  return segmentRun(run).map(({ segment, index }) => ({
    term: fold(segment),
    word: segment,
    start: start + index,
    end: start + index + segment.length,
    stop: false,
  }));
}

/**
 * The words of a run, window by window: every segment holds a copy of its whole text, so that a page without spaces
 * would take quadratic memory. The last word of a window may be cut off, so the next window begins with it.
 */
function segmentRun(run: string): { segment: string; index: number }[] {
  const found: { segment: string; index: number }[] = [];
  for (let from = 0; from < run.length; ) {
    const window = [...words.segment(run.slice(from, from + WINDOW))];
    const isLast = from + WINDOW >= run.length;
    const whole = isLast || window.length === 1 ? window : window.slice(0, -1);
    for (const { segment, index } of whole) found.push({ segment, index: from + index });
    from += whole.reduce((length, { segment }) => length + segment.length, 0);
  }
  return found;
}

function numberToken(word: string, start: number): Token {
  const digits = word.replace(/k$/i, '');
  const plain = GROUPED_NUMBER.test(digits) ? digits.replace(/[.,]/g, '') : digits;
  // 15k is 15000; what is left of "1.5k" or "10:30k" is no number we could multiply without guessing.
  const thousands = digits !== word && /^\p{N}+$/u.test(plain);
  return {
    term: fold(thousands ? `${plain}000` : plain),
    word,
    start,
    end: start + word.length,
    stop: false,
  };
}
