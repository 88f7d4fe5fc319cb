import type { Section, SectionId } from '../domain/section.ts';
import { type Chunk, paragraphTexts } from './chunking.ts';
import type { GoldenQuestion } from './golden.ts';
import { foldEvidence } from './text-match.ts';

/** One of the things that an answer rests on: a quote that a chunk holds whole, or any chunk of a section. */
export type Need =
  | { readonly kind: 'quote'; readonly text: string }
  | { readonly kind: 'section'; readonly ids: readonly SectionId[] };

/** What a question needs, or what of it the policies no longer hold. */
export type Needs =
  | { readonly kind: 'needs'; readonly needs: readonly Need[] }
  | { readonly kind: 'stale'; readonly missing: readonly string[] };

/** A section with the text in which evidence is looked for: whole, however many passages it has. */
interface ReadSection {
  readonly section: Section;
  readonly text: string;
}

/** Reads what questions need against the policies as they are now. Evidence counts; sections only where there is none. */
export function createNeedsReader(sections: readonly Section[]): (question: GoldenQuestion) => Needs {
  const read = sections.map((section) => ({ section, text: wholeText(section) }));
  return ({ evidence, sections: names }) => {
    const found =
      evidence.length > 0
        ? evidence.map((quote) => ({ name: quote, need: quoteNeed(quote, read) }))
        : names.map((name) => ({ name, need: sectionNeed(name, read) }));
    const missing = found.filter(({ need }) => need === null).map(({ name }) => name);
    if (missing.length > 0) return { kind: 'stale', missing };
    return { kind: 'needs', needs: found.flatMap(({ need }) => (need === null ? [] : [need])) };
  };
}

/** Whether a chunk meets a need, for many chunks: their texts are brought to one form once. */
export function createHolder(chunks: readonly Chunk[]): (need: Need) => Set<string> {
  const read = chunks.map(({ id, text, sections }) => ({ id, sections, text: foldEvidence(text) }));
  return (need) => {
    const holders = read.filter((chunk) =>
      need.kind === 'quote'
        ? chunk.text.includes(need.text)
        : chunk.sections.some((id) => need.ids.includes(id)),
    );
    return new Set(holders.map(({ id }) => id));
  };
}

function quoteNeed(quote: string, sections: readonly ReadSection[]): Need | null {
  const text = foldEvidence(quote);
  const isThere = text !== '' && sections.some((section) => section.text.includes(text));
  return isThere ? { kind: 'quote', text } : null;
}

const PARAGRAPH = /^(.+)-(\d{1,3})$/;

/** By id, bare slug or title; `returns-2`, where nothing bears that name, is the second paragraph of `returns`. */
function sectionNeed(name: string, sections: readonly ReadSection[]): Need | null {
  const named = sectionsNamed(name, sections);
  if (named.length > 0) return { kind: 'section', ids: named.map(({ id }) => id) };
  const [, base = '', number] = PARAGRAPH.exec(name) ?? [];
  const paragraphs = sectionsNamed(base, sections).map(
    (section) => paragraphTexts(section)[Number(number) - 1],
  );
  const text = foldEvidence(paragraphs.find((paragraph) => paragraph !== undefined) ?? '');
  return text === '' ? null : { kind: 'quote', text };
}

function sectionsNamed(name: string, sections: readonly ReadSection[]): Section[] {
  const all = sections.map(({ section }) => section);
  const byId = all.filter(({ id }) => id === name);
  if (byId.length > 0) return byId;
  const slug = name.replace(/^#/, '');
  const bySlug = all.filter(({ id }) => id.slice(id.indexOf('#') + 1) === slug);
  if (bySlug.length > 0) return bySlug;
  const title = foldEvidence(name);
  return all.filter((section) => foldEvidence(section.title) === title);
}

function wholeText({ title, passages }: Section): string {
  return foldEvidence([title, ...passages.map(({ text }) => text)].join('\n'));
}
