import type { CheckFault, Draft, FaultKind } from '../domain/answer.ts';
import type { Exchange } from '../domain/exchange.ts';
import { type Html, html, isolate } from './html.ts';

const FAULTS: Readonly<Record<FaultKind, string>> = {
  uncited: 'cites nothing',
  citation: 'cites words that were not sent',
  figure: 'states a figure that its source does not hold',
  link: 'holds a link or address that its source does not hold',
  prompt: 'repeats the standing orders',
  internal: 'names something internal',
};

/** What the model wrote and the check did not let through as it was; nothing where all of it stood. */
export function draftsCard({ drafts }: Pick<Exchange, 'drafts'>): Html | null {
  if (drafts.length === 0) return null;
  return html`<section class="card drafts" aria-labelledby="drafts"><h2 id="drafts">What the check did not let through</h2>${drafts.map(draft)}</section>`;
}

function draft({ text, faults }: Draft, position: number): Html {
  return html`<h3>Draft ${position + 1}</h3><blockquote dir="auto">${text}</blockquote><ul class="faults">${faults.map(fault)}</ul>`;
}

function fault({ kind, sentence, detail }: CheckFault): Html {
  const isWhole = detail === sentence;
  return html`<li><q dir="auto">${sentence}</q> ${FAULTS[kind]}${!isWhole && html`: ${isolate(detail)}`}</li>`;
}
