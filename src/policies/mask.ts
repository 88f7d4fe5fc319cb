import type { Nodes } from 'mdast';
import { TEMPLATE_MARK } from './clean.ts';

/** Start and end offsets in the source. */
type Range = readonly [start: number, end: number];

/** Liquid and Jinja tags and comments, Hugo and Quarto shortcodes, kramdown attribute lists. None runs over a blank line. */
const TEMPLATES = new RegExp(
  [
    '\\{%-?\\s*comment\\s*-?%\\}(?:(?!\\{%-?\\s*comment\\s*-?%\\})[^])*?\\{%-?\\s*endcomment\\s*-?%\\}',
    '\\{{2,3}(?:(?!\\n[ \\t]*\\n)[^{}])*\\}{2,3}',
    '\\{%(?:(?!\\{%|%\\}|\\n[ \\t]*\\n)[^])*%\\}',
    '\\{#(?:(?!\\{#|#\\}|\\n[ \\t]*\\n)[^}])*#\\}',
    '\\{:[^{}\\n]*\\}',
  ].join('|'),
  'g',
);

/** A source in which something was hidden, with the way back. */
export interface Masked {
  readonly text: string;
  /** Where an offset in `text` stands in the source. */
  readonly offsetInSource: (offset: number) => number;
}

/**
 * Hides from the Markdown parser what is not Markdown, wherever the first parse saw no code:
 * - template tags, because `[page]({% link x %})` is a link to its author and none to CommonMark;
 * - comments that run over a blank line inside a paragraph or a `<div>`. CommonMark ends them there, which would
 *   show a draft to customers. Comments that it does understand are left to it.
 */
export function maskSource(source: string, tree: Nodes): Masked {
  const code = rangesOf(tree, (node) => ['code', 'inlineCode', 'yaml', 'toml'].includes(node.type));
  const settled = rangesOf(tree, (node) => node.type === 'html' && !leavesCommentOpen(node.value));
  const comments = findOpenComments(source, [...code, ...settled].sort(byStart));
  return maskTemplates(blank(source, comments), code);
}

function maskTemplates(source: string, code: readonly Range[]): Masked {
  if (!source.includes('{')) return { text: source, offsetInSource: (offset) => offset };
  /** From `at` on, what was hidden makes the source `by` longer. */
  const shifts: { at: number; by: number }[] = [];
  const text = source.replace(TEMPLATES, (match: string, offset: number) => {
    if (isInside(code, offset)) return match;
    const mask = match.includes('comment') && match.includes('\n') ? '\n\n' : TEMPLATE_MARK;
    const before = shifts.at(-1)?.by ?? 0;
    shifts.push({ at: offset - before + mask.length, by: before + match.length - mask.length });
    return mask;
  });
  const shiftAt = (offset: number) => shifts.findLast(({ at }) => at <= offset)?.by ?? 0;
  return { text, offsetInSource: (offset) => offset + shiftAt(offset) };
}

/** Blanks of the same length, so that every other offset stays true; the line ends still part the paragraphs. */
function blank(source: string, ranges: readonly Range[]): string {
  let result = '';
  let from = 0;
  for (const [start, end] of ranges) {
    result += `${source.slice(from, start)}\n\n${' '.repeat(end - start - 4)}\n\n`;
    from = end;
  }
  return result + source.slice(from);
}

function findOpenComments(source: string, opaque: readonly Range[]): Range[] {
  const found: Range[] = [];
  let start = indexOutside(source, '<!--', 0, opaque);
  while (start !== -1) {
    const close = indexOutside(source, '-->', start + 4, opaque);
    if (close === -1) break;
    if (source[start - 1] !== '\\') found.push([start, close + 3]);
    start = indexOutside(source, '<!--', close + 3, opaque);
  }
  return found;
}

function indexOutside(source: string, wanted: string, from: number, opaque: readonly Range[]): number {
  let index = source.indexOf(wanted, from);
  while (index !== -1 && isInside(opaque, index)) index = source.indexOf(wanted, index + wanted.length);
  return index;
}

/** Ranges are in order and apart, so halving finds the only one that can hold the offset. */
function isInside(ranges: readonly Range[], offset: number): boolean {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.[1] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return (ranges[low]?.[0] ?? Number.POSITIVE_INFINITY) <= offset;
}

function leavesCommentOpen(html: string): boolean {
  return html.lastIndexOf('<!--') > html.lastIndexOf('-->');
}

function rangesOf(tree: Nodes, wanted: (node: Nodes) => boolean): Range[] {
  const ranges: Range[] = [];
  const visit = (node: Nodes): void => {
    const { start, end } = node.position ?? {};
    if (wanted(node) && start?.offset !== undefined && end?.offset !== undefined) {
      ranges.push([start.offset, end.offset]);
    }
    if ('children' in node) for (const child of node.children) visit(child);
  };
  visit(tree);
  return ranges;
}

function byStart(a: Range, b: Range): number {
  return a[0] - b[0];
}
