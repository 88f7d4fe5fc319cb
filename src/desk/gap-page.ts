import type { GapQuestion, GapSummary, TellOutcome, ToldState } from '../domain/gap.ts';
import { formatCount, formatTime, plural, shorten } from './format.ts';
import { postForm } from './forms.ts';
import { stateBadges, stateTone } from './gaps-page.ts';
import { type Html, html, isolate } from './html.ts';

export interface GapPageParts {
  readonly gap: GapSummary;
  readonly questions: readonly GapQuestion[];
  /** Continues the questions; null where these are the last. */
  readonly nextBefore: number | null;
  /** Whether this continues an earlier page of questions. */
  readonly isLater: boolean;
  readonly draft: string;
  readonly told: ToldState | null;
  /** What the attempt to tell came to that led here; null where there was none. */
  readonly attempt: TellOutcome | null;
  readonly csrfToken: string;
  readonly timeZone: string;
}

const QUESTION_CHARS = 400;

/** One group: what was asked, which words no policy knows, what to write, and telling those who asked. */
export function gapPage(parts: GapPageParts): Html {
  const { gap } = parts;
  return html`<p class="back"><a href="/gaps${gap.state !== 'open' && `?tab=${gap.state}`}">← All gaps</a></p>
<h1 class="question" dir="auto">${isolate(gap.title)}</h1>
<p class="gap-state">${stateBadges(gap)} <span class="muted">${plural(gap.people, 'person', 'people')} · ${plural(gap.questions, 'question')} · first asked ${formatTime(gap.openedAt, parts.timeZone)}, last ${formatTime(gap.lastAskedAt, parts.timeZone)}</span></p>
${stateBanner(parts)}
<div class="gap-columns">
${questionsCard(parts)}
<div class="gap-side">${wordsCard(gap)}${nearestCard(gap)}${gap.state === 'open' && draftCard(parts.draft)}</div>
</div>`;
}

function stateBanner(parts: GapPageParts): Html {
  const { gap, told } = parts;
  return html`<div class="banner ${stateTone(gap.state)}" id="told">${attemptNote(parts)}${
    told === null ? nextStep(parts) : toldNote(told, parts)
  }</div>`;
}

/** Says that a second press did nothing; the note on who told stands beneath. */
function attemptNote({ attempt }: GapPageParts): Html | null {
  if (attempt === null || attempt.kind === 'told' || attempt.kind === 'no_gap') return null;
  if (attempt.kind === 'told_before')
    return html`<p><strong>Told before.</strong> Nobody was told a second time.</p>`;
  if (attempt.kind === 'not_answerable') {
    return html`<p><strong>Nobody was told.</strong> The policies do not answer these questions yet.</p>`;
  }
  return html`<p><strong>Nobody was told.</strong> ${leftOut(attempt)}</p>`;
}

function nextStep({ gap, csrfToken }: GapPageParts): Html {
  if (gap.state === 'open' && gap.answerable > 0) {
    return html`<p><strong>The policies answer a part of this.</strong> Open the questions that are not marked: add their words to the section's <code>also asked</code> list, write what is missing, or judge a question that is about something else, which takes it out of the group.</p>`;
  }
  if (gap.state === 'open') {
    return html`<p><strong>No policy answers this.</strong> Write the section, then re-read the policies: send the bot <code>/reindex</code>, or run <code>citedesk reindex</code>. The questions are then asked again.</p>`;
  }
  return html`<p><strong>The policies answer this now.</strong> ${gap.people === 1 ? 'The person who asked gets' : `Each of the ${formatCount(gap.people)} people who asked gets`} one message in Telegram with the answer. This can be done once.</p>
${postForm(csrfToken, `/gaps/${gap.id}/tell`, html`<button>Tell ${gap.people === 1 ? 'the person' : `the ${formatCount(gap.people)} people`} who asked</button>`)}`;
}

function toldNote(told: ToldState, { timeZone }: GapPageParts): Html {
  const open = told.waiting > 0 || told.failed > 0;
  return html`<p><strong>Told</strong> by ${isolate(told.by)} on ${formatTime(told.at, timeZone)}: ${formatCount(told.sent)} sent${
    open && html`, ${formatCount(told.waiting)} waiting, ${formatCount(told.failed)} failed`
  }. ${leftOut(told)}</p>`;
}

function leftOut({ unreachable, unanswered }: Pick<ToldState, 'unreachable' | 'unanswered'>): string {
  return [
    unreachable > 0 && `${plural(unreachable, 'person', 'people')} could not be reached.`,
    unanswered > 0 &&
      `${plural(unanswered, 'person', 'people')} asked in words to which the policies hold no new answer.`,
  ]
    .filter((part) => part !== false)
    .join(' ');
}

function questionsCard({ gap, questions, nextBefore, isLater, timeZone }: GapPageParts): Html {
  return html`<section class="card" aria-labelledby="asked"><h2 id="asked">What was asked</h2>
<ol class="gap-questions">${questions.map((question) => questionItem(question, timeZone))}</ol>
${
  (isLater || nextBefore !== null) &&
  html`<nav class="pager" aria-label="More questions">${isLater && html`<a class="button" href="/gaps/${gap.id}">↑ Newest</a>`}${
    nextBefore !== null &&
    html`<a class="button" rel="next" href="/gaps/${gap.id}?before=${nextBefore}">Older ↓</a>`
  }</nav>`
}</section>`;
}

function questionItem({ exchangeId, question, askedAt, isAnswerable }: GapQuestion, timeZone: string): Html {
  const text = question.trim() === '' ? '(no text)' : shorten(question, QUESTION_CHARS);
  return html`<li><a href="/exchanges/${encodeURIComponent(exchangeId)}" dir="auto">${isolate(text)}</a>
<span class="muted"><time datetime="${new Date(askedAt).toISOString()}">${formatTime(askedAt, timeZone)}</time></span>${isAnswerable && html` <span class="badge good">answerable now</span>`}</li>`;
}

function wordsCard({ unknownWords, questions }: GapSummary): Html {
  return html`<section class="card" aria-labelledby="words"><h2 id="words">Words that no policy knew</h2>
${
  unknownWords.length === 0
    ? html`<p class="empty-note">The policies had every word of these questions, and still did not say it.</p>`
    : html`<ul class="gap-words">${unknownWords.map(
        ({ word, questions: count }) =>
          html`<li><bdi class="unknown">${word}</bdi> <span class="muted">in ${formatCount(count)} of ${plural(questions, 'question')}</span></li>`,
      )}</ul>`
}</section>`;
}

function nearestCard({ closest }: GapSummary): Html {
  return html`<section class="card" aria-labelledby="nearest"><h2 id="nearest">Nearest sections found</h2>
${
  closest.length === 0
    ? html`<p class="empty-note">The search found none.</p>`
    : html`<ul class="gap-words">${closest.map((name) => html`<li>${isolate(name)}</li>`)}</ul>`
}</section>`;
}

function draftCard(draft: string): Html {
  return html`<section class="card" aria-labelledby="draft"><h2 id="draft">What to write</h2>
<p class="muted" id="draft-how">Copy this into a policy file, write the answer, and re-read the policies.</p>
<textarea class="gap-draft" readonly aria-labelledby="draft" aria-describedby="draft-how" dir="auto" rows="${Math.min(16, draft.split('\n').length + 1)}">${draft}</textarea></section>`;
}
