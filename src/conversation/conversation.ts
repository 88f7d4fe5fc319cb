import type { Answerer } from '../answer/answerer.ts';
import type { Delivery } from '../domain/delivery.ts';
import type { Channel, Exchange, QuestionMessage } from '../domain/exchange.ts';
import type { SectionId } from '../domain/section.ts';
import type { Logger } from '../log.ts';
import type { PassageIndex } from '../search/passage-index.ts';
import { searchSections } from '../search/search.ts';
import { NO_ALERTS } from './alerts.ts';
import { searchInSection } from './one-section.ts';
import { createPipeline, type RunOptions } from './pipeline.ts';
import type { Alerts, ExchangeLog, Limits } from './ports.ts';

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

export interface RehearsalOptions extends RunOptions {
  /** The answerer is given this section and no other, however weak the search finds it. */
  readonly onlySection?: SectionId;
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
   * Answers a question as it would be answered now and leaves no trace: nothing is recorded or sent, no customer's
   * limit is counted, nobody is alerted. Only what the model costs counts, against the day's budget.
   */
  rehearse(question: Question, options: RehearsalOptions): Promise<Exchange>;
}

/** The one pipeline for every channel: search, answer, check, record. Nothing else knows the order of these steps. */
export function createConversation(parts: ConversationParts): Conversation {
  const { index, sendSections, log } = parts;
  const find = (question: string, lastTurn = '') =>
    searchSections(index, question, { sendSections, lastTurn });
  const run = createPipeline({ ...parts, find, isForced: false });

  return {
    async ask(question, options = {}) {
      const exchange = await run(question, { offline: options.offline ?? false });
      log.finishExchange(exchange, options.deliver?.(exchange) ?? null);
      return exchange;
    },

    rehearse(question, { onlySection, ...options }) {
      const rehearse = createPipeline({
        ...unnoticed(parts),
        find:
          onlySection === undefined
            ? find
            : (text, lastTurn) => searchInSection(index, onlySection, text, lastTurn),
        isForced: onlySection !== undefined,
      });
      return rehearse({ lastTurn: null, ...question }, options);
    },
  };
}

/** So that no limit counts what is asked and nobody hears of it; what the model costs is counted all the same. */
function unnoticed(parts: ConversationParts): ConversationParts {
  const limits: Limits = { ...parts.limits, admit: () => null, tellsNow: () => false };
  return { ...parts, limits, alerts: NO_ALERTS };
}
