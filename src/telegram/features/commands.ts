import { Composer } from 'grammy';
import { textsFor } from '../../conversation/catalogue/catalogue.ts';
import { paragraphBlocks } from '../format.ts';
import { addReply, type BotContext } from '../turn.ts';

export interface CustomerParts {
  readonly businessName: string;
  readonly contact: string | null;
}

/** What anybody can ask the bot about itself. */
export function createCustomerCommands({ businessName, contact }: CustomerParts): Composer<BotContext> {
  const commands = new Composer<BotContext>();

  commands.command('start', (context) => {
    const texts = textsOf(context);
    addReply(context, paragraphBlocks(`${texts.greeting(businessName)}\n\n${texts.reach(contact)}`));
  });
  commands.command('help', (context) => addHelp(context, { businessName, contact }));
  commands.command('privacy', (context) => {
    addReply(context, paragraphBlocks(textsOf(context).privacy(businessName)));
  });
  commands.command('id', (context) => {
    const { from, chat } = context;
    if (from !== undefined) addReply(context, paragraphBlocks(textsOf(context).ids(from.id, chat.id)));
  });
  commands
    .on('message:entities:bot_command')
    .filter((context) => context.entities('bot_command').some((entity) => entity.offset === 0))
    .use((context) => addHelp(context, { businessName, contact }));
  return commands;
}

/** The help text, which is also the answer to a command that there is not, or not for this person. */
export function addHelp(context: BotContext, { businessName, contact }: CustomerParts): void {
  const texts = textsOf(context);
  addReply(context, paragraphBlocks(`${texts.help(businessName)}\n\n${texts.reach(contact)}`));
}

function textsOf(context: BotContext) {
  return textsFor(context.from?.language_code ?? null);
}
