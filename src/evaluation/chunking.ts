import { createHash } from 'node:crypto';
import type { Passage, Section, SectionId } from '../domain/section.ts';
import type { PolicyTexts, RawFile } from './policy-texts.ts';
import type { Chunking } from './strategy.ts';
import { normaliseText } from './text-match.ts';

/** A piece of the policies that is found or not found as a whole. */
export interface Chunk {
  readonly id: string;
  /** What is indexed and compared with the evidence: the title in front, where it has one. */
  readonly text: string;
  /** The sections whose text it holds, whole or in part. */
  readonly sections: readonly SectionId[];
}

export interface Chunks {
  readonly chunks: readonly Chunk[];
  /** The same as our index takes them: one passage a chunk, in the same order. */
  readonly sections: readonly Section[];
}

/** Cuts the policies. */
export function cutPolicies(policies: PolicyTexts, chunking: Chunking): Chunks {
  switch (chunking.kind) {
    case 'section':
      return asTheyAre(policies.sections);
    case 'paragraph':
      return ofPieces(policies.sections.flatMap(paragraphsOf));
    case 'fixed':
      return ofPieces(policies.files.flatMap((file) => windowsOf(file, chunking, policies.sections)));
  }
}

/**
 * Windows of `size` characters (code points), each beginning `size - overlap` after the one before; the last is the one
 * that reaches the end, since whatever followed would only repeat its tail.
 */
export function cutWindows(text: string, size: number, overlap: number): string[] {
  const characters = [...text];
  const windows: string[] = [];
  for (let start = 0; start < characters.length; start += size - overlap) {
    windows.push(characters.slice(start, start + size).join(''));
    if (start + size >= characters.length) break;
  }
  return windows.filter((window) => window.trim() !== '');
}

/** The paragraphs, lists and tables of a section, in order, without its title. */
export function paragraphTexts(section: Section): string[] {
  return section.passages
    .flatMap(({ text }) => text.split(/\n{2,}/))
    .map((text) => text.trim())
    .filter((text) => text !== '');
}

function asTheyAre(sections: readonly Section[]): Chunks {
  const passages = sections.flatMap((section) => section.passages);
  const toChunk = ({ sectionId, part, parts, title, text }: Passage): Chunk => ({
    id: parts === 1 ? sectionId : `${sectionId}~${part}`,
    text: joinTitle(title, text),
    sections: [sectionId],
  });
  return { chunks: passages.map(toChunk), sections };
}

interface Piece extends Pick<Section, 'file' | 'title' | 'path' | 'alsoAsked'> {
  readonly text: string;
  readonly language: string;
  readonly sections: readonly SectionId[];
}

function paragraphsOf(section: Section): Piece[] {
  const { id, file, title, path, alsoAsked } = section;
  const language = languageOf(section);
  return paragraphTexts(section).map((text) => ({
    file,
    title,
    path,
    alsoAsked,
    text,
    language,
    sections: [id],
  }));
}

function windowsOf(
  { file, text }: RawFile,
  { size, overlap }: Extract<Chunking, { kind: 'fixed' }>,
  all: readonly Section[],
): Piece[] {
  const sections = all.filter((section) => section.file === file);
  const sentences = sections.map((section) => ({ id: section.id, sentences: sentencesOf(section) }));
  const language = sections[0] === undefined ? 'und' : languageOf(sections[0]);
  return cutWindows(text, size, overlap).map((window) => {
    const normal = normaliseText(window);
    const held = sentences.filter((one) => one.sentences.some((sentence) => normal.includes(sentence)));
    return {
      file,
      title: '',
      path: [],
      alsoAsked: [],
      text: window,
      language,
      sections: held.map(({ id }) => id),
    };
  });
}

/** A window is taken to be of a section where it holds at least one of its sentences whole. */
function sentencesOf(section: Section): string[] {
  return paragraphTexts(section)
    .flatMap((text) => text.split(/\n|(?<=[.!?。！？])\s*(?=\S)/u))
    .map(normaliseText)
    .filter((sentence) => sentence.length > 2);
}

function ofPieces(pieces: readonly Piece[]): Chunks {
  const numbers = new Map<string, number>();
  const sections = pieces.map((piece) => {
    const number = (numbers.get(piece.file) ?? 0) + 1;
    numbers.set(piece.file, number);
    return toSection(piece, `${piece.file}#chunk-${number}` as SectionId);
  });
  const chunks = pieces.map(({ title, text, sections: held }, at) => ({
    id: sections[at]?.id ?? '',
    text: joinTitle(title, text),
    sections: held,
  }));
  return { chunks, sections };
}

function toSection({ file, title, path, alsoAsked, text, language }: Piece, id: SectionId): Section {
  const hash = createHash('sha256')
    .update(JSON.stringify([id, path, text]))
    .digest('hex')
    .slice(0, 32);
  const passage: Passage = { sectionId: id, file, title, path, part: 1, parts: 1, language, text, hash };
  return { id, file, title, path, passages: [passage], alsoAsked, references: [], hash };
}

function languageOf(section: Section): string {
  return section.passages[0]?.language ?? 'und';
}

function joinTitle(title: string, text: string): string {
  return title === '' ? text : `${title}\n${text}`;
}
