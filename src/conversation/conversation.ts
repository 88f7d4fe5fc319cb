import { randomBytes } from 'node:crypto';
import type { Answerer, AnswerRequest, AnswerResult, Purse, Turn } from '../answer/answerer.ts';
import { extractiveAnswerer } from '../answer/extractive.ts';
import type { AnswerSpan } from '../domain/answer.ts';
import type { Delivery } from '../domain/delivery.ts';
import type { Channel, Exchange, Outcome, QuestionMessage } from '../domain/exchange.ts';
import type { Hit, SearchRecord, SearchResult } from '../domain/search.ts';
import { passageLength } from '../domain/section.ts';
import { isStorageFault, ModelError } from '../errors.ts';
import type { Logger } from '../log.ts';
import type { PassageIndex } from '../search/passage-index.ts';
import { searchSections } from '../search/search.ts';
import { type Texts, textsForQuestion } from './catalogue/catalogue.ts';
import { startsWithCorrection } from './corrections.ts';
import { foreignTo, languageNames } from './languages-read.ts';
import type { Alerts, ExchangeLog, Limits, RecordedTurn } from './ports.ts';
import { recallWords, toStandalone } from './recall.ts';
import { composeReply } from './reply.ts';
import { smallTalkOf } from './small-talk.ts';

export interface Question {
  /** The messages joined by line breaks, where there are several. */
  readonly text: string;
  /** The messages that it was typed in; one with this text unless given. */
  readonly messages?: readonly QuestionMessage[];
  /** The exchange whose question was edited into this one. */
  readonly updateOf?: string | null;
  /** The earlier message that it replies to: it tells what is meant, and is not asked. */
  readonly repliesTo?: string | null;
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

export interface RehearsalOptions {
  /** Without the model: it costs nothing. */
  readonly offline: true;
}

export interface ConversationParts {
  readonly index: PassageIndex;
  /** Null: no key, extractive answers only. */
  readonly claude: Answerer | null;
  readonly log: ExchangeLog;
  readonly limits: Limits;
  readonly alerts: Alerts;
  /** What the model is told of here and now: date, time, opening hours. */
  readonly situation: (at: number) => string;
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
   * and staff a record that says why. It throws where the database refuses: then it is to be asked again later.
   */
  ask(question: Question, options?: AskOptions): Promise<Exchange>;
  /**
   * What `ask` would answer now, for nobody to receive: nothing is recorded, no limit counts it, and of earlier turns
   * only what the question brings along is known.
   */
  rehearse(question: Question, options: RehearsalOptions): Promise<Exchange>;
}

/** Turns that the model is reminded of. */
const MOST_TURNS = 6;
/** Of a message that is replied to; a quotation in Telegram has 1,024 characters at most. */
const LONGEST_CONTEXT = 1024;
const REMEMBERED_MS = 24 * 60 * 60_000;
const QUESTION_END = /(?<=[?？])/u;
/** Questions of one message that are looked at by themselves. */
const MOST_PARTS = 4;

/** How the exchange ended, before it is put into words. */
interface Ending
  extends Pick<
    Exchange,
    'outcome' | 'answerer' | 'fallback' | 'failure' | 'model' | 'usage' | 'costUsd' | 'missing' | 'drafts'
  > {
  readonly spans: readonly AnswerSpan[];
  readonly searches: AnswerResult['searches'];
  /** Said above the answer. */
  readonly notice: string | null;
}

const NOBODY: Omit<Ending, 'outcome'> = {
  answerer: null,
  fallback: null,
  failure: null,
  model: null,
  usage: null,
  costUsd: null,
  missing: null,
  drafts: [],
  spans: [],
  searches: [],
  notice: null,
};

const NOTHING_FOUND: SearchResult = {
  query: { terms: [] },
  hits: [],
  confidence: 0,
  threshold: 0,
  documentChars: 0,
};

/** A question on its way through the steps. */
interface Asked {
  readonly id: string;
  readonly question: Question;
  readonly askedAt: number;
  readonly texts: Texts;
  readonly turns: readonly RecordedTurn[];
  readonly purse: Purse;
}

/** The one pipeline for every channel: search, answer, check, record. Nothing else knows the order of these steps. */
export function createConversation(parts: ConversationParts): Conversation {
  const {
    index,
    claude,
    log,
    limits,
    alerts,
    contact,
    sendSections,
    modelThreshold = 0,
    now,
    logger,
  } = parts;

  async function ask(question: Question, options: AskOptions = {}): Promise<Exchange> {
    const exchange = await replyTo(question, options.offline ?? false);
    log.finishExchange(exchange, options.deliver?.(exchange) ?? null);
    return exchange;
  }

  function rehearse(question: Question, { offline }: RehearsalOptions): Promise<Exchange> {
    return replyTo({ ...question, lastTurn: question.lastTurn ?? null }, offline);
  }

  async function replyTo(question: Question, offline: boolean): Promise<Exchange> {
    const id = randomBytes(9).toString('base64url');
    const asked: Asked = {
      id,
      question,
      askedAt: now(),
      texts: textsForQuestion(question.text, question.languageCode),
      turns: [],
      purse: limits.openPurse(id),
    };
    return replyToSmallTalk(asked) ?? (await answer(asked, offline));
  }

  function replyToSmallTalk(asked: Asked): Exchange | null {
    const kind = smallTalkOf(asked.question.text);
    if (kind === null || (kind === 'thanks' && wasAsked(asked))) return null;
    const { greetBack, thanksBack } = asked.texts;
    const text = kind === 'greeting' ? greetBack : thanksBack;
    return { ...toExchange(asked, NOTHING_FOUND, { ...NOBODY, outcome: 'small_talk' }, 0, 0), text };
  }

  /** "Ok" is no thanks where we asked something. */
  function wasAsked(asked: Asked): boolean {
    const turns = attempt(() => recentTurns(asked));
    return !(turns instanceof Error) && /[?？]\s*$/u.test(turns.at(-1)?.answer ?? '');
  }

  async function answer(fresh: Asked, offline: boolean): Promise<Exchange> {
    const searchStarted = performance.now();
    const prepared = attempt(() => {
      const asked = { ...fresh, turns: recentTurns(fresh) };
      return { asked, search: searchFor(asked) };
    });
    const searchMs = performance.now() - searchStarted;
    const modelStarted = performance.now();
    const ending =
      prepared instanceof Error
        ? fail(prepared, fresh.id)
        : await answerFrom(prepared.search, prepared.asked, offline);
    const search = prepared instanceof Error ? NOTHING_FOUND : prepared.search;
    return toExchange(fresh, search, ending, searchMs, performance.now() - modelStarted);
  }

  function recentTurns({ question, askedAt }: Asked): readonly RecordedTurn[] {
    if (question.lastTurn !== undefined) return [];
    return log.recentTurns(question.customer, question.channel, askedAt - REMEMBERED_MS, MOST_TURNS);
  }

  /** From a correction on, the messages are searched for by themselves; what they correct counts as said before. */
  function searchFor({ question, turns, askedAt }: Asked): SearchResult {
    const texts = question.messages?.map(({ text }) => text) ?? [question.text];
    const at = texts.findLastIndex((text, position) => position > 0 && startsWithCorrection(text));
    const text = at < 0 ? question.text : texts.slice(at).join('\n');
    const said = repliedWords(question) ?? recallWords(text, turns, askedAt);
    const before = at < 0 ? said : texts.slice(0, at).join('\n');
    return searchSections(index, text, { sendSections, lastTurn: question.lastTurn ?? before });
  }

  async function answerFrom(search: SearchResult, asked: Asked, offline: boolean): Promise<Ending> {
    const isUnaskable = search.documentChars === 0 || search.query.terms.length === 0;
    if (isUnaskable) return { ...NOBODY, outcome: 'refused_no_hits' };
    try {
      if (search.confidence < modelThreshold) return { ...NOBODY, outcome: 'refused_low_confidence' };
      if (claude === null || offline) return await answerExtractively(search, asked);
      const { customer, channel } = asked.question;
      const limit = limits.admit(customer, channel);
      if (limit === null) return await answerWithClaude(claude, search, asked);
      const notice = limit === 'hour' ? asked.texts.limitOfHour : asked.texts.limitOfDay;
      return {
        ...(await answerExtractively(search, asked)),
        fallback: `limit_of_${limit}`,
        notice: limits.tellsNow(customer, limit) ? notice : null,
      };
    } catch (error) {
      return fail(error, asked.id);
    }
  }

  async function answerWithClaude(answerer: Answerer, search: SearchResult, asked: Asked): Promise<Ending> {
    try {
      const result = await answerer.answer(toRequest(search, asked));
      const account = { ...accountOf(result), answerer: answerer.name };
      if (!result.isCutDown) return { ...account, ...readAnswer(result, 'refused_by_model') };
      if (result.answer.kind === 'grounded')
        return { ...account, ...readAnswer(result, 'check_failed'), outcome: 'check_failed' };
      const quoted = await answerExtractively(search, asked);
      return {
        ...account,
        outcome: 'check_failed',
        spans: quoted.spans,
        missing: quoted.missing,
        answerer: quoted.spans.length > 0 ? quoted.answerer : account.answerer,
      };
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      return await fallBack(error, search, asked);
    }
  }

  async function fallBack(error: ModelError, search: SearchResult, asked: Asked): Promise<Ending> {
    const { fault, requestId, message } = error;
    logger.warn({ exchangeId: asked.id, fault, requestId, error }, message);
    const { customer, channel } = asked.question;
    if (channel === 'telegram') alerts.raise(fault, message);
    const isOverBudget = fault === 'over_budget' && limits.tellsNow(customer, 'budget');
    return {
      ...(await answerExtractively(search, asked)),
      fallback: fault,
      costUsd: asked.purse.spentUsd > 0 ? asked.purse.spentUsd : null,
      notice: isOverBudget ? asked.texts.overBudget : null,
    };
  }

  async function answerExtractively(search: SearchResult, asked: Asked): Promise<Ending> {
    if (search.hits.length === 0) return { ...NOBODY, outcome: 'refused_no_hits' };
    if (search.confidence < search.threshold && !hasStrongPart(search, asked)) {
      return { ...NOBODY, outcome: 'refused_low_confidence' };
    }
    const result = await extractiveAnswerer.answer(toRequest(search, asked));
    return {
      ...accountOf(result),
      ...readAnswer(result, 'refused_low_confidence'),
      answerer: extractiveAnswerer.name,
    };
  }

  /** One of several questions may be known well where the message as a whole is not. */
  function hasStrongPart({ threshold }: SearchResult, { question }: Asked): boolean {
    const parts = question.text.split(QUESTION_END).filter((part) => part.trim() !== '');
    if (parts.length < 2) return false;
    return parts
      .slice(0, MOST_PARTS)
      .some((part) => searchSections(index, part, { sendSections }).confidence >= threshold);
  }

  function toRequest(search: SearchResult, { question, askedAt, turns, purse }: Asked): AnswerRequest {
    return {
      question: question.text,
      repliesTo: repliedWords(question),
      query: search.query,
      sent: search.hits.filter((hit) => hit.sent),
      customer: question.customer,
      history: turns.map(
        ({ question: earlier, answer: reply }): Turn => ({ question: earlier, answer: reply }),
      ),
      situation: `${parts.situation(askedAt)} ${describeLanguages(index)}`.trim(),
      search: (query) => searchSections(index, query, { sendSections }),
      purse,
    };
  }

  function fail(error: unknown, id: string): Ending {
    if (isStorageFault(error)) throw error;
    logger.error({ exchangeId: id, error }, 'a question could not be answered');
    return { ...NOBODY, outcome: 'failed', failure: error instanceof Error ? error.name : typeof error };
  }

  function toExchange(
    { id, question, askedAt, texts }: Asked,
    search: SearchResult,
    { notice, searches, ...ending }: Ending,
    searchMs: number,
    modelMs: number,
  ): Exchange {
    const hits = withFurtherHits(search.hits, searches);
    const exchange = {
      id,
      askedAt,
      channel: question.channel,
      customer: question.customer,
      question: question.text,
      messages: question.messages ?? [{ messageId: null, text: question.text }],
      updateOf: question.updateOf ?? null,
      standalone: toStandalone(question.text, search.query),
      language: texts.language,
      query: search.query,
      hits,
      searches: toRecords(search, question.text, searches),
      confidence: search.confidence,
      threshold: search.threshold,
      ...ending,
      citations: ending.spans.flatMap((span) => span.citations),
      searchMs,
      modelMs,
      sentChars: hits.filter((hit) => hit.sent).reduce((sum, hit) => sum + passageLength(hit.passage), 0),
      documentChars: search.documentChars,
    };
    const onlyReads =
      ending.outcome.startsWith('refused') && ending.answerer !== 'claude'
        ? foreign(question.text, texts)
        : null;
    return { ...exchange, text: composeReply({ ...exchange, contact, notice, onlyReads }, texts) };
  }

  /** The names of the policies' languages, where the question is plainly in none of them. */
  function foreign(text: string, texts: Texts): readonly string[] | null {
    const { languages } = index.statistics();
    return languages.length > 0 && foreignTo(text, languages) !== null
      ? languageNames(languages, texts.language)
      : null;
  }

  return { ask, rehearse };
}

function repliedWords({ repliesTo }: Question): string | null {
  return repliesTo?.slice(0, LONGEST_CONTEXT).toWellFormed() ?? null;
}

function attempt<T>(work: () => T): T | Error {
  try {
    return work();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** The model searches in the policies' language, whatever the customer's. */
function describeLanguages(index: PassageIndex): string {
  const names = languageNames(index.statistics().languages, 'en');
  return names.length === 0 ? '' : `The policies are in ${new Intl.ListFormat('en').format(names)}.`;
}

function accountOf(result: AnswerResult): Omit<Ending, 'outcome' | 'spans' | 'missing' | 'answerer'> {
  const { model, usage, costUsd, drafts, searches } = result;
  return { ...NOBODY, model, usage, costUsd, drafts, searches };
}

function readAnswer(
  { answer }: AnswerResult,
  refused: Outcome,
): Pick<Ending, 'outcome' | 'spans' | 'missing'> {
  const { missing } = answer;
  if (answer.kind === 'grounded') return { outcome: 'answered', spans: answer.spans, missing };
  return { outcome: missing?.kind === 'small_talk' ? 'small_talk' : refused, spans: [], missing };
}

/** What the model's own searches brought it besides, after the hits of the first search and numbered on. */
function withFurtherHits(hits: readonly Hit[], searches: AnswerResult['searches']): Hit[] {
  const all = [...hits];
  searches.forEach(({ result }, at) => {
    for (const hit of result.hits.filter(({ sent }) => sent)) {
      const known = all.findIndex((other) => isSamePassage(other, hit));
      if (known < 0) all.push({ ...hit, rank: all.length + 1, search: at + 1 });
      else if (all[known]?.sent === false)
        all[known] = { ...(all[known] as Hit), sent: true, search: at + 1 };
    }
  });
  return all;
}

function isSamePassage(a: Hit, b: Hit): boolean {
  return a.passage.sectionId === b.passage.sectionId && a.passage.hash === b.passage.hash;
}

function toRecords(
  first: SearchResult,
  question: string,
  searches: AnswerResult['searches'],
): SearchRecord[] {
  const records = searches.map(({ query, result }) => toRecord('model', query, result));
  if (first.query.terms.length === 0) return records;
  return [toRecord('code', toStandalone(question, first.query), first), ...records];
}

function toRecord(by: SearchRecord['by'], query: string, { confidence, hits }: SearchResult): SearchRecord {
  return {
    by,
    query,
    confidence,
    hits: hits.map(({ name, score, sent, passage }) => ({ sectionId: passage.sectionId, name, score, sent })),
  };
}
