import { readLexicon } from '../search/lexicon.ts';
import { compilePhrases, plainWords } from '../search/phrases.ts';

const LISTED = [...readLexicon('corrections').values()].flat();
const findOpening = compilePhrases(
  LISTED.filter((line) => !line.endsWith(',')).map((line) => [line, true] as const),
);
const findApart = compilePhrases(
  LISTED.filter((line) => line.endsWith(',')).map((line) => [line, true] as const),
);

/** What parts the first words of a message from the rest. */
const PAUSE = /[,.:;!…–—\n]| - /u;

/** Whether a message begins as one does that corrects the message before it: "I meant …", "sorry, …". */
export function startsWithCorrection(text: string): boolean {
  if (findOpening(plainWords(text), 0) !== null) return true;
  const pause = text.search(PAUSE);
  if (pause < 0 || plainWords(text.slice(pause)).length === 0) return false;
  const words = plainWords(text.slice(0, pause));
  return words.length > 0 && findApart(words, 0)?.words === words.length;
}
