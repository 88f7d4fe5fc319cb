import { count } from '../indexing/report.ts';
import { isRight, type JudgedAnswers } from './answers.ts';
import { drawBars, drawHistogram, drawSweep } from './charts.ts';
import type { AnswerComparison, BaselineComparison, Change, Comparison } from './comparison.ts';
import type { Evaluation, NamedSweep } from './evaluation.ts';
import { isFoundAt } from './judge.ts';
import { html, Markup } from './markup.ts';
import { REPORT_STYLES } from './report-styles.ts';
import {
  countQuestions,
  describeChange,
  describeThresholds,
  formatChange,
  formatCost,
  formatCount,
  formatPercent,
  formatShare,
} from './report-text.ts';
import { gatedQuestions, type StrategyResult } from './run-strategy.ts';
import type { GatedQuestion, ThresholdEffect } from './sweep.ts';

const NOTHING = html``;
/** The report holds customers' words and policies: nothing in it may run or be fetched. */
const CONTENT_POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/** The evaluation as one HTML document that needs nothing else: no script, no other file, no network. */
export function renderReport(evaluation: Evaluation): string {
  const { strategies, sweep, answers, baseline, ks } = evaluation;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${CONTENT_POLICY}">
<title>Citedesk evaluation</title>
<style>${new Markup(REPORT_STYLES)}</style>
</head>
<body>
<main>
<h1>Citedesk evaluation</h1>
<p class="muted">${count(evaluation.questions, 'golden question')}</p>
${baseline === null ? NOTHING : renderBaseline(baseline)}
${renderStrategies(strategies, ks)}
${sweep === null ? NOTHING : renderSweep(sweep, strategies)}
${answers === null ? NOTHING : renderAnswers(answers)}
${renderStale(strategies)}
${strategies.map((result) => renderQuestions(result, ks))}
</main>
</body>
</html>
`;
  return page.text;
}

function renderStrategies(strategies: readonly StrategyResult[], ks: readonly number[]): Markup {
  const groups = strategies.map(({ strategy, recall }) => ({
    label: strategy.name,
    bars: ks.map((k) => ({ label: `@${k}`, share: recall[k] ?? Number.NaN })),
  }));
  const rows = strategies.map((result) => {
    const { strategy, chunks, intact, judged, recall, mrr, ndcg, sent, refusal } = result;
    return [
      strategy.name,
      String(chunks),
      `${intact}/${judged}`,
      ...ks.map((k) => formatShare(recall[k] ?? Number.NaN)),
      formatShare(mrr),
      formatShare(ndcg),
      sent === null ? '–' : formatShare(sent),
      refusal === null ? '–' : `${refusal.kept}/${refusal.answerable}${refusal.fitted ? '*' : ''}`,
      refusal === null ? '–' : `${refusal.refused}/${refusal.unanswerable}${refusal.fitted ? '*' : ''}`,
    ];
  });
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
  const isFitted = strategies.some(({ refusal }) => refusal?.fitted);
  return html`<section><h2>Strategies</h2>
${drawBars(groups, 'Share of questions with all evidence among the first k chunks, for each strategy')}
${renderTable(head, rows)}
${isFitted ? html`<p class="muted">* by leave-one-out: the ranking has no threshold of its own</p>` : NOTHING}</section>`;
}

function renderSweep(sweep: NamedSweep, strategies: readonly StrategyResult[]): Markup {
  const swept = strategies.find(({ strategy }) => strategy.name === sweep.strategy);
  const questions: GatedQuestion[] = gatedQuestions(swept?.questions ?? []);
  const { best, inUse, leaveOneOut } = sweep;
  const marks = [
    { label: 'in use', threshold: inUse.threshold },
    { label: 'best', threshold: best.threshold },
  ];
  const row = (
    label: string,
    { threshold, balancedAccuracy, wronglyFiltered, letThrough }: ThresholdEffect,
  ) => [
    `${label} ${threshold.toFixed(2)}`.trim(),
    formatShare(balancedAccuracy),
    String(wronglyFiltered.length),
    String(letThrough.length),
    wronglyFiltered.join(' ') || 'none',
    letThrough.join(' ') || 'none',
  ];
  const rows = [row('best', best), row('in use', inUse), ...sweep.rows.map((effect) => row('', effect))];
  const head = [
    'threshold',
    'balanced accuracy',
    'wrongly refused',
    'let through',
    'wrongly refused',
    'let through',
  ];
  return html`<section><h2>Threshold of ${sweep.strategy}</h2>
<p>AUROC ${formatShare(sweep.auroc)}. By leave-one-out, what to expect of new questions: ${leaveOneOut.kept}/${leaveOneOut.answerable} answerable kept, ${leaveOneOut.refused}/${leaveOneOut.unanswerable} unanswerable refused.</p>
<p class="muted"><span class="key">answerable kept</span><span class="key b">unanswerable refused</span></p>
${drawSweep(questions, marks, 'Shares of answerable questions kept and unanswerable refused, over the threshold')}
<h3>Confidence</h3>
<p class="muted"><span class="key">answerable, upwards</span><span class="key b">unanswerable, downwards</span></p>
${drawHistogram(questions, 'Number of answerable and unanswerable questions by confidence')}
<details><summary>Every threshold</summary>
${renderTable(head, rows, 4)}</details></section>`;
}

function renderAnswers({ mode, summary, questions }: JudgedAnswers): Markup {
  const wrong = questions.filter((one) => !isRight(one));
  const rows = wrong.map(({ id, question, verdict, text }) => [id, question, verdict, text]);
  const share = formatPercent(summary.sentChars / summary.documentChars);
  const usage =
    summary.inputTokens === null
      ? NOTHING
      : html`<p>Model: ${formatCount(summary.inputTokens)} tokens in, ${formatCount(summary.outputTokens ?? Number.NaN)} out, ${formatCost(summary.costUsd)}.</p>`;
  return html`<section><h2>Answers, ${mode === 'offline' ? 'offline' : 'with the model'}</h2>
<p>Answered ${summary.answered}/${summary.answerable}, refused ${summary.refused}/${summary.unanswerable}; citations valid ${summary.citationsValid}/${summary.citationsJudged}; facts stated ${summary.factsPresent}/${summary.facts}.</p>
<p>Sent on average ${formatCount(summary.sentChars)} of ${formatCount(summary.documentChars)} characters (${share}).</p>
${usage}
${rows.length === 0 ? html`<p class="good">Nothing is wrong with any answer.</p>` : renderTable(['id', 'question', 'verdict', 'reply'], rows, 1)}</section>`;
}

function renderBaseline({ strategies, answers, notCompared }: BaselineComparison): Markup {
  return html`${strategies.map(renderComparison)}
${answers === null ? NOTHING : renderAnswerComparison(answers)}
${notCompared.length === 0 ? NOTHING : html`<section><h2>Not compared</h2><p>${notCompared.join('; ')}</p></section>`}`;
}

function renderComparison(comparison: Comparison): Markup {
  const { strategy, fixed, broken, moved, stale, added, removed } = comparison;
  const ids = (label: string, names: readonly string[]) =>
    names.length === 0 ? NOTHING : html`<p class="muted">${label}: ${names.join(', ')}</p>`;
  const threshold = describeThresholds(comparison);
  return html`<section><h2>${strategy} against the baseline</h2>
<p>${comparison.foundBefore}/${comparison.compared} → ${comparison.foundAfter}/${comparison.compared}; broken: ${countQuestions(broken)}; ${describeChange(comparison)}.</p>
${threshold === null ? NOTHING : html`<p>${threshold}</p>`}
${renderChanges('fixed', 'good', fixed)}${renderChanges('broken', 'bad', broken)}${renderChanges('other ranks', 'muted', moved)}
${ids('stale', stale)}${ids('not in the baseline', added)}${ids('gone from the golden set', removed)}</section>`;
}

function renderAnswerComparison(comparison: AnswerComparison): Markup {
  const { compared, rightBefore, rightAfter, fixed, broken } = comparison;
  return html`<section><h2>Answers against the baseline</h2>
<p>${rightBefore}/${compared} → ${rightAfter}/${compared} rightly answered or refused; broken: ${countQuestions(broken)}; ${describeChange(comparison)}.</p>
${renderChanges('fixed', 'good', fixed)}${renderChanges('broken', 'bad', broken)}</section>`;
}

function renderChanges(label: string, name: string, changes: readonly Change[]): Markup {
  if (changes.length === 0) return NOTHING;
  return html`<p><strong class="${name}">${label}</strong></p><ul>${changes.map((one) => html`<li>${formatChange(one)}</li>`)}</ul>`;
}

function renderStale([first]: readonly StrategyResult[]): Markup {
  const rows = (first?.questions ?? [])
    .filter(({ kind }) => kind === 'stale')
    .map(({ id, question, missing }) => [id, question, missing.join(' · ')]);
  if (rows.length === 0) return NOTHING;
  return html`<section><h2>Stale, not judged</h2>${renderTable(['id', 'question', 'no longer in the policies'], rows, 1)}</section>`;
}

function renderQuestions(result: StrategyResult, ks: readonly number[]): Markup {
  const deepest = ks.at(-1) ?? 1;
  const toRow = ({ id, question, verdict }: StrategyResult['questions'][number]) => [id, question, verdict];
  const missed = result.questions.filter((one) => one.kind === 'answerable' && !isFoundAt(deepest, one));
  const head = ['id', 'question', 'verdict'];
  return html`<section><h2>${result.strategy.name}: ${missed.length === 0 ? 'nothing was missed' : `${missed.length} missed`}</h2>
${missed.length === 0 ? NOTHING : renderTable(head, missed.map(toRow), 1)}
<details><summary>Every question</summary>${renderTable(head, result.questions.map(toRow), 1)}</details></section>`;
}

/** Columns from `words` on hold running text; on a phone such a table's rows stand cell below cell. */
function renderTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  words = Number.POSITIVE_INFINITY,
): Markup {
  const heads = head.map(
    (name, at) => html`<th scope="col"${at >= words ? new Markup(' class="words"') : ''}>${name}</th>`,
  );
  const cell = (text: string, at: number) =>
    at >= words
      ? html`<td class="words" dir="auto" data-label="${head[at] ?? ''}">${text}</td>`
      : html`<td data-label="${head[at] ?? ''}">${text}</td>`;
  const body = rows.map((row) => html`<tr>${row.map(cell)}</tr>`);
  return html`<div class="scroll" tabindex="0"><table${words < head.length ? new Markup(' class="stack"') : ''}><thead><tr>${heads}</tr></thead><tbody>${body}</tbody></table></div>`;
}
