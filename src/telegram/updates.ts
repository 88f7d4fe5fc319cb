import type { Message, MessageEntity, Update } from 'grammy/types';
import type { IncomingUpdate } from '../domain/inbox.ts';
import { beginsWithCommand, wordsOf } from './words.ts';

/** Always named: when left out, Telegram goes on with what an earlier program asked for. */
export const ALLOWED_UPDATES = ['message', 'edited_message', 'callback_query', 'my_chat_member'] as const;

/** The data of the button that deletes a chat's data. It keeps its place: what was asked before is deleted too. */
export const FORGET_BUTTON = 'forget:yes';

/** An update as the inbox keeps it, with the identity of what it is about; whatever it is, it can be kept. */
export function toIncoming(update: Update): IncomingUpdate {
  const album = albumOf(update);
  const joinable = album !== null || isTyped(update);
  const stored = { updateId: update.update_id, payload: JSON.stringify(update), joinable, album };
  const { message, edited_message: edited, callback_query: callback, my_chat_member: member } = loose(update);
  if (message) {
    return {
      ...stored,
      event: `message:${message.chat?.id}:${message.message_id}`,
      chatId: chatIdOf(message),
    };
  }
  if (edited) {
    const event = `edit:${edited.chat?.id}:${edited.message_id}:${edited.edit_date}`;
    return { ...stored, event, chatId: chatIdOf(edited) };
  }
  if (callback) {
    const kind = callback.data === FORGET_BUTTON ? 'forget' : 'callback';
    return { ...stored, event: `${kind}:${callback.id}`, chatId: chatIdOf(callback.message) };
  }
  if (member)
    return { ...stored, event: `member:${member.chat?.id}:${member.date}`, chatId: chatIdOf(member) };
  return { ...stored, event: 'other', chatId: null };
}

/** The update of an inbox item, without what is malformed in it: handlers can rely on what its types say. */
export function readUpdate(payload: string): Update {
  const update = JSON.parse(payload) as Update;
  const { message, edited_message: edited } = loose(update);
  for (const written of [message, edited]) if (written) mend(written);
  return update;
}

/** Whether it is a person's words in a private chat, new or edited, and no command. */
export function isTyped(update: Update): boolean {
  const written = writtenIn(update);
  if (written?.chat?.type !== 'private' || !Number.isSafeInteger(written.message_id)) return false;
  return wordsOf(written) !== '' && !beginsWithCommand(written) && !isFromBot(update);
}

/** Whether a bot wrote it, ourselves included, or a person by way of one: two bots would talk for ever. */
export function isFromBot(update: Update): boolean {
  const written = writtenIn(update);
  // In the name of a group or channel a person writes, though Telegram puts a bot of its own for the sender.
  const isBot = written?.from?.is_bot === true && written.sender_chat === undefined;
  return isBot || written?.via_bot !== undefined;
}

/** The messages of an item in hand, in the order in which Telegram reported them. */
export function messagesOf(payloads: readonly string[]): { message: Message; isEdit: boolean }[] {
  return payloads.flatMap((payload) => {
    const { message, edited_message: edited } = readUpdate(payload);
    const written = message ?? edited;
    return written === undefined ? [] : [{ message: written, isEdit: message === undefined }];
  });
}

/** Null outside private chats: what is said in a group is not joined, so that it is seen who said what. */
function albumOf(update: Update): string | null {
  const { message } = loose(update);
  const isTheirs = message?.chat?.type === 'private' && !isFromBot(update);
  return isTheirs && typeof message?.media_group_id === 'string' ? message.media_group_id : null;
}

function writtenIn(update: Update): LooseMessage | null {
  const { message, edited_message: edited } = loose(update);
  return message ?? edited ?? null;
}

function chatIdOf(part: { readonly chat?: LooseChat | null } | null | undefined): number | null {
  const id = part?.chat?.id;
  return Number.isSafeInteger(id) ? (id as number) : null;
}

function mend(message: LooseMessage): void {
  for (const field of ['text', 'caption'] as const) {
    if (typeof message[field] !== 'string') delete message[field];
  }
  for (const field of ['entities', 'caption_entities'] as const) {
    if (Array.isArray(message[field])) message[field] = message[field].filter(isEntity);
    else delete message[field];
  }
  if (typeof message.from?.id !== 'number') delete message.from;
  if (typeof message.reply_to_message !== 'object' || message.reply_to_message === null) {
    delete message.reply_to_message;
  }
}

function isEntity(value: unknown): value is MessageEntity {
  if (typeof value !== 'object' || value === null) return false;
  const { type, offset, length } = value as Partial<MessageEntity>;
  return typeof type === 'string' && isNatural(offset) && isNatural(length);
}

function isNatural(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function loose(update: Update): LooseUpdate {
  return update as LooseUpdate;
}

/** What an update's parts may hold: a batch with one that is malformed must not be fetched again for ever. */
interface LooseUpdate {
  readonly message?: LooseMessage | null;
  readonly edited_message?: LooseMessage | null;
  readonly callback_query?: {
    readonly id?: string | number;
    readonly data?: unknown;
    readonly message?: LooseMessage | null;
  } | null;
  readonly my_chat_member?: { readonly date?: number; readonly chat?: LooseChat | null } | null;
}

interface LooseChat {
  readonly id?: unknown;
  readonly type?: unknown;
}

interface LooseMessage {
  readonly message_id?: unknown;
  readonly edit_date?: unknown;
  readonly chat?: LooseChat | null;
  readonly sender_chat?: unknown;
  readonly via_bot?: unknown;
  readonly media_group_id?: unknown;
  from?: { readonly id?: unknown; readonly is_bot?: unknown } | null;
  text?: unknown;
  caption?: unknown;
  entities?: unknown;
  caption_entities?: unknown;
  reply_to_message?: unknown;
}
