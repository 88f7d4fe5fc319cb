import type { SearchResult } from '../../domain/search.ts';
import type { IndexStore } from '../../indexing/index-store.ts';
import { buildIndex as indexSections } from '../../indexing/reindex.ts';
import type { PassageIndex } from '../../search/passage-index.ts';
import { searchSections } from '../../search/search.ts';
import type { Chunks } from '../chunking.ts';
import type { Ranker } from './ranking.ts';

/** An index for one strategy, thrown away after it. */
export interface ThrowAwayIndex {
  readonly index: IndexStore & PassageIndex;
  close(): void;
}

/** Opens an empty one; the program's composition knows where indexes come from. */
export type OpenIndex = () => ThrowAwayIndex;

export interface CitedeskOptions {
  readonly openIndex: OpenIndex;
  readonly thesaurus: readonly string[];
  /** The threshold that customers' questions meet, where one was chosen; null for the search's own. */
  readonly threshold: number | null;
  /** Sections given to the answerer at most. */
  readonly sendSections: number;
}

/** As deep as ranks are told apart; what lies deeper was not found. */
const DEEPEST = 200;

/** Builds an index of these chunks just as re-indexing does. */
export function buildIndex(
  { sections }: Pick<Chunks, 'sections'>,
  { openIndex, thesaurus, threshold }: CitedeskOptions,
): ThrowAwayIndex {
  const opened = openIndex();
  indexSections(opened.index, { sections, files: [], thesaurus, policiesDir: '', builtAt: 1 });
  if (threshold !== null) opened.index.chooseThreshold(threshold);
  return opened;
}

/** Our own search over these chunks. Sections that it appends because others name them count as sent, not as ranked. */
export function rankByCitedesk(chunks: Chunks, options: CitedeskOptions): Ranker {
  const { index, close } = buildIndex(chunks, options);
  const { sendSections } = options;
  return {
    threshold: searchSections(index, '', { sendSections }).threshold,
    rank({ question, history }) {
      const lastTurn = history.at(-1);
      const search = { sendSections, limit: DEEPEST, ...(lastTurn === undefined ? {} : { lastTurn }) };
      const result = searchSections(index, question, search);
      const ranked = result.hits.filter((hit) => isRanked(hit, result));
      return {
        ids: ranked.map(idOf),
        confidence: ranked.length === 0 ? 0 : result.confidence,
        sent: result.hits.filter((hit) => hit.sent).map(idOf),
      };
    },
    close,
  };
}

type Hit = SearchResult['hits'][number];

/** An appended section shares no word with the question that could have brought it. */
function isRanked(hit: Hit, { query }: SearchResult): boolean {
  if (hit.namedBy === null) return true;
  const isBare = query.terms.every((term) => term.stop);
  const asked = new Set(query.terms.filter((term) => isBare || !term.stop).map((term) => term.term));
  return hit.matched.some((match) => asked.has(match.term));
}

function idOf({ passage: { sectionId, part, parts } }: Hit): string {
  return parts === 1 ? sectionId : `${sectionId}~${part}`;
}
