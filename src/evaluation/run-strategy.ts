import { cutPolicies } from './chunking.ts';
import type { GoldenQuestion } from './golden.ts';
import { type Interval, wilsonInterval } from './intervals.ts';
import { isFoundAt, type JudgedQuestion, judgeQuestion, verdictOf } from './judge.ts';
import { mean } from './metrics.ts';
import { createHolder, createNeedsReader } from './needs.ts';
import type { PolicyTexts } from './policy-texts.ts';
import type { CitedeskOptions } from './rankings/citedesk.ts';
import { createRanker } from './rankings/rankers.ts';
import type { Strategy } from './strategy.ts';
import { bestThreshold, type Gate, type GatedQuestion, gateAt, gateLeaveOneOut } from './sweep.ts';

/** A question's verdict as it is printed. */
export interface ReportedQuestion extends JudgedQuestion {
  readonly verdict: string;
}

/** How well answerable questions were told from unanswerable ones. */
export interface Refusal extends Gate {
  readonly threshold: number;
  /** The ranking has no threshold: this one was fitted to these questions, and the counts are by leave-one-out. */
  readonly fitted: boolean;
}

/** How a strategy did on the golden set; shares are 0..1 over the judged questions, NaN where there are none. */
export interface StrategyResult {
  readonly strategy: Strategy;
  readonly chunks: number;
  /** Questions that were judged by evidence: answerable and not stale. */
  readonly judged: number;
  /** Of these, how many have all evidence whole in chunks. */
  readonly intact: number;
  /** By k, the share of questions with all evidence among the first k chunks. */
  readonly recall: Readonly<Record<string, number>>;
  /** Wilson's 95 % intervals of these. */
  readonly recallIntervals: Readonly<Record<string, Interval>>;
  readonly mrr: number;
  readonly ndcg: number;
  /** The share of questions with all evidence in what the answerer is given; null where the ranking does not say. */
  readonly sent: number | null;
  /** Null where there is nothing to decide or nothing to decide by. */
  readonly refusal: Refusal | null;
  readonly questions: readonly ReportedQuestion[];
}

export interface RunOptions extends CitedeskOptions {
  /** Depths to report, ascending. */
  readonly ks: readonly number[];
}

/** Cuts the policies, ranks every question and judges it. */
export function runStrategy(
  strategy: Strategy,
  policies: PolicyTexts,
  golden: readonly GoldenQuestion[],
  options: RunOptions,
): StrategyResult {
  const cut = cutPolicies(policies, strategy.chunking);
  const needsOf = createNeedsReader(policies.sections);
  const holdersOf = createHolder(cut.chunks);
  const ranker = createRanker(strategy.ranking, cut, options);
  try {
    const questions = golden.map((one) => judgeQuestion(one, needsOf(one), ranker.rank(one), holdersOf));
    return summarise(strategy, cut.chunks.length, questions, ranker.threshold, options.ks);
  } finally {
    ranker.close();
  }
}

/** The questions that a threshold decides on: stale ones are left out, since nobody knows what is right for them. */
export function gatedQuestions(questions: readonly JudgedQuestion[]): GatedQuestion[] {
  return questions
    .filter(({ kind }) => kind !== 'stale')
    .map(({ id, kind, confidence }) => ({ id, answerable: kind === 'answerable', confidence }));
}

function summarise(
  strategy: Strategy,
  chunks: number,
  questions: readonly JudgedQuestion[],
  threshold: number | null,
  ks: readonly number[],
): StrategyResult {
  const judged = questions.filter(({ kind }) => kind === 'answerable');
  const foundAt = (k: number) => judged.filter((one) => isFoundAt(k, one)).length;
  const intervals = ks.map((k) => [String(k), wilsonInterval(foundAt(k), judged.length)] as const);
  const refusal = refusalOf(gatedQuestions(questions), threshold);
  return {
    strategy,
    chunks,
    judged: judged.length,
    intact: judged.filter(({ intact }) => intact).length,
    recall: Object.fromEntries(intervals.map(([k, { estimate }]) => [k, estimate])),
    recallIntervals: Object.fromEntries(intervals),
    mrr: mean(judged.map((one) => one.reciprocalRank)),
    ndcg: mean(judged.map(({ ndcg }) => ndcg)),
    sent: judged.some(({ sent }) => sent === null) ? null : mean(judged.map(({ sent }) => (sent ? 1 : 0))),
    refusal,
    questions: questions.map((one) => ({
      ...one,
      verdict: verdictOf(one, ks, refusal?.threshold ?? threshold),
    })),
  };
}

function refusalOf(questions: readonly GatedQuestion[], threshold: number | null): Refusal | null {
  if (threshold !== null) return { ...gateAt(questions, threshold), threshold, fitted: false };
  const fitted = bestThreshold(questions);
  const gate = gateLeaveOneOut(questions);
  return fitted === null || gate === null ? null : { ...gate, threshold: fitted, fitted: true };
}
