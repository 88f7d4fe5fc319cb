import type { Message, MessageEntity, UserFromGetMe } from 'grammy/types';

type Me = Pick<UserFromGetMe, 'id' | 'username'>;

/** A command at the very beginning of a message. */
export interface Command {
  readonly name: string;
  /** The bot that it names (`/help@some_bot`), without the @; null where it names none. */
  readonly addressee: string | null;
  readonly rest: string;
}

/** What a person typed: the text, or the words beneath a picture or file; empty where there are none. */
export function wordsOf({ text, caption }: { readonly text?: unknown; readonly caption?: unknown }): string {
  const words = typeof text === 'string' ? text : typeof caption === 'string' ? caption : '';
  return words.trim() === '' ? '' : words;
}

/** Whether Telegram takes the message for a command. */
export function beginsWithCommand(message: {
  readonly entities?: unknown;
  readonly caption_entities?: unknown;
}): boolean {
  const entities = message.entities ?? message.caption_entities;
  if (!Array.isArray(entities)) return false;
  return entities.some((entity) => entity?.type === 'bot_command' && entity.offset === 0);
}

/** The command that a message begins with, or null. */
export function commandOf(message: Message): Command | null {
  if (!beginsWithCommand(message)) return null;
  const [, name, addressee, rest] = /^\/(\w+)(?:@(\w+))?\s*([\s\S]*)$/.exec(wordsOf(message)) ?? [];
  if (name === undefined) return null;
  return { name: name.toLowerCase(), addressee: addressee ?? null, rest: (rest ?? '').trim() };
}

/** Whether a command may be meant for us: it names us, or nobody. */
export function isForUs({ addressee }: Command, me: Me): boolean {
  return addressee === null || addressee.toLowerCase() === me.username.toLowerCase();
}

/** What a message asks: its words without `/ask` before them and without our name in them; empty where nothing is left. */
export function questionIn(message: Message, me: Me): string {
  const command = commandOf(message);
  if (command !== null) return command.name === 'ask' && isForUs(command, me) ? command.rest : '';
  const words = wordsOf(message);
  const mentions = mentionsOf(message, me);
  if (mentions.length === 0) return words;
  return mentions
    .reverse()
    .reduce((text, { offset, length }) => text.slice(0, offset) + text.slice(offset + length), words)
    .trim();
}

/** What a message answers: the words that it quotes, or else our own message; null where it is no reply to either. */
export function contextOf({ quote, reply_to_message: replied }: Message, me: Me): string | null {
  const words = quote?.text ?? (replied?.from?.id === me.id ? wordsOf(replied) : '');
  return typeof words === 'string' && words.trim() !== '' ? words : null;
}

/** Whether a message in a group is meant for us: it names us, answers us, or is our command. */
export function isAddressedToUs(message: Message, me: Me): boolean {
  const command = commandOf(message);
  if (command !== null) return isForUs(command, me);
  const { reply_to_message: replied } = message;
  // Every message in a forum's topic "replies" to the one that opened it.
  const isReply = replied?.from?.id === me.id && replied.forum_topic_created === undefined;
  return isReply || mentionsOf(message, me).length > 0;
}

/** In the order of the text. */
function mentionsOf(message: Message, me: Me): MessageEntity[] {
  const words = wordsOf(message);
  const entities = (message.text === undefined ? message.caption_entities : message.entities) ?? [];
  return entities
    .filter((entity) => {
      if (entity.type === 'text_mention') return entity.user?.id === me.id;
      const name = words.slice(entity.offset, entity.offset + entity.length);
      return entity.type === 'mention' && name.toLowerCase() === `@${me.username.toLowerCase()}`;
    })
    .sort((a, b) => a.offset - b.offset);
}
