import { textsFor } from '../conversation/catalogue/catalogue.ts';
import { type Citation, citedSections } from '../domain/answer.ts';
import type { Button, OutgoingMessage } from '../domain/delivery.ts';
import { bodyOf, type Exchange, type Outcome, type StoredExchange } from '../domain/exchange.ts';
import type { Passage, SectionId } from '../domain/section.ts';
import { closestTopics } from '../domain/topics.ts';
import { askWhetherItHelped } from './feedback-buttons.ts';
import {
  boldBlock,
  closedBlocks,
  type Formatted,
  italicBlock,
  openedBlocks,
  packBlocks,
  paragraphBlocks,
  plainBlock,
  shorten,
  shortenName,
} from './format.ts';
import { type Place, toMessages } from './turn.ts';

/** Telegram cuts longer labels on phones; a name stays recognisable. */
const LONGEST_LABEL = 60;
/** Telegram takes a hundred; more than a dozen rows bury the answer. */
const MOST_BUTTONS = 12;
/** Of a section that somebody opens: four messages at most. */
const MOST_PARTS = 4;

/** Of the customer's own question, when it comes back to mind. */
const LONGEST_QUOTED = 300;

const UNANSWERED: readonly Outcome[] = [
  'refused_no_hits',
  'refused_low_confidence',
  'refused_by_model',
  'check_failed',
  'failed',
];

/** The data of a button that shows a section of an exchange. */
export const SECTION_BUTTON = /^(s|t):([\w-]{1,40}):(\d{1,3})$/;

/** A section that an exchange offers: one that it cites, or a topic close to what was asked, by its hit's rank. */
export type SectionButton =
  | { readonly exchangeId: string; readonly place: number }
  | { readonly exchangeId: string; readonly rank: number };

/**
 * The messages that carry an exchange's reply; beneath the last stand the buttons of the sections that it cites or is
 * close to and, in a private chat, those that ask whether it helped.
 */
export function presentExchange(
  exchange: Exchange,
  place: Place,
  audience: 'private' | 'group' = 'private',
): OutgoingMessage[] {
  const sections = citedSections(exchange.citations);
  const buttons = sectionButtons(exchange, sections);
  const feedback = audience === 'private' ? feedbackButtons(exchange) : [];
  return toMessages(packBlocks(toBlocks(exchange, sections)), place, [...buttons, ...feedback]);
}

/** The messages that carry what a member of staff wrote, marked as such; none where it shows nothing. */
export function presentStaffReply(
  text: string,
  { language, business }: { readonly language: string; readonly business: string },
  place: Place,
): OutgoingMessage[] {
  const opening = boldBlock(shorten(textsFor(language).answeredByPerson(business), 500));
  return toMessages(packBlocks(openedBlocks(opening, text)), place, []);
}

/**
 * The messages that answer a question at last which was not answered when it was asked. No buttons: the answer is of
 * no exchange that they could name.
 */
export function presentNews(exchange: Exchange, question: string, place: Place): OutgoingMessage[] {
  const asked = shorten(question.replace(/\s+/gu, ' ').trim(), LONGEST_QUOTED);
  const intro = plainBlock(textsFor(exchange.language).answeredNow(asked));
  return toMessages(packBlocks([intro, ...toBlocks(exchange, citedSections(exchange.citations))]), place, []);
}

function toBlocks(exchange: Exchange, sections: readonly Citation[]): Formatted[] {
  if (sections.length === 0) {
    const blocks = paragraphBlocks(exchange.text);
    return blocks.length > 0 ? blocks : [plainBlock(textsFor(exchange.language).somethingFailed)];
  }
  const names = sections.map((citation) => shortenName(citation.title, LONGEST_LABEL));
  const sources = italicBlock(shorten(textsFor(exchange.language).sources(names), 1000));
  return closedBlocks(bodyOf(exchange), sources);
}

/** A button names the exchange and the place of the section in it: its text is shown as it was then. */
function sectionButtons(exchange: Exchange, sections: readonly Citation[]): Button[] {
  const cited = sections.map(({ title }, place) => toButton(title, `s:${exchange.id}:${place}`));
  const offered = lacksAnswer(exchange) ? closestTopics(exchange) : [];
  const topics = offered.map(({ name, rank }) => toButton(name, `t:${exchange.id}:${rank}`));
  return [...cited.slice(0, MOST_BUTTONS - topics.length), ...topics];
}

/** Beneath what rests on the policies: a refusal has said already that it does not help. */
function feedbackButtons({ id, language, spans }: Exchange): Button[] {
  return spans.length === 0 ? [] : askWhetherItHelped(id, textsFor(language));
}

/** Whether a section that is close to the question may still help: nothing, or not everything, was answered. */
function lacksAnswer({ citations, missing, outcome }: Exchange): boolean {
  if (missing !== null) return missing.kind !== 'small_talk' && missing.kind !== 'needs_person';
  return citations.length === 0 && UNANSWERED.includes(outcome);
}

export function toButton(name: string, data: string): Button {
  return { label: `📄 ${shortenName(name, LONGEST_LABEL)}`, data };
}

/** Reads a section button's data; null for anything else. */
export function readSectionButton(data: string): SectionButton | null {
  const [, kind, exchangeId, number] = SECTION_BUTTON.exec(data) ?? [];
  if (exchangeId === undefined) return null;
  return kind === 's' ? { exchangeId, place: Number(number) } : { exchangeId, rank: Number(number) };
}

/** The text behind a button as it was then, under its name; null where the exchange has no such section. */
export function presentSection(exchange: StoredExchange, button: SectionButton): Formatted[] | null {
  return 'place' in button ? presentCited(exchange, button.place) : presentTopic(exchange, button.rank);
}

/** The section that a button stands for; null where the exchange has no such section. */
export function sectionIdOf(exchange: StoredExchange, button: SectionButton): SectionId | null {
  if ('place' in button) return citedSections(exchange.citations)[button.place]?.sectionId ?? null;
  return exchange.hits.find((hit) => hit.rank === button.rank)?.passage.sectionId ?? null;
}

/** The exact text that was cited. Of a section in several parts, the cited ones, each with its number. */
function presentCited(exchange: StoredExchange, place: number): Formatted[] | null {
  const section = citedSections(exchange.citations)[place];
  if (section === undefined) return null;
  const cited = new Set(exchange.citations.map((citation) => citation.passageHash));
  const passages = exchange.hits
    .map((hit) => hit.passage)
    .filter((passage) => passage.sectionId === section.sectionId && cited.has(passage.hash))
    .sort((a, b) => a.part - b.part);
  return passages.length === 0 ? null : passages.flatMap((passage) => presentPassage(section.title, passage));
}

function presentTopic(exchange: StoredExchange, rank: number): Formatted[] | null {
  const hit = exchange.hits.find((each) => each.rank === rank);
  return hit === undefined ? null : presentPassage(hit.name, hit.passage);
}

/** A section as it stands in the policies now, its first parts where it is long. */
export function presentCurrent(passages: readonly Passage[], title: string): Formatted[] {
  return passages.slice(0, MOST_PARTS).flatMap((passage) => presentPassage(title, passage));
}

function presentPassage(title: string, { part, parts, text }: Passage): Formatted[] {
  const name = shorten(title, 1000);
  return [boldBlock(parts === 1 ? name : `${name} (${part}/${parts})`), ...paragraphBlocks(text)];
}
