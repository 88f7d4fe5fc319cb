/** Digits in groups of three: 15,000 and 15.000, 15 000 and 1,500,000, but not 20.04. */
const GROUPED = /^\d{1,3}(?:([., \u00a0\u202f])\d{3})(?:\1\d{3})*$/u;
/** Groups and a decimal mark: 1,234.56 and 1.234,56. */
const MIXED = /^(\d{1,3}(?:,\d{3})+)\.(\d+)$|^(\d{1,3}(?:\.\d{3})+),(\d+)$/u;
const DECIMAL = /^(\d+)[.,](\d+)$/u;
/** Beyond it a double no longer holds every whole number. */
export const LARGEST_NUMBER = 1e15;

/**
 * A number as digits with a point before the decimals: `15,000`, `15.000`, `15 000` and `15k` are 15000; `1,5` is
 * 1.5, and `5.00` is 5. What is no single number (`1.2.3`, `10:30:15`) stays as it is, in digits of our own script.
 */
export function readNumber(written: string): string {
  const ascii = toAsciiDigits(written);
  const digits = ascii.replace(/k$/iu, '');
  const plain = toPlain(digits);
  if (digits === ascii) return plain;
  return isNumeric(plain) ? formatNumber(Number(plain) * 1000) : plain;
}

function toPlain(digits: string): string {
  if (GROUPED.test(digits)) return digits.replace(/[., \u00a0\u202f]/gu, '');
  const [, whole = '', cents = '', otherWhole = '', otherCents = ''] = MIXED.exec(digits) ?? [];
  const grouped = (whole || otherWhole).replace(/[.,]/g, '');
  if (grouped !== '') return withDecimals(grouped, cents || otherCents);
  const [, before = '', after = ''] = DECIMAL.exec(digits) ?? [];
  return before === '' ? digits : withDecimals(before, after);
}

function withDecimals(whole: string, decimals: string): string {
  return decimals === '00' ? whole : `${whole}.${decimals}`;
}

/** Digits of any script as 0 to 9. */
export function toAsciiDigits(text: string): string {
  return text.replace(OTHER_DIGIT, (digit) => {
    const compatible = digit.normalize('NFKC');
    return /^\d+$/.test(compatible) ? compatible : String(valueOfDigit(digit));
  });
}

const OTHER_DIGIT = /(?!\d)\p{Nd}/gu;

/** Unicode keeps the ten digits of a script together, from zero up. */
function valueOfDigit(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return value;
}

/** Whether what {@link readNumber} gave can be calculated with. */
export function isNumeric(plain: string): boolean {
  return /^\d+(?:\.\d+)?$/.test(plain) && Number(plain) < LARGEST_NUMBER;
}

/** Without what binary fractions add: 1.1 × 1000 is 1100. */
export function formatNumber(value: number): string {
  return String(Number(value.toPrecision(15)));
}
