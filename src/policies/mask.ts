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

/**
 * Hides from the Markdown parser what is not Markdown, wherever the first parse saw no code:
 * - template tags, because `[page]({% link x %})` is a link to its author and none to CommonMark;
 * - comments that run over a blank line inside a paragraph or a `<div>`. CommonMark ends them there, which would
 *   show a draft to customers. Comments that it does understand are left to it.
 */
export function maskSource(source: string, tree: Nodes): string {
  const code = rangesOf(tree, (node) => ['code', 'inlineCode', 'yaml', 'toml'].includes(node.type));
  const settled = rangesOf(tree, (node) => node.type === 'html' && !leavesCommentOpen(node.value));
  const comments = findOpenComments(source, [...code, ...settled].sort(byStart));
  return maskTemplates(blank(source, comments), code);
}

function maskTemplates(source: string, code: readonly Range[]): string {
  if (!source.includes('{')) return source;
  return source.replace(TEMPLATES, (match: string, offset: number) => {
    if (isInside(code, offset)) return match;
    return match.includes('comment') && match.includes('\n') ? '\n\n' : TEMPLATE_MARK;
  });
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
