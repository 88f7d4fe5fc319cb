import type { Passage } from '../domain/section.ts';
import { highlightTerms } from '../review/highlight.ts';
import { type Html, html } from './html.ts';

/** A stretch of a passage: a word that was asked for or not, inside the cited words or not. */
export interface Piece {
  readonly text: string;
  readonly term: string | null;
  readonly cited: boolean;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Cuts a passage at the words asked for and at the ends of the quotes; the pieces joined are the passage. */
export function cutPassage(
  { text, language }: Pick<Passage, 'text' | 'language'>,
  terms: ReadonlySet<string>,
  quotes: readonly string[],
): Piece[] {
  const ranges = quotes.flatMap((quote) => findQuote(text, quote));
  const marks = ranges.flatMap(({ start, end }) => [start, end]).sort((a, b) => a - b);
  const pieces: Piece[] = [];
  let at = 0;
  for (const { text: stretch, term } of highlightTerms(text, terms, language)) {
    const stop = at + stretch.length;
    for (const edge of [...marks.filter((mark) => mark > at && mark < stop), stop]) {
      if (edge === at) continue;
      pieces.push({ text: text.slice(at, edge), term, cited: isWithin(ranges, at) });
      at = edge;
    }
  }
  return pieces;
}

/** A quote may be put together from lines that stand apart in the passage, like a table's head and one of its rows. */
function findQuote(text: string, quote: string): Range[] {
  const whole = text.indexOf(quote);
  const parts = whole >= 0 ? [quote] : quote.split('\n');
  return parts
    .map((part) => ({ start: part === '' ? -1 : text.indexOf(part), length: part.length }))
    .filter(({ start }) => start >= 0)
    .map(({ start, length }) => ({ start, end: start + length }));
}

function isWithin(ranges: readonly Range[], at: number): boolean {
  return ranges.some(({ start, end }) => at >= start && at < end);
}

/** The pieces as markup: neighbours that are cited share one outline. */
export function passageText(pieces: readonly Piece[]): Html[] {
  const runs: { cited: boolean; pieces: Html[] }[] = [];
  for (const piece of pieces) {
    const run = runs.at(-1);
    const markup = piece.term === null ? html`${piece.text}` : html`<mark>${piece.text}</mark>`;
    if (run?.cited === piece.cited) run.pieces.push(markup);
    else runs.push({ cited: piece.cited, pieces: [markup] });
  }
  return runs.map((run) =>
    run.cited ? html`<span class="quoted">${run.pieces}</span>` : html`${run.pieces}`,
  );
}
