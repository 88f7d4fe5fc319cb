import { randomBytes } from 'node:crypto';
import type { Exchange, QuestionMessage } from '../domain/exchange.ts';
import { textsForQuestion } from './catalogue/catalogue.ts';

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
    id: randomBytes(9).toString('base64url'),
    question: text,
    messages,
    updateOf: null,
    standalone: text,
    language: texts.language,
    query: { terms: [] },
    hits: [],
    searches: [],
    confidence: 0,
    threshold: 0,
    outcome: 'failed',
    text: texts.setAside,
    spans: [],
    citations: [],
    missing: null,
    drafts: [],
    answerer: null,
    fallback: null,
    failure: 'set_aside',
    model: null,
    usage: null,
    costUsd: null,
    searchMs: 0,
    modelMs: 0,
    sentChars: 0,
    documentChars: 0,
  };
}
