import { UsageError } from '../errors.ts';
import type { JudgedAnswers } from './answers.ts';
import type { StrategyResult } from './run-strategy.ts';

/** What is kept of an evaluation to compare a later one with. */
export interface Baseline {
  /** A question counts as found down to this rank. */
  readonly k: number;
  readonly strategies: Readonly<Record<string, KeptStrategy>>;
  /** Null where they were not asked for. */
  readonly answers: KeptAnswers | null;
}

export interface KeptStrategy {
  /** Null where the ranking has none of its own: what is then refused depends on the other questions. */
  readonly threshold: number | null;
  readonly questions: Readonly<Record<string, KeptQuestion>>;
}

export interface KeptQuestion {
  readonly answerable: boolean;
  /** Null: no rank, or unanswerable. */
  readonly rank: number | null;
  /** For each thing needed, whether it was sent; null where the ranking does not say, or unanswerable. */
  readonly sent: readonly boolean[] | null;
  /** Whether its confidence reached the threshold; null where there is none. */
  readonly kept: boolean | null;
}

export interface KeptAnswers {
  readonly mode: JudgedAnswers['mode'];
  readonly questions: Readonly<Record<string, KeptAnswer>>;
}

export interface KeptAnswer {
  readonly answerable: boolean;
  readonly answered: boolean;
  /** Null where nothing was answered. */
  readonly citationsValid: boolean | null;
  /** Whether it stated them. */
  readonly facts: Readonly<Record<string, boolean>>;
}

/** Of the answers, what can be compared. */
export type AnswerVerdicts = Pick<JudgedAnswers, 'mode' | 'questions'>;

const FORMAT = 'citedesk-baseline-2';

export function toBaseline(
  results: readonly StrategyResult[],
  answers: AnswerVerdicts | null,
  k: number,
): Baseline {
  return {
    k,
    strategies: Object.fromEntries(results.map((result) => [result.strategy.name, keepStrategy(result)])),
    answers: answers === null ? null : keepAnswers(answers),
  };
}

/** What of a strategy's result is kept: the questions that were judged. */
export function keepStrategy({ refusal, questions }: StrategyResult): KeptStrategy {
  const threshold = refusal === null || refusal.fitted ? null : refusal.threshold;
  const judged = questions.filter(({ kind }) => kind !== 'stale');
  const kept = judged.map(({ id, kind, rank, needsSent, confidence }): [string, KeptQuestion] => [
    id,
    {
      answerable: kind === 'answerable',
      rank,
      sent: needsSent,
      kept: threshold === null ? null : confidence >= threshold,
    },
  ]);
  return { threshold, questions: Object.fromEntries(kept) };
}

export function keepAnswers({ mode, questions }: AnswerVerdicts): KeptAnswers {
  const kept = questions.map((one): [string, KeptAnswer] => {
    const { id, answerable, outcome, citationsValid, factsStated, factsMissing } = one;
    const facts = [...factsStated, ...factsMissing].map((fact) => [fact, factsStated.includes(fact)]);
    const answered = outcome === 'answered';
    return [id, { answerable, answered, citationsValid, facts: Object.fromEntries(facts) }];
  });
  return { mode, questions: Object.fromEntries(kept) };
}

/**
 * A text that changes only where something guarded does, a line a question, so that it can lie beside the policies under
 * version control.
 */
export function formatBaseline({ k, strategies, answers }: Baseline): string {
  const strategyTexts = sortedEntries(strategies).map(
    ([name, { threshold, questions }]) =>
      `    ${JSON.stringify(name)}: {"threshold": ${threshold}, "questions": ${formatQuestions(questions)}}`,
  );
  const answersText =
    answers === null
      ? 'null'
      : `{"mode": ${JSON.stringify(answers.mode)}, "questions": ${formatQuestions(answers.questions)}}`;
  return `{
  "format": ${JSON.stringify(FORMAT)},
  "k": ${k},
  "strategies": {
${strategyTexts.join(',\n')}
  },
  "answers": ${answersText}
}
`;
}

function formatQuestions(questions: Readonly<Record<string, unknown>>): string {
  const lines = sortedEntries(questions).map(
    ([id, kept]) => `      ${JSON.stringify(id)}: ${JSON.stringify(kept)}`,
  );
  return `{\n${lines.join(',\n')}\n    }`;
}

/** By code unit, the same on every system. */
function sortedEntries<T>(record: Readonly<Record<string, T>>): [string, T][] {
  return Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
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
    throw new UsageError(`${name} is no baseline of this version; write a new one with --save-baseline.`);
  }
  return value;
}

function isBaseline(value: unknown): value is Baseline {
  if (!isRecord(value) || value['format'] !== FORMAT) return false;
  const { k, strategies, answers } = value;
  return isRank(k) && isRecordOf(isKeptStrategy)(strategies) && (answers === null || isKeptAnswers(answers));
}

function isKeptStrategy(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { threshold, questions } = value;
  return (threshold === null || typeof threshold === 'number') && isRecordOf(isKeptQuestion)(questions);
}

function isKeptQuestion(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { answerable, rank, sent, kept } = value;
  return (
    isFlag(answerable) &&
    (rank === null || isRank(rank)) &&
    (sent === null || isListOf(isFlag)(sent)) &&
    (kept === null || isFlag(kept))
  );
}

function isKeptAnswers(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { mode, questions } = value;
  return (mode === 'offline' || mode === 'model') && isRecordOf(isKeptAnswer)(questions);
}

function isKeptAnswer(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { answerable, answered, citationsValid, facts } = value;
  return (
    isFlag(answerable) &&
    isFlag(answered) &&
    (citationsValid === null || isFlag(citationsValid)) &&
    isRecordOf(isFlag)(facts)
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isRecordOf(isElement: (value: unknown) => boolean) {
  return (value: unknown) => isRecord(value) && Object.values(value).every(isElement);
}

function isListOf(isElement: (value: unknown) => boolean) {
  return (value: unknown) => Array.isArray(value) && value.every(isElement);
}

function isFlag(value: unknown): boolean {
  return typeof value === 'boolean';
}

function isRank(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value > 0;
}
