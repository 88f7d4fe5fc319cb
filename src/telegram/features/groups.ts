import { Composer } from 'grammy';
import { textsFor } from '../../conversation/catalogue/catalogue.ts';
import { paragraphBlocks } from '../format.ts';
import { addReply, type BotContext } from '../turn.ts';
import { commandOf, isAddressedToUs } from '../words.ts';
import { createQuestions, type QuestionParts } from './questions.ts';

const ONLY_PRIVATE = ['mydata', 'forget', 'privacy', 'reindex', 'status'];
const HELP = ['start', 'help', 'ask'];

/**
 * In a group we speak when spoken to: named, replied to, or by a command of ours. Who writes in the name of a group
 * or channel is nobody that could be answered; an admin who does so and gives a command is told why it is not obeyed.
 */
export function createGroups(parts: QuestionParts): Composer<BotContext> {
  const groups = new Composer<BotContext>();
  const addressed = groups
    .on(['message', 'edited_message'])
    .filter(({ msg, me }) => isAddressedToUs(msg, me));
  const byPeople = addressed.filter(({ msg }) => msg.sender_chat === undefined);
  byPeople.use(createQuestions(parts));
  addressed.on('message', (context) => {
    const { message, chat, from, me } = context;
    const texts = textsFor(from?.language_code ?? null);
    const say = (text: string) => addReply(context, paragraphBlocks(text));
    const command = commandOf(message);
    const isOurs = command !== null && [...ONLY_PRIVATE, ...HELP, 'id'].includes(command.name);
    if (message.sender_chat !== undefined) {
      if (isOurs && message.sender_chat.id === chat.id) say(texts.anonymousAdmin);
    } else if (command === null) {
      // Our name alone; a picture or sticker in reply to us wants no answer.
      if (message.text !== undefined) say(texts.groupHelp(`@${me.username}`));
    } else if (command.name === 'id') {
      say(texts.ids(from?.id ?? 0, chat.id));
    } else if (ONLY_PRIVATE.includes(command.name)) {
      say(texts.onlyPrivate);
    } else if (isOurs) {
      say(texts.groupHelp(`@${me.username}`));
    } else if (command.addressee !== null) {
      say(texts.unknownCommand);
    }
  });
  return groups;
}
