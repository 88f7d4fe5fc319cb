import { anyOf, readGroups, WORD_END, WORD_START } from './lexicon.ts';

/** The source of a pattern for a word that joins two questions of one message. For the flags `i` and `u`. */
export const JOINING_WORD = `${WORD_START}${anyOf(
  readGroups('joining-words', (name) => /^[a-z]{2}$/.test(name)).flatMap(({ words }) => words),
)}${WORD_END}`;
