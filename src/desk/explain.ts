import { type AnswerSpan, citedSections, type Missing } from '../domain/answer.ts';
import type { Exchange } from '../domain/exchange.ts';
import { formatPair, plural } from './format.ts';
import { fallbackReason } from './labels.ts';

/** Why the exchange ended as it did, in one plain sentence. */
export function explainOutcome(exchange: Exchange): string {
  switch (exchange.outcome) {
    case 'answered':
      return explainAnswer(exchange);
    case 'refused_no_hits':
      return explainNothingFound(exchange);
    case 'refused_low_confidence':
      return explainWeakMatch(exchange);
    case 'refused_by_model':
      return exchange.missing === null
        ? explainBareRefusal(exchange)
        : explainMissing(exchange.missing, exchange);
    case 'check_failed':
      return explainFailedCheck(exchange);
    case 'handed_off':
      return 'The question was passed to a person.';
    case 'small_talk':
      return 'This was a greeting or thanks and no question, so no section was needed.';
    case 'failed':
      return `An error (${exchange.failure ?? 'unknown'}) kept the question from being answered; the log has it under the id ${exchange.id}.`;
  }
}

/** Why the model did not answer although it was meant to; null where it did or was not meant to. */
export function explainFallback(exchange: Pick<Exchange, 'fallback' | 'answerer'>): string | null {
  if (exchange.fallback === null) return null;
  const instead = exchange.answerer === 'extractive' ? ', so the policies were quoted instead' : '';
  return `The model was not used because ${fallbackReason(exchange.fallback)}${instead}.`;
}

function explainAnswer(exchange: Exchange): string {
  const sent = plural(countSent(exchange), 'section');
  const cited = plural(citedSections(exchange.citations).length, 'section');
  if (exchange.answerer === 'extractive')
    return `The answer quotes ${cited} word for word; ${sent} could be quoted.`;
  const gap = exchange.spans.some(isUnsourced) ? ' Part of it has no source.' : '';
  return `The answer cites ${cited}; the model was given ${sent}.${gap}`;
}

function explainBareRefusal(exchange: Exchange): string {
  return `The model was given ${plural(countSent(exchange), 'section')} and found no answer there that it could cite.`;
}

function explainMissing({ kind }: Missing, exchange: Exchange): string {
  switch (kind) {
    case 'not_in_policies':
      return explainBareRefusal(exchange);
    case 'needs_person':
      return 'The model says that this needs a person.';
    case 'about_my_order':
      return "The model says that this depends on the customer's own order or account, which it cannot see.";
    case 'unclear':
      return 'The model did not understand what was asked.';
    case 'small_talk':
      return 'The model says that nothing was asked.';
  }
}

function explainFailedCheck({ spans, answerer }: Exchange): string {
  const wrote = 'What the model wrote did not hold against the text it cited, twice';
  if (spans.length === 0) return `${wrote}, so the customer did not get it.`;
  return answerer === 'extractive'
    ? `${wrote}, so the policies were quoted instead.`
    : `${wrote}; the customer got the sentences that did.`;
}

function explainNothingFound(exchange: Exchange): string {
  if (exchange.documentChars === 0) return 'No policies were indexed, so there was nothing to answer from.';
  if (exchange.query.terms.length === 0) return 'The question holds no word that could be looked up.';
  return 'No section shares a word with the question that counts, so nothing was answered.';
}

function explainWeakMatch(exchange: Exchange): string {
  const [confidence, threshold] = formatPair(exchange.confidence, exchange.threshold);
  return exchange.confidence < exchange.threshold
    ? `Confidence ${confidence} is under the threshold ${threshold}, so without a model nothing was answered.`
    : `Confidence ${confidence} reaches the threshold ${threshold}, but no single sentence covers enough of the question to be quoted.`;
}

/** Whether a stretch of an answer says something and rests on nothing. */
export function isUnsourced({ text, citations }: AnswerSpan): boolean {
  return citations.length === 0 && text.trim() !== '';
}

function countSent(exchange: Exchange): number {
  return exchange.hits.filter((hit) => hit.sent).length;
}
