import { type LexiconLine, lexiconFault, readLines } from './lexicon.ts';

/** What a word of a list does in a number. */
export type NumberWord =
  | { readonly does: 'count'; readonly value: number; readonly opensTens: boolean }
  | { readonly does: 'multiply'; readonly value: number }
  | { readonly does: 'join'; readonly from: number }
  | { readonly does: 'half' };

/** A word's part in a number, and what must stand beside it for that. */
export interface NumberEntry {
  readonly part: NumberWord;
  readonly needsBefore: boolean;
  readonly needsAfter: boolean;
}

/** A language's number words, in lower case. */
export interface NumberList {
  readonly language: string;
  /** A word may have two parts: "chín" counts behind a number word, and before one that multiplies. */
  readonly entries: ReadonlyMap<string, readonly NumberEntry[]>;
}

const ENTRY = /^(?<before>\.\.\.\s*)?(?<glued>0)?(?<word>[^\s=.]+)(?<after>\s*\.\.\.)?\s*=\s*(?<value>\S+)$/u;

const lists = new Map<string, Map<string, NumberEntry[]>>();
const glued = new Map<string, number>();
const ranges = new Set<string>();

for (const line of readLines('numbers')) {
  const { before, glued: isGlued, word = '', after, value = '' } = ENTRY.exec(line.text)?.groups ?? {};
  if (word === '') throw lexiconFault(line, 'is not of the form "word = figure"');
  const key = word.normalize('NFC').toLowerCase();
  if (value === '-') ranges.add(key);
  else if (isGlued !== undefined) glued.set(key, multiplierOf(line, value));
  else {
    const list = lists.get(line.language) ?? new Map<string, NumberEntry[]>();
    lists.set(line.language, list);
    const entry = {
      part: partOf(line, value),
      needsBefore: before !== undefined,
      needsAfter: after !== undefined,
    };
    list.set(key, [...(list.get(key) ?? []), entry]);
  }
}

/** The number words of every language that has a list. */
export const NUMBER_LISTS: readonly NumberList[] = [...lists].map(([language, entries]) => ({
  language,
  entries,
}));

/** What multiplies only where it is written together with digits: the k of 15k, the tr of 1tr5. */
export const GLUED_MULTIPLIERS: ReadonlyMap<string, number> = glued;

/** Words between the ends of a range. */
export const RANGE_WORDS: ReadonlySet<string> = ranges;

/** The figure that a word stands for by itself in a language. */
export function singleNumber(word: string, language: string): number | undefined {
  const entry = lists
    .get(language)
    ?.get(word)
    ?.find(({ needsBefore, needsAfter }) => !needsBefore && !needsAfter);
  return entry === undefined ? undefined : figureOf(entry.part);
}

/** The figure that a word stands for where a unit follows: "năm ngày" is five days. */
export function numberBeforeUnit(word: string, language: string): number | undefined {
  const entry = lists
    .get(language)
    ?.get(word)
    ?.find(({ needsBefore }) => !needsBefore);
  return entry === undefined ? undefined : figureOf(entry.part);
}

function figureOf(part: NumberWord): number | undefined {
  return part.does === 'count' || part.does === 'multiply' ? part.value : undefined;
}

function partOf(line: LexiconLine, value: string): NumberWord {
  if (value === '+half') return { does: 'half' };
  const [, sign, digits, more] = /^([x+]?)(\d+)(\+?)$/.exec(value) ?? [];
  if (digits === undefined)
    throw lexiconFault(line, 'has no figure, and nothing else that counts, behind the "="');
  if (sign === 'x') return { does: 'multiply', value: Number(digits) };
  if (sign === '+') return { does: 'join', from: Number(digits) };
  const figure = Number(digits);
  return {
    does: 'count',
    value: figure,
    opensTens: more === '+' || (figure >= 20 && figure < 100 && figure % 10 === 0),
  };
}

function multiplierOf(line: LexiconLine, value: string): number {
  const part = partOf(line, value);
  if (part.does !== 'multiply')
    throw lexiconFault(line, 'is written together with digits and must multiply: x1000');
  return part.value;
}
