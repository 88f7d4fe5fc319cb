import { Composer } from 'grammy';
import { textsFor } from '../../conversation/catalogue/catalogue.ts';
import type { StoredExchange } from '../../domain/exchange.ts';
import type { SectionId } from '../../domain/section.ts';
import { type Formatted, paragraphBlocks } from '../format.ts';
import type { Customers, Exchanges, PolicySections } from '../ports.ts';
import {
  presentCurrent,
  presentSection,
  readSectionButton,
  SECTION_BUTTON,
  type SectionButton,
  sectionIdOf,
} from '../present.ts';
import { linkTo, OPEN_BUTTON, sectionOfLink } from '../section-links.ts';
import { addReply, type BotContext, isInGroup } from '../turn.ts';

export interface SectionParts {
  readonly exchanges: Exchanges;
  readonly customers: Customers;
  readonly sections: PolicySections;
}

/**
 * A section's button shows its text as it was when it was cited or offered, in the chat that this was in; a suggested
 * section is shown as it is now. In a group a press leads into the private chat, so that nobody has to scroll past it.
 */
export function createSectionButtons({ exchanges, customers, sections }: SectionParts): Composer<BotContext> {
  const composer = new Composer<BotContext>();
  composer.callbackQuery(OPEN_BUTTON, (context) => {
    stopSpinner(context);
    addReply(context, openSection(context.match[1] ?? '', sections) ?? goneBlocks(context));
  });
  const buttons = composer.callbackQuery(SECTION_BUTTON);
  buttons.filter(isInGroup).use((context) => {
    const id = readOffer(context, sectionIdOf);
    const all = sections.list();
    const answer = all.some((section) => section.id === id)
      ? { url: `https://t.me/${context.me.username}?start=${linkTo(id as SectionId, all)}` }
      : { text: textsOf(context).sectionGone };
    context.answerCallbackQuery(answer).catch(() => {});
  });
  buttons.use((context) => {
    stopSpinner(context);
    addReply(context, readOffer(context, presentSection) ?? goneBlocks(context));
  });

  /** What a press asks for, where the exchange that offers it belongs to the chat of the press. */
  function readOffer<T>(
    { turn, callbackQuery }: BotContext,
    read: (exchange: StoredExchange, button: SectionButton) => T | null,
  ): T | null {
    const button = readSectionButton(callbackQuery?.data ?? '');
    const exchange = button === null ? null : exchanges.findExchange(button.exchangeId);
    if (button === null || exchange === null || turn.item.chatId === null) return null;
    if (exchange.customer !== customers.keyFor('telegram', turn.item.chatId)) return null;
    return read(exchange, button);
  }
  return composer;
}

/** Telegram refuses it where the press is old, and the text comes all the same. */
function stopSpinner(context: BotContext): void {
  context.answerCallbackQuery().catch(() => {});
}

/** The section that a link names, as it is now; null where there is none of that name. */
export function openSection(link: string, sections: PolicySections): Formatted[] | null {
  const section = sectionOfLink(link, sections.list());
  return section === null ? null : presentCurrent(sections.passagesOf(section.id), section.title);
}

function goneBlocks(context: BotContext): Formatted[] {
  return paragraphBlocks(textsOf(context).sectionGone);
}

function textsOf(context: BotContext) {
  return textsFor(context.from?.language_code ?? null);
}
