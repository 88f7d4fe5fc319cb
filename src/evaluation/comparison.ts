import { UsageError } from '../errors.ts';
import {
  type AnswerVerdicts,
  type Baseline,
  type KeptAnswer,
  type KeptAnswers,
  type KeptQuestion,
  type KeptStrategy,
  keepAnswers,
  keepStrategy,
} from './baseline.ts';
import { bootstrapDifference, type Interval } from './intervals.ts';
import { isFoundAt } from './judge.ts';
import type { StrategyResult } from './run-strategy.ts';

/** Something about a question that is another way now. */
export interface Change {
  readonly id: string;
  /** `rank`, or what is guarded beside it: `refusal`, `evidence`, `answer`, `citations`, `fact "…"`. */
  readonly aspect: string;
  /** A rank (null: none), or a word. */
  readonly before: number | string | null;
  readonly after: number | string | null;
}

export interface Changes {
  /** Right now and not before; and the other way round. A question may be in either for several aspects. */
  readonly fixed: readonly Change[];
  readonly broken: readonly Change[];
}

/** How a share of the questions changed. */
export interface ShareChange {
  /** By paired bootstrap. */
  readonly change: Interval;
  readonly significance: 'better' | 'worse' | 'no significant change';
}

export interface Comparison extends Changes, ShareChange {
  readonly strategy: string;
  /** Found both times, or neither time, at another rank. */
  readonly moved: readonly Change[];
  /** Their evidence has left the policies since. */
  readonly stale: readonly string[];
  /** Not in the baseline. */
  readonly added: readonly string[];
  /** In the baseline alone. */
  readonly removed: readonly string[];
  /** Null where the ranking has none of its own. */
  readonly thresholds: { readonly before: number | null; readonly after: number | null };
  /** Answerable questions; the change is of the share of these that is found. */
  readonly compared: number;
  readonly foundBefore: number;
  readonly foundAfter: number;
}

export interface AnswerComparison extends Changes, ShareChange {
  /** The change is of the share that is answered if and only if it is answerable. */
  readonly compared: number;
  readonly rightBefore: number;
  readonly rightAfter: number;
}

export interface BaselineComparison {
  readonly strategies: readonly Comparison[];
  /** Null where only one of the two runs has any, or they were answered in another way. */
  readonly answers: AnswerComparison | null;
  /** What only one of the two runs has, in words. */
  readonly notCompared: readonly string[];
}

/**
 * Throws a UsageError where the two runs have no strategy or no judged question in common: nothing compared must not look
 * like nothing broken.
 */
export function refuseForeignBaseline(baseline: Baseline, results: readonly StrategyResult[]): void {
  const shared = sharedStrategies(baseline, results);
  if (shared.length === 0) {
    const [asked, kept] = [results.map(({ strategy }) => strategy.name), Object.keys(baseline.strategies)];
    throw new UsageError(
      `The baseline has the strategies ${kept.join(', ') || '(none)'}, and none of ${asked.join(', ')}.`,
    );
  }
  const isForeign = shared.every(
    ({ before, result }) => pairsOf(before.questions, keepStrategy(result).questions).length === 0,
  );
  if (isForeign) throw new UsageError('The baseline and this run have no judged question in common.');
}

/** Compares what both runs have, and names the rest. */
export function compareWithBaseline(
  baseline: Baseline,
  results: readonly StrategyResult[],
  answers: AnswerVerdicts | null,
): BaselineComparison {
  const after = answers === null ? null : keepAnswers(answers);
  const isComparable = baseline.answers !== null && after !== null && baseline.answers.mode === after.mode;
  return {
    strategies: sharedStrategies(baseline, results).map(({ before, result }) =>
      compareStrategy(before, result, baseline.k),
    ),
    answers: isComparable ? compareAnswers(baseline.answers.questions, after.questions) : null,
    notCompared: [
      ...nameUnshared(
        Object.keys(baseline.strategies),
        results.map(({ strategy }) => strategy.name),
      ),
      ...(isComparable ? [] : nameAnswers(baseline.answers, after)),
    ],
  };
}

/** Whether anything that was right in the baseline is not right any more. */
export function isBroken({ strategies, answers }: BaselineComparison): boolean {
  return [...strategies, ...(answers === null ? [] : [answers])].some(({ broken }) => broken.length > 0);
}

function sharedStrategies(baseline: Baseline, results: readonly StrategyResult[]) {
  return results.flatMap((result) => {
    const before = ownValue(baseline.strategies, result.strategy.name);
    return before === undefined ? [] : [{ before, result }];
  });
}

function nameUnshared(before: readonly string[], after: readonly string[]): string[] {
  return [
    ...after.filter((name) => !before.includes(name)).map((name) => `${name} (not in the baseline)`),
    ...before.filter((name) => !after.includes(name)).map((name) => `${name} (only in the baseline)`),
  ];
}

function nameAnswers(before: KeptAnswers | null, after: KeptAnswers | null): string[] {
  if (before === null && after === null) return [];
  if (before === null) return ['answers (not in the baseline; save one with --answers)'];
  if (after === null) return ['answers (only in the baseline; ask for them with --answers)'];
  const nameOf = ({ mode }: KeptAnswers) => (mode === 'offline' ? 'offline' : 'with the model');
  return [`answers (${nameOf(before)} in the baseline, ${nameOf(after)} now)`];
}

function compareStrategy(before: KeptStrategy, result: StrategyResult, k: number): Comparison {
  const { strategy, questions } = result;
  const after = keepStrategy(result);
  const pairs = pairsOf(before.questions, after.questions);
  const changes = pairs.flatMap((pair) => changesOf(pair, k));
  const answerable = pairs.filter(({ before: { answerable } }) => answerable);
  const wasFound = answerable.map((pair) => isFoundAt(k, pair.before));
  const isFound = answerable.map((pair) => isFoundAt(k, pair.after));
  const present = new Set(questions.map(({ id }) => id));
  const paired = new Set(pairs.map(({ id }) => id));
  return {
    strategy: strategy.name,
    ...sortChanges(changes),
    moved: pickChanges(changes, 'moved'),
    stale: questions
      .filter(({ id, kind }) => kind === 'stale' && Object.hasOwn(before.questions, id))
      .map(({ id }) => id),
    added: Object.keys(after.questions).filter((id) => !paired.has(id)),
    removed: Object.keys(before.questions).filter((id) => !present.has(id)),
    thresholds: { before: before.threshold, after: after.threshold },
    compared: answerable.length,
    foundBefore: count(wasFound),
    foundAfter: count(isFound),
    ...changeOfShare(wasFound, isFound),
  };
}

function compareAnswers(
  before: Readonly<Record<string, KeptAnswer>>,
  after: Readonly<Record<string, KeptAnswer>>,
): AnswerComparison {
  const pairs = pairsOf(before, after);
  const isRight = ({ answered, answerable }: KeptAnswer) => answered === answerable;
  const [wasRight, right] = [
    pairs.map((pair) => isRight(pair.before)),
    pairs.map((pair) => isRight(pair.after)),
  ];
  return {
    ...sortChanges(pairs.flatMap(answerChangesOf)),
    compared: pairs.length,
    rightBefore: count(wasRight),
    rightAfter: count(right),
    ...changeOfShare(wasRight, right),
  };
}

interface Pair<T> {
  readonly id: string;
  readonly before: T;
  readonly after: T;
}

/** A question that was made answerable, or no longer is, has the id alone in common with the one before. */
function pairsOf<T extends { readonly answerable: boolean }>(
  before: Readonly<Record<string, T>>,
  after: Readonly<Record<string, T>>,
): Pair<T>[] {
  return Object.entries(after).flatMap(([id, now]) => {
    const old = ownValue(before, id);
    return old === undefined || old.answerable !== now.answerable ? [] : [{ id, before: old, after: now }];
  });
}

interface JudgedChange {
  readonly effect: 'fixed' | 'broken' | 'moved';
  readonly change: Change;
}

function changesOf({ id, before, after }: Pair<KeptQuestion>, k: number): JudgedChange[] {
  return [
    ...rankChange(id, before.rank, after.rank, k),
    ...sentChanges(id, before, after),
    ...refusalChange(id, before, after),
  ];
}

function rankChange(id: string, before: number | null, after: number | null, k: number): JudgedChange[] {
  if (before === after) return [];
  const [wasFound, isFound] = [isFoundAt(k, { rank: before }), isFoundAt(k, { rank: after })];
  const effect = wasFound === isFound ? 'moved' : isFound ? 'fixed' : 'broken';
  return [{ effect, change: { id, aspect: 'rank', before, after } }];
}

function sentChanges(id: string, before: KeptQuestion, after: KeptQuestion): JudgedChange[] {
  const was = before.sent ?? [];
  return was.flatMap((wasSent, at) => {
    const isSent = after.sent?.[at];
    const aspect = was.length === 1 ? 'evidence' : `evidence ${at + 1} of ${was.length}`;
    return isSent === undefined ? [] : flagChange({ id, aspect }, wasSent, isSent, ['sent', 'not sent']);
  });
}

function refusalChange(id: string, before: KeptQuestion, after: KeptQuestion): JudgedChange[] {
  if (before.kept === null || after.kept === null) return [];
  const about = { id, aspect: 'refusal' };
  return before.answerable
    ? flagChange(about, before.kept, after.kept, ['kept', 'refused'])
    : flagChange(about, !before.kept, !after.kept, ['refused', 'let through']);
}

function answerChangesOf({ id, before, after }: Pair<KeptAnswer>): JudgedChange[] {
  const about = { id, aspect: 'answer' };
  const refusal = before.answerable
    ? flagChange(about, before.answered, after.answered, ['answered', 'not answered'])
    : flagChange(about, !before.answered, !after.answered, ['refused', 'answered']);
  // What an answer says can be compared only where there was one both times.
  if (!before.answered || !after.answered) return refusal;
  const citations = { id, aspect: 'citations' };
  const words = ['valid', 'invalid'] as const;
  return [
    ...refusal,
    ...flagChange(citations, before.citationsValid === true, after.citationsValid === true, words),
    ...Object.entries(after.facts).flatMap(([fact, isStated]) => {
      const wasStated = ownValue(before.facts, fact) ?? isStated;
      return flagChange({ id, aspect: `fact "${fact}"` }, wasStated, isStated, ['stated', 'not stated']);
    }),
  ];
}

/** True is right; the words name right and wrong. */
function flagChange(
  about: Pick<Change, 'id' | 'aspect'>,
  before: boolean,
  after: boolean,
  [right, wrong]: readonly [string, string],
): JudgedChange[] {
  if (before === after) return [];
  const word = (flag: boolean) => (flag ? right : wrong);
  const change = { ...about, before: word(before), after: word(after) };
  return [{ effect: after ? 'fixed' : 'broken', change }];
}

function sortChanges(changes: readonly JudgedChange[]): Changes {
  return { fixed: pickChanges(changes, 'fixed'), broken: pickChanges(changes, 'broken') };
}

function pickChanges(changes: readonly JudgedChange[], effect: JudgedChange['effect']): Change[] {
  return changes.filter((one) => one.effect === effect).map(({ change }) => change);
}

function changeOfShare(before: readonly boolean[], after: readonly boolean[]): ShareChange {
  const toScores = (flags: readonly boolean[]) => flags.map(Number);
  const change = bootstrapDifference(toScores(after), toScores(before));
  const changed = count(before.map((flag, at) => flag !== after[at]));
  return { change, significance: significanceOf(change, changed) };
}

/** One question more or less may be chance, whatever an interval over so few says. */
function significanceOf({ low, high }: Interval, changed: number): ShareChange['significance'] {
  if (changed <= 1 || !(low > 0 || high < 0)) return 'no significant change';
  return low > 0 ? 'better' : 'worse';
}

function count(flags: readonly boolean[]): number {
  return flags.filter((flag) => flag).length;
}

function ownValue<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
