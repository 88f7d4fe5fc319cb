/**
 * The textbook measures of a ranking, for one question each; averages over questions are taken with `mean`. A ranking
 * lists ids, the best first. Golds are the ids that answer the question, at least one, all equally relevant.
 */

/** Recall at k: the share of the golds that stand among the first k (Manning et al., *IIR*, 8.4). */
export function recallAt(k: number, ranking: readonly string[], golds: readonly string[]): number {
  return ranksOf(golds, ranking).filter((rank) => rank <= k).length / new Set(golds).size;
}

/** Whether every gold stands among the first k: what a question needs whose answer is spread over sections. */
export function allFoundAt(k: number, ranking: readonly string[], golds: readonly string[]): boolean {
  return ranksOf(golds, ranking).every((rank) => rank <= k);
}

/** 1 / the rank of the first gold, 0 where none is listed; its mean over questions is MRR (Voorhees, TREC-8). */
export function reciprocalRank(ranking: readonly string[], golds: readonly string[]): number {
  return 1 / Math.min(...ranksOf(golds, ranking));
}

/**
 * nDCG at k with binary gains (Järvelin and Kekäläinen 2002, in the form with log2(rank + 1)): each gold among the
 * first k gains 1 / log2(rank + 1), over what the ideal ranking, all golds first, would gain.
 */
export function ndcgAt(k: number, ranking: readonly string[], golds: readonly string[]): number {
  const ranks = ranksOf(golds, ranking);
  const ideal = ranks.map((_, at) => at + 1);
  return gain(ranks, k) / gain(ideal, k);
}

/** The arithmetic mean; of nothing it is NaN. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * The area under the ROC curve as the Mann–Whitney statistic: how probably a random positive scores above a random
 * negative, ties counted half. 0.5 is chance; NaN where either side is empty.
 */
export function auroc(positives: readonly number[], negatives: readonly number[]): number {
  return mean(positives.flatMap((positive) => negatives.map((negative) => win(positive, negative))));
}

function win(positive: number, negative: number): number {
  if (positive === negative) return 0.5;
  return positive > negative ? 1 : 0;
}

function gain(ranks: readonly number[], k: number): number {
  return ranks.filter((rank) => rank <= k).reduce((sum, rank) => sum + 1 / Math.log2(rank + 1), 0);
}

/** The 1-based rank of each distinct gold, Infinity where it is not listed. */
function ranksOf(golds: readonly string[], ranking: readonly string[]): number[] {
  return [...new Set(golds)].map((gold) => {
    const at = ranking.indexOf(gold);
    return at === -1 ? Number.POSITIVE_INFINITY : at + 1;
  });
}
