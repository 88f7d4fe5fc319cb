import type { JudgedAnswers } from './answers.ts';
import { type Baseline, type Comparison, compareWithBaseline } from './baseline.ts';
import type { GoldenQuestion } from './golden.ts';
import type { PolicyTexts } from './policy-texts.ts';
import { gatedQuestions, type RunOptions, runStrategy, type StrategyResult } from './run-strategy.ts';
import type { Strategy } from './strategy.ts';
import { type Sweep, sweepThresholds } from './sweep.ts';

/** A sweep and the strategy whose confidence was swept. */
export interface NamedSweep extends Sweep {
  readonly strategy: string;
}

/** All that an evaluation found; the reports show it. */
export interface Evaluation {
  readonly questions: number;
  /** Depths that were asked for, ascending. */
  readonly ks: readonly number[];
  readonly strategies: readonly StrategyResult[];
  /** Null where no strategy has a confidence of 0..1, or where all questions are of one kind. */
  readonly sweep: NamedSweep | null;
  /** Null where they were not asked for. */
  readonly answers: JudgedAnswers | null;
  readonly baseline: readonly Comparison[] | null;
}

export interface EvaluateOptions extends RunOptions {
  readonly strategies: readonly Strategy[];
  readonly baseline: Baseline | null;
}

/** Runs the golden questions through every strategy. Touches no database. */
export function evaluateRetrieval(
  policies: PolicyTexts,
  golden: readonly GoldenQuestion[],
  options: EvaluateOptions,
): Evaluation {
  const strategies = options.strategies.map((strategy) => runStrategy(strategy, policies, golden, options));
  return {
    questions: golden.length,
    ks: options.ks,
    strategies,
    sweep: sweepOf(strategies),
    answers: null,
    baseline: options.baseline === null ? null : compareWithBaseline(options.baseline, strategies),
  };
}

/** Whether a question that the baseline found is not found any more. */
export function isBroken({ baseline }: Pick<Evaluation, 'baseline'>): boolean {
  return baseline?.some(({ broken }) => broken.length > 0) ?? false;
}

function sweepOf(strategies: readonly StrategyResult[]): NamedSweep | null {
  const swept = strategies.find(({ strategy }) => strategy.ranking === 'citedesk');
  if (swept === undefined || swept.refusal === null) return null;
  const sweep = sweepThresholds(gatedQuestions(swept.questions), swept.refusal.threshold);
  return sweep === null ? null : { strategy: swept.strategy.name, ...sweep };
}
