const count = new Intl.NumberFormat('en');
const dollars = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'USD',
  maximumSignificantDigits: 3,
});

/** `29 Nov 2026, 14:02` in the business's time zone. */
export function formatTime(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(at);
}

/** `2026-11-29` in the business's time zone, for file names. */
export function formatDay(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone }).format(at);
}

export function formatCount(value: number): string {
  return count.format(value);
}

/** `1 section`, `14 sections`. */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${formatCount(value)} ${value === 1 ? one : many}`;
}

export function formatScore(value: number): string {
  return value.toFixed(2);
}

export function formatDollars(value: number): string {
  return dollars.format(value);
}

export function formatMs(value: number): string {
  if (value >= 1000) return `${(value / 1000).toFixed(1)} s`;
  return value < 10 ? `${value.toFixed(1)} ms` : `${Math.round(value)} ms`;
}

/** Both numbers with as many digits as it takes to tell them apart: 0.3499 is not "0.35, under 0.35". */
export function formatPair(a: number, b: number): readonly [string, string] {
  const digits = a !== b && a.toFixed(2) === b.toFixed(2) ? 4 : 2;
  return [a.toFixed(digits), b.toFixed(digits)];
}

/** The beginning of a text, never half a character. */
export function shorten(text: string, most: number): string {
  const characters = Array.from(text);
  return characters.length <= most ? text : `${characters.slice(0, most).join('').trimEnd()}…`;
}
