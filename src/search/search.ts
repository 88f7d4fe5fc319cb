import type { IndexedPassage } from '../domain/policy-index.ts';
import type { Hit, QueryTerm, SearchResult } from '../domain/search.ts';
import { formatPath, type Passage, type SectionId } from '../domain/section.ts';
import { CONFIDENCE_THRESHOLD, confidenceOf } from './confidence.ts';
import type { PassageIndex } from './passage-index.ts';
import { buildQuery } from './query.ts';
import { type ScoredPassage, scorePassage } from './score.ts';

/** How many passages are scored; FTS5 picks them. */
const CANDIDATES = 200;
const MOST_HITS = 10;
/** Below this share of the best score a hit is not sent. */
const LEAST_SHARE = 0.4;

export interface SearchOptions {
  /** Sections given to the answerer at most; Infinity for the whole policy. */
  readonly sendSections: number;
  /** Hits listed at most; ten unless given. */
  readonly limit?: number;
}

/** What is sent, in the order it was chosen, each with the section that named it, if that is why. */
type Sent = Map<ScoredPassage, SectionId | null>;

/**
 * Finds the passages that may answer a question: FTS5 picks candidates by any content word, they are scored here,
 * and the best are marked as sent, together with the sections that these name. Never throws for any question text;
 * a question without a word has no hits.
 */
export function searchSections(index: PassageIndex, question: string, options: SearchOptions): SearchResult {
  const statistics = index.statistics();
  const query = buildQuery(question, statistics.passages, (terms) => index.documentFrequencies(terms));
  const { terms } = query;
  const score = (indexed: IndexedPassage) => scorePassage(terms, indexed, statistics);

  const ranked = index
    .candidates(termsToAsk(terms), CANDIDATES)
    .map(score)
    .sort((a, b) => b.score - a.score);
  const sent =
    options.sendSections === Number.POSITIVE_INFINITY
      ? sendAll(ranked, () => index.allPassages().map(score))
      : chooseSent(ranked, options.sendSections, (id) => index.passagesOf([id]).map(score)[0]);

  return {
    query,
    hits: toHits(ranked.slice(0, options.limit ?? MOST_HITS), sent, index),
    confidence: confidenceOf(terms, ranked),
    threshold: CONFIDENCE_THRESHOLD,
    documentChars: statistics.documentChars,
  };
}

/** Content words bring candidates; stop words only where the question has nothing else ("who's who?"). */
function termsToAsk(terms: readonly QueryTerm[]): string[] {
  const isBare = terms.every((term) => term.stop);
  return terms.filter((term) => term.known && (isBare || !term.stop)).map((term) => term.term);
}

/**
 * Down the ranking while hits keep a share of the best score, each followed by the sections it names: these hold
 * the rest of its answer, whether or not they share a word with the question.
 */
function chooseSent(
  ranked: readonly ScoredPassage[],
  most: number,
  findNamed: (id: SectionId) => ScoredPassage | undefined,
): Sent {
  const sent: Sent = new Map();
  const least = (ranked[0]?.score ?? 0) * LEAST_SHARE;
  for (const hit of ranked) {
    if (hit.score < least || (sent.size >= most && !sent.has(hit))) break;
    sent.set(hit, null);
    for (const reference of hit.indexed.references) {
      if (sent.size >= most || isSent(sent, reference)) continue;
      const named = ranked.find((other) => sectionOf(other) === reference) ?? findNamed(reference);
      if (named !== undefined) sent.set(named, sectionOf(hit));
    }
  }
  return sent;
}

function sendAll(ranked: readonly ScoredPassage[], findAll: () => readonly ScoredPassage[]): Sent {
  if (ranked.length === 0) return new Map();
  const isRanked = new Set(ranked.map((hit) => hit.indexed.passage.hash));
  const rest = findAll().filter((hit) => !isRanked.has(hit.indexed.passage.hash));
  return new Map([...ranked, ...rest].map((hit) => [hit, null]));
}

function toHits(listed: readonly ScoredPassage[], sent: Sent, index: PassageIndex): Hit[] {
  const appended = [...sent.keys()].filter((hit) => !listed.includes(hit));
  return [...listed, ...appended].map((hit, position) => ({
    rank: position + 1,
    score: hit.score,
    passage: hit.indexed.passage,
    name: nameOf(hit.indexed.passage, index),
    matched: hit.matched,
    sent: sent.has(hit),
    namedBy: sent.get(hit) ?? null,
  }));
}

function nameOf(passage: Passage, index: PassageIndex): string {
  return index.isAmbiguous(passage.title) ? formatPath(passage.path) : passage.title;
}

function isSent(sent: Sent, section: SectionId): boolean {
  return [...sent.keys()].some((hit) => sectionOf(hit) === section);
}

function sectionOf(hit: ScoredPassage): SectionId {
  return hit.indexed.passage.sectionId;
}
