import type { Message, Update } from 'grammy/types';
import { textsFor } from '../conversation/catalogue/catalogue.ts';
import { failedExchange } from '../conversation/failed-question.ts';
import { closes, type OutgoingMessage } from '../domain/delivery.ts';
import type { QuestionMessage } from '../domain/exchange.ts';
import type { ClaimedUpdate } from '../domain/inbox.ts';
import { isStorageFault } from '../errors.ts';
import type { Logger } from '../log.ts';
import { plainBlock } from './format.ts';
import type { Customers, FailureLog, Inbox } from './ports.ts';

export interface SetAsideParts {
  readonly inbox: Pick<Inbox, 'setAside'>;
  readonly failures: FailureLog;
  readonly customers: Customers;
  readonly logger: Logger;
  readonly now: () => number;
}

/**
 * Gives a message up that failed again and again: the customer is told, and its words are kept as a failed exchange, so
 * that the colleague who is promised finds them. Where even that fails, the item alone is closed. Throws where the
 * database refuses.
 */
export function createSetAside({ inbox, failures, customers, logger, now }: SetAsideParts) {
  return (item: ClaimedUpdate): void => {
    const { inboxId, joined } = closes(item);
    const messages = wordsOf(item);
    const delivery = { inboxId, joined, messages: apology(item), isSetAside: true };
    if (item.chatId === null || messages.length === 0) {
      inbox.setAside(delivery);
      return;
    }
    try {
      const customer = customers.keyFor('telegram', item.chatId);
      const question = { channel: 'telegram', customer, messages, askedAt: now() } as const;
      failures.finishExchange(failedExchange({ ...question, languageCode: languageOf(item) }), delivery);
    } catch (error) {
      if (isStorageFault(error)) throw error;
      logger.error({ inboxId, error }, 'what was set aside could not be recorded');
      inbox.setAside(delivery);
    }
  };
}

function wordsOf(item: ClaimedUpdate): QuestionMessage[] {
  return [item, ...item.joined].flatMap(({ payload }) => {
    const message = messageIn(payload);
    const text = message?.text ?? message?.caption ?? '';
    return message === undefined || text === '' ? [] : [{ messageId: message.message_id, text }];
  });
}

function messageIn(payload: string): Message | undefined {
  const { message, edited_message: edited } = JSON.parse(payload) as Update;
  return message ?? edited;
}

function languageOf({ payload }: ClaimedUpdate): string | null {
  const { message, edited_message: edited, callback_query: callback } = JSON.parse(payload) as Update;
  return (message ?? edited ?? callback)?.from?.language_code ?? null;
}

function apology(item: ClaimedUpdate): OutgoingMessage[] {
  if (item.chatId === null) return [];
  const { html, plain } = plainBlock(textsFor(languageOf(item)).setAside);
  return [{ chatId: item.chatId, html, plain, buttons: [], replyToMessageId: null }];
}
