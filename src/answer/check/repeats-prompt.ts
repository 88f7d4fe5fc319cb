/** A run of this many words in common is no coincidence. */
const RUN = 8;
/** Joiners within words are as invisible as marks are no other letter. */
const WORD = /[\p{L}\p{M}\p{N}\u200c\u200d]+/gu;
const NO_LETTER = /\p{M}|\p{Default_Ignorable_Code_Point}/gu;

/** Finds the places of a text that repeat eight words or more of the prompt, letter case, width, accents and signs aside. */
export function createPromptDetector(prompt: string): (text: string) => { start: number; end: number }[] {
  const known = new Set(runsOf(prompt).map(({ run }) => run));
  return (text) => runsOf(text).filter(({ run }) => known.has(run));
}

function runsOf(text: string): { run: string; start: number; end: number }[] {
  const words = [...text.matchAll(WORD)].map((match) => ({
    word: match[0].normalize('NFKD').replace(NO_LETTER, '').toLowerCase(),
    start: match.index,
    end: match.index + match[0].length,
  }));
  return words.slice(0, Math.max(words.length - RUN + 1, 0)).map(({ start }, at) => {
    const run = words.slice(at, at + RUN);
    return { run: run.map(({ word }) => word).join(' '), start, end: run.at(-1)?.end ?? start };
  });
}
