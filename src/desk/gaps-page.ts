import { GAP_STATES, type GapPage, type GapState, type GapSummary, type UnknownWord } from '../domain/gap.ts';
import { formatCount, formatTime, plural, shorten } from './format.ts';
import { type Html, html, isolate } from './html.ts';
import type { Tone } from './labels.ts';

export interface GapsPageParts {
  readonly state: GapState;
  readonly page: GapPage;
  readonly counts: Readonly<Record<GapState, number>>;
  /** Questions that are not grouped yet. */
  readonly waiting: number;
  /** Whether this continues an earlier page. */
  readonly isLater: boolean;
  readonly timeZone: string;
}

const TITLE_CHARS = 240;

const TABS: Readonly<Record<GapState, string>> = {
  open: 'Open',
  answerable: 'Answerable now',
  told: 'Told',
};

/** Unanswered questions in groups, those that most people asked first. */
export function gapsPage(parts: GapsPageParts): Html {
  const { state, page, counts, waiting, isLater, timeZone } = parts;
  return html`<div class="title-row"><h1>Gaps</h1><p class="muted">What customers asked in Telegram and no policy answered, alike questions together.</p></div>
<nav aria-label="Groups by state"><ul class="filters">${GAP_STATES.map((each) => html`<li>${tab(each, state, counts[each])}</li>`)}</ul></nav>
${waiting > 0 && html`<p class="alert warn" role="status">${plural(waiting, 'question')} ${waiting === 1 ? 'is' : 'are'} still being grouped; load the page again in a moment.</p>`}
${page.gaps.length === 0 ? emptyState(state, isLater) : html`<ol class="rows">${page.gaps.map((gap) => row(gap, timeZone))}</ol>`}
${pager(parts)}`;
}

function tab(state: GapState, current: GapState, count: number): Html {
  return html`<a href="${gapsHref(state, null)}"${state === current && html` aria-current="true"`}>${TABS[state]} <span class="count">${formatCount(count)}</span></a>`;
}

function gapsHref(state: GapState, cursor: string | null): string {
  const query = new URLSearchParams();
  if (state !== 'open') query.set('tab', state);
  if (cursor !== null) query.set('cursor', cursor);
  return query.size === 0 ? '/gaps' : `/gaps?${query}`;
}

/** One link a row, whose area the styles stretch over the whole row. */
function row(gap: GapSummary, timeZone: string): Html {
  return html`<li class="row gap-row ${stateTone(gap.state)}">
<div class="gap-people"><strong>${formatCount(gap.people)}</strong> ${gap.people === 1 ? 'person' : 'people'}</div>
<div class="row-what"><a class="row-link" href="/gaps/${gap.id}" dir="auto">${isolate(shorten(gap.title, TITLE_CHARS))}</a>
<p class="row-reply">${plural(gap.questions, 'question')} · last asked <time datetime="${new Date(gap.lastAskedAt).toISOString()}">${formatTime(gap.lastAskedAt, timeZone)}</time></p></div>
<div class="row-how">${stateBadges(gap)}${gap.unknownWords.length > 0 && html`<span class="gap-fact"><span class="muted">no policy knew</span> ${wordList(gap.unknownWords)}</span>`}${closest(gap)}</div>
</li>`;
}

function wordList(words: readonly UnknownWord[]): Html {
  return html`${words.map(({ word }, position) => html`${position > 0 && ', '}<bdi class="unknown">${word}</bdi>`)}`;
}

function closest({ closest: names }: GapSummary): Html {
  if (names.length === 0) return html`<span class="gap-fact muted">no section was near</span>`;
  return html`<span class="gap-fact"><span class="muted">nearest</span> ${names.map(
    (name, position) => html`${position > 0 && ' · '}${isolate(name)}`,
  )}</span>`;
}

/** What stands with a group: its state in words. */
export function stateBadges({ state, answerable, checked, questions }: GapSummary): Html {
  if (state === 'told') return html`<span class="badge info">Told</span>`;
  if (state === 'answerable') return html`<span class="badge good">Answerable now</span>`;
  const of = checked < questions ? `the newest ${formatCount(checked)}` : formatCount(checked);
  return html`<span class="badge warn">Open</span>${answerable > 0 && html`<span class="badge info">${formatCount(answerable)} of ${of} answerable now</span>`}`;
}

export function stateTone(state: GapState): Tone {
  if (state === 'told') return 'info';
  return state === 'answerable' ? 'good' : 'warn';
}

function emptyState(state: GapState, isLater: boolean): Html {
  if (isLater)
    return html`<div class="empty"><p>There are no more groups.</p><p><a class="button" href="${gapsHref(state, null)}">To the first page</a></p></div>`;
  if (state === 'open') {
    return html`<div class="empty"><h2>No open gaps</h2><p>Questions that customers ask in Telegram and that no policy answers will stand here in groups.</p>
<p class="muted">To count an answered question too, open it and judge that no policy has the answer.</p>
<p><a class="button" href="/exchanges">To the list of exchanges</a></p></div>`;
  }
  if (state === 'answerable') {
    return html`<div class="empty"><h2>Nothing to tell</h2><p>Open a gap, write the missing section into the policies, and re-read them: send the bot <code>/reindex</code>, or run <code>citedesk reindex</code>.</p>
<p class="muted">Its questions are then asked again, and a group whose newest questions are all answered moves here.</p>
<p><a class="button" href="/gaps">To the open gaps</a></p></div>`;
  }
  return html`<div class="empty"><h2>Nobody was told yet</h2><p>From a group that is answerable now, you can tell everybody who asked, once.</p>
<p><a class="button" href="${gapsHref('answerable', null)}">To what is answerable now</a></p></div>`;
}

function pager({ page, state, isLater }: GapsPageParts): Html | null {
  if (!isLater && page.next === null) return null;
  return html`<nav class="pager" aria-label="More groups">
${isLater && html`<a class="button" href="${gapsHref(state, null)}">↑ First page</a>`}
${page.next !== null && html`<a class="button" rel="next" href="${gapsHref(state, page.next)}">More ↓</a>`}
</nav>`;
}
