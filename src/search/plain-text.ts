import { toAsciiDigits } from './numbers.ts';

/** A text in plain characters, with the place in the text it was made of for each UTF-16 unit. */
export interface PlainText {
  readonly plain: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/**
 * The text in plain characters, and for each of them where it began and ended: without what has no width, every space
 * alike, digits of every script and width as 0 to 9, letters and their marks in one.
 */
export function toPlainText(text: string): PlainText {
  const starts: number[] = [];
  const ends: number[] = [];
  let plain = '';
  for (const { 0: cluster, index } of text.matchAll(/\P{M}\p{M}*|\p{M}+/gsu)) {
    const written = toPlainCharacter(cluster);
    plain += written;
    for (let unit = 0; unit < written.length; unit += 1) {
      starts.push(index);
      ends.push(index + cluster.length);
    }
  }
  return { plain, starts, ends };
}

function toPlainCharacter(cluster: string): string {
  if (/^[\p{Cf}]/u.test(cluster)) return '';
  if (/^[\p{Zs}]$/u.test(cluster)) return ' ';
  if (/^\p{Nd}/u.test(cluster)) return toAsciiDigits(cluster.replace(/\p{M}/gu, ''));
  if (/^[\uFF01-\uFF5E]/u.test(cluster)) return cluster.normalize('NFKC');
  if (cluster === '٫' || cluster === '\u2024') return '.';
  if (cluster === '٬') return ',';
  return /^[\u2010-\u2012\u2212]$/u.test(cluster) ? '-' : cluster.normalize('NFC');
}
