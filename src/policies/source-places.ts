import { normaliseSource } from './clean.ts';

/** A place in a normalised source: at an offset, or as a line of its own beside the line that holds an offset. */
export type SourcePlace =
  | { readonly offset: number }
  | { readonly lineAfter: number }
  | { readonly lineBefore: number };

const LINE_END = /\r\n?|\n/g;

/** A line of a text; `end` is where its line end begins, which is '' at the end of the text. */
interface Line {
  readonly start: number;
  readonly end: number;
  readonly lineEnd: string;
}

/**
 * Puts a piece into a text at a place that is known in its normalised form. Normalising keeps the lines, so they lead
 * from one to the other; a new line ends as its neighbour does.
 */
export function insertInSource(text: string, source: string, place: SourcePlace, piece: string): string {
  const lines = linesOf(text);
  if ('offset' in place) {
    const at = offsetIn(text, lines, source, place.offset);
    return `${text.slice(0, at)}${piece}${text.slice(at)}`;
  }
  if ('lineBefore' in place) {
    const line = lines[lineAt(source, place.lineBefore)] ?? lastOf(lines);
    const at = offsetIn(text, lines, source, startOfLine(source, place.lineBefore));
    return `${text.slice(0, at)}${piece}${line.lineEnd || usualLineEnd(lines)}${text.slice(at)}`;
  }
  const { end, lineEnd } = lines[lineAt(source, place.lineAfter)] ?? lastOf(lines);
  return `${text.slice(0, end)}${lineEnd || usualLineEnd(lines)}${piece}${text.slice(end)}`;
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const { index, 0: lineEnd } of text.matchAll(LINE_END)) {
    lines.push({ start, end: index, lineEnd });
    start = index + lineEnd.length;
  }
  return [...lines, { start, end: text.length, lineEnd: '' }];
}

function lastOf(lines: readonly Line[]): Line {
  return lines.at(-1) ?? { start: 0, end: 0, lineEnd: '' };
}

function usualLineEnd([first]: readonly Line[]): string {
  return first?.lineEnd || '\n';
}

function lineAt(source: string, offset: number): number {
  let line = 0;
  for (let at = source.indexOf('\n'); at !== -1 && at < offset; at = source.indexOf('\n', at + 1)) line += 1;
  return line;
}

function startOfLine(source: string, offset: number): number {
  return offset === 0 ? 0 : source.lastIndexOf('\n', offset - 1) + 1;
}

/** The last place in the line whose text before it, normalised, is as long as the source's: behind a byte order mark. */
function offsetIn(text: string, lines: readonly Line[], source: string, offset: number): number {
  const { start, end } = lines[lineAt(source, offset)] ?? lastOf(lines);
  const column = offset - startOfLine(source, offset);
  const lengthBefore = (at: number) => normaliseSource(text.slice(start, at)).length;
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (lengthBefore(middle) <= column) low = middle;
    else high = middle - 1;
  }
  return low;
}
