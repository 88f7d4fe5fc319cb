import { posix } from 'node:path';
import type { SectionId } from '../domain/section.ts';
import { TEMPLATE_MARK } from './clean.ts';
import { fileKind } from './file-kinds.ts';
import { slugify } from './ids.ts';
import type { Run, Span } from './inline-run.ts';

/** What references need to know of a section: its names, and the text that may name others. */
export interface Referable {
  readonly id: SectionId;
  readonly file: string;
  readonly title: string;
  readonly path: readonly string[];
  /** Anchors its author gave it: `{#fees}`, `<a id="fees">`. */
  readonly anchors: readonly string[];
  readonly runs: readonly Run[];
}

interface Index {
  readonly byFile: ReadonlyMap<string, readonly Referable[]>;
  readonly byAnchor: ReadonlyMap<string, Referable>;
  readonly byTitle: ReadonlyMap<string, readonly Referable[]>;
  /**
   * Titles by their first two words, or their only one, and where in the title the first stands; longest first. By
   * two, because in a large policy hundreds of titles begin with the same word.
   */
  readonly byWords: ReadonlyMap<string, readonly { readonly title: string; readonly offset: number }[]>;
}

interface Mention {
  readonly start: number;
  readonly end: number;
  readonly section: Referable;
}

const WORD = /[\p{L}\p{M}\p{N}_]+/gu;
const IS_WORD_CHARACTER = /[\p{L}\p{M}\p{N}_]/u;
/** Of one letter, as in "A", a title would be named by every other sentence. */
const SHORTEST_TITLE = 2;
const QUOTES = new Map([
  ['"', '"'],
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
  ['‹', '›'],
  ['‘', '’'],
  ["'", "'"],
  ['「', '」'],
  ['『', '』'],
  ['《', '》'],
]);

/**
 * The sections that each section names, in the order it names them, itself and repetitions left out.
 *
 * A section names another by a link to its anchor or its file, or by its exact title: emphasised or quoted as a
 * whole; in running text if the title has several words, or has one with a capital that no sentence start explains.
 * So "as described in the Refunds section" refers to *Refunds*, "the shop refunds" and "Refunds take …" do not. A
 * wrong reference costs a section too many in the prompt, a missed one an answer: German nouns may well be taken
 * for titles.
 */
export function resolveReferences(sections: readonly Referable[]): SectionId[][] {
  const index = buildIndex(sections);
  return sections.map((section) => {
    const named = section.runs.flatMap((run) => findMentions(run, section, index));
    const ids = named.map((mention) => mention.section.id).filter((id) => id !== section.id);
    return [...new Set(ids)];
  });
}

function buildIndex(sections: readonly Referable[]): Index {
  const byFile = groupBy(sections, (section) => section.file);
  const byTitle = groupBy(
    sections.filter((section) => section.title.length >= SHORTEST_TITLE),
    (section) => section.title,
  );
  return { byFile, byTitle, byAnchor: indexAnchors(byFile), byWords: indexWords([...byTitle.keys()]) };
}

/** GitHub numbers the anchors of equal titles, `#fees`, `#fees-1`; an anchor given by the author comes first. */
function indexAnchors(byFile: ReadonlyMap<string, readonly Referable[]>): Map<string, Referable> {
  const anchors = new Map<string, Referable>();
  const add = (section: Referable, anchor: string): void => {
    const key = anchorKey(section.file, anchor);
    if (!anchors.has(key)) anchors.set(key, section);
  };
  for (const sections of byFile.values()) {
    for (const section of sections) for (const anchor of section.anchors) add(section, anchor);
    const seen = new Map<string, number>();
    for (const section of sections) {
      const slug = slugify(section.title);
      const before = seen.get(slug) ?? 0;
      seen.set(slug, before + 1);
      add(section, before === 0 ? slug : `${slug}-${before}`);
    }
    for (const section of sections) add(section, section.id.slice(section.file.length + 1));
  }
  return anchors;
}

function indexWords(titles: readonly string[]): Index['byWords'] {
  const entries = titles.flatMap((title) => {
    const [first, second] = title.matchAll(WORD);
    return first === undefined ? [] : [{ key: wordsKey(first[0], second?.[0]), title, offset: first.index }];
  });
  entries.sort((a, b) => b.title.length - a.title.length);
  return groupBy(entries, (entry) => entry.key);
}

function wordsKey(first: string, second = ''): string {
  return `${first} ${second}`;
}

function findMentions(run: Run, from: Referable, index: Index): Mention[] {
  const links = run.spans.filter((span) => span.href !== null && span.href !== '');
  const linked = links.flatMap((span) => mentionByLink(span, from, index));
  // A link that leads elsewhere says what its words mean: not our section.
  const settled = links.filter(
    (span) => isOutside(span) || linked.some((mention) => mention.start === span.start),
  );
  const named = mentionsByTitle(run, from, index).filter(
    (mention) => !settled.some((span) => span.start <= mention.start && mention.end <= span.end),
  );
  return [...linked, ...named].sort((a, b) => a.start - b.start);
}

function isOutside(span: Span): boolean {
  return /^[a-z][a-z0-9+.-]*:|^\/\//i.test(span.href ?? '');
}

function mentionByLink(span: Span, from: Referable, index: Index): Mention[] {
  const section = isOutside(span) ? undefined : linkTarget(span.href ?? '', from, index);
  return section === undefined ? [] : [{ start: span.start, end: span.end, section }];
}

/** A file without a fitting anchor is its first section: the author meant that file, at least. */
function linkTarget(href: string, from: Referable, index: Index): Referable | undefined {
  if (href.includes(TEMPLATE_MARK)) return undefined;
  const [address = '', anchor = ''] = splitOnce(href, '#').map(decode);
  const path = splitOnce(address, '?')[0] ?? '';
  if (path === '') return anchor === '' ? undefined : index.byAnchor.get(anchorKey(from.file, anchor));
  const file = posix.normalize(
    path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(from.file), path),
  );
  if (fileKind(file) !== 'markdown' && fileKind(file) !== 'text') return undefined;
  return index.byAnchor.get(anchorKey(file, anchor)) ?? index.byFile.get(file)?.[0];
}

function mentionsByTitle(run: Run, from: Referable, index: Index): Mention[] {
  const mentions: Mention[] = [];
  for (const span of run.spans) {
    const title = run.text.slice(span.start, span.end).replace(/[\s.,:;]+$/, '');
    const section = sectionTitled(title, from, index);
    if (section) mentions.push({ start: span.start, end: span.end, section });
  }
  let passed = 0;
  const words = [...run.text.matchAll(WORD)];
  for (const [at, word] of words.entries()) {
    const found =
      titleAt(run.text, word.index, passed, index.byWords.get(wordsKey(word[0], words[at + 1]?.[0])) ?? []) ??
      titleAt(run.text, word.index, passed, index.byWords.get(wordsKey(word[0])) ?? []);
    if (found === null) continue;
    passed = found.end;
    const section = isMeant(run.text, found) ? sectionTitled(found.title, from, index) : undefined;
    if (section) mentions.push({ start: found.start, end: found.end, section });
  }
  return mentions;
}

interface Found {
  readonly start: number;
  readonly end: number;
  readonly title: string;
}

/** The longest title that stands here as whole words: in "Refunds and returns" nobody speaks of *Refunds*. */
function titleAt(
  text: string,
  wordStart: number,
  from: number,
  candidates: readonly { readonly title: string; readonly offset: number }[],
): Found | null {
  for (const { title, offset } of candidates) {
    const start = wordStart - offset;
    const end = start + title.length;
    if (start >= from && text.startsWith(title, start) && isWordEnd(text, end)) return { start, end, title };
  }
  return null;
}

function isWordEnd(text: string, end: number): boolean {
  const next = String.fromCodePoint(text.codePointAt(end) ?? 32);
  return !IS_WORD_CHARACTER.test(next) || !IS_WORD_CHARACTER.test(text.charAt(end - 1));
}

function isMeant(text: string, { start, end, title }: Found): boolean {
  if (QUOTES.get(text.charAt(start - 1)) === text.charAt(end) && end < text.length) return true;
  if (/\s/.test(title)) return true;
  return /^\p{Lu}/u.test(title) && !startsSentence(text, start);
}

/** Also after a colon, a line's end, and through an opening bracket or quotation mark. */
function startsSentence(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 40), start).replace(/[ \t("'“„«‹‘「『《[]+$/, '');
  return before === '' || /[.!?:;…。！？：；\n]["'”»’)]*$/.test(before);
}

/** Of several sections with the title: in the same file rather than elsewhere, then with the most parents in common. */
function sectionTitled(title: string, from: Referable, index: Index): Referable | undefined {
  const all = index.byTitle.get(title) ?? [];
  const near = all.filter((section) => section.file === from.file);
  const [first, ...others] = near.length > 0 ? near : all;
  return others.reduce((best, next) => {
    return best !== undefined && shared(next.path, from.path) <= shared(best.path, from.path) ? best : next;
  }, first);
}

function shared(a: readonly string[], b: readonly string[]): number {
  const differs = a.findIndex((title, at) => title !== b[at]);
  return differs === -1 ? a.length : differs;
}

function anchorKey(file: string, anchor: string): string {
  return `${file}#${anchor.toLowerCase()}`;
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text).normalize('NFC');
  } catch {
    return text;
  }
}

function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
}
