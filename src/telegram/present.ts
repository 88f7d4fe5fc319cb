import { textsFor } from '../conversation/catalogue/catalogue.ts';
import { joinSpans } from '../conversation/reply.ts';
import { type Citation, citedSections } from '../domain/answer.ts';
import type { Button, OutgoingMessage } from '../domain/delivery.ts';
import type { Exchange, StoredExchange } from '../domain/exchange.ts';
import {
  boldBlock,
  type Formatted,
  italicBlock,
  packBlocks,
  paragraphBlocks,
  shorten,
  shortenName,
} from './format.ts';

/** Telegram cuts longer labels on phones; a name stays recognisable. */
const LONGEST_LABEL = 60;
/** Telegram takes a hundred; more than a dozen rows bury the answer. */
const MOST_BUTTONS = 12;

const SECTION_BUTTON = /^s:([\w-]{1,40}):(\d{1,2})$/;

/** The messages that carry an exchange's reply; section names and buttons stand beneath the last. */
export function presentExchange(
  exchange: Exchange,
  chatId: number,
  replyToMessageId: number | null,
): OutgoingMessage[] {
  const sections = citedSections(exchange.citations);
  const messages = packBlocks(toBlocks(exchange, sections));
  return messages.map(({ html, plain }, position) => ({
    chatId,
    html,
    plain,
    buttons: position === messages.length - 1 ? sectionButtons(exchange.id, sections) : [],
    replyToMessageId: position === 0 ? replyToMessageId : null,
  }));
}

function toBlocks(exchange: Exchange, sections: readonly Citation[]): Formatted[] {
  if (sections.length === 0) return paragraphBlocks(exchange.text);
  const names = sections.map((citation) => shortenName(citation.title, LONGEST_LABEL));
  const sources = italicBlock(shorten(textsFor(exchange.language).sources(names), 1000));
  return [...paragraphBlocks(joinSpans(exchange.spans)), sources];
}

/** The button names the exchange and the place of the section in it: its text is shown as it was then. */
function sectionButtons(exchangeId: string, sections: readonly Citation[]): Button[] {
  return sections.slice(0, MOST_BUTTONS).map((citation, place) => ({
    label: `📄 ${shortenName(citation.title, LONGEST_LABEL)}`,
    data: `s:${exchangeId}:${place}`,
  }));
}

/** Reads a section button's data; null for anything else. */
export function readSectionButton(data: string): { exchangeId: string; place: number } | null {
  const [, exchangeId, place] = SECTION_BUTTON.exec(data) ?? [];
  return exchangeId === undefined ? null : { exchangeId, place: Number(place) };
}

/**
 * The exact text that was cited, under its name; null where the exchange has no such citation. Of a section in
 * several parts, the cited ones, each with its number.
 */
export function presentSection(exchange: StoredExchange, place: number): Formatted[] | null {
  const section = citedSections(exchange.citations)[place];
  if (section === undefined) return null;
  const cited = new Set(exchange.citations.map((citation) => citation.passageHash));
  const passages = exchange.hits
    .map((hit) => hit.passage)
    .filter((passage) => passage.sectionId === section.sectionId && cited.has(passage.hash))
    .sort((a, b) => a.part - b.part);
  if (passages.length === 0) return null;
  return passages.flatMap(({ part, parts, text }) => {
    const name = shorten(section.title, 1000);
    return [boldBlock(parts === 1 ? name : `${name} (${part}/${parts})`), ...paragraphBlocks(text)];
  });
}
