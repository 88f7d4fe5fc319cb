import { createHash } from 'node:crypto';
import type { SearchResult } from '../src/domain/search.ts';
import type { Section, SectionId } from '../src/domain/section.ts';
import { buildIndex } from '../src/indexing/reindex.ts';
import { splitBlocks } from '../src/policies/passages.ts';
import { resolveReferences } from '../src/policies/references.ts';
import { UNKNOWN_LANGUAGE } from '../src/search/detect-language.ts';
import { searchSections } from '../src/search/search.ts';
import { IN_MEMORY, openStore } from '../src/store/store.ts';
import {
  type BenchQuestion,
  type BenchSection,
  HITS,
  type Language,
  type Searcher,
  type System,
} from './system.ts';

/** Our own system: the one place that knows how the product indexes and searches. */
export const citedesk: System = { name: 'citedesk', build: buildCitedesk };

export interface CitedeskSearcher extends Searcher {
  result(question: Pick<BenchQuestion, 'text' | 'history'>): SearchResult;
  /** The sections that would be given to the answerer. */
  sent(question: Pick<BenchQuestion, 'text' | 'history'>): string[];
}

const FILE = 'set.md';
const PASSAGE_LIMIT = 2000;
/** More than are counted, because several passages of one section are one hit here. */
const PASSAGES = 2 * HITS;
const SEND_SECTIONS = 5;

export function buildCitedesk(sections: readonly BenchSection[], _language: Language): CitedeskSearcher {
  const store = openStore(IN_MEMORY);
  buildIndex(store.index, {
    sections: toSections(sections),
    files: [],
    thesaurus: [],
    policiesDir: '',
    builtAt: 1,
  });
  const result: CitedeskSearcher['result'] = ({ text, history }) =>
    searchSections(store.index, text, {
      sendSections: SEND_SECTIONS,
      limit: PASSAGES,
      lastTurn: history.at(-1) ?? '',
    });
  return {
    result,
    search: (question) => sectionIds(result(question).hits).slice(0, HITS),
    sent: (question) => sectionIds(result(question).hits.filter((hit) => hit.sent)),
    close: () => store.close(),
  };
}

function sectionIds(hits: SearchResult['hits']): string[] {
  return [...new Set(hits.map((hit) => hit.passage.sectionId.slice(FILE.length + 1)))];
}

/** As `policies/` would make them of a file whose headings are the titles. */
export function toSections(sections: readonly BenchSection[]): Section[] {
  const named = sections.map(({ id, title, body }) => ({
    id: `${FILE}#${id}` as SectionId,
    file: FILE,
    title,
    path: [title],
    body,
    anchors: [],
    runs: [{ text: body, spans: [] }],
  }));
  const references = resolveReferences(named);
  return named.map(({ id, file, title, path, body }, at) => {
    const texts = splitBlocks([{ kind: 'text', text: body }], PASSAGE_LIMIT);
    return {
      ...{ id, file, title, path },
      hash: hashText(id, body),
      references: references[at] ?? [],
      alsoAsked: [],
      passages: texts.map((text, part) => ({
        ...{ sectionId: id, file, title, path, text, language: UNKNOWN_LANGUAGE },
        part: part + 1,
        parts: texts.length,
        hash: hashText(id, title, text),
      })),
    };
  });
}

function hashText(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}
