import type { Answerer, AnswerRequest, Purse, Turn } from '../answer/answerer.ts';
import { extractiveAnswerer } from '../answer/extractive.ts';
import type { Exchange } from '../domain/exchange.ts';
import type { SearchResult } from '../domain/search.ts';
import { passageLength } from '../domain/section.ts';
import { isStorageFault, ModelError } from '../errors.ts';
import type { PassageIndex } from '../search/passage-index.ts';
import { searchSections } from '../search/search.ts';
import { type Texts, textsForQuestion } from './catalogue/catalogue.ts';
import type { ConversationParts, Question } from './conversation.ts';
import { startsWithCorrection } from './corrections.ts';
import { accountOf, type Ending, NOBODY, NOTHING_FOUND, readAnswer } from './endings.ts';
import { newExchangeId } from './exchange-id.ts';
import { foreignTo, languageNames } from './languages-read.ts';
import type { RecordedTurn } from './ports.ts';
import { recallWords, toStandalone } from './recall.ts';
import { composeReply } from './reply.ts';
import { toRecords, withFurtherHits } from './search-records.ts';
import { smallTalkOf } from './small-talk.ts';

export interface PipelineParts extends ConversationParts {
  /** The search that this run's sections come from. */
  readonly find: (question: string, lastTurn?: string) => SearchResult;
  /** Whether what was found is answered from however weak it is. */
  readonly isForced: boolean;
}

export interface RunOptions {
  /** Without the model, whether or not there is one. */
  readonly offline: boolean;
  /** What was said before a question that brings its own last turn along, oldest first. */
  readonly history?: readonly RecordedTurn[];
}

/** Turns that the model is reminded of. */
export const MOST_TURNS = 6;
/** Of a message that is replied to; a quotation in Telegram has 1,024 characters at most. */
const LONGEST_CONTEXT = 1024;
export const REMEMBERED_MS = 24 * 60 * 60_000;
const QUESTION_END = /(?<=[?？])/u;
/** Questions of one message that are looked at by themselves. */
const MOST_PARTS = 4;

/** A question on its way through the steps. */
interface Asked {
  readonly id: string;
  readonly question: Question;
  readonly askedAt: number;
  readonly texts: Texts;
  readonly turns: readonly RecordedTurn[];
  readonly purse: Purse;
}

/** The steps from a question to its exchange: search, answer, check, reply. It records nothing. */
export function createPipeline(
  parts: PipelineParts,
): (question: Question, options: RunOptions) => Promise<Exchange> {
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
    find,
    isForced,
  } = parts;

  async function run(question: Question, { offline, history = [] }: RunOptions): Promise<Exchange> {
    const id = newExchangeId();
    const asked: Asked = {
      id,
      question,
      askedAt: now(),
      texts: textsForQuestion(question.text, question.languageCode),
      turns: history,
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

  /** "Ok" is no thanks where we asked something, other than what every greeting asks. */
  function wasAsked(asked: Asked): boolean {
    const turns = attempt(() => recentTurns(asked));
    const last = turns instanceof Error ? undefined : turns.at(-1);
    return last !== undefined && last.query.terms.length > 0 && /[?？]\s*$/u.test(last.answer);
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

  function recentTurns({ question, askedAt, turns }: Asked): readonly RecordedTurn[] {
    if (question.lastTurn !== undefined) return turns;
    return log.recentTurns(question.customer, question.channel, askedAt - REMEMBERED_MS, MOST_TURNS);
  }

  /** From a correction on, the messages are searched for by themselves; what they correct counts as said before. */
  function searchFor({ question, turns, askedAt }: Asked): SearchResult {
    const texts = question.messages?.map(({ text }) => text) ?? [question.text];
    const at = texts.findLastIndex((text, position) => position > 0 && startsWithCorrection(text));
    const text = at < 0 ? question.text : texts.slice(at).join('\n');
    const said = repliedWords(question) ?? recallWords(text, turns, askedAt);
    const before = at < 0 ? said : texts.slice(0, at).join('\n');
    return find(text, question.lastTurn ?? before);
  }

  async function answerFrom(search: SearchResult, asked: Asked, offline: boolean): Promise<Ending> {
    const isUnaskable = search.documentChars === 0 || search.query.terms.length === 0;
    if (isUnaskable) return { ...NOBODY, outcome: 'refused_no_hits' };
    try {
      if (search.confidence < modelThreshold && !isForced) {
        return { ...NOBODY, outcome: 'refused_low_confidence' };
      }
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
    if (search.confidence < search.threshold && !isForced && !hasStrongPart(search, asked)) {
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
      search: (query) => find(query),
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

  return run;
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
