import type { Heading, Nodes, Root, RootContent } from 'mdast';
import type { Section, SectionId } from '../domain/section.ts';
import { PolicyError } from '../errors.ts';
import { alsoAskedComments } from './also-asked.ts';
import { type Block, readContent, readTitle } from './blocks.ts';
import { cleanText, normaliseSource } from './clean.ts';
import { fileKind, titleFromFile } from './file-kinds.ts';
import { type FrontMatter, NO_FRONT_MATTER } from './front-matter.ts';
import { collectLabels, headingHtml, type Labels, sectionHtml } from './html.ts';
import { assignIds } from './ids.ts';
import type { Run } from './inline-run.ts';
import { frontMatterOf, parseMarkdown } from './markdown.ts';
import { hashText, toPassages } from './passages.ts';
import { readPlainText } from './plain-text.ts';
import { resolveReferences } from './references.ts';

/** A section before it has an id: its file must be known whole for that. */
interface Draft {
  readonly title: string;
  readonly path: readonly string[];
  readonly blocks: readonly Block[];
  readonly runs: readonly Run[];
  readonly anchors: readonly string[];
  readonly alsoAsked: readonly string[];
}

/** A file's sections before they know those of other files. */
export interface PolicyDocument {
  readonly file: string;
  /** As its front matter says; null where it does not. */
  readonly language: string | null;
  /** What its author should mend, though it can be read. */
  readonly faults: readonly string[];
  readonly drafts: readonly Draft[];
}

export type DocumentReading =
  | { readonly ok: true; readonly document: PolicyDocument }
  | { readonly ok: false; readonly reason: string };

/**
 * The sections of one policy file, with references among them.
 *
 * A heading of any level and style opens a section if it stands at the top level of the file; one inside a quotation
 * or a list is part of that block's text. A heading without words of its own opens none, as nobody could name it.
 * An internal file has no sections. Throws a PolicyError if the front matter cannot be read.
 */
export function parsePolicy(file: string, source: string): Section[] {
  const reading = readDocument(file, source);
  if (reading.ok) return assembleSections([reading.document]);
  if (reading.reason === INTERNAL) return [];
  throw new PolicyError(`The policy file ${file} cannot be read: ${reading.reason}.`);
}

const INTERNAL = 'marked audience: internal';
/** Until somebody looks at the text. */
const UNDETERMINED = 'und';

/** Reads a file by its extension: Markdown, or plain text without any markup. */
export function readDocument(file: string, source: string): DocumentReading {
  const text = normaliseSource(source);
  return fileKind(file) === 'text' ? readTextDocument(file, text) : readMarkdownDocument(file, text);
}

/** Gives ids and passages, and resolves references within all the documents together. */
export function assembleSections(documents: readonly PolicyDocument[]): Section[] {
  const named = documents.flatMap(({ file, language, drafts }) => {
    const ids = assignIds(
      file,
      drafts.map((draft) => draft.path),
    );
    return drafts.flatMap((draft, at) => {
      const id = ids[at];
      return id === undefined ? [] : [{ id, file, language: language ?? UNDETERMINED, ...draft }];
    });
  });
  const references = resolveReferences(named);
  return named.map((draft, at) => {
    const { id, file, title, path, alsoAsked } = draft;
    const { passages, hash: textHash } = toPassages(draft, draft.blocks);
    const hash = alsoAsked.length === 0 ? textHash : hashText(alsoAsked, textHash);
    return { id, file, title, path, passages, hash, alsoAsked, references: references[at] ?? [] };
  });
}

function readMarkdownDocument(file: string, source: string): DocumentReading {
  const tree = parseMarkdown(source);
  const front = frontMatterOf(tree);
  if (!front.ok) return front;
  if (front.value.internal) return { ok: false, reason: INTERNAL };
  const { language, alsoAsked } = front.value;
  const drafts = draftSections(tree, documentTitle(file, front.value)).map(({ draft }) => ({
    ...draft,
    alsoAsked: [...alsoAsked, ...draft.alsoAsked],
  }));
  return { ok: true, document: { file, language, faults: faultsOf(front.value), drafts } };
}

/** A section of a Markdown file with the nodes that it was read from. */
export interface SectionNodes extends Pick<Part, 'heading' | 'nodes'> {
  readonly id: SectionId;
}

/** The sections of a Markdown file's tree; none where its front matter forbids to show them or cannot be read. */
export function sectionNodes(file: string, tree: Root): SectionNodes[] {
  const front = frontMatterOf(tree);
  if (!front.ok || front.value.internal) return [];
  const sections = draftSections(tree, documentTitle(file, front.value));
  const ids = assignIds(
    file,
    sections.map(({ draft }) => draft.path),
  );
  return sections.flatMap(({ part: { heading, nodes } }, at) => {
    const id = ids[at];
    return id === undefined ? [] : [{ id, heading, nodes }];
  });
}

/** Front matter is looked for in plain text too: a file that says it is internal must stay so. */
function readTextDocument(file: string, source: string): DocumentReading {
  const tree = /^(---|\+\+\+)/.test(source) ? parseMarkdown(source) : null;
  const front = tree === null ? null : frontMatterOf(tree);
  if (front?.ok === false) return front;
  if (front?.value.internal) return { ok: false, reason: INTERNAL };
  const first = tree?.children[0];
  const isFront = first?.type === 'yaml' || first?.type === 'toml';
  const body = readPlainText(isFront ? source.slice(first.position?.end.offset ?? 0) : source);
  const title = front === null ? titleFromFile(file) : documentTitle(file, front.value);
  const drafts =
    body.blocks.length === 0
      ? []
      : [{ title, path: [title], ...body, anchors: [], alsoAsked: front?.value.alsoAsked ?? [] }];
  const { language, ...rest } = front?.value ?? NO_FRONT_MATTER;
  return { ok: true, document: { file, language, faults: faultsOf(rest), drafts } };
}

/** Of what stands where a code should. */
const MOST_SHOWN = 20;

function faultsOf({ unknownLanguage }: Pick<FrontMatter, 'unknownLanguage'>): string[] {
  if (unknownLanguage === null) return [];
  return [
    `lang: ${[...unknownLanguage].slice(0, MOST_SHOWN).join('')} is no language code, so its language is told from its text; write a code like en or vi, or remove the line`,
  ];
}

function documentTitle(file: string, front: FrontMatter): string {
  const title = cleanText(front.title ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  return title || titleFromFile(file);
}

interface Part {
  readonly heading: Heading | null;
  readonly title: string;
  readonly path: readonly string[];
  readonly nodes: RootContent[];
}

function draftSections(tree: Root, title: string): { part: Part; draft: Draft }[] {
  const labels = collectLabels(tree);
  return splitAtHeadings(tree, title, labels).flatMap((part) => {
    const draft = draftPart(part, labels);
    return draft === null ? [] : [{ part, draft }];
  });
}

/** The text before the first heading belongs to the document's own title, which is above no other. */
function splitAtHeadings(tree: Root, documentTitle: string, labels: Labels): Part[] {
  let part: Part = { heading: null, title: documentTitle, path: [documentTitle], nodes: [] };
  const parts = [part];
  const open: { depth: number; title: string }[] = [];
  for (const node of tree.children) {
    const title = node.type === 'heading' ? plainTitle(headingHtml(node, labels)) : '';
    if (node.type !== 'heading' || title === '') {
      part.nodes.push(node);
      continue;
    }
    while ((open.at(-1)?.depth ?? 0) >= node.depth) open.pop();
    open.push({ depth: node.depth, title });
    part = { heading: node, title, path: open.map((above) => above.title), nodes: [] };
    parts.push(part);
  }
  return parts;
}

function draftPart({ heading, title, path, nodes }: Part, labels: Labels): Draft | null {
  const { blocks, runs, anchors } = readContent(sectionHtml(nodes, heading, labels));
  const alsoAsked = [...(heading === null ? [] : [heading]), ...nodes].flatMap(wordsInComments);
  if (heading === null) return blocks.length === 0 ? null : { title, path, blocks, runs, anchors, alsoAsked };
  return { title, path, blocks, runs, anchors: [...headingAnchors(heading, labels), ...anchors], alsoAsked };
}

function wordsInComments(node: Nodes): string[] {
  if ('children' in node) return node.children.flatMap(wordsInComments);
  return node.type === 'html' ? alsoAskedComments(node.value).flatMap(({ words }) => words) : [];
}

/** kramdown, Hugo and Pandoc write attributes behind a title: `{#fees}`, `{.wide #fees}`, `{key=value}`. */
const ATTRIBUTES = /\s*\{\s*(?=[#.:]|[\w-]+=)([^{}]*)\}\s*$/;

function plainTitle(html: string): string {
  const title = readTitle(html);
  return title.replace(ATTRIBUTES, '').trim();
}

function headingAnchors(heading: Heading, labels: Labels): string[] {
  const html = headingHtml(heading, labels);
  const attributes = ATTRIBUTES.exec(readTitle(html))?.[1] ?? '';
  const ids = [...attributes.matchAll(/#([^\s#}]+)/g)].flatMap(([, id]) => (id === undefined ? [] : [id]));
  return [...ids, ...readContent(html).anchors];
}
