import { anyOf, readGroups, WORD_END } from './lexicon.ts';

const BEHIND_NUMBERS = /^0 /;
const groups = readGroups('currencies', (name) => /^[a-z]{3}$/.test(name));
const entries = groups.flatMap(({ name, words }) =>
  words.map((word) => ({
    word: word.replace(BEHIND_NUMBERS, ''),
    code: name,
    isAnywhere: !BEHIND_NUMBERS.test(word),
  })),
);
const codes = new Map(entries.map(({ word, code }) => [word, code] as const));

const pattern = (words: readonly string[]) =>
  `(?:${anyOf(words.filter((word) => /\p{L}$/u.test(word)))}${WORD_END}|${anyOf(words.filter((word) => !/\p{L}$/u.test(word)))})`;
const anywhere = entries.filter(({ isAnywhere }) => isAnywhere).map(({ word }) => word);
const ANYWHERE = new RegExp(pattern(anywhere), 'iuy');
const EITHER = new RegExp(pattern(entries.map(({ word }) => word)), 'iuy');
const OPENERS = new Set(entries.map(({ word }) => /^\p{L}+/u.exec(word)?.[0] ?? word));

/** The source of a pattern for what is a currency right behind a number only. For the flags `i` and `u`. */
export const CURRENCY_BEHIND_NUMBER = pattern(
  entries.filter(({ isAnywhere }) => !isAnywhere).map(({ word }) => word),
);

/** Where the currency ends that begins with this word, in lower case: "VND", "US$", and behind a number "đồng". */
export function endOfCurrency(
  text: string,
  start: number,
  first: string,
  isBehindNumber: boolean,
): number | undefined {
  if (!OPENERS.has(first)) return undefined;
  const words = isBehindNumber ? EITHER : ANYWHERE;
  words.lastIndex = start;
  return words.test(text) ? words.lastIndex : undefined;
}

/** The code of a currency by its sign, code or word, or undefined where the list has none such. */
export function currencyCode(written: string): string | undefined {
  return codes.get(written.normalize('NFC').toLowerCase());
}
