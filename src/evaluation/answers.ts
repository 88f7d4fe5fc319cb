import type { Conversation } from '../conversation/conversation.ts';
import { joinSpans } from '../conversation/reply.ts';
import type { Citation } from '../domain/answer.ts';
import type { Exchange, Outcome } from '../domain/exchange.ts';
import type { Hit } from '../domain/search.ts';
import { passageLength } from '../domain/section.ts';
import { missingFacts } from './facts.ts';
import type { GoldenQuestion } from './golden.ts';
import { mean } from './metrics.ts';
import { normaliseText } from './text-match.ts';

/** How the whole pipeline did on one question. */
export interface JudgedAnswer {
  readonly id: string;
  readonly question: string;
  readonly answerable: boolean;
  readonly outcome: Outcome;
  readonly text: string;
  /** Answered where the policies have an answer, and only there. */
  readonly refusalCorrect: boolean;
  /** Every citation's quote stands in a passage that was sent, and there is one at least; null where nothing was answered. */
  readonly citationsValid: boolean | null;
  /** What the answer should have stated, and did. */
  readonly factsStated: readonly string[];
  /** What it should have stated and did not; of an answerable question that was refused, all its facts. */
  readonly factsMissing: readonly string[];
  readonly sentChars: number;
  readonly documentChars: number;
  /** Of the model; null where no model wrote it. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly costUsd: number | null;
  /** Why the model did not answer although it was meant to. */
  readonly fallback: string | null;
  readonly verdict: string;
}

export interface AnswersSummary {
  readonly answerable: number;
  readonly answered: number;
  readonly unanswerable: number;
  readonly refused: number;
  /** Of the answers that were given. */
  readonly citationsValid: number;
  readonly citationsJudged: number;
  readonly factsPresent: number;
  readonly facts: number;
  /** Means over the questions that sent anything, in characters with titles. */
  readonly sentChars: number;
  readonly documentChars: number;
  /** Estimated at four characters a token, which holds for English; what a model really read is in `inputTokens`. */
  readonly sentTokens: number;
  readonly documentTokens: number;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly costUsd: number | null;
}

export interface JudgedAnswers {
  readonly mode: 'offline' | 'model';
  readonly summary: AnswersSummary;
  readonly questions: readonly JudgedAnswer[];
}

export interface AnswerOptions {
  readonly offline: boolean;
}

const CHARS_PER_TOKEN = 4;

/**
 * Asks every question through the pipeline that customers use, one after the other: a model has a rate limit. The
 * conversation must be one that records nothing.
 */
export async function judgeAnswers(
  conversation: Pick<Conversation, 'ask'>,
  golden: readonly GoldenQuestion[],
  options: AnswerOptions,
): Promise<JudgedAnswers> {
  const questions: JudgedAnswer[] = [];
  for (const one of golden) {
    questions.push(judgeAnswer(one, await conversation.ask(toQuestion(one), options)));
  }
  return { mode: options.offline ? 'offline' : 'model', summary: summarise(questions), questions };
}

function toQuestion({ id, question, history }: GoldenQuestion) {
  const customer = `golden ${id}`;
  const lastTurn = history.at(-1) ?? null;
  return { text: question, channel: 'terminal', customer, languageCode: null, lastTurn } as const;
}

/** Judges one exchange by what its question's author wrote down. */
export function judgeAnswer(golden: GoldenQuestion, exchange: Exchange): JudgedAnswer {
  const isAnswered = exchange.outcome === 'answered';
  const said = isAnswered ? joinSpans(exchange.spans) : '';
  const facts = golden.answerable ? golden.facts : [];
  const factsMissing = missingFacts(facts, said, golden.language);
  const sent = exchange.hits.filter((hit) => hit.sent);
  const judged = {
    id: golden.id,
    question: golden.question,
    answerable: golden.answerable,
    outcome: exchange.outcome,
    text: exchange.text,
    refusalCorrect: isAnswered === golden.answerable,
    citationsValid: isAnswered ? areValid(exchange.citations, sent) : null,
    factsStated: facts.filter((fact) => !factsMissing.includes(fact)),
    factsMissing,
    sentChars: sent.reduce((sum, hit) => sum + passageLength(hit.passage), 0),
    documentChars: exchange.documentChars,
    inputTokens: exchange.usage === null ? null : allInput(exchange.usage),
    outputTokens: exchange.usage?.outputTokens ?? null,
    costUsd: exchange.costUsd,
    fallback: exchange.fallback,
  };
  return { ...judged, verdict: describe(judged) };
}

function areValid(citations: readonly Citation[], sent: readonly Hit[]): boolean {
  const stands = ({ sectionId, quote }: Citation) =>
    sent.some(
      ({ passage }) =>
        passage.sectionId === sectionId &&
        normaliseText(`${passage.title}\n${passage.text}`).includes(normaliseText(quote)),
    );
  return citations.length > 0 && citations.every(stands);
}

function allInput(usage: NonNullable<Exchange['usage']>): number {
  return usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
}

function describe(judged: Omit<JudgedAnswer, 'verdict'>): string {
  const { answerable, outcome, refusalCorrect, citationsValid, factsMissing } = judged;
  if (!refusalCorrect)
    return answerable ? `not answered (${outcome})` : 'answered, but the policies do not say';
  if (!answerable) return `refused (${outcome})`;
  const faults = [
    ...(citationsValid === false ? ['a citation does not stand in what was sent'] : []),
    ...(factsMissing.length > 0 ? [`not stated: ${factsMissing.join(', ')}`] : []),
  ];
  return faults.length === 0 ? 'answered' : `answered, but ${faults.join('; ')}`;
}

/** Whether nothing is wrong with it. */
export function isRight({ refusalCorrect, citationsValid, factsMissing }: JudgedAnswer): boolean {
  return refusalCorrect && citationsValid !== false && factsMissing.length === 0;
}

function summarise(all: readonly JudgedAnswer[]): AnswersSummary {
  const answerable = all.filter((one) => one.answerable);
  const unanswerable = all.filter((one) => !one.answerable);
  const cited = all.filter(({ citationsValid }) => citationsValid !== null);
  const sending = all.filter(({ sentChars }) => sentChars > 0);
  const sentChars = mean(sending.map((one) => one.sentChars));
  const documentChars = Math.max(0, ...all.map((one) => one.documentChars));
  return {
    answerable: answerable.length,
    answered: answerable.filter((one) => one.refusalCorrect).length,
    unanswerable: unanswerable.length,
    refused: unanswerable.filter((one) => one.refusalCorrect).length,
    citationsValid: cited.filter(({ citationsValid }) => citationsValid === true).length,
    citationsJudged: cited.length,
    factsPresent: sum(all.map(({ factsStated }) => factsStated.length)),
    facts: sum(all.map(({ factsStated, factsMissing }) => factsStated.length + factsMissing.length)),
    sentChars,
    documentChars,
    sentTokens: sentChars / CHARS_PER_TOKEN,
    documentTokens: documentChars / CHARS_PER_TOKEN,
    inputTokens: sumOfKnown(all.map(({ inputTokens }) => inputTokens)),
    outputTokens: sumOfKnown(all.map(({ outputTokens }) => outputTokens)),
    costUsd: sumOfKnown(all.map(({ costUsd }) => costUsd)),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function sumOfKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : sum(known);
}
