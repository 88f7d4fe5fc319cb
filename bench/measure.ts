import { bootstrapDifference, type Interval } from '../src/evaluation/intervals.ts';
import { mean, ndcgAt, recallAt, reciprocalRank } from '../src/evaluation/metrics.ts';
import type { BenchSet } from './sets.ts';
import type { BenchQuestion, Language, System } from './system.ts';

/** How a system did on a set, question by question. */
export interface Measured {
  readonly name: string;
  readonly rankings: readonly (readonly string[])[];
  readonly buildMs: number;
  readonly queryMs: readonly number[];
}

/** What is printed of it. */
export interface Figures {
  readonly name: string;
  readonly recall: Readonly<Record<'1' | '3' | '5', number>>;
  readonly mrr: number;
  readonly ndcg: number;
  readonly buildMs: number;
  readonly p50Ms: number;
  /** Of our recall@3 over this system's; absent for ourselves, or where we did not run. */
  readonly lead?: Interval;
}

export interface SetReport {
  readonly set: string;
  readonly questions: number;
  readonly systems: readonly Figures[];
  /** The same language by language, where the set has several. */
  readonly languages?: readonly SetReport[];
}

/** The rank down to which nDCG looks. */
const NDCG_AT = 10;
/** The rank by which systems are compared. */
const COMPARED_AT = 3;

export function measureSystem(system: System, set: BenchSet, language: Language): Measured {
  const startedAt = performance.now();
  const searcher = system.build(set.sections, language);
  const buildMs = performance.now() - startedAt;
  const queryMs: number[] = [];
  const rankings = set.questions.map((question) => {
    const askedAt = performance.now();
    const ranking = searcher.search(question);
    queryMs.push(performance.now() - askedAt);
    return ranking;
  });
  searcher.close?.();
  return { name: system.name, rankings, buildMs, queryMs };
}

export function figuresOf(
  measured: Measured,
  questions: readonly BenchQuestion[],
  ours: Measured | undefined,
): Figures {
  const over = (measure: (ranking: readonly string[], gold: readonly string[]) => number) =>
    mean(scores(measured, questions, measure));
  const figures: Figures = {
    name: measured.name,
    recall: {
      '1': over((ranking, gold) => recallAt(1, ranking, gold)),
      '3': over((ranking, gold) => recallAt(3, ranking, gold)),
      '5': over((ranking, gold) => recallAt(5, ranking, gold)),
    },
    mrr: over(reciprocalRank),
    ndcg: over((ranking, gold) => ndcgAt(NDCG_AT, ranking, gold)),
    buildMs: measured.buildMs,
    p50Ms: quantile(measured.queryMs, 0.5),
  };
  if (ours === undefined || ours.name === measured.name) return figures;
  return { ...figures, lead: leadOver(measured, questions, ours) };
}

/** The measurements of one system on several sets as if they were one. */
export function pool(parts: readonly Measured[]): Measured {
  return {
    name: parts[0]?.name ?? '',
    rankings: parts.flatMap(({ rankings }) => rankings),
    buildMs: parts.reduce((sum, { buildMs }) => sum + buildMs, 0),
    queryMs: parts.flatMap(({ queryMs }) => queryMs),
  };
}

/** The nearest rank. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN;
}

function leadOver(theirs: Measured, questions: readonly BenchQuestion[], ours: Measured): Interval {
  const recall = (measured: Measured) =>
    scores(measured, questions, (ranking, gold) => recallAt(COMPARED_AT, ranking, gold));
  return bootstrapDifference(recall(ours), recall(theirs));
}

function scores(
  { rankings }: Measured,
  questions: readonly BenchQuestion[],
  measure: (ranking: readonly string[], gold: readonly string[]) => number,
): number[] {
  return questions.map(({ gold }, at) => measure(rankings[at] ?? [], gold));
}
