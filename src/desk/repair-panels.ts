import { randomBytes } from 'node:crypto';
import type { StoredExchange } from '../domain/exchange.ts';
import type { Attempt, CustomerPlace, EditPreview, Proposal, StaffReply } from '../domain/repair.ts';
import type { SectionId } from '../domain/section.ts';
import type { Verdict, VerdictLabel } from '../domain/verdict.ts';
import { attemptCards } from './attempt-cards.ts';
import { postForm } from './forms.ts';
import { type Html, html } from './html.ts';
import { proposalCards } from './proposal-cards.ts';
import type { Repairs } from './repairs.ts';
import { replyPanel } from './reply-panel.ts';
import { SECTION_FIELD_HINT, sectionField } from './section-field.ts';
import { suggestWords } from './suggested-words.ts';

/** What the panels show of an exchange, read at once. */
export interface RepairState {
  readonly verdict: Verdict | null;
  readonly attempts: readonly Attempt[];
  readonly proposals: readonly { readonly proposal: Proposal; readonly preview: EditPreview | null }[];
  readonly replies: readonly StaffReply[];
  readonly place: CustomerPlace;
  readonly sections: readonly { readonly id: SectionId; readonly title: string }[];
}

/** Who looks, and how it is shown to them. */
export interface Viewer {
  readonly csrfToken: string;
  readonly isAdmin: boolean;
  readonly timeZone: string;
}

/** Reads what follows a verdict; open proposals come with what they would change in the file as it is now. */
export async function readRepairs(repairs: Repairs, { id }: StoredExchange): Promise<RepairState> {
  const proposals = repairs.proposalsOf(id).map(async (proposal) => ({
    proposal,
    preview: proposal.state === 'proposed' ? await repairs.preview(proposal) : null,
  }));
  return {
    verdict: repairs.verdictOf(id),
    attempts: repairs.attemptsOf(id),
    proposals: await Promise.all(proposals),
    replies: repairs.repliesOf(id),
    place: repairs.placeOf(id),
    sections: repairs.sections(),
  };
}

/** Which panel helps, by the verdict, and why. */
const ADVICE: Readonly<Record<VerdictLabel, { readonly opens: PanelName | null; readonly text: Html }>> = {
  good: { opens: null, text: html`The reply is right: nothing needs to be done.` },
  missing_policy: {
    opens: 'reply',
    text: html`No policy answers this. Answer the customer yourself, and see among the <a href="/gaps">gaps</a> how many ask for it.`,
  },
  retrieval_miss: {
    opens: 'teach',
    text: html`The right section did not arrive. Teach the search the customer’s words, and keep the question as a golden one.`,
  },
  wrong_chunk: {
    opens: 'teach',
    text: html`Another section arrived instead. Teach the search the customer’s words, and keep the question as a golden one.`,
  },
  model_misread: {
    opens: 'try-again',
    text: html`The right section was there. Force it to see whether it is misread again, and keep the question as a golden one.`,
  },
};

type PanelName = 'try-again' | 'teach' | 'reply';

/** What can be done once it is known what went wrong. What the verdict asks for, and what was begun, stands open. */
export function repairPanels(exchange: StoredExchange, state: RepairState, viewer: Viewer): Html {
  const { verdict, attempts, proposals, replies } = state;
  const advice = verdict === null ? null : ADVICE[verdict.label];
  const begun: Readonly<Record<PanelName, boolean>> = {
    'try-again': attempts.length > 0,
    teach: proposals.some(({ proposal }) => proposal.state === 'proposed'),
    reply: replies.length > 0,
  };
  const panel = (name: PanelName, title: string, content: Html) =>
    html`<details class="card repair" id="${name}"${(begun[name] || advice?.opens === name) && html` open`}><summary><h3>${title}</h3></summary>${content}</details>`;
  return html`<section class="repairs" aria-labelledby="repairs"><h2 id="repairs">What to do about it</h2>
<p class="muted">${advice?.text ?? 'Once you have said where the answer is, the step that helps stands open here.'}</p>
${panel('try-again', 'Try again', tryAgain(exchange, state, viewer))}
${panel('teach', 'Teach the search', teach(exchange, state, viewer))}
${panel('reply', 'Reply to the customer', replyPanel({ exchange, ...state, ...viewer, form: newForm() }))}
</section>`;
}

/** Names a form, so that what it sends counts once. */
export function newForm(): string {
  return randomBytes(12).toString('base64url');
}

function tryAgain(exchange: StoredExchange, state: RepairState, { csrfToken, timeZone }: Viewer): Html {
  const chosen = expectedSection(exchange, state);
  const base = `/exchanges/${encodeURIComponent(exchange.id)}`;
  return html`<p>An experiment: nobody is sent what comes of it, and it counts against no customer’s limit. What the model costs counts against the day’s budget.</p>
${postForm(csrfToken, `${base}/rerun`, html`<button type="submit" data-key="t">Re-run now</button><p class="muted">With the policies as they are indexed now.</p>`)}
${
  state.sections.length > 0 &&
  postForm(
    csrfToken,
    `${base}/force`,
    html`${sectionField('force-section', 'Give it only this section', exchange, state.sections, chosen)}<button type="submit" data-key="f">Force this section</button>`,
  )
}
${attemptCards(exchange, state.attempts, timeZone)}`;
}

function teach(exchange: StoredExchange, state: RepairState, viewer: Viewer): Html {
  if (state.sections.length === 0 && state.proposals.length === 0) {
    return html`<p>No policies are indexed, so there is no section to find.</p>`;
  }
  const section = expectedSection(exchange, state);
  const words = suggestWords(exchange.query, exchange.hits, section).join(', ');
  return html`<p>Customers’ words that a section lacks are noted in its policy file as “also asked”. Nobody is shown them, but the section is found by them.</p>
${alsoAskedForm(exchange, state.sections, { section, words }, viewer.csrfToken)}
${proposalCards(state.proposals, viewer)}`;
}

/** What was typed into the form for words. */
export interface TypedWords {
  readonly section: SectionId | null;
  readonly words: string;
}

export function alsoAskedForm(
  exchange: StoredExchange,
  sections: RepairState['sections'],
  { section, words }: TypedWords,
  csrfToken: string,
): Html {
  return postForm(
    csrfToken,
    `/exchanges/${encodeURIComponent(exchange.id)}/also-asked`,
    html`${sectionField('teach-section', 'Section', exchange, sections, section)}
<label for="teach-words">Words, with commas between them</label>
<input type="text" id="teach-words" name="words" value="${words}" required maxlength="1000" dir="auto" autocomplete="off" aria-describedby="teach-hint">
<p class="muted" id="teach-hint">Suggested are the question’s words that this section lacks; keep those that mean it. ${SECTION_FIELD_HINT}</p>
<button type="submit">Propose</button>`,
  );
}

/** Where the reviewer says the answer is; else the best candidate that did not reach the answerer, else the best. */
function expectedSection({ hits }: StoredExchange, { verdict, sections }: RepairState): SectionId | null {
  const judged = verdict?.place.kind === 'section' ? verdict.place.sectionId : null;
  const ranked = [...hits].sort((a, b) => Number(a.sent) - Number(b.sent) || a.rank - b.rank);
  const wished = [judged, ...ranked.map(({ passage }) => passage.sectionId)];
  return wished.find((id) => sections.some((section) => section.id === id)) ?? null;
}
