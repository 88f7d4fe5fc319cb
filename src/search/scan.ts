import { endOfSpokenTime, WRITTEN_TIME } from './clock.ts';
import { CURRENCY_BEHIND_NUMBER, endOfCurrency } from './currencies.ts';
import { readNumberRun } from './number-run.ts';

/** A word as it stands in a text, before any language's rules. Offsets are UTF-16 units. */
export interface Word {
  readonly kind: 'word' | 'number' | 'time' | 'currency' | 'unspaced';
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Of a number of several words, what it comes to. */
  readonly value?: string;
}

/**
 * The kinds of words, the special before the general. Everything else, FTS5's operators included, separates words
 * and never reaches the index or the query.
 */
const WORD = new RegExp(
  [
    `(?<time>${WRITTEN_TIME})`,
    // Units that East Asia writes as one sign (㎏) are words; đ behind an amount is the currency.
    // Spaces group digits only where the groups are whole: a telephone number is none.
    String.raw`(?<number>(?<![\p{N}+-] ?)\p{N}{1,3}(?:[ \u00a0\u202f]\p{N}{3})+(?![ -]?\p{N})|\p{N}+(?:[.,:]\p{N}+)*(?:[kK](?=${CURRENCY_BEHIND_NUMBER}|(?![\p{L}\p{N}])))?)`,
    String.raw`(?<currency>\p{Sc})`,
    String.raw`(?<word>[\p{L}\u3300-\u33FF][\p{L}\p{M}\p{N}\u3300-\u33FF]*(?:['’ʼ]\p{L}[\p{L}\p{M}]*)*)`,
  ].join('|'),
  'giu',
);
const UNSPACED_SCRIPT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const words = new Intl.Segmenter('und', { granularity: 'word' });
const WINDOW = 512;

/** Longer "words" are pasted noise, and stemmers take quadratic time over them; it leaves room for stacked marks. */
const LONGEST_WORD = 128;

/** The words of a text in order; those of one number, time or currency ("two hundred", "10 giờ tối") are one. */
export function scanWords(text: string): Word[] {
  const single = scanSingle(text);
  const words: Word[] = [];
  for (let at = 0; at < single.length; ) {
    const word = joinAt(single, at, words.at(-1), text) ?? (single[at] as Word);
    words.push(word);
    do at += 1;
    while ((single[at]?.start ?? text.length) < word.end);
  }
  return words;
}

/** The number, time or currency of several words that begins here, or the word as a currency where it is one. */
function joinAt(
  words: readonly Word[],
  at: number,
  before: Word | undefined,
  text: string,
): Word | undefined {
  const { kind, text: first, start } = words[at] as Word;
  if (kind === 'unspaced') return undefined;
  const key = first.normalize('NFKC').toLowerCase();
  const timeEnd = endOfSpokenTime(text, start, key);
  if (timeEnd !== undefined) return { kind: 'time', text: text.slice(start, timeEnd), start, end: timeEnd };
  const isBehindNumber = before?.kind === 'number' && start - before.end <= 1;
  const moneyEnd = kind === 'word' ? endOfCurrency(text, start, key, isBehindNumber) : undefined;
  if (moneyEnd !== undefined) {
    return { kind: 'currency', text: text.slice(start, moneyEnd), start, end: moneyEnd };
  }
  const run = readNumberRun(words, at, text);
  const end = run === undefined ? undefined : words[at + run.length - 1]?.end;
  if (run === undefined || end === undefined) return undefined;
  return { kind: 'number', text: text.slice(start, end), start, end, value: run.value };
}

function scanSingle(text: string): Word[] {
  return [...text.matchAll(WORD)].flatMap((match): Word[] => {
    const found = match[0];
    const place = { text: found, start: match.index, end: match.index + found.length };
    const { word, time, number } = match.groups ?? {};
    if (word !== undefined && UNSPACED_SCRIPT.test(found)) return cutUnspaced(found, match.index);
    if (found.length > LONGEST_WORD) return [];
    if (word !== undefined) return [{ kind: 'word', ...place }];
    if (time !== undefined) return [{ kind: 'time', ...place }];
    return [{ kind: number === undefined ? 'currency' : 'number', ...place }];
  });
}

/**
 * The words of a run without spaces, window by window: every segment holds a copy of its whole text, so that a page
 * would take quadratic memory. The last word of a window may be cut off, so the next window begins with it.
 */
function cutUnspaced(run: string, start: number): Word[] {
  const found: Word[] = [];
  for (let from = 0; from < run.length; ) {
    const window = [...words.segment(run.slice(from, from + WINDOW))];
    const isLast = from + WINDOW >= run.length;
    const whole = isLast || window.length === 1 ? window : window.slice(0, -1);
    for (const { segment, index } of whole) {
      const at = start + from + index;
      found.push({ kind: 'unspaced', text: segment, start: at, end: at + segment.length });
    }
    from += whole.reduce((length, { segment }) => length + segment.length, 0);
  }
  return found;
}

/** Whether a part of a question is the one that a word of it was typed in. */
export function holdsWord(part: string, word: string): boolean {
  return part.toLowerCase().includes(word.toLowerCase());
}
