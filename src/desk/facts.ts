import type { Missing, TokenUsage } from '../domain/answer.ts';
import type { Feedback, StoredExchange } from '../domain/exchange.ts';
import { formatCount, formatDollars, formatMs, formatPair, formatTime } from './format.ts';
import { type Html, html, isolate } from './html.ts';
import { answererLabel, channelLabel, deliveryLabel, feedbackReasonLabel } from './labels.ts';

type Fact = readonly [string, Html | string];

/** What is known of how the exchange came about, name by name. */
export function factList(exchange: StoredExchange, timeZone: string): Html {
  const facts: readonly Fact[] = [
    ['Asked', `${formatTime(exchange.askedAt, timeZone)} (${timeZone})`],
    ['Channel', channelLabel(exchange.channel)],
    ['Customer', isolate(exchange.customer)],
    ...(exchange.messages.length > 1
      ? [['Messages', `${exchange.messages.length}, joined to one question`] as const]
      : []),
    ...(exchange.updateOf === null ? [] : [['Edited from', previous(exchange.updateOf)] as const]),
    ...(exchange.standalone === exchange.question
      ? []
      : [['Searched for', isolate(exchange.standalone)] as const]),
    ...(exchange.missing === null ? [] : [['Missing', missing(exchange.missing)] as const]),
    ['Confidence', confidence(exchange)],
    ['Sent', sentShare(exchange)],
    ['Answered by', answererLabel(exchange.answerer)],
    ...modelFacts(exchange),
    ['Search', formatMs(exchange.searchMs)],
    ...(exchange.answerer === null ? [] : [['Answer', formatMs(exchange.modelMs)] as const]),
    ['Delivery', delivery(exchange)],
    ...(exchange.feedback === null
      ? []
      : [['Customer says', feedback(exchange.feedback, timeZone)] as const]),
    ['Id', html`<code>${exchange.id}</code>`],
  ];
  return html`<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function feedback({ helped, reason, givenAt }: Feedback, timeZone: string): string {
  const said = helped
    ? 'that helped'
    : `that did not help${reason === null ? '' : `: ${feedbackReasonLabel(reason)}`}`;
  return `${said} (${formatTime(givenAt, timeZone)})`;
}

function previous(id: string): Html {
  return html`<a href="/exchanges/${id}">the question before</a>`;
}

function missing({ kind, about }: Missing): Html {
  const words = kind.replaceAll('_', ' ');
  return about === '' ? html`${words}` : html`${words}: ${isolate(about)}`;
}

function confidence(exchange: StoredExchange): Html {
  const [value, threshold] = formatPair(exchange.confidence, exchange.threshold);
  const relation = exchange.confidence < exchange.threshold ? 'under' : 'reaches';
  return html`${value}, ${relation} the threshold ${threshold}`;
}

function sentShare({ sentChars, documentChars, answerer }: StoredExchange): string {
  if (documentChars === 0) return 'nothing: no policies were indexed';
  const share = `${formatCount(sentChars)} of ${formatCount(documentChars)} characters (${Math.round((100 * sentChars) / documentChars)} %)`;
  return answerer === null && sentChars > 0 ? `nothing; ${share} were chosen` : share;
}

function modelFacts({ model, usage, costUsd }: StoredExchange): Fact[] {
  if (model === null) return [];
  return [
    ['Model', isolate(model)],
    ...(usage === null ? [] : [['Tokens', tokens(usage)] as const]),
    ['Cost', costUsd === null ? 'unknown' : formatDollars(costUsd)],
  ];
}

function tokens({ inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }: TokenUsage): string {
  const parts = [`${formatCount(inputTokens)} in`, `${formatCount(outputTokens)} out`];
  if (cacheReadTokens > 0) parts.push(`${formatCount(cacheReadTokens)} read from cache`);
  if (cacheWriteTokens > 0) parts.push(`${formatCount(cacheWriteTokens)} written to cache`);
  return parts.join(', ');
}

function delivery({ delivery: state, deliveryError, maybeDuplicate }: StoredExchange): Html {
  return html`${deliveryLabel(state)}${deliveryError !== null && html`: ${isolate(deliveryError)}`}${
    maybeDuplicate && '; maybe twice, as the program stopped between sending and noting it'
  }`;
}
