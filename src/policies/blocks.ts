import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { cleanText, mendCjk } from './clean.ts';
import { NOTE_TAG } from './html.ts';
import { InlineRun, type Run } from './inline-run.ts';
import { labelWithTarget } from './link-target.ts';

type ChildNode = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** A piece of a section that stays whole as long as it fits in a passage, and how it may be cut when it does not. */
export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'table'; readonly header: string; readonly rows: readonly string[] };

export interface Content {
  readonly blocks: readonly Block[];
  /** The running text, paragraph by paragraph and cell by cell: where references to other sections are looked for. */
  readonly runs: readonly Run[];
  /** `id` and `name` attributes: what a link's `#anchor` may mean. */
  readonly anchors: readonly string[];
}

interface Wish {
  readonly targets: boolean;
  readonly images: boolean;
  readonly notes: boolean;
}

/** What is being read: finished blocks, and the running text not yet closed by a block's end. */
interface Reading {
  readonly wish: Wish;
  readonly blocks: Block[];
  readonly runs: Run[];
  readonly anchors: string[];
  readonly inline: InlineRun;
}

/** Never text for a customer; struck-out words were withdrawn by their author. */
const HIDDEN = new Set(
  'script style template noscript head title textarea select iframe object svg canvas audio video del s strike'.split(
    ' ',
  ),
);
const BLOCKS = new Set(
  'p div section article header footer main nav aside blockquote figure figcaption details summary dl dt dd address h1 h2 h3 h4 h5 h6 center fieldset form hr caption'.split(
    ' ',
  ),
);
const EMPHASIS = new Set('em strong b i u cite mark q'.split(' '));

export function readContent(html: string): Content {
  return readNodes(parseFragment(html).childNodes, { targets: true, images: true, notes: true });
}

/** A heading as plain text: no targets, no footnote marks, no images unless there is nothing else. */
export function readTitle(html: string): string {
  const nodes = parseFragment(html).childNodes;
  const read = (images: boolean): string => {
    const { blocks } = readNodes(nodes, { targets: false, images, notes: false });
    return oneLine(blocks);
  };
  return read(false) || read(true);
}

export function blockText(block: Block): string {
  if (block.kind === 'list') return block.items.join('\n');
  if (block.kind === 'table') return [block.header, ...block.rows].filter((row) => row !== '').join('\n');
  return block.text;
}

function oneLine(blocks: readonly Block[]): string {
  const line = (block: Block): string =>
    block.kind === 'list' ? block.items.map((item) => item.replace(/^- /, '')).join('; ') : blockText(block);
  return blocks.map(line).join(' ').replace(/\s+/g, ' ').trim();
}

function readNodes(nodes: readonly ChildNode[], wish: Wish): Content {
  const reading: Reading = { wish, blocks: [], runs: [], anchors: [], inline: new InlineRun() };
  visitAll(nodes, reading);
  closeRun(reading);
  return reading;
}

function visitAll(nodes: readonly ChildNode[], reading: Reading): void {
  for (const node of nodes) visit(node, reading);
}

function visit(node: ChildNode, reading: Reading): void {
  if ('value' in node) reading.inline.append(cleanText(isCode(node) ? node.value : mendCjk(node.value)));
  else if ('attrs' in node) visitElement(node, reading);
}

function isCode(node: DefaultTreeAdapterTypes.TextNode): boolean {
  return node.parentNode?.nodeName === 'code';
}

function visitElement(element: Element, reading: Reading): void {
  const tag = element.tagName;
  if (HIDDEN.has(tag) || attribute(element, 'hidden') !== null) return;
  noteAnchors(element, reading);
  if (tag === 'br') reading.inline.newline();
  else if (tag === 'img') readImage(element, reading);
  else if (tag === 'a') readLink(element, reading);
  else if (tag === NOTE_TAG) readNote(element, reading);
  else if (EMPHASIS.has(tag)) readEmphasis(element, reading);
  else if (tag === 'pre') readCode(element, reading);
  else if (tag === 'ul' || tag === 'ol' || tag === 'menu') readList(element, reading);
  else if (tag === 'table') readTable(element, reading);
  else if (BLOCKS.has(tag) || tag === 'li') readBlock(element, reading);
  else visitAll(element.childNodes, reading);
}

function noteAnchors(element: Element, reading: Reading): void {
  for (const name of ['id', 'name']) {
    const anchor = attribute(element, name);
    if (anchor) reading.anchors.push(anchor);
  }
}

function readImage(element: Element, reading: Reading): void {
  if (reading.wish.images) reading.inline.append(cleanText(attribute(element, 'alt') ?? ''));
}

function readNote(element: Element, reading: Reading): void {
  if (reading.wish.notes) visitAll(element.childNodes, reading);
}

function readLink(element: Element, reading: Reading): void {
  const href = attribute(element, 'href') ?? '';
  const from = reading.inline.mark();
  visitAll(element.childNodes, reading);
  const label = reading.inline.span(from, href);
  if (!reading.wish.targets || label === null) return;
  reading.inline.append(labelWithTarget(label, href).slice(label.length));
}

function readEmphasis(element: Element, reading: Reading): void {
  const from = reading.inline.mark();
  if (element.tagName === 'q') reading.inline.append('“');
  visitAll(element.childNodes, reading);
  if (element.tagName === 'q') reading.inline.append('”');
  reading.inline.span(from, null);
}

function readBlock(element: Element, reading: Reading): void {
  closeRun(reading);
  visitAll(element.childNodes, reading);
  closeRun(reading);
}

function closeRun(reading: Reading): void {
  const run = reading.inline.take();
  if (run.text === '') return;
  reading.runs.push(run);
  reading.blocks.push({ kind: 'text', text: run.text });
}

/** Code keeps its spaces and its braces. */
function readCode(element: Element, reading: Reading): void {
  closeRun(reading);
  const text = cleanText(textOf(element)).replace(/^\n+/, '').trimEnd();
  if (text !== '') reading.blocks.push({ kind: 'code', text });
}

function textOf(node: ChildNode): string {
  if ('value' in node) return node.value;
  if ('tagName' in node && node.tagName === 'br') return '\n';
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}

function readList(element: Element, reading: Reading): void {
  closeRun(reading);
  const first = Number.parseInt(attribute(element, 'start') ?? '1', 10) || 0;
  let number = element.tagName === 'ol' ? first - 1 : null;
  const items: string[] = [];
  for (const child of element.childNodes) {
    if ('tagName' in child && child.tagName === 'li' && number !== null) number += 1;
    const marker = number === null ? '- ' : `${number}. `;
    const text = itemText(readInner(child, reading).blocks);
    if (text !== '') items.push(marker + text.replace(/\n(?!\n)/g, `\n${' '.repeat(marker.length)}`));
  }
  if (items.length > 0) reading.blocks.push({ kind: 'list', items });
}

/** A list directly under its item's words; a further paragraph of the item after a blank line. */
function itemText(blocks: readonly Block[]): string {
  return blocks
    .map((block, at) => (at === 0 ? '' : block.kind === 'list' ? '\n' : '\n\n') + blockText(block))
    .join('');
}

/** Reads a part that is laid out by its parent: its runs and anchors count for the section all the same. */
function readInner(node: ChildNode, reading: Reading): Content {
  const isItem = 'attrs' in node && node.tagName === 'li';
  if (isItem) noteAnchors(node, reading);
  const inner = readNodes(isItem ? node.childNodes : [node], reading.wish);
  reading.runs.push(...inner.runs);
  reading.anchors.push(...inner.anchors);
  return inner;
}

interface TableRow {
  readonly text: string;
  readonly isHeader: boolean;
}

function readTable(element: Element, reading: Reading): void {
  closeRun(reading);
  const rows: TableRow[] = [];
  collectRows(element, false, reading, rows);
  const body = rows.findIndex((row) => !row.isHeader);
  const headerRows = rows.slice(0, body === -1 ? rows.length : body);
  const header = texts(headerRows).join('\n');
  const bodyRows = texts(rows.slice(headerRows.length));
  if (header !== '' || bodyRows.length > 0) reading.blocks.push({ kind: 'table', header, rows: bodyRows });
}

function texts(rows: readonly TableRow[]): string[] {
  return rows.map((row) => row.text).filter((text) => text !== '');
}

function collectRows(parent: Element, inHead: boolean, reading: Reading, rows: TableRow[]): void {
  for (const child of parent.childNodes) {
    if (!('tagName' in child)) continue;
    if (child.tagName === 'tr') rows.push(readRow(child, inHead, reading));
    else if (child.tagName === 'caption') readBlock(child, reading);
    else collectRows(child, inHead || child.tagName === 'thead', reading, rows);
  }
}

function readRow(row: Element, inHead: boolean, reading: Reading): TableRow {
  const cells = row.childNodes.filter((node): node is Element => 'tagName' in node);
  const words = cells.map((cell) => oneLine(readInner(cell, reading).blocks));
  return {
    text: words.every((word) => word === '') ? '' : words.join(' | ').trim(),
    isHeader: inHead || cells.every((cell) => cell.tagName === 'th'),
  };
}

function attribute(element: Element, name: string): string | null {
  return element.attrs.find((attr) => attr.name === name)?.value ?? null;
}
