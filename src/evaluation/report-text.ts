import { count } from '../indexing/report.ts';
import { isRight, type JudgedAnswers } from './answers.ts';
import type { AnswerComparison, BaselineComparison, Change, Comparison, ShareChange } from './comparison.ts';
import type { Evaluation, NamedSweep } from './evaluation.ts';
import { isFoundAt } from './judge.ts';
import type { ReportedQuestion, StrategyResult } from './run-strategy.ts';
import type { Gate, ThresholdEffect } from './sweep.ts';

export interface TextOptions {
  /** A verdict line for every question, not for the misses alone. */
  readonly verbose: boolean;
}

/** The evaluation for a terminal. */
export function formatEvaluation(evaluation: Evaluation, { verbose }: TextOptions): string {
  const { strategies, sweep, answers, baseline, ks } = evaluation;
  const blocks = [
    [count(evaluation.questions, 'golden question')],
    formatStrategies(strategies, ks),
    ...strategies.map((result) => formatVerdicts(result, ks, verbose)),
    formatStale(strategies),
    sweep === null ? [] : formatSweep(sweep),
    answers === null ? [] : formatAnswers(answers, verbose),
    ...(baseline === null ? [] : formatBaseline(baseline)),
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function formatStrategies(strategies: readonly StrategyResult[], ks: readonly number[]): string[] {
  const head = [
    'strategy',
    'chunks',
    'intact',
    ...ks.map((k) => `@${k}`),
    'MRR',
    'nDCG',
    'sent',
    'kept',
    'refused',
  ];
  const rows = strategies.map((result) => [
    result.strategy.name,
    String(result.chunks),
    `${result.intact}/${result.judged}`,
    ...ks.map((k) => countOf(result.recall[k], result.judged)),
    formatShare(result.mrr),
    formatShare(result.ndcg),
    result.sent === null ? '-' : countOf(result.sent, result.judged),
    ...gateCells(result),
  ]);
  const deepest = ks.at(-1) ?? 1;
  const intervals = strategies.map(({ strategy, recallIntervals }) => {
    const interval = recallIntervals[deepest];
    return interval === undefined
      ? ''
      : `  ${strategy.name}: ${formatShare(interval.estimate)} (${formatShare(interval.low)} to ${formatShare(interval.high)})`;
  });
  const isFitted = strategies.some(({ refusal }) => refusal?.fitted);
  return [
    ...formatTable([head, ...rows]),
    ...(isFitted ? ['* by leave-one-out: the ranking has no threshold of its own'] : []),
    '',
    `recall@${deepest} with its 95 % interval`,
    ...intervals,
  ];
}

function gateCells({ refusal }: StrategyResult): string[] {
  if (refusal === null) return ['-', '-'];
  const mark = refusal.fitted ? '*' : '';
  return [
    `${refusal.kept}/${refusal.answerable}${mark}`,
    `${refusal.refused}/${refusal.unanswerable}${mark}`,
  ];
}

function formatVerdicts(result: StrategyResult, ks: readonly number[], verbose: boolean): string[] {
  const shown = result.questions.filter(({ kind }) => kind !== 'stale');
  const listed = verbose ? shown : shown.filter((one) => isMiss(one, ks.at(-1) ?? 1));
  const name = result.strategy.name;
  if (listed.length === 0) return [`${name}: nothing was missed`];
  const width = Math.max(...listed.map(({ id }) => id.length));
  const lines = listed.map(
    ({ id, verdict, question }) => `  ${id.padEnd(width)}  ${verdict}  ${shorten(question)}`,
  );
  return [verbose ? `${name}, every question` : `${name}, misses`, ...lines];
}

/** What deserves a line: evidence out of reach. The gate's mistakes are named by the sweep. */
function isMiss(judged: ReportedQuestion, deepest: number): boolean {
  return judged.kind === 'answerable' && !isFoundAt(deepest, judged);
}

/** Staleness is the policies' and the same for every strategy. */
function formatStale([first]: readonly StrategyResult[]): string[] {
  const stale = first?.questions.filter(({ kind }) => kind === 'stale') ?? [];
  if (stale.length === 0) return [];
  return [
    'stale, not judged: renew their evidence',
    ...stale.map(({ id, verdict }) => `  ${id}  ${verdict}`),
  ];
}

function formatSweep(sweep: NamedSweep): string[] {
  const row = (label: string, effect: ThresholdEffect) => [
    label,
    formatShare(effect.balancedAccuracy),
    String(effect.wronglyFiltered.length),
    String(effect.letThrough.length),
  ];
  const table = [
    ['threshold', 'balanced', 'wrongly refused', 'let through'],
    ...sweep.rows.map((effect) => row(effect.threshold.toFixed(2), effect)),
    row(`best ${sweep.best.threshold.toFixed(3)}`, sweep.best),
    row(`in use ${sweep.inUse.threshold.toFixed(2)}`, sweep.inUse),
  ];
  return [
    `threshold sweep of ${sweep.strategy} (AUROC ${formatShare(sweep.auroc)})`,
    ...formatTable(table),
    `leave-one-out, what to expect of new questions: ${formatGate(sweep.leaveOneOut)}`,
    `in use, wrongly refused: ${sweep.inUse.wronglyFiltered.join(' ') || 'none'}`,
    `in use, let through: ${sweep.inUse.letThrough.join(' ') || 'none'}`,
    `best, wrongly refused: ${sweep.best.wronglyFiltered.join(' ') || 'none'}`,
    `best, let through: ${sweep.best.letThrough.join(' ') || 'none'}`,
  ];
}

function formatGate({ kept, answerable, refused, unanswerable }: Gate): string {
  return `${kept}/${answerable} answerable kept, ${refused}/${unanswerable} unanswerable refused`;
}

function formatAnswers({ mode, summary, questions }: JudgedAnswers, verbose: boolean): string[] {
  const listed = verbose ? questions : questions.filter((one) => !isRight(one));
  const width = Math.max(0, ...listed.map(({ id }) => id.length));
  const share = formatPercent(summary.sentChars / summary.documentChars);
  const usage =
    summary.inputTokens === null
      ? []
      : [
          `  model: ${formatCount(summary.inputTokens)} tokens in, ${formatCount(summary.outputTokens ?? Number.NaN)} out, ${formatCost(summary.costUsd)}`,
        ];
  return [
    `answers, ${mode === 'offline' ? 'offline' : 'with the model'}`,
    `  answered ${summary.answered}/${summary.answerable}, refused ${summary.refused}/${summary.unanswerable}`,
    `  citations valid ${summary.citationsValid}/${summary.citationsJudged}, facts stated ${summary.factsPresent}/${summary.facts}`,
    `  sent on average ${formatCount(summary.sentChars)} of ${formatCount(summary.documentChars)} characters (${share}), about ${formatCount(summary.sentTokens)} of ${formatCount(summary.documentTokens)} tokens`,
    ...usage,
    ...listed.map(({ id, verdict, question }) => `  ${id.padEnd(width)}  ${verdict}  ${shorten(question)}`),
  ];
}

function formatBaseline({ strategies, answers, notCompared }: BaselineComparison): string[][] {
  return [
    ...strategies.map(formatComparison),
    answers === null ? [] : formatAnswerComparison(answers),
    notCompared.length === 0 ? [] : [`not compared: ${notCompared.join('; ')}`],
  ];
}

function formatComparison(comparison: Comparison): string[] {
  const { strategy, moved, stale, added, removed, compared, foundBefore, foundAfter } = comparison;
  const ids = (label: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`  ${label}: ${names.join(' ')}`];
  const threshold = describeThresholds(comparison);
  return [
    `${strategy} against the baseline: ${foundBefore}/${compared} → ${foundAfter}/${compared}; broken: ${countQuestions(comparison.broken)}`,
    `  ${describeChange(comparison)}`,
    ...(threshold === null ? [] : [`  ${threshold}`]),
    ...formatChanges('fixed', comparison.fixed),
    ...formatChanges('broken', comparison.broken),
    ...formatChanges('other ranks', moved),
    ...ids('stale', stale),
    ...ids('not in the baseline', added),
    ...ids('gone from the golden set', removed),
  ];
}

function formatAnswerComparison(comparison: AnswerComparison): string[] {
  const { compared, rightBefore, rightAfter, fixed, broken } = comparison;
  return [
    `answers against the baseline: ${rightBefore}/${compared} → ${rightAfter}/${compared} rightly answered or refused; broken: ${countQuestions(broken)}`,
    `  ${describeChange(comparison)}`,
    ...formatChanges('fixed', fixed),
    ...formatChanges('broken', broken),
  ];
}

function formatChanges(label: string, changes: readonly Change[]): string[] {
  return changes.length === 0 ? [] : [`  ${label}`, ...changes.map((one) => `    ${formatChange(one)}`)];
}

/** A question may have changed in several ways. */
export function countQuestions(changes: readonly Change[]): number {
  return new Set(changes.map(({ id }) => id)).size;
}

/** Null where it is the same: what is refused hangs on it. */
export function describeThresholds({ thresholds }: Comparison): string | null {
  const { before, after } = thresholds;
  if (before === null || after === null || before === after) return null;
  return `threshold ${before.toFixed(3)} → ${after.toFixed(3)}`;
}

/** Whether the share changed beyond chance, with its interval. */
export function describeChange({ significance, change }: ShareChange): string {
  const verdict = significance === 'no significant change' ? significance : `significantly ${significance}`;
  return `${verdict} (${formatSigned(change.estimate)}, 95 % interval ${formatSigned(change.low)} to ${formatSigned(change.high)})`;
}

/** `moc-012 ↑ 4→1`, up is better; `moc-044 refusal: kept → refused`. */
export function formatChange({ id, aspect, before, after }: Change): string {
  if (aspect !== 'rank') return `${id} ${aspect}: ${before} → ${after}`;
  const depth = (rank: Change['before']) => (typeof rank === 'number' ? rank : Number.POSITIVE_INFINITY);
  const arrow = depth(after) < depth(before) ? '↑' : '↓';
  return `${id} ${arrow} ${before ?? 'no rank'}→${after ?? 'no rank'}`;
}

export function formatShare(share: number): string {
  return Number.isNaN(share) ? '-' : share.toFixed(3);
}

export function formatPercent(share: number): string {
  return Number.isNaN(share) ? '-' : `${(100 * share).toFixed(1)} %`;
}

export function formatCount(count: number): string {
  return Number.isNaN(count) ? '-' : Math.round(count).toLocaleString('en-US');
}

export function formatCost(usd: number | null): string {
  return usd === null ? 'price not known' : `$${usd.toFixed(4)}`;
}

function formatSigned(value: number): string {
  if (Number.isNaN(value)) return '-';
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;
}

function countOf(share: number | undefined, total: number): string {
  return share === undefined || Number.isNaN(share) ? '-' : `${Math.round(share * total)}/${total}`;
}

/** A terminal line is no place for a novel. */
function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length <= 70 ? line : `${line.slice(0, 69).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** The first column to the left, figures to the right. */
function formatTable(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}
