import {
  type DeliveryState,
  type ExchangePage,
  type ExchangeSummary,
  OUTCOMES,
  type Outcome,
} from '../domain/exchange.ts';
import { formatCount, formatTime, shorten } from './format.ts';
import { type Html, html, isolate } from './html.ts';
import { channelLabel, deliveryLabel, fallbackLabel, isDeliveryOpen, outcomeLabel } from './labels.ts';
import { botName } from './status-line.ts';

export interface ListPageParts {
  readonly page: ExchangePage;
  readonly counts: ReadonlyMap<Outcome, number>;
  readonly outcome: Outcome | null;
  /** Whether this continues an earlier page. */
  readonly isLater: boolean;
  readonly timeZone: string;
  readonly bot: string | null;
}

const QUESTION_CHARS = 240;
const REPLY_CHARS = 180;

/** The list of exchanges: newest first, filtered by links, a page continued by its "Older" link. */
export function listPage(parts: ListPageParts): Html {
  return html`<div class="title-row"><h1>Exchanges</h1>${total(parts) > 0 && exportLinks()}</div>
${total(parts) > 0 && filterLinks(parts)}
${parts.page.exchanges.length === 0 ? emptyState(parts) : rows(parts)}
${pager(parts)}`;
}

function total({ counts }: ListPageParts): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

function exportLinks(): Html {
  return html`<p class="export">Export all: <a href="/export.csv" download>CSV</a> <a href="/export.jsonl" download>JSONL</a></p>`;
}

/** Outcomes that never occurred are left out: nothing could be found behind them. */
function filterLinks(parts: ListPageParts): Html {
  const offered = OUTCOMES.filter((outcome) => parts.counts.has(outcome) || outcome === parts.outcome);
  return html`<nav aria-label="Filter by outcome"><ul class="filters">
<li>${filterLink(parts, null, 'All', total(parts))}</li>
${offered.map((outcome) => html`<li>${filterLink(parts, outcome, outcomeLabel(outcome).label, parts.counts.get(outcome) ?? 0)}</li>`)}
</ul></nav>`;
}

function filterLink(parts: ListPageParts, outcome: Outcome | null, label: string, count: number): Html {
  const isCurrent = outcome === parts.outcome;
  return html`<a href="${listHref(outcome, null)}"${isCurrent && html` aria-current="true"`}>${label} <span class="count">${formatCount(count)}</span></a>`;
}

function listHref(outcome: Outcome | null, before: string | null): string {
  const query = new URLSearchParams();
  if (outcome !== null) query.set('outcome', outcome);
  if (before !== null) query.set('before', before);
  return query.size === 0 ? '/exchanges' : `/exchanges?${query}`;
}

function rows({ page, timeZone }: ListPageParts): Html {
  return html`<ol class="rows">${page.exchanges.map((exchange) => row(exchange, timeZone))}</ol>`;
}

/** One link a row, whose area the styles stretch over the whole row. */
function row(exchange: ExchangeSummary, timeZone: string): Html {
  const { label, tone } = outcomeLabel(exchange.outcome);
  return html`<li class="row ${tone}">
<div class="row-when"><time datetime="${new Date(exchange.askedAt).toISOString()}">${formatTime(exchange.askedAt, timeZone)}</time><span>${channelLabel(exchange.channel)}</span></div>
<div class="row-what"><a class="row-link" href="/exchanges/${encodeURIComponent(exchange.id)}" dir="auto">${isolate(shownQuestion(exchange.question))}</a>
<p class="row-reply" dir="auto">${shorten(exchange.text, REPLY_CHARS)}</p></div>
<div class="row-how"><span class="badge ${tone}">${label}</span>${markers(exchange)}${cited(exchange)}</div>
</li>`;
}

function shownQuestion(question: string): string {
  return question.trim() === '' ? '(no text)' : shorten(question, QUESTION_CHARS);
}

function markers({ fallback, delivery }: Pick<ExchangeSummary, 'fallback' | 'delivery'>): Html {
  return html`${fallback !== null && html`<span class="badge warn">${fallbackLabel(fallback)}</span>`}${
    isDeliveryOpen(delivery) && deliveryBadge(delivery)
  }`;
}

function deliveryBadge(delivery: DeliveryState): Html {
  return html`<span class="badge ${delivery === 'failed' ? 'bad' : 'info'}">${deliveryLabel(delivery)}</span>`;
}

function cited({ citedTitles }: ExchangeSummary): Html | null {
  if (citedTitles.length === 0) return null;
  return html`<span class="row-cited"><span class="muted">cites</span> ${citedTitles.map(
    (title, position) => html`${position > 0 && ' · '}${isolate(title)}`,
  )}</span>`;
}

function emptyState(parts: ListPageParts): Html {
  if (total(parts) === 0) return nothingAsked(parts.bot);
  if (parts.isLater) {
    return html`<div class="empty"><p>There is nothing older.</p></div>`;
  }
  return html`<div class="empty"><p>No exchange has this outcome.</p><p><a class="button" href="/exchanges">Clear the filter</a></p></div>`;
}

function nothingAsked(bot: string | null): Html {
  return html`<div class="empty"><h2>No exchanges yet</h2>
<p>Every question and its answer will stand here, with the sections behind it.</p>
<p><a class="button" href="/playground">Ask a question in the playground</a></p>
${
  bot === null
    ? html`<p class="muted">Or start the bot with a <code>TELEGRAM_BOT_TOKEN</code> and write to it.</p>`
    : html`<p>Or write to the bot: <a href="https://t.me/${encodeURIComponent(botName(bot))}" rel="noreferrer"><bdi>@${botName(bot)}</bdi></a></p>`
}</div>`;
}

function pager({ page, outcome, isLater }: ListPageParts): Html | null {
  if (!isLater && page.next === null) return null;
  return html`<nav class="pager" aria-label="More exchanges">
${isLater && html`<a class="button" href="${listHref(outcome, null)}">↑ Newest</a>`}
${page.next !== null && html`<a class="button" rel="next" href="${listHref(outcome, page.next)}">Older ↓</a>`}
</nav>`;
}
