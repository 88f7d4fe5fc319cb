import type { GoldenQuestion } from './golden.ts';
import { ndcgAt, reciprocalRank } from './metrics.ts';
import type { Need, Needs } from './needs.ts';
import type { Ranking } from './rankings/ranking.ts';

/** How a strategy did on one question. Of an unanswerable or stale question there is no rank. */
export interface JudgedQuestion {
  readonly id: string;
  readonly question: string;
  readonly kind: 'answerable' | 'unanswerable' | 'stale';
  /** The rank by which everything needed is there; null where the ranking never has it all. */
  readonly rank: number | null;
  /** Whether each piece of evidence stands whole in some chunk. */
  readonly intact: boolean;
  /** 1 / the rank of the first chunk that holds something needed. */
  readonly reciprocalRank: number;
  readonly ndcg: number;
  /** Whether what is sent to the answerer holds everything needed; null where the ranking does not say. */
  readonly sent: boolean | null;
  /** The same for each thing needed, in the golden question's order. */
  readonly needsSent: readonly boolean[] | null;
  readonly confidence: number;
  /** Evidence or sections that are no longer in the policies. */
  readonly missing: readonly string[];
}

/** The rank down to which nDCG looks. */
const NDCG_AT = 10;

const NOT_JUDGED = {
  rank: null,
  intact: false,
  reciprocalRank: 0,
  ndcg: 0,
  sent: null,
  needsSent: null,
  missing: [],
};

/** Judges a ranking by what the question needs; `holdersOf` gives the ids of the chunks that meet a need. */
export function judgeQuestion(
  golden: GoldenQuestion,
  needs: Needs,
  ranking: Ranking,
  holdersOf: (need: Need) => ReadonlySet<string>,
): JudgedQuestion {
  const about = { id: golden.id, question: golden.question, confidence: ranking.confidence };
  if (!golden.answerable) return { ...about, ...NOT_JUDGED, kind: 'unanswerable' };
  if (needs.kind === 'stale') return { ...about, ...NOT_JUDGED, kind: 'stale', missing: needs.missing };
  const holders = needs.needs.map(holdersOf);
  const { sent } = ranking;
  const needsSent = sent === null ? null : holders.map((held) => sent.some((id) => held.has(id)));
  const golds = holders.map((held, at) => ranking.ids.find((id) => held.has(id)) ?? `need ${at}, not ranked`);
  return {
    ...about,
    kind: 'answerable',
    rank: rankOfAll(golds, ranking.ids),
    intact: holders.every((held) => held.size > 0),
    reciprocalRank: reciprocalRank(ranking.ids, golds),
    ndcg: ndcgAt(NDCG_AT, ranking.ids, golds),
    sent: needsSent?.every((isSent) => isSent) ?? null,
    needsSent,
    missing: [],
  };
}

function rankOfAll(golds: readonly string[], ids: readonly string[]): number | null {
  const positions = golds.map((gold) => ids.indexOf(gold));
  return positions.includes(-1) ? null : Math.max(...positions) + 1;
}

/**
 * The verdict in words. `ks` are the depths that were asked for, ascending; an answerable question is found at the first
 * of them that has everything needed. `threshold` is what refuses an unanswerable one; null where nothing does.
 */
export function verdictOf(judged: JudgedQuestion, ks: readonly number[], threshold: number | null): string {
  const { kind, rank, intact, confidence, missing } = judged;
  if (kind === 'stale') return `stale: not in the policies: ${missing.map((text) => `"${text}"`).join(', ')}`;
  if (kind === 'unanswerable') {
    if (threshold === null) return 'unanswerable';
    const measured = `(confidence ${confidence.toFixed(2)})`;
    return confidence < threshold ? `refused ${measured}` : `let through ${measured}`;
  }
  if (!intact) return 'NOT INTACT IN ANY CHUNK';
  if (rank === null) return 'not retrieved (no rank)';
  const k = ks.find((depth) => rank <= depth);
  return k === undefined ? `not retrieved (rank ${rank})` : `found at k=${k}`;
}

/** Whether everything needed stands among the first k chunks. */
export function isFoundAt(k: number, { rank }: Pick<JudgedQuestion, 'rank'>): boolean {
  return rank !== null && rank <= k;
}
