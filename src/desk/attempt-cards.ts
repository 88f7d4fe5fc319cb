import { citedSections } from '../domain/answer.ts';
import type { Exchange } from '../domain/exchange.ts';
import { type Attempt, sectionsOf } from '../domain/repair.ts';
import { describeChanges, names } from './attempt-changes.ts';
import { explainFallback } from './explain.ts';
import { formatDollars, formatMs, formatTime } from './format.ts';
import { type Html, html, isolate } from './html.ts';
import { answererLabel } from './labels.ts';

/** Experiments beside what the customer read, the newest open. */
export function attemptCards(exchange: Exchange, attempts: readonly Attempt[], timeZone: string): Html {
  const [newest, ...older] = attempts;
  if (newest === undefined) return html``;
  return html`<article class="attempt"><h4>${attemptTitle(newest)}</h4>${attemptBody(exchange, newest, timeZone)}</article>${older.map(
    (attempt) =>
      html`<details class="attempt"><summary>${attemptTitle(attempt)} <span class="muted">${formatTime(attempt.at, timeZone)}</span></summary>${attemptBody(exchange, attempt, timeZone)}</details>`,
  )}`;
}

function attemptTitle({ kind, sectionId, result }: Attempt): Html {
  if (kind === 'rerun') return html`Asked again`;
  const name = result.sections.find((section) => section.sectionId === sectionId)?.name ?? sectionId ?? '';
  return html`With ${isolate(name)} alone`;
}

function attemptBody(exchange: Exchange, attempt: Attempt, timeZone: string): Html {
  const { result, kind } = attempt;
  const fallback = explainFallback(result);
  return html`<p class="muted">${isolate(attempt.reviewer)} · <time datetime="${new Date(attempt.at).toISOString()}">${formatTime(attempt.at, timeZone)}</time> · ${account(attempt)}</p>
${fallback !== null && html`<p>${fallback}</p>`}
<ul class="changes">${describeChanges(exchange, result).map((line) => html`<li>${line}</li>`)}</ul>
<div class="versus">${side('Then', exchange.text, sectionsOf(exchange.hits), exchange)}${side('Now', result.text, result.sections, result)}</div>
${kind === 'force' && html`<p class="muted">The answerer was given this section and no other. If the new reply is still wrong, the section was misread. If it is right now, the section had not arrived.</p>`}`;
}

function side(
  title: string,
  text: string,
  sections: Attempt['result']['sections'],
  { citations }: Pick<Exchange, 'citations'>,
): Html {
  const sent = sections.filter((section) => section.sent);
  const cited = citedSections(citations).map((citation) => ({ name: citation.title }));
  return html`<div><h5>${title}</h5><div class="reply" dir="auto">${text}</div><p class="origin">Sent: ${sent.length === 0 ? 'nothing' : names(sent)}</p><p class="origin">Cited: ${cited.length === 0 ? 'nothing' : names(cited)}</p></div>`;
}

function account({ result }: Attempt): Html {
  const { answerer, model, costUsd, searchMs, modelMs } = result;
  const who = model === null ? answererLabel(answerer) : isolate(model);
  const cost = costUsd === null ? 'no cost' : formatDollars(costUsd);
  return html`${who} · ${cost} · ${formatMs(searchMs + modelMs)}`;
}
