import type { ConversationTurn } from '../domain/exchange.ts';
import { formatTime, shorten } from './format.ts';
import { type Html, html, isolate } from './html.ts';
import { outcomeLabel } from './labels.ts';

const QUESTION_CHARS = 200;
const REPLY_CHARS = 240;

/** What the same customer asked before and after, with the exchange of this page marked; nothing where it stands alone. */
export function conversationCard(
  turns: readonly ConversationTurn[],
  current: string,
  timeZone: string,
): Html | null {
  if (turns.length < 2) return null;
  return html`<section class="card around" aria-labelledby="around"><h2 id="around">The conversation around it</h2><ol class="turns">${turns.map(
    (each) => turn(each, each.id === current, timeZone),
  )}</ol></section>`;
}

function turn(
  { id, askedAt, question, text, outcome }: ConversationTurn,
  isCurrent: boolean,
  timeZone: string,
): Html {
  const { label, tone } = outcomeLabel(outcome);
  const asked = question.trim() === '' ? '(no text)' : shorten(question, QUESTION_CHARS);
  return html`<li class="turn"${isCurrent && html` aria-current="true"`}>
<p class="turn-head"><time datetime="${new Date(askedAt).toISOString()}">${formatTime(askedAt, timeZone)}</time> <span class="badge ${tone}">${label}</span>${isCurrent && html` <span class="badge info">this exchange</span>`}</p>
<p class="turn-question" dir="auto">${isCurrent ? isolate(asked) : html`<a href="/exchanges/${encodeURIComponent(id)}">${isolate(asked)}</a>`}</p>
${!isCurrent && html`<p class="turn-reply" dir="auto">${shorten(text, REPLY_CHARS)}</p>`}</li>`;
}
