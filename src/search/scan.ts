/** A word as it stands in a text, before any language's rules. Offsets are UTF-16 units. */
export interface Word {
  readonly kind: 'word' | 'number' | 'time' | 'currency' | 'unspaced';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The kinds of words, the special before the general. Everything else, FTS5's operators included, separates words
 * and never reaches the index or the query.
 */
const WORD = new RegExp(
  [
    String.raw`(?<time>(?<![\p{N}:.,])\d{1,2}(?:[:.]\d{2})?\s?[ap](?:\.\s?m\.?|m)(?![\p{L}\p{N}])|(?<![\p{N}:.,])(?:[01]?\d|2[0-4])(?::[0-5]\d(?![\p{N}:])|h(?:[0-5]\d)?(?![\p{L}\p{N}])))`,
    // Units that East Asia writes as one sign (㎏) are words; đ behind an amount is the currency.
    // Spaces group digits only where the groups are whole: a telephone number is none.
    String.raw`(?<number>(?<![\p{N}+-] ?)\p{N}{1,3}(?:[ \u00a0\u202f]\p{N}{3})+(?![ -]?\p{N})|\p{N}+(?:[.,:]\p{N}+)*(?:[kK](?=đ(?![\p{L}\p{M}\p{N}])|(?![\p{L}\p{N}])))?)`,
    String.raw`(?<currency>\p{Sc}|(?<=\p{N}[kK]?\s?)đ(?![\p{L}\p{M}\p{N}]))`,
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

/** The words of a text in order. */
export function scanWords(text: string): Word[] {
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
