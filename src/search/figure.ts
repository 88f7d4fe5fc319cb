/** What kind of figure: a number with a currency, a share, a length of time, or with any other unit or none. */
export type FigureKind =
  | 'amount'
  | 'percent'
  | 'number'
  | 'date'
  | 'time'
  | 'duration'
  | 'phone'
  | 'url'
  | 'email';

/** One way to understand a figure, in its canonical form. */
export interface FigureReading {
  readonly kind: FigureKind;
  /**
   * `15000`, `1.5`, with a unit `15000 vnd`, `5 percent`, `3 day`, `15 km`; `22:00`; `03-12` or `2026-12-03`; the last
   * nine digits of a telephone number; an address without scheme, `www.` and closing slash.
   */
  readonly value: string;
}

/** A figure of a text. `start` and `end` are UTF-16 offsets into that text, `text` what stands there. */
export interface Figure extends FigureReading {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** All ways to understand it, the likeliest first: 1.500 is 1500 or 1.5, 3/4 a date or a fraction. */
  readonly readings: readonly FigureReading[];
}

/** A figure as it is put together. */
export interface Draft {
  readonly start: number;
  readonly end: number;
  readonly readings: readonly FigureReading[];
  /** Whether the currency stands before the number, and so before the further end of a range. */
  readonly isPrefixed?: boolean;
}

export function reading(kind: FigureKind, value: string): FigureReading {
  return { kind, value };
}

/**
 * Whether two figures are the same in one of their readings. A unit, currency or year that only one of them names
 * does not part them; two that are named and differ do, and a share is never a plain number.
 */
export function sameFigure(a: Figure, b: Figure): boolean {
  return a.readings.some((one) => b.readings.some((other) => sameReading(one, other)));
}

function sameReading(a: FigureReading, b: FigureReading): boolean {
  if (a.kind === 'date' && b.kind === 'date') return sameDate(a.value, b.value);
  if (a.kind === 'time' && b.kind === 'number') return isHour(a, b);
  if (a.kind === 'number' && b.kind === 'time') return isHour(b, a);
  if (!isCounted(a) || !isCounted(b)) return a.kind === b.kind && a.value === b.value;
  const [numberA, unitA] = splitValue(a);
  const [numberB, unitB] = splitValue(b);
  if (numberA !== numberB) return false;
  if (unitA === unitB) return true;
  return (unitA === undefined || unitB === undefined) && a.kind !== 'percent' && b.kind !== 'percent';
}

/** "9-17" for "9:00–17:00". */
function isHour(time: FigureReading, number: FigureReading): boolean {
  return time.value === `${number.value.padStart(2, '0')}:00`;
}

function isCounted({ kind }: FigureReading): boolean {
  return kind === 'amount' || kind === 'percent' || kind === 'number' || kind === 'duration';
}

const NUMBER_AND_UNIT = /^(\S+)(?: (.+))?$/u;

export function splitValue({ value }: FigureReading): [number: string, unit: string | undefined] {
  const [, number = value, unit] = NUMBER_AND_UNIT.exec(value) ?? [];
  return [number, unit];
}

function sameDate(a: string, b: string): boolean {
  const dayMonth = (date: string) => {
    const parts = date.split('-');
    return parts.length === 3 ? `${parts[2]}-${parts[1]}` : date;
  };
  return a.length === b.length ? a === b : dayMonth(a) === dayMonth(b);
}
