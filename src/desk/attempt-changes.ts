import { citedSections } from '../domain/answer.ts';
import type { Exchange } from '../domain/exchange.ts';
import { type AttemptResult, type AttemptSection, sectionsOf } from '../domain/repair.ts';
import { type Html, html, isolate } from './html.ts';
import { outcomeLabel } from './labels.ts';

/** What an experiment did differently from the exchange that it repeats, a line each. */
export function describeChanges(exchange: Exchange, result: AttemptResult): Html[] {
  return [
    outcomeChange(exchange, result),
    ...sentChanges(exchange, result),
    citedChange(exchange, result),
    textChange(exchange, result),
  ].filter((line) => line !== null);
}

function outcomeChange(exchange: Exchange, { outcome }: AttemptResult): Html {
  const now = outcomeLabel(outcome).label;
  if (outcome === exchange.outcome) return html`Outcome: ${now}, as before`;
  return html`Outcome: <b>${now}</b> instead of ${outcomeLabel(exchange.outcome).label}`;
}

function sentChanges({ hits }: Exchange, { sections }: AttemptResult): Html[] {
  const then = sectionsOf(hits).filter(({ sent }) => sent);
  const now = sections.filter(({ sent }) => sent);
  const edited = now.filter((section) => then.some((other) => isEdited(other, section)));
  const changed = setChange('Sent', then, now) ?? html`Sent: the same sections`;
  return edited.length === 0 ? [changed] : [changed, html`Edited since: ${names(edited)}`];
}

function isEdited(then: AttemptSection, now: AttemptSection): boolean {
  return then.sectionId === now.sectionId && now.hashes.some((hash) => !then.hashes.includes(hash));
}

function citedChange(exchange: Exchange, result: AttemptResult): Html | null {
  const [then, now] = [exchange, result].map(({ citations }) =>
    citedSections(citations).map(({ sectionId, title }) => ({ sectionId, name: title })),
  );
  return setChange('Cited', then ?? [], now ?? []);
}

function textChange(exchange: Exchange, { text }: AttemptResult): Html {
  return text.trim() === exchange.text.trim()
    ? html`Reply: word for word the same`
    : html`Reply: <b>other words</b>`;
}

type Named = Pick<AttemptSection, 'sectionId' | 'name'>;

/** "Sent: Refunds instead of Ordering"; null where the sections are the same. */
function setChange(verb: string, then: readonly Named[], now: readonly Named[]): Html | null {
  const came = without(now, then);
  const left = without(then, now);
  if (came.length === 0 && left.length === 0) return null;
  if (left.length === 0) return html`${verb} besides: <b>${names(came)}</b>`;
  if (came.length === 0) return html`${verb} no longer: <b>${names(left)}</b>`;
  return html`${verb}: <b>${names(came)}</b> instead of ${names(left)}`;
}

function without(sections: readonly Named[], others: readonly Named[]): Named[] {
  return sections.filter(({ sectionId }) => others.every((other) => other.sectionId !== sectionId));
}

/** Names in a row, each isolated. */
export function names(sections: readonly Pick<Named, 'name'>[]): Html {
  return html`${sections.map(({ name }, at) => html`${at > 0 && ', '}${isolate(name)}`)}`;
}
