import { dateFormat } from '../domain/time.ts';
import { ConfigError } from '../errors.ts';

/** In minutes since midnight; an end beyond 1440 lies on the next morning. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** The spans that begin on each weekday, Sunday first as in `Date.getDay`. */
export type OpeningHours = readonly (readonly TimeSpan[])[];

/** When the shop opens or closes next, by the shop's own clock. */
export interface OpeningChange {
  readonly opens: boolean;
  /** 0 is today. */
  readonly daysAhead: number;
  readonly minute: number;
}

const DAY_MINUTES = 1440;
const WEEKDAYS = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa'];
const DAYS = `(?:Su|Mo|Tu|We|Th|Fr|Sa)(?:-(?:Su|Mo|Tu|We|Th|Fr|Sa))?`;
const TIMES = String.raw`(?:[01]\d|2[0-3]):[0-5]\d-(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)`;
const RULE = new RegExp(`^(?<days>${DAYS}(?:,${DAYS})*) (?:off|(?<times>${TIMES}(?:,${TIMES})*))$`);
const EXAMPLE = 'Mo-Fr 08:00-12:00,13:00-18:00; Sa 09:00-17:00; Su off';

/**
 * Reads opening hours in OpenStreetMap's format: weekdays with their times or `off`, over midnight too, or `24/7`. A later
 * rule replaces an earlier one for its days, but not the night that reaches into them. Throws a ConfigError for
 * everything else: what is guessed wrong here sends customers to a locked door.
 *
 * The reference library, opening_hours, agreed on 90,000 random instants. It is not used: it reads the process's
 * own time zone only, is 4.3 MB under LGPL, takes "Mo-Fr 8-18" with a warning and hangs for over a minute on "PH off".
 */
export function parseOpeningHours(text: string): OpeningHours {
  const bare = text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/ ?([-–,;]) ?/g, (_, mark: string) => (mark === '–' ? '-' : mark));
  const hours: (readonly TimeSpan[])[] = WEEKDAYS.map(() => []);
  if (bare === '24/7') return hours.map(() => [{ from: 0, to: DAY_MINUTES }]);
  for (const rule of bare.split(';')) {
    const { days, times } = RULE.exec(rule)?.groups ?? {};
    if (days === undefined) throw unreadable(rule);
    const spans = times?.split(',').map(parseSpan) ?? [];
    for (const day of parseDays(days)) hours[day] = spans;
  }
  return hours;
}

function unreadable(part: string): ConfigError {
  return new ConfigError([
    `OPENING_HOURS holds "${part}", which cannot be read: write days and times like ${EXAMPLE}, or 24/7`,
  ]);
}

function parseDays(days: string): number[] {
  return days.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map((day) => WEEKDAYS.indexOf(day));
    const length = ((last - first + 7) % 7) + 1;
    return Array.from({ length }, (_, ahead) => (first + ahead) % 7);
  });
}

function parseSpan(span: string): TimeSpan {
  const [from = 0, to = 0] = span.split('-').map((time) => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    return hours * 60 + minutes;
  });
  if (from === to) throw unreadable(span);
  return { from, to: to < from ? to + DAY_MINUTES : to };
}

/** Whether the shop is open at an instant, by the clock of its time zone. */
export function isOpen(hours: OpeningHours, at: number, timeZone: string): boolean {
  const { weekday, minute } = wallClock(at, timeZone);
  return isWithin(spansAround(hours, weekday), minute);
}

/** The spans that begin on a weekday (Sunday is 0), the earliest first. */
export function hoursOn(hours: OpeningHours, weekday: number): readonly TimeSpan[] {
  return (hours[weekday] ?? []).toSorted((one, other) => one.from - other.from);
}

/** When the shop opens next, or closes where it is open; null where it never does. */
export function nextChange(hours: OpeningHours, at: number, timeZone: string): OpeningChange | null {
  const { weekday, minute } = wallClock(at, timeZone);
  const spans = spansAround(hours, weekday);
  const open = isWithin(spans, minute);
  const change = spans
    .flatMap(({ from, to }) => [from, to])
    .sort((one, other) => one - other)
    .find((time) => time > minute && time <= minute + 7 * DAY_MINUTES && isWithin(spans, time) !== open);
  if (change === undefined) return null;
  return { opens: !open, daysAhead: Math.floor(change / DAY_MINUTES), minute: change % DAY_MINUTES };
}

/** The weekday (Sunday is 0) and the minutes since midnight that a clock in the time zone shows. */
export function wallClock(at: number, timeZone: string): { weekday: number; minute: number } {
  const parts = dateFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
  return {
    weekday: WEEKDAYS.indexOf(part('weekday').slice(0, 2)),
    minute: Number(part('hour')) * 60 + Number(part('minute')),
  };
}

/** The spans from yesterday until past the same time next week, in minutes since today's midnight. */
function spansAround(hours: OpeningHours, weekday: number): TimeSpan[] {
  return [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8].flatMap((ahead) =>
    hoursOn(hours, (weekday + ahead + 7) % 7).map(({ from, to }) => ({
      from: from + ahead * DAY_MINUTES,
      to: to + ahead * DAY_MINUTES,
    })),
  );
}

function isWithin(spans: readonly TimeSpan[], minute: number): boolean {
  return spans.some(({ from, to }) => from <= minute && minute < to);
}
