import { PolicyError } from '../errors.ts';
import type { JudgedAnswers } from './answers.ts';
import type { Baseline } from './baseline.ts';
import { type BaselineComparison, compareWithBaseline, refuseForeignBaseline } from './comparison.ts';
import type { GoldenQuestion } from './golden.ts';
import type { PolicyTexts } from './policy-texts.ts';
import { gatedQuestions, type RunOptions, runStrategy, type StrategyResult } from './run-strategy.ts';
import type { Strategy } from './strategy.ts';
import { type Sweep, sweepThresholds } from './sweep.ts';

/** A sweep and the strategy whose confidence was swept. */
export interface NamedSweep extends Sweep {
  readonly strategy: string;
}

/** What was found out about the search. */
export interface Retrieval {
  readonly questions: number;
  /** Depths that were asked for, ascending. */
  readonly ks: readonly number[];
  readonly strategies: readonly StrategyResult[];
  /** Of the strategy that customers meet, or else the first; null where none has a confidence of 0..1, or where all questions are of one kind. */
  readonly sweep: NamedSweep | null;
}

/** All that an evaluation found; the reports show it. */
export interface Evaluation extends Retrieval {
  /** Null where they were not asked for. */
  readonly answers: JudgedAnswers | null;
  readonly baseline: BaselineComparison | null;
}

export interface RetrievalOptions extends RunOptions {
  readonly strategies: readonly Strategy[];
}

export interface CompletionOptions {
  readonly baseline: Baseline | null;
  /** Asks the whole pipeline; null where answers are not wanted. */
  readonly judgeAnswers: ((golden: readonly GoldenQuestion[]) => Promise<JudgedAnswers>) | null;
}

/**
 * Runs the golden questions through every strategy. Throws a PolicyError where the policies hold the evidence of none:
 * nothing judged must not look like nothing wrong.
 */
export function evaluateRetrieval(
  policies: PolicyTexts,
  golden: readonly GoldenQuestion[],
  options: RetrievalOptions,
): Retrieval {
  const strategies = options.strategies.map((strategy) => runStrategy(strategy, policies, golden, options));
  const stale = staleIds(strategies);
  if (stale.size > 0 && golden.every(({ id, answerable }) => !answerable || stale.has(id))) {
    throw new PolicyError(
      `Nothing was judged: the policies hold the evidence of none of the answerable golden questions (${stale.size}); is it the right folder?`,
    );
  }
  return { questions: golden.length, ks: options.ks, strategies, sweep: sweepOf(strategies) };
}

/** Adds the answers and the comparison. What the policies no longer say is not asked of an answer either. */
export async function completeEvaluation(
  retrieval: Retrieval,
  golden: readonly GoldenQuestion[],
  { baseline, judgeAnswers }: CompletionOptions,
): Promise<Evaluation> {
  const { strategies } = retrieval;
  // Before a model is asked: that costs.
  if (baseline !== null) refuseForeignBaseline(baseline, strategies);
  const stale = staleIds(strategies);
  const answers =
    judgeAnswers === null ? null : await judgeAnswers(golden.filter(({ id }) => !stale.has(id)));
  return {
    ...retrieval,
    answers,
    baseline: baseline === null ? null : compareWithBaseline(baseline, strategies, answers),
  };
}

/** Staleness is the policies' and the same for every strategy. */
export function staleIds([first]: readonly StrategyResult[]): Set<string> {
  return new Set(first?.questions.filter(({ kind }) => kind === 'stale').map(({ id }) => id));
}

function sweepOf(strategies: readonly StrategyResult[]): NamedSweep | null {
  const ours = strategies.filter(({ strategy }) => strategy.ranking === 'citedesk');
  const swept = ours.find(({ strategy }) => strategy.chunking.kind === 'section') ?? ours[0];
  if (swept === undefined || swept.refusal === null) return null;
  const sweep = sweepThresholds(gatedQuestions(swept.questions), swept.refusal.threshold);
  return sweep === null ? null : { strategy: swept.strategy.name, ...sweep };
}
