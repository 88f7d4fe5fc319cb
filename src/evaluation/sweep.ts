import { auroc } from './metrics.ts';

/** A question with how sure the search was that the policies answer it. */
export interface GatedQuestion {
  readonly id: string;
  readonly answerable: boolean;
  readonly confidence: number;
}

/** What a threshold does: questions with a confidence below it are refused. */
export interface ThresholdEffect {
  readonly threshold: number;
  /** Answerable questions that it refuses. */
  readonly wronglyFiltered: readonly string[];
  /** Unanswerable questions that it lets through. */
  readonly letThrough: readonly string[];
  /** The mean of the share of answerable kept and the share of unanswerable refused. */
  readonly balancedAccuracy: number;
}

export interface Gate {
  readonly kept: number;
  readonly answerable: number;
  readonly refused: number;
  readonly unanswerable: number;
}

export interface Sweep {
  readonly rows: readonly ThresholdEffect[];
  readonly best: ThresholdEffect;
  /** What the threshold in use does. */
  readonly inUse: ThresholdEffect;
  /** Every question decided by the threshold that is best for all the others: what to expect of new questions. */
  readonly leaveOneOut: Gate;
  /** How probably an answerable question is more confident than an unanswerable one. */
  readonly auroc: number;
}

const STEPS = 20;

/** The effect of thresholds 0.05, 0.10 … 0.95, of the best one and of the one in use. Null where either kind is missing. */
export function sweepThresholds(questions: readonly GatedQuestion[], threshold: number): Sweep | null {
  const best = bestThreshold(questions);
  const leaveOneOut = gateLeaveOneOut(questions);
  if (best === null || leaveOneOut === null) return null;
  const steps = Array.from({ length: STEPS - 1 }, (_, at) => (at + 1) / STEPS);
  const confidences = (answerable: boolean) =>
    questions.filter((one) => one.answerable === answerable).map(({ confidence }) => confidence);
  return {
    rows: steps.map((step) => effectOf(questions, step)),
    best: effectOf(questions, best),
    inUse: effectOf(questions, threshold),
    leaveOneOut,
    auroc: auroc(confidences(true), confidences(false)),
  };
}

export function effectOf(questions: readonly GatedQuestion[], threshold: number): ThresholdEffect {
  const ids = (list: readonly GatedQuestion[]) => list.map(({ id }) => id);
  const answerable = questions.filter((one) => one.answerable);
  const unanswerable = questions.filter((one) => !one.answerable);
  const wronglyFiltered = ids(answerable.filter(({ confidence }) => confidence < threshold));
  const letThrough = ids(unanswerable.filter(({ confidence }) => confidence >= threshold));
  const kept = 1 - wronglyFiltered.length / answerable.length;
  const refused = 1 - letThrough.length / unanswerable.length;
  return { threshold, wronglyFiltered, letThrough, balancedAccuracy: (kept + refused) / 2 };
}

export function gateAt(questions: readonly GatedQuestion[], threshold: number): Gate {
  return countGate(questions, () => threshold);
}

/**
 * The threshold with the highest balanced accuracy, half-way between two confidences that occur; of equally good ones the
 * lowest, which refuses least. Null where there are no answerable or no unanswerable questions.
 */
export function bestThreshold(questions: readonly GatedQuestion[]): number | null {
  const sorted = [...questions].sort((a, b) => a.confidence - b.confidence);
  const answerable = sorted.filter((one) => one.answerable).length;
  const unanswerable = sorted.length - answerable;
  if (answerable === 0 || unanswerable === 0) return null;
  let best = { threshold: sorted[0]?.confidence ?? 0, gain: 0 };
  let gain = 0;
  sorted.forEach((one, at) => {
    // What lies below the next threshold: an answerable question is lost there, an unanswerable one refused.
    gain += one.answerable ? -1 / answerable : 1 / unanswerable;
    const next = sorted[at + 1]?.confidence ?? Number.NaN;
    if (next > one.confidence && gain > best.gain + 1e-12) {
      best = { threshold: (one.confidence + next) / 2, gain };
    }
  });
  return best.threshold;
}

/** Null where a question less would leave no answerable or no unanswerable ones to choose a threshold by. */
export function gateLeaveOneOut(questions: readonly GatedQuestion[]): Gate | null {
  const thresholds = questions.map((left) => bestThreshold(questions.filter((one) => one !== left)));
  if (questions.length === 0 || thresholds.includes(null)) return null;
  return countGate(questions, (at) => thresholds[at] ?? 0);
}

function countGate(questions: readonly GatedQuestion[], thresholdOf: (at: number) => number): Gate {
  const passes = questions.map(({ confidence }, at) => confidence >= thresholdOf(at));
  const count = (answerable: boolean, passing: boolean) =>
    questions.filter((one, at) => one.answerable === answerable && passes[at] === passing).length;
  const [kept, refused] = [count(true, true), count(false, false)];
  return {
    kept,
    answerable: kept + count(true, false),
    refused,
    unanswerable: refused + count(false, true),
  };
}
