import { UsageError } from '../errors.ts';
import { bootstrapDifference, type Interval } from './intervals.ts';
import { isFoundAt } from './judge.ts';
import type { StrategyResult } from './run-strategy.ts';

/** What is kept of an evaluation to compare a later one with: for each strategy the rank of each judged question. */
export interface Baseline {
  /** A question counts as found down to this rank. */
  readonly k: number;
  readonly strategies: Readonly<Record<string, Readonly<Record<string, number | null>>>>;
}

/** A question whose rank is another one now; null: no rank. */
export interface RankChange {
  readonly id: string;
  readonly before: number | null;
  readonly after: number | null;
}

export interface Comparison {
  readonly strategy: string;
  /** Found now and not before; and the other way round. */
  readonly fixed: readonly RankChange[];
  readonly broken: readonly RankChange[];
  /** Found both times, or neither time, at another rank. */
  readonly moved: readonly RankChange[];
  /** Their evidence has left the policies since. */
  readonly stale: readonly string[];
  /** Not in the baseline. */
  readonly added: readonly string[];
  /** In the baseline alone. */
  readonly removed: readonly string[];
  readonly compared: number;
  readonly foundBefore: number;
  readonly foundAfter: number;
  /** Of the change in the share found, by paired bootstrap. */
  readonly change: Interval;
  readonly significance: 'better' | 'worse' | 'no significant change';
}

const FORMAT = 'citedesk-baseline-1';

export function toBaseline(results: readonly StrategyResult[], k: number): Baseline {
  const strategies = results.map(({ strategy, questions }) => {
    const judged = questions.filter(({ kind }) => kind === 'answerable');
    return [strategy.name, sortKeys(judged.map(({ id, rank }) => [id, rank] as const))] as const;
  });
  return { k, strategies: sortKeys(strategies) };
}

/** A text that changes only where a rank does, so that it can lie beside the policies under version control. */
export function formatBaseline({ k, strategies }: Baseline): string {
  return `${JSON.stringify({ format: FORMAT, k, strategies }, null, 2)}\n`;
}

/** Throws a UsageError, one sentence, where the text is no baseline. */
export function parseBaseline(text: string, name: string): Baseline {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError(`The baseline ${name} is not JSON; write a new one with --save-baseline.`);
  }
  if (!isBaseline(value)) {
    throw new UsageError(`${name} is no baseline; write one with --save-baseline.`);
  }
  return value;
}

/** Strategies that both have. Throws a UsageError where there is none: nothing compared must not look like nothing broken. */
export function compareWithBaseline(baseline: Baseline, results: readonly StrategyResult[]): Comparison[] {
  const comparisons = results.flatMap((result) => {
    const before = ownValue(baseline.strategies, result.strategy.name);
    return before === undefined ? [] : [compare(before, result, baseline.k)];
  });
  if (comparisons.length > 0) return comparisons;
  const [asked, kept] = [results.map(({ strategy }) => strategy.name), Object.keys(baseline.strategies)];
  throw new UsageError(
    `The baseline has the strategies ${kept.join(', ') || '(none)'}, and none of ${asked.join(', ')}.`,
  );
}

type Ranks = Readonly<Record<string, number | null>>;

function compare(before: Ranks, { strategy, questions }: StrategyResult, k: number): Comparison {
  const judged = questions.filter(({ kind }) => kind === 'answerable');
  const stale = questions.filter(({ id, kind }) => kind === 'stale' && Object.hasOwn(before, id));
  const present = new Set(questions.map(({ id }) => id));
  const pairs = judged.flatMap(({ id, rank }): RankChange[] => {
    const old = ownValue(before, id);
    return old === undefined ? [] : [{ id, before: old, after: rank }];
  });
  const wasFound = (pair: RankChange) => isFoundAt(k, { rank: pair.before });
  const isFound = (pair: RankChange) => isFoundAt(k, { rank: pair.after });
  const fixed = pairs.filter((pair) => isFound(pair) && !wasFound(pair));
  const broken = pairs.filter((pair) => !isFound(pair) && wasFound(pair));
  const toScore = (found: boolean) => (found ? 1 : 0);
  const change = bootstrapDifference(
    pairs.map((pair) => toScore(isFound(pair))),
    pairs.map((pair) => toScore(wasFound(pair))),
  );
  return {
    strategy: strategy.name,
    fixed,
    broken,
    moved: pairs.filter((pair) => isFound(pair) === wasFound(pair) && pair.before !== pair.after),
    stale: stale.map(({ id }) => id),
    added: judged.filter(({ id }) => !Object.hasOwn(before, id)).map(({ id }) => id),
    removed: Object.keys(before).filter((id) => !present.has(id)),
    compared: pairs.length,
    foundBefore: pairs.filter(wasFound).length,
    foundAfter: pairs.filter(isFound).length,
    change,
    significance: significanceOf(change, fixed.length + broken.length),
  };
}

/** One question more or less may be chance, whatever an interval over so few says. */
function significanceOf({ low, high }: Interval, changes: number): Comparison['significance'] {
  if (changes <= 1 || !(low > 0 || high < 0)) return 'no significant change';
  return low > 0 ? 'better' : 'worse';
}

function isBaseline(value: unknown): value is Baseline {
  if (!isRecord(value) || value['format'] !== FORMAT) return false;
  const { k, strategies } = value;
  if (!isRank(k) || !isRecord(strategies)) return false;
  const isRanks = (ranks: unknown) =>
    isRecord(ranks) && Object.values(ranks).every((rank) => rank === null || isRank(rank));
  return Object.values(strategies).every(isRanks);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isRank(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value > 0;
}

function ownValue<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** By code unit, the same on every system. */
function sortKeys<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
}
