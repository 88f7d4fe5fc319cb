import { type CalendarDay, type DateFound, findDates, ORDINAL } from './calendar.ts';
import { isHourWord, minutesBehind, readTime } from './clock.ts';
import { findEmails, findPhones, findUrls } from './contacts.ts';
import { currencyCode } from './currencies.ts';
import { detectLanguage } from './detect-language.ts';
import { type Draft, type Figure, type FigureReading, reading, splitValue } from './figure.ts';
import { anyOf, WORD_END } from './lexicon.ts';
import { NUMBER_LISTS, numberBeforeUnit, RANGE_WORDS, singleNumber } from './number-words.ts';
import { readNumber } from './numbers.ts';
import { toPlainText } from './plain-text.ts';
import { scanWords, type Word } from './scan.ts';
import { isPercent, isTimeUnit, type UnitFound, unitBehind } from './units.ts';

export { type Figure, type FigureKind, type FigureReading, sameFigure } from './figure.ts';

const ENGLISH = 'en';
/** What a text of no other known language is read in: short ones are hard to tell. */
const READ_ANYWAY = [ENGLISH, 'vi'];
/** A mark at the start of a line that numbers a list or a heading; "47. dong" might pass for a price. */
const LIST_MARKER = /^[ \t#>*-]*\(?(?:1?\d|20)[.)][ \t]+(?=\S)/gmu;
/** Letters from which on a number word is no word of another language. */
const UNMISTAKABLE = 5;
/** Eleven, fifteen and sixteen elsewhere. */
const ENGLISH_TOO: ReadonlySet<string> = new Set(['once', 'quince', 'seize']);
const BARE_HOURS = /^(\d{1,2})h$/iu;
const HOUR_AND_MINUTES = /^(?:[01]?\d|2[0-3])\.[0-5]\d$/;
/** One group of three that says more than thousands: 1.500 may be 1.5, 15.000 is no 15. */
const MAYBE_DECIMAL = /^\d{1,3}[.,](?!000)\d{3}$/;
const ORDINAL_BEHIND = new RegExp(`${ORDINAL}${WORD_END}`, 'iuy');
const BETWEEN_ENDS = new RegExp(`^\\s?(?:[-–—~]|${anyOf([...RANGE_WORDS])})\\s?$`, 'iu');
const GLUED_AMOUNT =
  /(?<![\p{L}\p{N}])(?<letters>[a-z]{3})(?<digits>\d+(?:[.,]\d+)*)(?![\p{L}\p{N}]|[.,]\d)/giu;
const DIGITS = /^\d+(?:[.,]\d+)*$/;
const MASK = '\u0000';

/**
 * The figures of a text in canonical form, in the order of the text: numbers in digits and in words, with the unit,
 * currency or percent sign behind or before them, dates, times of day, telephone numbers, addresses of the web and
 * of mail. Number words are those of `language` and English; without a language, of the one detected, or English
 * and Vietnamese alike; longer ones of every language that has a list. Words for one ("a", "one", "một") and the marks of ordered lists are no figures.
 */
export function figuresOf(text: string, language?: string): Figure[] {
  const { plain, starts, ends } = toPlainText(text);
  const claimed: Draft[] = [];
  let rest = plain;
  const claim = (drafts: readonly Draft[]) => {
    claimed.push(...drafts);
    rest = mask(rest, drafts);
  };
  claim(findEmails(rest));
  claim(findUrls(rest));
  claim(findDates(rest).map((date) => toDateDraft(date, rest)));
  rest = rest.replace(LIST_MARKER, (marker) => MASK.repeat(marker.length));
  claim(findPhones(rest));
  claim(findGluedAmounts(rest));
  const drafts = [...claimed, ...findNumbers(rest, languagesFor(text, language))].sort(
    (a, b) => a.start - b.start,
  );
  return shareUnits(drafts, plain).map(({ start, end, readings }) => {
    const from = starts[start] ?? 0;
    const to = ends[end - 1] ?? text.length;
    const [{ kind, value } = { kind: 'number' as const, value: '' }] = readings;
    return { kind, value, readings, text: text.slice(from, to), start: from, end: to };
  });
}

/** The text without these stretches, every other character in its place. */
function mask(text: string, drafts: readonly Draft[]): string {
  const pieces: string[] = [];
  let end = 0;
  for (const draft of [...drafts].sort((a, b) => a.start - b.start)) {
    pieces.push(text.slice(end, draft.start), MASK.repeat(draft.end - draft.start));
    end = draft.end;
  }
  return pieces.join('') + text.slice(end);
}

function toDateDraft({ start, end, days, maybeFraction }: DateFound, text: string): Draft {
  const dates = days.map(dateReading);
  return {
    start,
    end,
    readings: maybeFraction ? [...dates, reading('number', text.slice(start, end))] : dates,
  };
}

function dateReading({ day, month, year }: CalendarDay): FigureReading {
  const [dd, mm] = [day, month].map((part) => String(part).padStart(2, '0'));
  return reading('date', year === null ? `${dd}-${mm}` : `${year}-${mm}-${dd}`);
}

function languagesFor(text: string, language: string | undefined): string[] {
  if (language !== undefined) return [...new Set([language, ENGLISH])];
  const detected = detectLanguage(text);
  const known = NUMBER_LISTS.some((list) => list.language === detected);
  return known && !READ_ANYWAY.includes(detected) ? [detected, ENGLISH] : READ_ANYWAY;
}

/** USD15,000: to the scan this is a word with digits in it. */
function findGluedAmounts(text: string): Draft[] {
  return [...text.matchAll(GLUED_AMOUNT)].flatMap(({ 0: found, index, groups }) => {
    const { letters = '', digits = '' } = groups ?? {};
    const code = currencyCode(letters);
    if (code === undefined) return [];
    const numbers = numbersOf(digits, readNumber(digits));
    return [{ ...counted(index, index + found.length, numbers, 'amount', code), isPrefixed: true }];
  });
}

function findNumbers(text: string, languages: readonly string[]): Draft[] {
  const words = scanWords(text).map(toNumberInUnspaced);
  const drafts: Draft[] = [];
  let taken = 0;
  words.forEach((word, at) => {
    // "phần trăm" is the percent sign of the number before it and no hundred.
    const draft = word.start < taken ? undefined : toDraft(word, at);
    if (draft === undefined) return;
    drafts.push(draft);
    taken = draft.end;
  });
  return drafts;

  function toDraft(word: Word, at: number): Draft | undefined {
    if (word.kind === 'time') return toTimeDraft(word);
    const unit = unitBehind(text, word.end);
    const [before, behind, next] = [words[at - 1], words[at + 1], words[at + 2]];
    const isCounting = unit !== undefined || isCurrencyOf(behind, word);
    const number = numberOf(word, languages, isCounting);
    if (number === undefined || isFirst(word, text)) return undefined;
    const numbers = numbersOf(word.text, number);
    if (isCurrencyOf(before, word) && before.start >= taken) {
      return { ...counted(before.start, word.end, numbers, 'amount', codeOf(before)), isPrefixed: true };
    }
    if (isCurrencyOf(behind, word) && !isBeforeNumber(behind, next)) {
      return counted(word.start, behind.end, numbers, 'amount', codeOf(behind));
    }
    return unit === undefined ? toPlainDraft(word, numbers) : toUnitDraft(word, numbers, unit, text);
  }
}

/** Of a script without spaces the digits come as words like all others. */
function toNumberInUnspaced(word: Word): Word {
  return word.kind === 'unspaced' && DIGITS.test(word.text) ? { ...word, kind: 'number' } : word;
}

function isCurrencyOf(sign: Word | undefined, number: Word): sign is Word {
  if (sign?.kind !== 'currency') return false;
  return Math.max(sign.start - number.end, number.start - sign.end) <= 1;
}

/** "5 $10": the sign belongs to the ten. */
function isBeforeNumber(sign: Word, next: Word | undefined): boolean {
  return !/\p{L}/u.test(sign.text) && next?.kind === 'number' && next.start === sign.end;
}

function codeOf({ text }: Word): string {
  return currencyCode(text) ?? text.toLowerCase();
}

/** The digits that a word stands for; none for a word for one, which is an article or a pronoun as often. */
function numberOf(word: Word, languages: readonly string[], hasUnit: boolean): string | undefined {
  if (word.kind === 'number') return word.value ?? readNumber(word.text);
  if (word.kind !== 'word') return undefined;
  const lower = word.text.toLowerCase();
  for (const language of languages) {
    const figure = hasUnit ? numberBeforeUnit(lower, language) : singleNumber(lower, language);
    if (figure !== undefined) return figure === 1 ? undefined : String(figure);
  }
  const figure = lower.length >= (hasUnit ? 4 : UNMISTAKABLE) ? foreignNumber(lower) : undefined;
  return figure === undefined || figure === 1 ? undefined : String(figure);
}

/** A text with its words for one as digits: "one hour" holds no figure to `figuresOf`, while "1 hour" does. */
export function withOneAsDigit(text: string): string {
  let written = '';
  let from = 0;
  for (const { text: word, start, end } of scanWords(text)) {
    const lower = word.toLowerCase();
    if (!NUMBER_LISTS.some(({ language }) => singleNumber(lower, language) === 1)) continue;
    written += `${text.slice(from, start)}1`;
    from = end;
  }
  return written + text.slice(from);
}

/** Long words are taken for numbers in whatever language: one that tells a figure must not hide behind another. */
function foreignNumber(word: string): number | undefined {
  if (ENGLISH_TOO.has(word)) return undefined;
  for (const { language } of NUMBER_LISTS) {
    const figure = singleNumber(word, language);
    if (figure !== undefined) return figure;
  }
  return undefined;
}

/** "1st" is the first, which no text writes as a figure when it says "first". */
function isFirst(word: Word, text: string): boolean {
  ORDINAL_BEHIND.lastIndex = word.end;
  return word.text === '1' && ORDINAL_BEHIND.test(text);
}

function toTimeDraft({ text, start, end }: Word): Draft {
  const [, hours] = BARE_HOURS.exec(text) ?? [];
  const time = reading('time', readTime(text));
  return {
    start,
    end,
    readings: hours === undefined ? [time] : [time, reading('duration', `${Number(hours)} hour`)],
  };
}

function toPlainDraft({ text, start, end }: Word, numbers: readonly string[]): Draft {
  const readings = numbers.map((one) => reading('number', one));
  if (HOUR_AND_MINUTES.test(text)) readings.push(reading('time', readTime(text.replace('.', ':'))));
  return { start, end, readings };
}

function toUnitDraft(
  { start }: Word,
  numbers: readonly string[],
  { name, end, word: unit }: UnitFound,
  text: string,
): Draft {
  if (isPercent(name)) return counted(start, end, numbers, 'percent', name);
  if (!isTimeUnit(name)) return counted(start, end, numbers, 'number', name);
  const duration = counted(start, end, numbers, 'duration', name);
  const hour = Number(numbers[0]);
  if (!isHourWord(unit) || !Number.isInteger(hour) || hour > 24) return duration;
  // "10 giờ" is ten hours or ten o'clock, "10 giờ 30" half past ten or ten and a half hours.
  const more = minutesBehind(text, end);
  const minutes = more?.minutes ?? 0;
  const time = reading('time', readTime(`${hour}:${twoDigits(minutes)}`));
  if (more === undefined) return { ...duration, readings: [...duration.readings, time] };
  return { start, end: more.end, readings: [time, reading('duration', `${hour * 60 + minutes} minute`)] };
}

function counted(
  start: number,
  end: number,
  numbers: readonly string[],
  kind: FigureReading['kind'],
  unit: string,
): Draft {
  return { start, end, readings: numbers.map((one) => reading(kind, `${one} ${unit}`)) };
}

/** The number in each way it may be meant, without zeros that say nothing. */
function numbersOf(written: string, number: string): string[] {
  const bare = number
    .replace(/^0+(?=\d)/, '')
    .replace(/^(\d+\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
  return MAYBE_DECIMAL.test(written) ? [bare, String(Number(written.replace(',', '.')))] : [bare];
}

/** In "2–3 days" and "$5–10" the unit counts for both ends. */
function shareUnits(drafts: readonly Draft[], text: string): Draft[] {
  return drafts.map((draft, at) => {
    if (!draft.readings.every(isBare)) return draft;
    const [before, after] = [drafts[at - 1], drafts[at + 1]];
    if (after !== undefined && BETWEEN_ENDS.test(text.slice(draft.end, after.start)))
      return like(after, draft);
    if (before === undefined || !BETWEEN_ENDS.test(text.slice(before.end, draft.start))) return draft;
    return before.isPrefixed === true || before.readings[0]?.kind === 'date' ? like(before, draft) : draft;
  });
}

function isBare({ kind, value }: FigureReading): boolean {
  return kind === 'number' && splitValue({ kind, value })[1] === undefined;
}

/** A bare number as the other end of a range: with its unit, in its month, on its half of the day. */
function like(other: Draft, bare: Draft): Draft {
  const readings = bare.readings.flatMap(({ value }) => {
    return other.readings.flatMap((one): FigureReading[] => {
      if (one.kind === 'time') return timesLike(one.value, Number(value));
      if (one.kind === 'date') return datesLike(one.value, Number(value));
      const [, unit] = splitValue(one);
      return unit === undefined ? [] : [reading(one.kind, `${value} ${unit}`)];
    });
  });
  return readings.length === 0 ? bare : { ...bare, readings };
}

/** "9–5 p.m.": whoever leaves out the half of the day means the same one, or the morning. */
function timesLike(time: string, hour: number): FigureReading[] {
  if (!Number.isInteger(hour) || hour > 24) return [];
  const hours = Number(time.slice(0, 2)) > 12 && hour < 12 ? [hour, hour + 12] : [hour];
  return hours.map((one) => reading('time', `${twoDigits(one)}:00`));
}

function datesLike(date: string, day: number): FigureReading[] {
  if (!Number.isInteger(day) || day < 1 || day > 31) return [];
  const parts = date.split('-');
  const dd = twoDigits(day);
  return [reading('date', parts.length === 3 ? `${parts[0]}-${parts[1]}-${dd}` : `${dd}-${parts[1]}`)];
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
