import type { ConversationTurn, Exchange, StoredExchange } from '../domain/exchange.ts';
import { groundSentences } from '../review/grounding.ts';
import { highlightTerms } from '../review/highlight.ts';
import { lightsOf } from '../review/lights.ts';
import type { Pointers } from '../review/pointers.ts';
import { candidateList } from './candidates.ts';
import { conversationCard } from './conversation-card.ts';
import { draftsCard } from './drafts.ts';
import { explainFallback, explainOutcome } from './explain.ts';
import { factList } from './facts.ts';
import { formatTime } from './format.ts';
import { type Html, html, isolate } from './html.ts';
import { channelLabel, outcomeLabel } from './labels.ts';
import { lightRow } from './lights.ts';
import { saidCard } from './said.ts';
import { searchList } from './searches.ts';
import { verdictBar } from './verdict-bar.ts';

export interface ExchangePageParts {
  readonly exchange: StoredExchange;
  /** The exchange among the same customer's others. */
  readonly turns: readonly ConversationTurn[];
  readonly pointers: Pointers;
  readonly timeZone: string;
  readonly panels?: ExchangePanels;
}

/** What is done about an exchange, put together elsewhere. */
export interface ExchangePanels {
  /** Beside the way back: where in a list this exchange stands. */
  readonly strip?: Html;
  /** The form of the verdict, with fields `place`. */
  readonly verdict?: Html;
  readonly repairs?: Html;
}

/**
 * One exchange as a workbench: what was asked and said beside what the answerer was given and what it was not, so that a
 * wrong answer shows whether it was misread or the wrong section arrived; below, the verdict and what can be done.
 */
export function exchangePage({ exchange, turns, pointers, timeZone, panels = {} }: ExchangePageParts): Html {
  const sentences = groundSentences(exchange);
  return html`<div class="exchange"><div class="back"><a href="/exchanges">← All exchanges</a>${
    exchange.channel === 'playground' && html` <a href="/playground">Ask another question</a>`
  }${panels.strip}</div>
${questionHead(exchange, timeZone)}
${lightRow(lightsOf(exchange, sentences))}
${outcomeBanner(exchange)}
<div class="columns">
${saidCard(exchange, sentences, timeZone)}
<section class="card found" aria-labelledby="found"><h2 id="found">${foundTitle(exchange)}</h2>${candidateList(exchange, sentences, pointers)}</section>
${panels.verdict !== undefined && html`<div id="verdict" class="verdict" tabindex="-1">${panels.verdict}</div>`}
</div>
${panels.repairs !== undefined && html`<div class="repairs">${panels.repairs}</div>`}
<div class="background">
${conversationCard(turns, exchange.id, timeZone)}
<section class="card how" aria-labelledby="how"><h2 id="how">How it came about</h2>${factList(exchange, timeZone)}${searchList(exchange)}</section>
${draftsCard(exchange)}
</div>
${panels.verdict !== undefined && verdictBar()}</div>`;
}

function questionHead(exchange: StoredExchange, timeZone: string): Html {
  return html`<h1 class="question" dir="auto" lang="${exchange.language}">${questionText(exchange)}</h1>
<p class="muted">${channelLabel(exchange.channel)} · ${isolate(exchange.customer)} · <time datetime="${new Date(exchange.askedAt).toISOString()}">${formatTime(exchange.askedAt, timeZone)}</time></p>`;
}

function questionText({ question, query, hits, language }: Exchange): Html {
  if (question.trim() === '') return html`(no text)`;
  const unknown = new Set(query.terms.filter((term) => !term.known && !term.stop).map((term) => term.term));
  return html`${highlightTerms(question, unknown, hits[0]?.passage.language ?? language).map(
    ({ text, term }) => (term === null ? text : html`<span class="unknown">${text}</span>`),
  )}`;
}

function outcomeBanner(exchange: StoredExchange): Html {
  const { label, tone } = outcomeLabel(exchange.outcome);
  const fallback = explainFallback(exchange);
  return html`<div class="banner ${tone}"><p><strong>${label}.</strong> ${explainOutcome(exchange)}</p>${
    fallback !== null && html`<p>${fallback}</p>`
  }${
    exchange.delivery === 'failed' &&
    html`<p>The customer did not get this reply${exchange.deliveryError !== null && html`: ${isolate(exchange.deliveryError)}`}.</p>`
  }</div>`;
}

function foundTitle({ answerer, hits }: Exchange): Html {
  if (hits.length === 0) return html`What the search found`;
  if (answerer === null) return html`What the search found <span class="muted">(nobody was asked)</span>`;
  const who = answerer === 'claude' ? 'the model was given' : 'could be quoted';
  return html`What ${who} <span class="muted">(and what not)</span>`;
}
