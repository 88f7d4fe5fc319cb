/** Digits in groups of three: 15,000 and 15.000, 15 000 and 1,500,000, but not 20.04. */
const GROUPED = /^\p{N}{1,3}(?:([., \u00a0\u202f])\p{N}{3})(?:\1\p{N}{3})*$/u;
const TIME = /^(\d{1,2})(?:[:.h](\d{2})?)?\s*(?:([ap])\.?\s?m\.?)?$/i;

/** A number as digits: `15,000`, `15.000`, `15 000` and `15k` are 15000. A decimal keeps its mark. */
export function readNumber(written: string): string {
  const digits = written.replace(/k$/i, '');
  const plain = GROUPED.test(digits) ? digits.replace(/[., \u00a0\u202f]/gu, '') : digits;
  // What is left of "1.5k" is no number that we could multiply without guessing.
  return digits !== written && /^\p{N}+$/u.test(plain) ? `${plain}000` : plain;
}

/** A time of day as `hh:mm` on the 24-hour clock: `10 p.m.`, `22:00` and `22h` are 22:00. */
export function readTime(written: string): string {
  const [, hours = '', minutes = '00', half] = TIME.exec(written) ?? [];
  const hour = Number(hours);
  if (half?.toLowerCase() === 'p' && hour < 12) return `${hour + 12}:${minutes}`;
  if (half?.toLowerCase() === 'a' && hour === 12) return `00:${minutes}`;
  return `${String(hour).padStart(2, '0')}:${minutes}`;
}
