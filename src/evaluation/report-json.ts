import { isBroken } from './comparison.ts';
import type { Evaluation } from './evaluation.ts';
import type { StrategyResult } from './run-strategy.ts';

/** The evaluation as the command line's contract gives it; what could not be measured is null. */
export function toJsonEvaluation({ strategies, sweep, answers, baseline, questions, ks }: Evaluation) {
  return {
    questions,
    k: ks,
    strategies: strategies.map(toJsonStrategy),
    sweep,
    answers,
    baseline: baseline === null ? null : { holds: !isBroken(baseline), ...baseline },
  };
}

function toJsonStrategy({ strategy, questions, ...figures }: StrategyResult) {
  const stale = questions.filter(({ kind }) => kind === 'stale').map(({ id, missing }) => ({ id, missing }));
  return {
    name: strategy.name,
    ...figures,
    stale,
    questions: questions.map(({ id, verdict, rank, kind, intact, sent, confidence }) => ({
      ...{ id, verdict, rank, kind, intact, sent, confidence },
    })),
  };
}
