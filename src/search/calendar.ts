import { anyOf, readGroups, SPACE, WORD_END, WORD_START } from './lexicon.ts';

const ALSO_A_WORD = /^0 /;
const MONTH_NAME = /^(?:[1-9]|1[0-2])$/;
const OTHER_NAMES = new Set(['weekday', 'ordinal', 'between', 'day']);

const groups = readGroups('calendar', (name) => MONTH_NAME.test(name) || OTHER_NAMES.has(name));
const wordsOf = (name: string) => groups.filter((group) => group.name === name).flatMap(({ words }) => words);
const months = new Map<string, number>();
const alsoWords = new Set<string>();
for (const { name, words } of groups) {
  if (!MONTH_NAME.test(name)) continue;
  for (const word of words) {
    const bare = word.replace(ALSO_A_WORD, '');
    months.set(bare, Number(name));
    if (bare !== word) alsoWords.add(bare);
  }
}
const monthWords = [...months.keys()];

/** The source of a pattern for a weekday or a month, which tell a time to whoever asks when. For the flags `i` and `u`. */
export const CALENDAR_WORD = anyOf([
  ...wordsOf('weekday'),
  ...monthWords.filter((word) => !alsoWords.has(word)),
]);

/** What is written together with a number that is a place in an order: 3rd. The source of a pattern. */
export const ORDINAL = anyOf(wordsOf('ordinal'));

const DAY = String.raw`(?<day>\d{1,2})(?:${ORDINAL}|\.|º)?`;
const YEAR = String.raw`(?<year>\d{4})(?!\p{N})`;
const BETWEEN = anyOf(wordsOf('between'));
const BEFORE_YEAR = `(?:,?${SPACE}(?:${BETWEEN}${SPACE})?|[-/])`;
const BEFORE_DAY = anyOf(wordsOf('day'));
const NO_NUMBER_BEFORE = String.raw`(?<![\p{N}][.,:/-]?)(?<!\p{L})`;
const NO_NUMBER_BEHIND = String.raw`(?![\p{N}]|[.,:/-]\p{N})`;

const DATES = [
  String.raw`${NO_NUMBER_BEFORE}(?:${BEFORE_DAY}${SPACE})?${DAY}(?:${SPACE}|-)(?:${BETWEEN}${SPACE})?(?<month>${anyOf(monthWords)})(?:${WORD_END}\.?${BEFORE_YEAR}${YEAR}|${WORD_END})`,
  String.raw`${WORD_START}(?<month>${anyOf(monthWords.filter((word) => !word.includes(' ')))})\.?${SPACE}${DAY}${NO_NUMBER_BEHIND}(?:${BEFORE_YEAR}${YEAR})?`,
  String.raw`${NO_NUMBER_BEFORE}(?<year>\d{4})([-/.])(?<month>\d{1,2})\2(?<day>\d{1,2})${NO_NUMBER_BEHIND}`,
  String.raw`${NO_NUMBER_BEFORE}(?<first>\d{1,2})([-/.])(?<second>\d{1,2})\2(?<year>\d{4}|\d{2})${NO_NUMBER_BEHIND}`,
  String.raw`${NO_NUMBER_BEFORE}(?:(?<said>${BEFORE_DAY})${SPACE}(?<first>\d{1,2})[-/](?<second>\d{1,2})|(?<first2>\d{1,2})/(?<second2>\d{1,2}))${NO_NUMBER_BEHIND}`,
].map((source) => new RegExp(source, 'giu'));

/** A day of the calendar; the year where it is named. */
export interface CalendarDay {
  readonly day: number;
  readonly month: number;
  readonly year: number | null;
}

/** A stretch of text that is or may be a date. */
export interface DateFound {
  readonly start: number;
  readonly end: number;
  /** Several where day and month may have changed places. */
  readonly days: readonly CalendarDay[];
  /** Whether it may be a fraction as well: 3/4. */
  readonly maybeFraction: boolean;
}

/** The dates of a text, in any language that has a list. */
export function findDates(text: string): DateFound[] {
  const found: DateFound[] = [];
  for (const pattern of DATES) {
    for (const match of text.matchAll(pattern)) {
      const date = toDate(match);
      if (date !== undefined && !found.some(({ start, end }) => start < date.end && date.start < end)) {
        found.push(date);
      }
    }
  }
  return found;
}

function toDate(match: RegExpMatchArray): DateFound | undefined {
  const { day, month = '', year, first, second, first2, second2, said } = match.groups ?? {};
  const start = match.index ?? 0;
  const place = { start, end: start + match[0].length, maybeFraction: first2 !== undefined };
  if (day !== undefined) {
    const lower = month.toLowerCase();
    if (alsoWords.has(lower) && month === lower && year === undefined) return undefined;
    return withDays(place, [[Number(day), months.get(lower) ?? Number(month)]], year);
  }
  const [a, b] = [Number(first ?? first2), Number(second ?? second2)];
  const pairs: [number, number][] =
    said === undefined
      ? [
          [a, b],
          [b, a],
        ]
      : [[a, b]];
  return withDays(place, pairs, year);
}

function withDays(
  place: Omit<DateFound, 'days'>,
  pairs: readonly (readonly [number, number])[],
  year: string | undefined,
): DateFound | undefined {
  const days = pairs
    .filter(([day, month]) => day >= 1 && day <= 31 && month >= 1 && month <= 12)
    .map(([day, month]) => ({ day, month, year: yearOf(year) }));
  return days.length === 0 ? undefined : { ...place, days };
}

function yearOf(year: string | undefined): number | null {
  if (year === undefined) return null;
  return year.length === 2 ? 2000 + Number(year) : Number(year);
}
