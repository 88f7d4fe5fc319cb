import { fold } from './fold.ts';

/** What stands at some place in a text: the longest phrase of a list, with the value it was listed under. */
export interface FoundPhrase<Value> {
  readonly words: number;
  readonly value: Value;
}

/** Finds the longest phrase that stands in `words` from the word `from` on. */
export type PhraseFinder<Value> = (words: readonly string[], from: number) => FoundPhrase<Value> | null;

const APOSTROPHE = /['’ʼ]/gu;
/** `:)` `:D` `;-P` `=(` `<3` `^^`, whose letters and digits are no words. */
const EMOTICON = /(?<![\p{L}\p{N}])(?:[:;=]-?(?:[()/\\|*]+|[DdPpOo3]+(?![\p{L}\p{N}]))|<3+|\^_*\^)/gu;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;

/** A text's words in lower case, without apostrophes; punctuation, emoji and emoticons are none. */
export function plainWords(text: string): string[] {
  const plain = text.normalize('NFC').toLowerCase().replace(APOSTROPHE, '').replace(EMOTICON, ' ');
  return plain.match(WORD) ?? [];
}

/**
 * Finds the phrases of a list however they are typed: "cam on" is "cảm ơn" and "hiii" is "hi". A mark that was typed
 * counts: "bán" (sell) is not "bạn" (you).
 */
export function compilePhrases<Value>(listed: Iterable<readonly [string, Value]>): PhraseFinder<Value> {
  const phrases = new Map<string, { words: readonly string[]; value: Value }[]>();
  let longest = 0;
  for (const [phrase, value] of listed) {
    const words = plainWords(phrase);
    const key = keyOf(words);
    phrases.set(key, [...(phrases.get(key) ?? []), { words, value }]);
    longest = Math.max(longest, words.length);
  }
  return (words, from) => {
    for (let length = Math.min(longest, words.length - from); length > 0; length -= 1) {
      const typed = words.slice(from, from + length);
      const found = phrases
        .get(keyOf(typed))
        ?.find((phrase) => phrase.words.every((word, at) => isTypedAs(word, typed[at] ?? '')));
      if (found !== undefined) return { words: length, value: found.value };
    }
    return null;
  };
}

function keyOf(words: readonly string[]): string {
  return words.map((word) => squeeze(fold(word))).join(' ');
}

/** Letters held down: three alike, or two at the end. */
const STRETCHED = /(.)\1\1|(.)\2$/u;

function isTypedAs(listed: string, typed: string): boolean {
  const expected = typed === fold(typed) ? fold(listed) : listed;
  return typed === expected || (STRETCHED.test(typed) && squeeze(typed) === squeeze(expected));
}

function squeeze(word: string): string {
  return word.replace(/(.)\1+/gu, '$1');
}
