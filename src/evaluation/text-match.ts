const INVISIBLE = /[\u00AD\u200B-\u200F\u2060\uFEFF]/gu;
const ESCAPE = /\\(?=[!-/:-@[-`{-~])/g;
/** `*`, backticks and `~~` wherever they stand; `_` only at a word's edge, where it is no part of a name. */
const EMPHASIS = /[*`]|~~|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu;

/**
 * A text as evidence is compared: letters composed, invisible characters and Markdown's emphasis removed, every stretch
 * of white space (no-break spaces too) one space. A quote from the file and the same quote from a section agree then.
 */
export function normaliseText(text: string): string {
  return text
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .replace(ESCAPE, '')
    .replace(EMPHASIS, '')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** The same without regard to capitals: who quotes the end of a sentence may begin one with it. */
export function foldEvidence(text: string): string {
  return normaliseText(text).toLowerCase();
}
