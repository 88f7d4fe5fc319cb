import type { Html, Nodes } from 'mdast';
import type { AlsoAskedEdit } from '../domain/repair.ts';
import type { Section } from '../domain/section.ts';
import { alsoAskedComments } from './also-asked.ts';
import { normaliseSource } from './clean.ts';
import { fileKind } from './file-kinds.ts';
import { type Located, parseLocated } from './markdown.ts';
import { parsePolicy, type SectionNodes, sectionNodes } from './parse-policy.ts';
import { insertInSource } from './source-places.ts';

export type TextEdit =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: string };

const MOST_WORDS = 20;
const LONGEST_WORD = 80;
/** Line breaks, control characters and marks that turn the direction of writing. */
const UNWRITABLE = /[\p{Cc}\u2028\u2029\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

/**
 * A policy file's text with words added to what customers also ask of a section: in the section's comment where it
 * has one, else in a new one under its heading. Everything else stays as it is, byte for byte, and what the parser
 * makes of the file too: where that cannot be had, or there is no such section, it says so in one sentence.
 */
export function addAlsoAsked(text: string, file: string, { sectionId, words }: AlsoAskedEdit): TextEdit {
  if (fileKind(file) !== 'markdown') {
    return refuse(
      `${file} is plain text, where only front matter can hold such words: write them there by hand`,
    );
  }
  const wished = tidy(words);
  const fault = faultOf(wished);
  if (fault !== null) return refuse(fault);
  const before = parsePolicy(file, text);
  const section = before.find(({ id }) => id === sectionId);
  if (section === undefined) return refuse(`${file} has no section ${sectionId} any more`);
  const fresh = wished.filter((word) => !holds(section.alsoAsked, word));
  if (fresh.length === 0) return refuse('the section is found by these words already');
  const edited = insert(text, file, section, fresh);
  if (edited === null || !addsOnly(before, parsePolicy(file, edited), section, fresh)) {
    return refuse(`the words cannot be written into ${file} without changing something else: do it by hand`);
  }
  return { ok: true, text: edited };
}

/** One sentence on why nothing was changed. */
export function refuse(reason: string): { readonly ok: false; readonly reason: string } {
  return { ok: false, reason: `The words were not added: ${reason}.` };
}

function tidy(words: readonly string[]): string[] {
  const tidied = words
    .flatMap((word) => word.split(','))
    .map((word) => word.normalize('NFC').replaceAll('\t', ' ').trim().replace(/ {2,}/g, ' '))
    .filter((word) => word !== '');
  return tidied.filter((word, at) => !holds(tidied.slice(0, at), word));
}

function faultOf(words: readonly string[]): string | null {
  if (words.length === 0) return 'write at least one word';
  if (words.length > MOST_WORDS) return `there are more than ${MOST_WORDS} of them`;
  if (words.some((word) => word.length > LONGEST_WORD)) return `one has more than ${LONGEST_WORD} characters`;
  if (words.some((word) => UNWRITABLE.test(word))) return 'one holds a line break or a control character';
  if (words.some((word) => word.includes('--')))
    return 'one holds "--", which may end the comment in the file';
  return null;
}

function holds(words: readonly string[], word: string): boolean {
  return words.some((other) => other.toLowerCase() === word.toLowerCase());
}

function insert(text: string, file: string, { id }: Section, words: readonly string[]): string | null {
  const source = normaliseSource(text);
  const located = parseLocated(source);
  const section = sectionNodes(file, located.tree).find((each) => each.id === id);
  if (section === undefined) return null;
  const list = words.join(', ');
  const comment = findComment(section, source, located);
  if (comment !== null) {
    const insertion = `${comment.needsComma ? ',' : ''} ${list}`;
    return insertInSource(text, source, { offset: comment.offset }, insertion);
  }
  const place = placeOfLine(section, located);
  return place === null ? null : insertInSource(text, source, place, `<!-- also asked: ${list} -->`);
}

/** The first comment that stands in the source as the parser read it; in a quotation or list it may not. */
function findComment(
  { heading, nodes }: SectionNodes,
  source: string,
  { offsetInSource }: Located,
): { offset: number; needsComma: boolean } | null {
  for (const { value, position } of [...(heading === null ? [] : [heading]), ...nodes].flatMap(htmlIn)) {
    const start = offsetInSource(position?.start.offset ?? 0);
    const [comment] = alsoAskedComments(value);
    if (comment === undefined || !source.startsWith(value, start)) continue;
    return { offset: start + comment.end, needsComma: comment.needsComma };
  }
  return null;
}

function htmlIn(node: Nodes): Html[] {
  if ('children' in node) return node.children.flatMap(htmlIn);
  return node.type === 'html' ? [node] : [];
}

/** The line after the heading; before the first line of a section that has none. */
function placeOfLine({ heading, nodes }: SectionNodes, { offsetInSource }: Located) {
  if (heading !== null) {
    const end = heading.position?.end.offset;
    return end === undefined ? null : { lineAfter: offsetInSource(end) };
  }
  const first = nodes.find(({ type }) => type !== 'yaml' && type !== 'toml')?.position?.start.offset;
  return first === undefined ? null : { lineBefore: offsetInSource(first) };
}

/** Whether the words are the only difference. */
function addsOnly(
  before: readonly Section[],
  after: readonly Section[],
  { id, alsoAsked }: Section,
  words: readonly string[],
): boolean {
  const wanted = before.map((section) =>
    section.id === id ? { ...section, alsoAsked: sorted([...alsoAsked, ...words]), hash: '' } : section,
  );
  const found = after.map((section) =>
    section.id === id ? { ...section, alsoAsked: sorted(section.alsoAsked), hash: '' } : section,
  );
  return JSON.stringify(wanted) === JSON.stringify(found);
}

function sorted(words: readonly string[]): string[] {
  return [...words].sort();
}
