import type { StoredExchange } from '../domain/exchange.ts';
import type { CustomerPlace, StaffReply } from '../domain/repair.ts';
import type { Verdict } from '../domain/verdict.ts';
import { formatTime } from './format.ts';
import { postForm } from './forms.ts';
import { type Html, html, isolate } from './html.ts';
import { deliveryLabel } from './labels.ts';

/** In characters; percent-encoded, more would not fit a form's body in every script. */
export const REPLY_LIMIT = 4096;

export interface ReplyPanelParts {
  readonly exchange: StoredExchange;
  readonly verdict: Verdict | null;
  readonly replies: readonly StaffReply[];
  readonly place: CustomerPlace;
  readonly csrfToken: string;
  readonly timeZone: string;
  /** The name of the form that is shown. */
  readonly form: string;
}

/** A reply to the customer, and what became of the ones before. */
export function replyPanel(parts: ReplyPanelParts): Html {
  const { exchange, verdict, replies, place, csrfToken, timeZone, form } = parts;
  const text = replies.length === 0 ? (verdict?.correctAnswer ?? '') : '';
  return html`${replies.map((reply) => sentReply(reply, timeZone))}
${place.kind === 'chat' ? html`${place.chatId < 0 && groupNote}${replyForm(exchange, { text, form }, csrfToken)}` : html`<p>${whyNot(exchange, place)}</p>`}`;
}

const groupNote = html`<p class="alert warn">The question was asked in a group: everybody there reads the reply.</p>`;

function whyNot({ channel }: StoredExchange, place: CustomerPlace): Html {
  if (channel !== 'telegram') {
    return html`This was asked ${channel === 'playground' ? 'in the playground' : 'in the terminal'}, so no customer waits for a reply.`;
  }
  if (place.kind !== 'unreachable') return html`The chat that this came from is not known any more.`;
  return html`Telegram delivers nothing to this chat at the moment${place.reason !== '' && html` (${isolate(place.reason)})`}, so no reply can be sent. Once the customer writes again, it can.`;
}

/** What was typed into the form for a reply. */
export interface TypedText {
  readonly text: string;
  readonly form: string;
}

export function replyForm(exchange: StoredExchange, { text, form }: TypedText, csrfToken: string): Html {
  return postForm(
    csrfToken,
    `/exchanges/${encodeURIComponent(exchange.id)}/reply`,
    html`<input type="hidden" name="form" value="${form}">
<label for="reply-text">Your reply</label>
<textarea id="reply-text" name="text" rows="4" maxlength="${REPLY_LIMIT}" required dir="auto" data-key="a" aria-describedby="reply-hint">
${text}</textarea>
<p class="muted" id="reply-hint">It goes out through the bot as an answer to the question, marked as written by a person.</p>
<button type="submit">Send to the customer</button>`,
  );
}

function sentReply({ text, reviewer, at, delivery, deliveryError }: StaffReply, timeZone: string): Html {
  const tone = delivery === 'failed' ? 'bad' : delivery === 'sent' ? 'good' : 'info';
  return html`<article class="staff-reply"><h4>${isolate(reviewer)} replied <span class="badge ${tone}">${deliveryLabel(delivery)}</span></h4>
<p class="muted">${formatTime(at, timeZone)}</p><div class="reply" dir="auto">${text}</div>${
    deliveryError !== null && html`<p>Telegram said: ${isolate(deliveryError)}</p>`
  }</article>`;
}
