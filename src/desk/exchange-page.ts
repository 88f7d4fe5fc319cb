import { joinSpans } from '../conversation/reply.ts';
import type { AnswerSpan, Citation } from '../domain/answer.ts';
import type { Exchange, StoredExchange } from '../domain/exchange.ts';
import type { Hit } from '../domain/search.ts';
import { highlightTerms } from '../review/highlight.ts';
import { candidateAnchor, candidateList, isCitationOf } from './candidates.ts';
import { draftsCard } from './drafts.ts';
import { explainFallback, explainOutcome, isUnsourced } from './explain.ts';
import { factList } from './facts.ts';
import { formatTime } from './format.ts';
import { type Html, html, isolate } from './html.ts';
import { channelLabel, outcomeLabel } from './labels.ts';
import { searchList } from './searches.ts';

/**
 * One exchange: what was asked and said beside what the answerer was given and what it was not, so that a wrong answer
 * shows whether it was misread or the wrong section arrived.
 */
export function exchangePage(exchange: StoredExchange, timeZone: string, repairs: Html): Html {
  return html`<p class="back"><a href="/exchanges">← All exchanges</a>${
    exchange.channel === 'playground' && html` <a href="/playground">Ask another question</a>`
  }</p>
${questionHead(exchange, timeZone)}
${outcomeBanner(exchange)}
<div class="columns">
<section class="card said" aria-labelledby="said"><h2 id="said">What the customer read</h2>${reply(exchange)}${quotes(exchange)}</section>
<section class="card found" aria-labelledby="found"><h2 id="found">${foundTitle(exchange)}</h2>${candidateList(exchange)}</section>
<section class="card how" aria-labelledby="how"><h2 id="how">How it came about</h2>${factList(exchange, timeZone)}${searchList(exchange)}</section>
${draftsCard(exchange)}
</div>
${repairs}`;
}

function questionHead(exchange: StoredExchange, timeZone: string): Html {
  const unknown = exchange.query.terms.filter((term) => !term.known && !term.stop);
  const words = [...new Set(unknown.map((term) => term.word))];
  return html`<h1 class="question" dir="auto" lang="${exchange.language}">${questionText(exchange)}</h1>
<p class="muted">${channelLabel(exchange.channel)} · <time datetime="${new Date(exchange.askedAt).toISOString()}">${formatTime(exchange.askedAt, timeZone)}</time></p>
${
  words.length > 0 &&
  html`<p class="unknown-note">${words.length === 1 ? 'Word' : 'Words'} that no policy knows: ${words.map(
    (word, position) => html`${position > 0 && ', '}<bdi class="unknown">${word}</bdi>`,
  )}</p>`
}`;
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

/** The reply word for word; where it is an answer, every sentence carries the numbers of the candidates it cites. */
function reply(exchange: Exchange): Html {
  const { text, spans, hits } = exchange;
  const answer = joinSpans(spans);
  const at = answer === '' ? -1 : text.indexOf(answer);
  return html`<div class="reply" dir="auto" lang="${exchange.language}">${
    at < 0
      ? text
      : [text.slice(0, at), spans.map((span) => answerSpan(span, hits)), text.slice(at + answer.length)]
  }</div>`;
}

/** White space stays outside, so that marks follow the last word and not a line break. */
function answerSpan(span: AnswerSpan, hits: readonly Hit[]): Html {
  const { text, citations } = span;
  const words = text.trim();
  if (words === '') return html`${text}`;
  const start = text.indexOf(words);
  const marks = isUnsourced(span)
    ? html` <span class="badge bad">no source</span>`
    : citedHits(citations, hits).map(citationMark);
  return html`${text.slice(0, start)}<span class="${isUnsourced(span) ? 'unsourced' : 'sourced'}">${words}</span>${marks}${text.slice(start + words.length)}`;
}

/** The cited candidates, each once; null stands for a citation to something that was not found. */
function citedHits(citations: readonly Citation[], hits: readonly Hit[]): (Hit | null)[] {
  return [...new Set(citations.map((citation) => hits.find((hit) => isCitationOf(hit, citation)) ?? null))];
}

function citationMark(hit: Hit | null): Html {
  if (hit === null) return html` <span class="badge bad">cites a section that was not found</span>`;
  return html` <a class="cite" href="#${candidateAnchor(hit)}" aria-label="cites ${hit.rank}. ${hit.name}">[${hit.rank}]</a>`;
}

function quotes({ citations, hits }: Exchange): Html | null {
  if (citations.length === 0) return null;
  return html`<h3>Quoted from the policies</h3><ul class="quotes">${citations.map((citation) => quoteItem(citation, hits))}</ul>`;
}

function quoteItem(citation: Citation, hits: readonly Hit[]): Html {
  const hit = hits.find((candidate) => isCitationOf(candidate, citation));
  return html`<li><blockquote dir="auto">${citation.quote}</blockquote><p>${
    hit === undefined
      ? isolate(citation.title)
      : html`<a href="#${candidateAnchor(hit)}">[${hit.rank}] ${isolate(citation.title)}</a>`
  }</p></li>`;
}

function foundTitle({ answerer, hits }: Exchange): Html {
  if (hits.length === 0) return html`What the search found`;
  if (answerer === null) return html`What the search found <span class="muted">(nobody was asked)</span>`;
  const who = answerer === 'claude' ? 'the model was given' : 'could be quoted';
  return html`What ${who} <span class="muted">(and what not)</span>`;
}
