import { dateFormat } from '../domain/time.ts';
import { hoursOn, isOpen, nextChange, type OpeningHours, type TimeSpan, wallClock } from './opening-hours.ts';

export interface SituationParts {
  readonly at: number;
  readonly timeZone: string;
  /** Null where the owner has set none. */
  readonly openingHours: OpeningHours | null;
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/**
 * What the model must be told about the moment of a question, for it knows neither clock nor calendar: date, weekday,
 * time and zone at the shop, how dates are written there where that is known, and whether the shop is open.
 */
export function describeSituation({ at, timeZone, openingHours }: SituationParts): string {
  const sentences = [
    `It is ${formatDate(at, timeZone)}, ${formatMinute(wallClock(at, timeZone).minute)} at the shop (${timeZone}).`,
  ];
  if (writesDayFirst(timeZone)) sentences.push('Dates in the policies are written day before month.');
  if (openingHours !== null) sentences.push(...describeOpening(openingHours, at, timeZone));
  return sentences.join(' ');
}

function formatDate(at: number, timeZone: string): string {
  const format = (options: Intl.DateTimeFormatOptions) =>
    dateFormat('en-GB', { timeZone, ...options }).format(at);
  return `${format({ weekday: 'long' })}, ${format({ day: 'numeric', month: 'long', year: 'numeric' })}`;
}

function describeOpening(hours: OpeningHours, at: number, timeZone: string): string[] {
  const { weekday: today, minute } = wallClock(at, timeZone);
  const [yesterday, tomorrow] = [(today + 6) % 7, (today + 1) % 7];
  // Past midnight on a Saturday that Friday's hours reach into, "closed on Saturday" would seem to contradict "open now".
  const isLate =
    isOpen(hours, at, timeZone) &&
    !hoursOn(hours, today).some(({ from, to }) => from <= minute && minute < to);
  return [
    `${describeNow(hours, at, timeZone, today)}${isLate ? `, by the hours of ${WEEKDAYS[yesterday]}` : ''}.`,
    `Opening hours today (${WEEKDAYS[today]}): ${formatSpans(hoursOn(hours, today))};`,
    `tomorrow (${WEEKDAYS[tomorrow]}): ${formatSpans(hoursOn(hours, tomorrow))}.`,
  ];
}

function describeNow(hours: OpeningHours, at: number, timeZone: string, today: number): string {
  const open = isOpen(hours, at, timeZone);
  const state = `Holidays aside, the shop is ${open ? 'open' : 'closed'} now`;
  const change = nextChange(hours, at, timeZone);
  if (change === null) return state;
  const day = nameDay(change.daysAhead, today);
  const time = formatMinute(change.minute);
  return open ? `${state} and closes ${day} at ${time}` : `${state} and opens ${day} at ${time}`;
}

function nameDay(daysAhead: number, today: number): string {
  if (daysAhead === 0) return 'today';
  return daysAhead === 1 ? 'tomorrow' : `on ${WEEKDAYS[(today + daysAhead) % 7]}`;
}

function formatSpans(spans: readonly TimeSpan[]): string {
  if (spans.length === 0) return 'closed';
  return spans.map(({ from, to }) => `${formatMinute(from)}–${formatMinute(to)}`).join(' and ');
}

/** 1440 is 24:00, what lies beyond is the next morning's time. */
function formatMinute(minute: number): string {
  const shown = minute > 1440 ? minute - 1440 : minute;
  const two = (number: number) => String(number).padStart(2, '0');
  return `${two(Math.floor(shown / 60))}:${two(shown % 60)}`;
}

/**
 * The countries whose short dates do not begin with the day, by Unicode's locale data in Node 24, small islands without data
 * of their own among them. For these nothing is said: month first would be a guess in Canada, and where the
 * year comes first 2/9 has one reading anyway.
 */
const NOT_DAY_FIRST =
  'AF AQ AS AX BQ BT CA CF CN CW ER GH GL GU HT HU IR JP KG KP KR LK LS LT MG MH MN MP MT MV NA NE NP PA PG PH PR PW PY SE SO TK TV TW UM US VI VU WS ZA ZW';
/** Others, such as UTC, belong to no country. */
const ZONE_OF_A_PLACE =
  /^(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\//;

let otherZones: ReadonlySet<string> | null = null;

function writesDayFirst(timeZone: string): boolean {
  otherZones ??= new Set(NOT_DAY_FIRST.split(' ').flatMap(zonesOf));
  // Under the name that the zones of a country are listed by: US/Eastern is America/New_York.
  const zone = dateFormat('en', { timeZone }).resolvedOptions().timeZone;
  return ZONE_OF_A_PLACE.test(zone) && !otherZones.has(zone);
}

/** Node 20 has the property only; later ones have the standard's method and drop the property. */
function zonesOf(country: string): readonly string[] {
  const locale: Intl.Locale & {
    readonly timeZones?: readonly string[];
    readonly getTimeZones?: () => readonly string[];
  } = new Intl.Locale(`und-${country}`);
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}
