import type { Citation } from '../domain/answer.ts';
import type { Exchange } from '../domain/exchange.ts';
import type { Hit } from '../domain/search.ts';
import type { GroundedSentence } from './grounding.ts';

/** `none`: there is nothing that could be good or bad. */
export type LightLevel = 'good' | 'warn' | 'bad' | 'none';

/** Which of the question's words say something to any policy. */
export interface WordsLight {
  readonly level: LightLevel;
  readonly total: number;
  /** Of the content words, as the customer spelt them. */
  readonly unknown: readonly string[];
}

/** How well the search covered the question, and how narrow its cut was. */
export interface RetrievalLight {
  /** `none` where there was nothing to look for. */
  readonly level: LightLevel;
  /** How many candidates. */
  readonly found: number;
  readonly confidence: number;
  readonly threshold: number;
  /** Null where nothing was found, or where everything found was sent, or nothing. */
  readonly cut: Cut | null;
}

export interface Cut {
  /** The last that was sent by rank, and the first that was not. */
  readonly above: Hit;
  readonly below: Hit;
  /** What the one scored more than the other. */
  readonly gap: number;
}

/** What of the answer stands in the policies. */
export interface GroundingLight {
  readonly level: LightLevel;
  /** Sentences that claim something, and how many of them have a valid citation. */
  readonly sentences: number;
  readonly cited: number;
  readonly figures: number;
  /** As the answer writes them. */
  readonly unsourcedFigures: readonly string[];
  readonly invalid: readonly Citation[];
}

export interface Lights {
  readonly words: WordsLight;
  readonly retrieval: RetrievalLight;
  readonly grounding: GroundingLight;
}

/** What code can tell of an exchange before anyone judges it, given its sentences. It names facts and suggests no verdict. */
export function lightsOf(exchange: Exchange, sentences: readonly GroundedSentence[]): Lights {
  return {
    words: wordsLight(exchange),
    retrieval: retrievalLight(exchange),
    grounding: groundingLight(sentences),
  };
}

/** Words of an earlier turn, which the search took along, are not this question's. */
function wordsLight({ query }: Pick<Exchange, 'query'>): WordsLight {
  const content = query.terms.filter(({ stop, recalled }) => !stop && !recalled);
  const unknown = content.filter(({ known }) => !known).map(({ word }) => word);
  return { level: levelOf(content.length - unknown.length, content.length), total: content.length, unknown };
}

function retrievalLight({ query, hits, confidence, threshold }: Exchange): RetrievalLight {
  const isEmpty = hits.length === 0 && !query.terms.some(({ stop }) => !stop);
  const level = isEmpty ? 'none' : confidence >= threshold && hits.length > 0 ? 'good' : 'bad';
  return { level, found: hits.length, confidence, threshold, cut: findCut(hits) };
}

/** Only of the first search: scores of different searches cannot be compared. */
function findCut(hits: readonly Hit[]): Cut | null {
  const ranked = hits.filter(({ search }) => search === 0).sort((a, b) => a.rank - b.rank);
  const at = ranked.findIndex(({ sent }) => !sent);
  const above = ranked[at - 1];
  const below = ranked[at];
  return above === undefined || below === undefined ? null : { above, below, gap: above.score - below.score };
}

function groundingLight(sentences: readonly GroundedSentence[]): GroundingLight {
  const claims = sentences.filter(({ support }) => support !== 'open');
  const cited = claims.filter(({ support }) => support === 'cited').length;
  const unsourcedFigures = sentences.flatMap(({ unsourced }) => unsourced.map(({ text }) => text));
  const invalid = sentences.flatMap((sentence) => sentence.invalid);
  const isWrong = unsourcedFigures.length > 0 || invalid.length > 0;
  return {
    level: isWrong ? 'bad' : levelOf(cited, claims.length),
    sentences: claims.length,
    cited,
    figures: sentences.reduce((sum, { figures }) => sum + figures, 0),
    unsourcedFigures,
    invalid,
  };
}

function levelOf(good: number, total: number): LightLevel {
  if (total === 0) return 'none';
  if (good === total) return 'good';
  return good === 0 ? 'bad' : 'warn';
}
