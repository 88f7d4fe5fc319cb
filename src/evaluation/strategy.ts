import { UsageError } from '../errors.ts';

/** How the policies are cut. Sizes are in characters. */
export type Chunking =
  | { readonly kind: 'section' }
  | { readonly kind: 'paragraph' }
  | { readonly kind: 'fixed'; readonly size: number; readonly overlap: number };

export const RANKINGS = ['citedesk', 'fts5', 'tfidf', 'idf'] as const;
export type RankingName = (typeof RANKINGS)[number];

/** A way to cut the policies and a way to rank the pieces. */
export interface Strategy {
  /** As it was asked for: `section`, `fixed:200+60/tfidf`. */
  readonly name: string;
  readonly chunking: Chunking;
  readonly ranking: RankingName;
}

export const DEFAULT_STRATEGIES = 'section';

const FIXED = /^fixed:(\d{1,6})(?:\+(\d{1,6}))?$/;
const SMALLEST = 20;
const FORMS = 'CHUNKING or CHUNKING/RANKING';
const CHUNKINGS = 'section, paragraph, fixed:SIZE or fixed:SIZE+OVERLAP';

/** Reads a comma-separated list. Throws a UsageError, one sentence, for a strategy that does not exist. */
export function parseStrategies(list: string): Strategy[] {
  const names = list.split(',').map((name) => name.trim());
  return [...new Set(names)].filter((name) => name !== '' || names.length === 1).map(parseStrategy);
}

function parseStrategy(name: string): Strategy {
  const [chunking = '', ranking = 'citedesk', ...rest] = name.split('/');
  if (chunking === '' || rest.length > 0) throw new UsageError(`A strategy is ${FORMS}, not '${name}'.`);
  return { name, chunking: parseChunking(chunking, name), ranking: parseRanking(ranking, name) };
}

function parseChunking(text: string, name: string): Chunking {
  if (text === 'section' || text === 'paragraph') return { kind: text };
  const fixed = FIXED.exec(text);
  if (fixed === null) throw new UsageError(`The chunking of '${name}' must be ${CHUNKINGS}.`);
  const [size, overlap] = [Number(fixed[1]), Number(fixed[2] ?? 0)];
  if (size < SMALLEST || overlap >= size) {
    throw new UsageError(
      `The chunks of '${name}' must have ${SMALLEST} characters or more and overlap by less than their size.`,
    );
  }
  return { kind: 'fixed', size, overlap };
}

function parseRanking(text: string, name: string): RankingName {
  const ranking = RANKINGS.find((known) => known === text);
  if (ranking !== undefined) return ranking;
  throw new UsageError(`The ranking of '${name}' must be ${RANKINGS.join(', ')}.`);
}
