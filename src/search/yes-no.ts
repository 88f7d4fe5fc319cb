import { readLexicon } from './lexicon.ts';
import { compilePhrases, plainWords } from './phrases.ts';

const findYesNo = compilePhrases(
  [...readLexicon('yes-no').values()].flat().map((phrase) => [phrase, true] as const),
);

/** Whether a sentence of an answer is a yes or no and nothing else, so that it claims nothing of its own. */
export function isBareYesNo(sentence: string): boolean {
  const words = plainWords(sentence);
  return words.length > 0 && findYesNo(words, 0)?.words === words.length;
}
