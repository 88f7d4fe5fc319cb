import type { Candidate, IndexStatistics, Postings } from '../domain/policy-index.ts';
import { formatPath } from '../domain/section.ts';
import type { PassageIndex } from './passage-index.ts';
import type { PassageTerms } from './score.ts';
import { createWordKnowledge, type WordKnowledge } from './word-knowledge.ts';

/** What is kept of one generation of an index, so that a question reads only what no question before it has. */
export interface IndexMemory {
  readonly generation: number;
  readonly words: WordKnowledge;
  /** In how many passages each term stands; a term that stands nowhere is absent. */
  documentFrequencies(terms: readonly string[]): ReadonlyMap<string, number>;
  /** A term's number in `PassageTerms`; none for a term that stands nowhere. */
  numberOf(term: string): number | undefined;
  postings(term: string): Postings;
  passage(id: number): PassageTerms;
  /** How many sections bear each path under a title; undefined for a title that one section alone bears. */
  sharing(title: string): ReadonlyMap<string, number> | undefined;
}

/** Terms of passages, 4 bytes each: 40,000 sections of a hundred words. */
const MOST_TERMS = 4_000_000;
/** Passages under terms, 12 bytes each. */
const MOST_POSTINGS = 1_000_000;
/** Terms of so many passages have their postings read beforehand; of more than a third it is a stop word. */
const COMMON = 500;
const COMMONEST_SHARE = 1 / 3;
/** Of a term that FTS5 does not know, because its tokenizer cuts it: nobody can ask for it. */
const NO_NUMBER = 0;

const memories = new WeakMap<PassageIndex, IndexMemory>();

/**
 * Begun anew with each generation of the index, whichever process switched to it: words, passages and the postings of
 * common terms at once, so that no customer waits for them, rarer postings as they are asked for.
 */
export function memoryOf(index: PassageIndex, statistics: IndexStatistics): IndexMemory {
  const known = memories.get(index);
  if (known?.generation === statistics.generation) return known;
  const fresh = createMemory(index, statistics);
  memories.set(index, fresh);
  return fresh;
}

function createMemory(index: PassageIndex, statistics: IndexStatistics): IndexMemory {
  const vocabulary = index.vocabulary();
  const numbers = new Map(vocabulary.map(({ term }, at) => [term, at + 1]));
  const shared = countPaths(index);
  const passages = keep((id: number) => numberTerms(index.candidate(id), numbers), sizeOf, MOST_TERMS);
  for (let id = 1; id <= statistics.passages && passages.hasRoom(); id += 1) passages.get(id);
  const postings = keep(
    (term: string) => index.postings(term),
    ({ ids }) => ids.length,
    MOST_POSTINGS,
  );
  for (const { term, documents } of vocabulary) {
    const isCommon = documents >= COMMON && documents <= statistics.passages * COMMONEST_SHARE;
    if (isCommon && postings.hasRoom()) postings.get(term);
  }
  return {
    generation: statistics.generation,
    words: createWordKnowledge(statistics, vocabulary, index),
    documentFrequencies: (terms) => {
      const found = new Map<string, number>();
      for (const term of terms) {
        const entry = vocabulary[(numbers.get(term) ?? NO_NUMBER) - 1];
        if (entry !== undefined) found.set(term, entry.documents);
      }
      return found;
    },
    numberOf: (term) => numbers.get(term),
    postings: postings.get,
    passage: passages.get,
    sharing: (title) => shared.get(title),
  };
}

interface Kept<Key, Value> {
  get(key: Key): Value;
  hasRoom(): boolean;
}

/** Reads everything once; where it grows too large together, the oldest goes. */
function keep<Key, Value>(
  read: (key: Key) => Value,
  sizeOf: (value: Value) => number,
  most: number,
): Kept<Key, Value> {
  const values = new Map<Key, Value>();
  let size = 0;
  return {
    get(key) {
      const known = values.get(key);
      if (known !== undefined) return known;
      const value = read(key);
      size += sizeOf(value);
      for (const [oldest, dropped] of values) {
        if (size <= most) break;
        values.delete(oldest);
        size -= sizeOf(dropped);
      }
      values.set(key, value);
      return value;
    },
    hasRoom: () => size < most,
  };
}

function numberTerms(candidate: Candidate, numbers: ReadonlyMap<string, number>): PassageTerms {
  const { id, sectionId, references, titleTerms, bodyTerms, exactTerms } = candidate;
  const toNumbers = (terms: string) =>
    new Uint32Array(terms === '' ? [] : terms.split(' ').map((term) => numbers.get(term) ?? NO_NUMBER));
  return {
    ...{ id, sectionId, references },
    title: toNumbers(titleTerms),
    body: toNumbers(bodyTerms),
    exact: toNumbers(exactTerms),
  };
}

function countPaths(index: PassageIndex): Map<string, Map<string, number>> {
  const byTitle = new Map<string, Map<string, number>>();
  for (const { title, path } of index.sharingTitles()) {
    const counts = byTitle.get(title) ?? new Map<string, number>();
    const name = formatPath(path);
    byTitle.set(title, counts.set(name, (counts.get(name) ?? 0) + 1));
  }
  return byTitle;
}

function sizeOf({ title, body, exact }: PassageTerms): number {
  return title.length + body.length + exact.length;
}
