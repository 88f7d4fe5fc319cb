import type { QueryTerm } from '../domain/search.ts';
import type { SectionId } from '../domain/section.ts';
import { JOINING_WORD } from './joining-words.ts';
import { holdsWord } from './scan.ts';
import type { ScoredPassage } from './score.ts';

/** Below this share of the best score a hit is not sent. */
const LEAST_SHARE = 0.35;
/** Content words from which on a part of a message is a question of its own. */
const LEAST_PART = 2;
/** Of the part's own weight: what its best hit must score to be an answer to it. */
const LEAST_PART_SCORE = 0.5;
/** Further ones are left to the ranking. */
const MOST_PARTS = 8;
const PART_BORDER = new RegExp(String.raw`[.?!;\n。？！、；]+|${JOINING_WORD}|,`, 'iu');

/** Why a hit is sent, where its own score is not the reason. */
export interface SentReason {
  readonly namedBy: SectionId | null;
  readonly answers: string | null;
}

/** What is sent, in the order it was chosen. */
export type Sent = Map<ScoredPassage, SentReason>;

const BY_SCORE: SentReason = { namedBy: null, answers: null };

export interface Choice {
  readonly question: string;
  readonly terms: readonly QueryTerm[];
  readonly ranked: readonly ScoredPassage[];
  readonly most: number;
  readonly referencesOf: (hit: ScoredPassage) => readonly SectionId[];
  readonly findNamed: (id: SectionId) => ScoredPassage | undefined;
}

/**
 * The best hit of each question in the message, then down the ranking while hits keep a share of the best score,
 * each followed by the sections it names: these hold the rest of its answer, whether or not they share a word with
 * the question.
 */
export function chooseSent(choice: Choice): Sent {
  const { ranked, most, referencesOf, findNamed } = choice;
  const sent: Sent = new Map();
  const least = (ranked[0]?.score ?? 0) * LEAST_SHARE;
  const strong = ranked.filter((hit) => hit.score >= least);
  const parts = bestOfParts(choice).filter(({ hit }) => !strong.slice(0, most).includes(hit));

  const add = (hit: ScoredPassage, reason: SentReason) => {
    if (sent.size >= most && !sent.has(hit)) return;
    sent.set(hit, reason);
    for (const reference of referencesOf(hit)) {
      if (sent.size >= most || isSent(sent, reference)) continue;
      const named = ranked.find((other) => sectionOf(other) === reference) ?? findNamed(reference);
      if (named !== undefined) sent.set(named, { namedBy: sectionOf(hit), answers: null });
    }
  };

  const [first, ...rest] = strong;
  if (first !== undefined) add(first, BY_SCORE);
  for (const { hit, part } of parts) add(hit, { namedBy: null, answers: part });
  for (const hit of rest) add(hit, BY_SCORE);
  return sent;
}

/** Everything, the ranked first. */
export function sendAll(ranked: readonly ScoredPassage[], findAll: () => readonly ScoredPassage[]): Sent {
  const isRanked = new Set(ranked.map((hit) => hit.candidate.id));
  const rest = findAll().filter((hit) => !isRanked.has(hit.candidate.id));
  return new Map([...ranked, ...rest].map((hit) => [hit, BY_SCORE]));
}

/** Where a message asks several things: for each, the hit that scores best on its words alone. */
function bestOfParts({ question, terms, ranked }: Choice): { hit: ScoredPassage; part: string }[] {
  const parts = question.split(PART_BORDER).filter((part) => part.trim() !== '');
  if (parts.length < 2) return [];
  return parts.slice(0, MOST_PARTS).flatMap((part) => {
    const own = terms.filter((term) => term.known && !term.stop && holdsWord(part, term.word));
    if (own.length < LEAST_PART) return [];
    const weight = own.reduce((sum, term) => sum + term.weight, 0);
    const names = new Set(own.map((term) => term.term));
    let best: ScoredPassage | undefined;
    let most = weight * LEAST_PART_SCORE;
    for (const hit of ranked) {
      const score = hit.matched.reduce((sum, match) => sum + (names.has(match.term) ? match.score : 0), 0);
      if (score > most) {
        best = hit;
        most = score;
      }
    }
    return best === undefined ? [] : [{ hit: best, part: part.trim() }];
  });
}

function isSent(sent: Sent, section: SectionId): boolean {
  return [...sent.keys()].some((hit) => sectionOf(hit) === section);
}

function sectionOf(hit: ScoredPassage): SectionId {
  return hit.candidate.sectionId;
}
