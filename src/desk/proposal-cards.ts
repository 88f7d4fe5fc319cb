import type { EditPreview, Proposal } from '../domain/repair.ts';
import { formatTime } from './format.ts';
import { postForm } from './forms.ts';
import { type Html, html, isolate } from './html.ts';
import { type DiffLine, diffLines } from './line-diff.ts';
import type { RepairState, Viewer } from './repair-panels.ts';

/** Changes of policy files: those that wait with what they would change, the others with what became of them. */
export function proposalCards(proposals: RepairState['proposals'], viewer: Viewer): Html {
  return html`${proposals.map(
    ({ proposal, preview }) =>
      html`<article class="proposal"><h4>${proposal.words.map((word, at) => html`${at > 0 && ', '}${isolate(word)}`)} → ${isolate(proposal.sectionId)}</h4>
<p class="muted">Proposed by ${isolate(proposal.proposedBy)}, ${formatTime(proposal.proposedAt, viewer.timeZone)}</p>
${preview === null ? settled(proposal, viewer) : waiting(proposal, preview, viewer)}</article>`,
  )}`;
}

function settled({ state, settledBy, settledAt, report }: Proposal, { timeZone }: Viewer): Html {
  const when = settledAt === null ? '' : `, ${formatTime(settledAt, timeZone)}`;
  return html`<p><strong>${state === 'applied' ? 'Applied' : 'Dismissed'}</strong> by ${isolate(settledBy ?? '')}${when}</p>${
    report !== null && html`<div class="report" dir="auto">${report}</div>`
  }`;
}

function waiting({ id }: Proposal, preview: EditPreview, { csrfToken, isAdmin }: Viewer): Html {
  const apply = isAdmin
    ? postForm(csrfToken, `/proposals/${id}/apply`, html`<button type="submit">Apply and re-index</button>`)
    : html`<p class="muted">An admin applies it.</p>`;
  return html`${preview.ok ? diffView(preview) : html`<p class="alert warn">${preview.reason}</p>`}
<div class="actions">${preview.ok && apply}${postForm(csrfToken, `/proposals/${id}/dismiss`, html`<button type="submit" class="quiet">Dismiss</button>`)}</div>`;
}

const SIGNS: Readonly<Record<DiffLine['kind'], string>> = {
  same: '',
  removed: '− removed',
  added: '+ added',
};

function diffView({ file, before, after }: EditPreview & { readonly ok: true }): Html {
  return html`<p class="origin">The change of <code>${isolate(file)}</code>, as the file is now:</p>
<ol class="diff">${diffLines(before, after).map(
    ({ kind, text, number }) =>
      html`<li class="${kind}" value="${number}"><span class="line-number">${number}</span> <span class="sign">${SIGNS[kind]}</span> <code dir="auto">${text}</code></li>`,
  )}</ol>`;
}
