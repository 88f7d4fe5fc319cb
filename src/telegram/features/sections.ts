import { Composer } from 'grammy';
import { textsFor } from '../../conversation/catalogue/catalogue.ts';
import { paragraphBlocks } from '../format.ts';
import type { Customers, Exchanges } from '../ports.ts';
import { presentSection, readSectionButton } from '../present.ts';
import { addReply, type BotContext } from '../turn.ts';

export interface SectionParts {
  readonly exchanges: Exchanges;
  readonly customers: Customers;
}

/** A section's button shows its text as it was when it was cited or offered, in the chat that this was in. */
export function createSectionButtons({ exchanges, customers }: SectionParts): Composer<BotContext> {
  const buttons = new Composer<BotContext>();
  buttons.on('callback_query:data', (context) => {
    // Only stops the button's spinner; Telegram refuses it where the press is old, and the text comes all the same.
    context.answerCallbackQuery().catch(() => {});
    const button = readSectionButton(context.callbackQuery.data);
    const exchange = button === null ? null : exchanges.findExchange(button.exchangeId);
    const isTheirs = exchange?.customer === customers.keyFor('telegram', context.chat?.id ?? 0);
    const section =
      button !== null && exchange !== null && isTheirs ? presentSection(exchange, button) : null;
    addReply(context, section ?? paragraphBlocks(textsFor(context.from.language_code ?? null).sectionGone));
  });
  return buttons;
}
