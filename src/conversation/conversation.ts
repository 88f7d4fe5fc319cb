import { randomBytes } from 'node:crypto';
import type { Answerer, AnswerResult } from '../answer/answerer.ts';
import { extractiveAnswerer } from '../answer/extractive.ts';
import type { AnswerSpan } from '../domain/answer.ts';
import type { Delivery } from '../domain/delivery.ts';
import type { Channel, Exchange, Outcome } from '../domain/exchange.ts';
import type { SearchResult } from '../domain/search.ts';
import { passageLength } from '../domain/section.ts';
import { ModelError } from '../errors.ts';
import type { Logger } from '../log.ts';
import type { PassageIndex } from '../search/passage-index.ts';
import { searchSections } from '../search/search.ts';
import { type Texts, textsForQuestion } from './catalogue/catalogue.ts';
import { composeReply } from './reply.ts';

export interface Question {
  readonly text: string;
  readonly channel: Channel;
  /** The chat's random name. */
  readonly customer: string;
  /** Of the customer's program, where it tells. */
  readonly languageCode: string | null;
  /** The customer's turn before, where the caller knows one better than the record; null for a question by itself. */
  readonly lastTurn?: string | null;
}

export interface AskOptions {
  /** Without the model, whether or not there is one. */
  readonly offline?: boolean;
  /** Turns the exchange into the messages to send; they are stored with it, in one transaction. */
  readonly deliver?: (exchange: Exchange) => Delivery;
}

/** What a conversation needs of the store. */
export interface ExchangeLog {
  /** What the customer asked last on this channel, if that was no longer ago than `since`. */
  lastQuestion(customer: string, channel: Channel, since: number): string | null;
  finishExchange(exchange: Exchange, delivery: Delivery | null): void;
}

export interface ConversationParts {
  readonly index: PassageIndex;
  /** Null: no key, extractive answers only. */
  readonly claude: Answerer | null;
  readonly log: ExchangeLog;
  readonly contact: string | null;
  readonly sendSections: number;
  /** Below this confidence the model is not asked; 0 asks it always. */
  readonly modelThreshold?: number;
  readonly now: () => number;
  readonly logger: Logger;
}

export interface Conversation {
  /**
   * Answers a question and records the exchange. Whatever happens to search or model, the customer gets a reply
   * and staff a record that says why; only a record that cannot be stored throws.
   */
  ask(question: Question, options?: AskOptions): Promise<Exchange>;
}

/** A later question begins a new conversation. */
const SAME_CONVERSATION_MS = 30 * 60_000;

/** How the exchange ended, before it is put into words. */
interface Ending
  extends Pick<Exchange, 'outcome' | 'answerer' | 'fallback' | 'failure' | 'model' | 'usage' | 'costUsd'> {
  readonly spans: readonly AnswerSpan[];
}

const NOBODY = {
  answerer: null,
  fallback: null,
  failure: null,
  model: null,
  usage: null,
  costUsd: null,
  spans: [],
};

const NOTHING_FOUND: SearchResult = {
  query: { terms: [] },
  hits: [],
  confidence: 0,
  threshold: 0,
  documentChars: 0,
};

/** The one pipeline for every channel: search, answer, check, record. Nothing else knows the order of these steps. */
export function createConversation(parts: ConversationParts): Conversation {
  const { index, claude, log, contact, sendSections, modelThreshold = 0, now, logger } = parts;

  async function ask(question: Question, options: AskOptions = {}): Promise<Exchange> {
    const id = randomBytes(9).toString('base64url');
    const askedAt = now();
    const searchStarted = performance.now();
    const lastTurn =
      question.lastTurn === undefined
        ? log.lastQuestion(question.customer, question.channel, askedAt - SAME_CONVERSATION_MS)
        : question.lastTurn;
    const search = attempt(() =>
      searchSections(index, question.text, { sendSections, lastTurn: lastTurn ?? '' }),
    );
    const searchMs = performance.now() - searchStarted;

    const modelStarted = performance.now();
    const ending =
      search instanceof Error
        ? fail(search, id)
        : await answerFrom(search, question, id, options.offline ?? false);
    const found = search instanceof Error ? NOTHING_FOUND : search;
    const texts = textsForQuestion(question.text, question.languageCode);

    const exchange: Exchange = {
      id,
      askedAt,
      channel: question.channel,
      customer: question.customer,
      question: question.text,
      language: texts.language,
      query: found.query,
      hits: found.hits,
      confidence: found.confidence,
      threshold: found.threshold,
      ...ending,
      text: composeReply(ending.spans, refusalText(ending.outcome, found, texts, contact), texts),
      citations: ending.spans.flatMap((span) => span.citations),
      searchMs,
      modelMs: performance.now() - modelStarted,
      sentChars: found.hits
        .filter((hit) => hit.sent)
        .reduce((sum, hit) => sum + passageLength(hit.passage), 0),
      documentChars: found.documentChars,
    };
    log.finishExchange(exchange, options.deliver?.(exchange) ?? null);
    return exchange;
  }

  async function answerFrom(
    search: SearchResult,
    question: Question,
    id: string,
    offline: boolean,
  ): Promise<Ending> {
    const isUnaskable = search.documentChars === 0 || search.query.terms.length === 0;
    if (isUnaskable) return { ...NOBODY, outcome: 'refused_no_hits' };
    try {
      if (search.confidence < modelThreshold) return { ...NOBODY, outcome: 'refused_low_confidence' };
      if (claude === null || offline) return await answerExtractively(search, question, null);
      return await answerWithClaude(claude, search, question, id);
    } catch (error) {
      return fail(error, id);
    }
  }

  async function answerWithClaude(
    answerer: Answerer,
    search: SearchResult,
    question: Question,
    id: string,
  ): Promise<Ending> {
    try {
      const result = await answerer.answer(toRequest(search, question));
      return {
        ...accountOf(result),
        ...readAnswer(result, 'refused_by_model'),
        answerer: answerer.name,
        fallback: null,
      };
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      logger.warn({ exchangeId: id, fault: error.fault, requestId: error.requestId, error }, error.message);
      return answerExtractively(search, question, error.fault);
    }
  }

  async function answerExtractively(
    search: SearchResult,
    question: Question,
    fallback: string | null,
  ): Promise<Ending> {
    if (search.hits.length === 0) return { ...NOBODY, outcome: 'refused_no_hits', fallback };
    if (search.confidence < search.threshold)
      return { ...NOBODY, outcome: 'refused_low_confidence', fallback };
    const result = await extractiveAnswerer.answer(toRequest(search, question));
    return {
      ...accountOf(result),
      ...readAnswer(result, 'refused_low_confidence'),
      answerer: extractiveAnswerer.name,
      fallback,
    };
  }

  function fail(error: unknown, id: string): Ending {
    logger.error({ exchangeId: id, error }, 'a question could not be answered');
    return { ...NOBODY, outcome: 'failed', failure: error instanceof Error ? error.name : typeof error };
  }

  return { ask };
}

function attempt<T>(work: () => T): T | Error {
  try {
    return work();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function toRequest(search: SearchResult, question: Question) {
  return {
    question: question.text,
    query: search.query,
    sent: search.hits.filter((hit) => hit.sent),
    customer: question.customer,
  };
}

function accountOf(result: AnswerResult): Pick<Ending, 'model' | 'usage' | 'costUsd' | 'failure'> {
  return { model: result.model, usage: result.usage, costUsd: result.costUsd, failure: null };
}

function readAnswer({ answer }: AnswerResult, refused: Outcome): Pick<Ending, 'outcome' | 'spans'> {
  return answer.kind === 'grounded'
    ? { outcome: 'answered', spans: answer.spans }
    : { outcome: refused, spans: [] };
}

/** What stands in place of an answer: why there is none, and what the customer can do. */
function refusalText(outcome: Outcome, search: SearchResult, texts: Texts, contact: string | null): string {
  const isWordless = outcome === 'refused_no_hits' && search.query.terms.length === 0;
  if (isWordless && search.documentChars > 0) return texts.noWords;
  if (outcome === 'failed') return `${texts.somethingFailed} ${texts.reach(contact)}`;
  if (search.documentChars === 0) return `${texts.noPolicies} ${texts.reach(contact)}`;
  return `${texts.notInPolicies} ${texts.tryOtherWords} ${texts.reach(contact)}`;
}
