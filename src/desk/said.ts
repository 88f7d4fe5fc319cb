import { joinSpans } from '../conversation/reply.ts';
import type { Citation } from '../domain/answer.ts';
import type { Exchange, Feedback, StoredExchange } from '../domain/exchange.ts';
import type { Hit } from '../domain/search.ts';
import type { GroundedSentence } from '../review/grounding.ts';
import { candidateAnchor, isCitationOf, sentenceAnchor } from './candidates.ts';
import { formatTime } from './format.ts';
import { type Html, html, isolate } from './html.ts';
import { feedbackReasonLabel } from './labels.ts';

/** What the customer read, sentence by sentence with its sources, and what they said of it. */
export function saidCard(
  exchange: StoredExchange,
  sentences: readonly GroundedSentence[],
  timeZone: string,
): Html {
  return html`<section class="card said" aria-labelledby="said"><h2 id="said">What the customer read</h2>${reply(exchange, sentences)}${
    exchange.feedback !== null && customerSays(exchange.feedback, timeZone)
  }${quotes(exchange)}</section>`;
}

/** The reply word for word; where it is an answer, every sentence is tied to the candidates it cites. */
function reply(exchange: Exchange, sentences: readonly GroundedSentence[]): Html {
  const { text, spans, language } = exchange;
  const answer = joinSpans(spans);
  const at = answer === '' ? -1 : text.indexOf(answer);
  return html`<div class="reply" dir="auto" lang="${language}">${
    at < 0 ? text : [text.slice(0, at), answerText(exchange, sentences), text.slice(at + answer.length)]
  }</div>`;
}

function answerText({ spans }: Exchange, sentences: readonly GroundedSentence[]): Html[] {
  return spans.map((span) => {
    const position = sentences.findIndex((sentence) => sentence.span === span);
    const sentence = sentences[position];
    return sentence === undefined ? html`${span.text}` : answerSentence(sentence, position + 1);
  });
}

/** White space stays outside, so that marks follow the last word and not a line break. */
function answerSentence(sentence: GroundedSentence, number: number): Html {
  const { span, support, cited } = sentence;
  const words = span.text.trim();
  const start = span.text.indexOf(words);
  const targets = cited.map(candidateAnchor).join(' ');
  return html`${span.text.slice(0, start)}<span class="sentence" id="${sentenceAnchor(number)}" data-cites="${targets}"><span class="${support}">${markFigures(span.text, sentence.unsourced, start, start + words.length)}</span>${cited.map(citationMark)}${faultBadges(sentence)}</span>${span.text.slice(start + words.length)}`;
}

/** The words between two places, each figure without a source marked. */
function markFigures(text: string, figures: GroundedSentence['unsourced'], from: number, to: number): Html[] {
  let at = from;
  const pieces = figures.map((figure) => {
    const before = text.slice(at, figure.start);
    at = figure.end;
    return html`${before}<b class="strange">${figure.text}</b>`;
  });
  return [...pieces, html`${text.slice(at, to)}`];
}

function citationMark(hit: Hit): Html {
  return html` <a class="cite" href="#${candidateAnchor(hit)}" aria-label="cites ${hit.rank}. ${hit.name}">[${hit.rank}]</a>`;
}

function faultBadges({ support, invalid, unsourced }: GroundedSentence): Html {
  return html`${support === 'uncited' && html` <span class="badge bad">no source</span>`}${
    invalid.length > 0 && html` <span class="badge bad">cites words that were not sent</span>`
  }${
    unsourced.length > 0 &&
    html` <span class="badge bad">${unsourced.length === 1 ? 'figure' : 'figures'} without source: ${unsourced.map(
      ({ text }, position) => html`${position > 0 && ', '}${isolate(text)}`,
    )}</span>`
  }`;
}

function customerSays({ helped, reason, givenAt }: Feedback, timeZone: string): Html {
  const said = helped ? 'That helped' : 'That did not help';
  return html`<p class="says ${helped ? 'good' : 'bad'}"><strong>${helped ? '👍' : '👎'} ${said}</strong>${
    reason !== null && `: ${feedbackReasonLabel(reason)}`
  } <span class="muted">the customer, <time datetime="${new Date(givenAt).toISOString()}">${formatTime(givenAt, timeZone)}</time></span></p>`;
}

/** Folded: the same words are outlined in the candidates. */
function quotes({ citations, hits }: Exchange): Html | null {
  if (citations.length === 0) return null;
  return html`<details class="quoted-words"><summary>Quoted from the policies (${citations.length})</summary><ul class="quotes">${citations.map(
    (citation) => quoteItem(citation, hits),
  )}</ul></details>`;
}

function quoteItem(citation: Citation, hits: readonly Hit[]): Html {
  const hit = hits.find((candidate) => isCitationOf(candidate, citation));
  return html`<li><blockquote dir="auto">${citation.quote}</blockquote><p>${
    hit === undefined
      ? isolate(citation.title)
      : html`<a href="#${candidateAnchor(hit)}">[${hit.rank}] ${isolate(citation.title)}</a>`
  }</p></li>`;
}
