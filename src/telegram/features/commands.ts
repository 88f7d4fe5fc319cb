import { Composer } from 'grammy';
import { textsFor } from '../../conversation/catalogue/catalogue.ts';
import { paragraphBlocks } from '../format.ts';
import type { PolicySections } from '../ports.ts';
import { suggestSections } from '../suggestions.ts';
import { addReply, type BotContext } from '../turn.ts';
import { openSection } from './sections.ts';

export interface CustomerParts {
  readonly businessName: string;
  readonly contact: string | null;
  readonly sections: PolicySections;
}

/** What anybody can ask the bot about itself. */
export function createCustomerCommands({
  businessName,
  contact,
  sections,
}: CustomerParts): Composer<BotContext> {
  const commands = new Composer<BotContext>();

  commands.command('start', (context) => {
    const section = context.match === '' ? null : openSection(context.match, sections);
    if (section !== null) return addReply(context, section);
    const texts = textsOf(context);
    const suggestions = suggestSections(sections);
    const greeting = [texts.greeting(businessName), texts.reach(contact)];
    const lines = suggestions.length === 0 ? greeting : [...greeting, texts.suggestions];
    addReply(context, paragraphBlocks(lines.join('\n\n')), suggestions);
  });
  commands.command('help', (context) => {
    const texts = textsOf(context);
    addReply(context, paragraphBlocks(`${texts.help(businessName)}\n\n${texts.reach(contact)}`));
  });
  commands.command('privacy', (context) => {
    addReply(context, paragraphBlocks(textsOf(context).privacy(businessName)));
  });
  commands.command('id', (context) => {
    const { from, chat } = context;
    if (from !== undefined) addReply(context, paragraphBlocks(textsOf(context).ids(from.id, chat.id)));
  });
  return commands;
}

function textsOf(context: BotContext) {
  return textsFor(context.from?.language_code ?? null);
}
