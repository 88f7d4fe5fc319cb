import { mean } from './metrics.ts';

/** An estimate with the bounds of its 95 % interval. */
export interface Interval {
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
}

export interface BootstrapOptions {
  readonly resamples?: number;
  /** Equal seeds give equal intervals. */
  readonly seed?: number;
  /**
   * For each value the group it belongs to. Whole groups are drawn then: questions about one section succeed and fail
   * together, and drawing them singly would make the interval too narrow.
   */
  readonly clusters?: readonly string[];
}

const RESAMPLES = 2000;
const SEED = 1;
const OUTSIDE_EACH_BOUND = 0.025;
/** The 97.5 % point of the normal distribution. */
const Z = 1.959964;

/**
 * The percentile bootstrap of a mean (Efron 1979): values are drawn with replacement, as many as there are, over and
 * over; the interval holds the middle 95 % of the means. Of no values everything is NaN.
 */
export function bootstrapMean(values: readonly number[], options: BootstrapOptions = {}): Interval {
  const { resamples = RESAMPLES, seed = SEED, clusters } = options;
  const groups = groupValues(values, clusters);
  const random = seededRandom(seed);
  const means = new Float64Array(resamples).map(() => resampledMean(groups, random)).sort();
  return {
    estimate: mean(values),
    low: percentile(means, OUTSIDE_EACH_BOUND),
    high: percentile(means, 1 - OUTSIDE_EACH_BOUND),
  };
}

/**
 * The paired bootstrap of how much better `ours` is than `theirs`: both score the same questions in the same order,
 * and questions are drawn as pairs, so that what makes a question hard for both cancels out.
 */
export function bootstrapDifference(
  ours: readonly number[],
  theirs: readonly number[],
  options: BootstrapOptions = {},
): Interval {
  if (ours.length !== theirs.length) throw new RangeError('paired scores must be of the same questions');
  return bootstrapMean(
    ours.map((score, at) => score - (theirs[at] ?? 0)),
    options,
  );
}

/** Wilson's score interval of a share (1927): sound for few trials and for shares near 0 and 1. */
export function wilsonInterval(successes: number, trials: number): Interval {
  if (trials === 0) return { estimate: Number.NaN, low: 0, high: 1 };
  const share = successes / trials;
  const z2 = Z * Z;
  const centre = share + z2 / (2 * trials);
  const spread = Z * Math.sqrt((share * (1 - share)) / trials + z2 / (4 * trials * trials));
  const scale = 1 + z2 / trials;
  return {
    estimate: share,
    low: Math.max(0, (centre - spread) / scale),
    high: Math.min(1, (centre + spread) / scale),
  };
}

/** Numbers from 0 up to 1 that look random and are the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Group {
  readonly sum: number;
  readonly count: number;
}

function groupValues(values: readonly number[], clusters: readonly string[] | undefined): Group[] {
  if (clusters === undefined) return values.map((value) => ({ sum: value, count: 1 }));
  if (clusters.length !== values.length) throw new RangeError('every value needs its cluster');
  const groups = new Map<string, Group>();
  values.forEach((value, at) => {
    const cluster = clusters[at] ?? '';
    const { sum, count } = groups.get(cluster) ?? { sum: 0, count: 0 };
    groups.set(cluster, { sum: sum + value, count: count + 1 });
  });
  return [...groups.values()];
}

function resampledMean(groups: readonly Group[], random: () => number): number {
  let sum = 0;
  let count = 0;
  for (let draw = 0; draw < groups.length; draw += 1) {
    const group = groups[Math.floor(random() * groups.length)];
    sum += group?.sum ?? 0;
    count += group?.count ?? 0;
  }
  return sum / count;
}

/** The nearest rank, without interpolation: 2,000 resamples are fine enough. */
function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN;
}
