import type { Hit, QueryTerm, SearchResult } from '../domain/search.ts';
import { formatPath, type Passage } from '../domain/section.ts';
import { CONFIDENCE_THRESHOLD, confidenceOf, strengthOf } from './confidence.ts';
import type { PassageIndex } from './passage-index.ts';
import { buildQuery } from './query.ts';
import { createScorer, type ScoredPassage } from './score.ts';
import { chooseSent, type Sent, sendAll } from './sent.ts';
import { wordKnowledgeOf } from './word-knowledge.ts';

/** How many passages are scored; FTS5 picks them. With 50 or 200 recall@3 was the same on every public set. */
const CANDIDATES = 60;
const MOST_HITS = 10;
/** Passages that the terms asked for should bring between them, and the fewest terms asked for. */
const ENOUGH_PASSAGES = 2000;
const LEAST_ASKED = 2;
/** Terms that FTS5 is asked for; synonyms make many. */
const MOST_ASKED = 96;

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
  const { query, ranked, score, statistics } = rankPassages(index, question, options.lastTurn);
  const sent =
    options.sendSections === Number.POSITIVE_INFINITY
      ? sendAll(ranked, () => index.allCandidates().map(score))
      : chooseSent({
          question,
          terms: query.terms,
          ranked,
          most: options.sendSections,
          referencesOf: (hit) => index.passage(hit.candidate.id).references,
          findNamed: (id) => index.candidatesOf(id).map(score)[0],
        });
  return {
    query,
    hits: toHits(ranked.slice(0, options.limit ?? MOST_HITS), sent, index),
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
  const knowledge = wordKnowledgeOf(index, statistics);
  const { query, frequencies } = buildQuery(question, statistics.passages, index, knowledge, lastTurn);
  const score = createScorer(query.terms, statistics);
  const ranked = index
    .candidates(rarest(termsToAsk(query.terms), frequencies), CANDIDATES)
    .map(score)
    .filter((hit) => hit.score > 0)
    .sort((a, b) => b.score - a.score);
  return { query, ranked, score, statistics };
}

/** Content words bring candidates; stop words only where the question has nothing else ("who's who?"). */
function termsToAsk(terms: readonly QueryTerm[]): string[] {
  const isBare = terms.every((term) => term.stop);
  const asked = terms
    .filter((term) => isBare || !term.stop)
    .flatMap((term) => term.forms.flatMap((form) => form.terms));
  return [...new Set(asked)].slice(0, MOST_ASKED);
}

/**
 * FTS5 weighs every passage that holds any of the terms, so in a large index a common word costs most and tells
 * least. The rarest are asked, until they bring enough passages between them; in a small index that is all of them.
 */
function rarest(terms: readonly string[], frequencies: ReadonlyMap<string, number>): string[] {
  const frequencyOf = (term: string) => frequencies.get(term) ?? 0;
  const asked: string[] = [];
  let brought = 0;
  for (const term of [...terms].sort((a, b) => frequencyOf(a) - frequencyOf(b))) {
    if (brought >= ENOUGH_PASSAGES && asked.length >= LEAST_ASKED) break;
    asked.push(term);
    brought += frequencyOf(term);
  }
  return asked;
}

function toHits(listed: readonly ScoredPassage[], sent: Sent, index: PassageIndex): Hit[] {
  const appended = [...sent.keys()].filter((hit) => !listed.includes(hit));
  return [...listed, ...appended].map((hit, position) => {
    const { passage } = index.passage(hit.candidate.id);
    return {
      rank: position + 1,
      score: hit.score,
      passage,
      name: nameOf(passage, index),
      matched: hit.matched,
      sent: sent.has(hit),
      namedBy: sent.get(hit)?.namedBy ?? null,
      answers: sent.get(hit)?.answers ?? null,
    };
  });
}

/** The title; where several sections bear it, their path; where that is the same too, the file beside it. */
function nameOf({ title, path, file }: Passage, index: PassageIndex): string {
  const others = index.titled(title);
  if (others.length < 2) return title;
  const name = formatPath(path);
  const twins = others.filter((other) => formatPath(other.path) === name);
  return twins.length < 2 ? name : `${name} (${file})`;
}
