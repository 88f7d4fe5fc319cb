import type { Hit, SearchResult } from '../domain/search.ts';
import { formatPath, type Passage } from '../domain/section.ts';
import { chooseCandidates } from './candidates.ts';
import { CONFIDENCE_THRESHOLD, confidenceOf, strengthOf } from './confidence.ts';
import { type IndexMemory, memoryOf } from './index-memory.ts';
import type { PassageIndex } from './passage-index.ts';
import { buildQuery } from './query.ts';
import { createScorer, type ScoredPassage } from './score.ts';
import { chooseSent, type Sent, sendAll } from './sent.ts';

const MOST_HITS = 10;

export interface SearchOptions {
  /** Sections given to the answerer at most; Infinity for the whole policy. */
  readonly sendSections: number;
  /** Hits listed at most; ten unless given. */
  readonly limit?: number;
  /** The customer's turn before, whose words count too where the question has few of its own. */
  readonly lastTurn?: string;
}

/**
 * Finds the passages that may answer a question: FTS5 picks candidates by any content word, they are scored here,
 * and the best are marked as sent, together with the sections that these name. Never throws for any question text;
 * a question without a word has no hits.
 */
export function searchSections(index: PassageIndex, question: string, options: SearchOptions): SearchResult {
  return index.read(() => search(index, question, options));
}

function search(index: PassageIndex, question: string, options: SearchOptions): SearchResult {
  const { query, ranked, score, statistics, memory } = rankPassages(index, question, options.lastTurn);
  const sent =
    options.sendSections === Number.POSITIVE_INFINITY
      ? sendAll(ranked, () => index.allCandidates().map(({ id }) => score(memory.passage(id))))
      : chooseSent({
          question,
          terms: query.terms,
          ranked,
          most: options.sendSections,
          referencesOf: (hit) => hit.candidate.references,
          findNamed: (id) => {
            const first = index.firstPassage(id);
            return first === undefined ? undefined : score(memory.passage(first));
          },
        });
  return {
    query,
    hits: toHits(ranked.slice(0, options.limit ?? MOST_HITS), sent, index, memory),
    confidence: confidenceOf(query.terms, ranked, statistics.chanceScore),
    threshold: statistics.threshold ?? CONFIDENCE_THRESHOLD,
    documentChars: statistics.documentChars,
  };
}

/** How strong a match for a question is, in this index's own measure; see `confidenceOf`. */
export function matchStrength(index: PassageIndex, question: string): number {
  const { query, ranked } = rankPassages(index, question);
  return strengthOf(query.terms, ranked);
}

function rankPassages(index: PassageIndex, question: string, lastTurn = '') {
  const statistics = index.statistics();
  const memory = memoryOf(index, statistics);
  const { query, frequencies } = buildQuery(question, statistics.passages, memory, memory.words, lastTurn);
  const score = createScorer(query.terms, statistics, memory);
  const ranked = chooseCandidates(query.terms, frequencies, statistics.passages, memory)
    .map((id) => score(memory.passage(id)))
    .filter((hit) => hit.score > 0)
    .sort((a, b) => b.score - a.score);
  return { query, ranked, score, statistics, memory };
}

function toHits(
  listed: readonly ScoredPassage[],
  sent: Sent,
  index: PassageIndex,
  memory: IndexMemory,
): Hit[] {
  const appended = [...sent.keys()].filter((hit) => !listed.includes(hit));
  return [...listed, ...appended].map((hit, position) => {
    const { passage } = index.passage(hit.candidate.id);
    return {
      rank: position + 1,
      score: hit.score,
      passage,
      name: nameOf(passage, memory),
      matched: hit.matched,
      sent: sent.has(hit),
      namedBy: sent.get(hit)?.namedBy ?? null,
      answers: sent.get(hit)?.answers ?? null,
      search: 0,
    };
  });
}

/** The title; where several sections bear it, their path; where that is the same too, the file beside it. */
function nameOf({ title, path, file }: Passage, memory: IndexMemory): string {
  const paths = memory.sharing(title);
  if (paths === undefined) return title;
  const name = formatPath(path);
  return (paths.get(name) ?? 0) < 2 ? name : `${name} (${file})`;
}
