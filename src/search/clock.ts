import { anyOf, readGroups, SPACE, WORD_END } from './lexicon.ts';
import { NUMBER_LISTS } from './number-words.ts';

const NAMES = new Set(['clock', 'hour', 'minute', 'half', 'am', 'noon', 'pm', 'night']);
const OFFSET = /^[+-]\d{1,2}$/;
const FIXED = /^\d{2}:\d{2}$/;
const DAY_PARTS = ['am', 'noon', 'pm', 'night'] as const;

type DayPart = (typeof DAY_PARTS)[number];

const groups = readGroups('clock', (name) => NAMES.has(name) || OFFSET.test(name) || FIXED.test(name));
const wordsOf = (...names: readonly string[]) =>
  groups.filter(({ name }) => names.includes(name)).flatMap(({ words }) => words);
const meanings = new Map(groups.flatMap(({ name, words }) => words.map((word) => [word, name] as const)));
const partWords = wordsOf(...DAY_PARTS);

const hourWords = new Map(
  NUMBER_LISTS.flatMap(({ entries }) =>
    [...entries].flatMap(([word, parts]) =>
      parts.flatMap(({ part, needsBefore }) =>
        part.does === 'count' && part.value >= 1 && part.value <= 12 && !needsBefore
          ? [[word, part.value] as const]
          : [],
      ),
    ),
  ),
);

const GAP = `${SPACE}?`;
const HALF_DAY = String.raw`[ap](?:\.${GAP}m\.?|m)`;
const SIGNED = String.raw`(?:[01]?\d|2[0-4])(?::[0-5]\d|h(?:[0-5]\d)?)`;
const HOUR = String.raw`(?:[01]?\d|2[0-4]|${anyOf([...hourWords.keys()])})`;
const DAY_PART = anyOf(partWords);
const AFTER_BARE = anyOf(partWords.filter((word) => word.includes(' ')));
const MINUTES = String.raw`(?:${GAP}[0-5]?\d(?:${GAP}${anyOf(wordsOf('minute'))})?|${SPACE}${anyOf(wordsOf('half'))})`;
const wordsBefore = groups.filter(({ name }) => OFFSET.test(name)).flatMap(({ words }) => words);
const BEFORE = anyOf(wordsBefore);

/** The source of a pattern for a time of day in digits: "10 p.m.", "22:00", "22h". For the flags `i` and `u`. */
export const WRITTEN_TIME = [
  String.raw`(?<![\p{N}:.,])\d{1,2}(?:[:.]\d{2})?${GAP}${HALF_DAY}${WORD_END}`,
  String.raw`(?<![\p{N}:.,])(?:[01]?\d|2[0-4])(?::[0-5]\d(?![\p{N}:])|h(?:[0-5]\d)?${WORD_END})`,
].join('|');

const fixedWords = groups.filter(({ name }) => FIXED.test(name)).flatMap(({ words }) => words);
const SPOKEN_TIME = new RegExp(
  `(?:${[
    `${SIGNED}${GAP}${DAY_PART}`,
    `${HOUR}(?:${GAP}${anyOf(wordsOf('clock'))}(?:${SPACE}${DAY_PART})?|${GAP}${anyOf(wordsOf('hour'))}${MINUTES}?${SPACE}${DAY_PART}|${SPACE}${AFTER_BARE})`,
    `${BEFORE}${SPACE}${HOUR}(?:${GAP}${HALF_DAY}|${SPACE}${DAY_PART})?`,
    anyOf(fixedWords),
  ].join('|')})${WORD_END}`,
  'iuy',
);
/** What a spoken time begins with; the pattern above is too slow to try at every word. */
const OPENERS = new Set(
  [...hourWords.keys(), ...wordsBefore, ...fixedWords].map((words) => words.split(/[ -]/)[0] ?? ''),
);
const SHORT_DIGITS = /^\d{1,2}(?:[:h]\d{0,2})?$/i;

/** Where the time of day ends that the lists know and that begins with this word, in lower case: "10 giờ tối", "half past nine", "noon". */
export function endOfSpokenTime(text: string, start: number, first: string): number | undefined {
  if (!SHORT_DIGITS.test(first) && !OPENERS.has(first)) return undefined;
  SPOKEN_TIME.lastIndex = start;
  return SPOKEN_TIME.test(text) ? SPOKEN_TIME.lastIndex : undefined;
}

const PARTS = new RegExp(
  String.raw`^(?:(?<before>${BEFORE})${SPACE})?(?<hour>${HOUR})(?:[:.h](?<minutes>\d{2})?|${GAP}${anyOf(wordsOf('clock', 'hour'))}(?:(?:${GAP}(?<spoken>\d{1,2})(?:${GAP}${anyOf(wordsOf('minute'))})?)|${SPACE}(?<half>${anyOf(wordsOf('half'))}))?)?(?:${GAP}(?<noon>[ap])\.?${GAP}m\.?|${GAP}(?<part>${DAY_PART}))?$`,
  'iu',
);

/** A time of day as `hh:mm` on the 24-hour clock: `10 p.m.`, `22:00`, `22h` and `10 giờ tối` are 22:00. */
export function readTime(written: string): string {
  const key = written
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\u00a0\u202f]/gu, ' ');
  const fixed = meanings.get(key);
  if (fixed !== undefined && FIXED.test(fixed)) return fixed;
  const { before, hour = '', minutes, spoken, half, noon, part } = PARTS.exec(key)?.groups ?? {};
  const dayPart = noon === undefined ? meanings.get(part ?? '') : `${noon}m`;
  const hours = onDayPart(hourWords.get(hour) ?? Number(hour), dayPart as DayPart | undefined);
  const after = half === undefined ? Number(minutes ?? spoken ?? 0) : 30;
  const total = hours * 60 + after + Number(meanings.get(before ?? '') ?? 0);
  return `${twoDigits(Math.floor(total / 60) % 24)}:${twoDigits(total % 60)}`;
}

/** The hour on the 24-hour clock, where the part of the day is named. */
function onDayPart(hour: number, part: DayPart | undefined): number {
  switch (part) {
    case 'am':
      return hour === 12 ? 0 : hour;
    case 'noon':
      return hour <= 3 ? hour + 12 : hour;
    case 'pm':
      return hour < 12 ? hour + 12 : hour;
    case 'night':
      if (hour === 12) return 0;
      return hour >= 6 && hour < 12 ? hour + 12 : hour;
    default:
      return hour;
  }
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

const MINUTES_BEHIND = new RegExp(`${MINUTES}${WORD_END}`, 'iuy');
const hours = new Set(wordsOf('hour'));

/** Whether a word for hours also tells the time: "10 giờ" is ten hours or ten o'clock. */
export function isHourWord(word: string): boolean {
  return hours.has(word.toLowerCase());
}

/** The minutes behind an hour word ("9 giờ 30 phút", "9 giờ rưỡi") and where they end. */
export function minutesBehind(text: string, at: number): { minutes: number; end: number } | undefined {
  MINUTES_BEHIND.lastIndex = at;
  const found = MINUTES_BEHIND.exec(text)?.[0];
  if (found === undefined) return undefined;
  return { minutes: Number(/\d+/.exec(found)?.[0] ?? 30), end: at + found.length };
}
