import { anyOf, readGroups, SPACE, WORD_END } from './lexicon.ts';

/** Units that are lengths of time, as the lists name them. */
const LENGTHS_OF_TIME: ReadonlySet<string> = new Set([
  'second',
  'minute',
  'hour',
  'day',
  'night',
  'week',
  'weekend',
  'month',
  'year',
]);
const PERCENT = 'percent';

const groups = readGroups('units', (name) => /^\p{L}+$|^°\p{L}$/u.test(name));
const isBetween = ({ name }: { readonly name: string }) => name === 'between';
const names = new Map(
  groups
    .filter((group) => !isBetween(group))
    .flatMap(({ name, words }) => words.map((word) => [word, name] as const)),
);
const between = groups.filter(isBetween).flatMap(({ words }) => words);

const endsInLetter = (word: string) => /\p{L}$/u.test(word);
const unitsWhere = (is: (name: string) => boolean) => {
  const words = [...names].filter(([, name]) => is(name)).map(([word]) => word);
  return `(?:${anyOf(words.filter(endsInLetter))}${WORD_END}|${anyOf(words.filter((word) => !endsInLetter(word)))})`;
};
const GAP = `(?:${SPACE}|-)?`;

/** The source of a pattern for a length of time, "between" words ("working") included. For the flags `i` and `u`. */
export const TIME_UNIT = `(?:${anyOf(between)}(?:${SPACE}|-))?${unitsWhere(isTimeUnit)}`;

const UNIT = new RegExp(
  `${GAP}(?:(?:${anyOf(between)}(?:${SPACE}|-))?(?<time>${unitsWhere(isTimeUnit)})|(?<other>${unitsWhere((name) => !isTimeUnit(name))}))`,
  'iuy',
);

/** A unit that stands behind a number, and where it ends. */
export interface UnitFound {
  readonly name: string;
  /** As it was written, without words between. */
  readonly word: string;
  readonly end: number;
}

/** The unit right behind place `at` of a text: "working days" is `day`, "%" is `percent`. */
export function unitBehind(text: string, at: number): UnitFound | undefined {
  UNIT.lastIndex = at;
  const { time, other } = UNIT.exec(text)?.groups ?? {};
  const word = time ?? other;
  const name = word === undefined ? undefined : names.get(word.toLowerCase());
  if (word === undefined || name === undefined) return undefined;
  return { name, word, end: UNIT.lastIndex };
}

export function isTimeUnit(name: string): boolean {
  return LENGTHS_OF_TIME.has(name);
}

export function isPercent(name: string): boolean {
  return name === PERCENT;
}
