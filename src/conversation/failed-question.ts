import type { Exchange, QuestionMessage } from '../domain/exchange.ts';
import { textsForQuestion } from './catalogue/catalogue.ts';
import { NOTHING_FOUND, UNANSWERED } from './endings.ts';
import { newExchangeId } from './exchange-id.ts';

/** A question whose handling failed for good, outside the conversation's own care. */
export interface FailedQuestion extends Pick<Exchange, 'channel' | 'customer'> {
  readonly messages: readonly QuestionMessage[];
  readonly languageCode: string | null;
  readonly askedAt: number;
}

/** The exchange that shows staff what was asked and that nothing was answered; its text tells the customer so. */
export function failedExchange({ messages, languageCode, ...question }: FailedQuestion): Exchange {
  const text = messages.map((message) => message.text).join('\n');
  const texts = textsForQuestion(text, languageCode);
  return {
    ...question,
    ...NOTHING_FOUND,
    ...UNANSWERED,
    id: newExchangeId(),
    question: text,
    messages,
    updateOf: null,
    standalone: text,
    language: texts.language,
    searches: [],
    outcome: 'failed',
    failure: 'set_aside',
    text: texts.setAside,
    citations: [],
    searchMs: 0,
    modelMs: 0,
    sentChars: 0,
  };
}
