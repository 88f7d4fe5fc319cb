import type { Update } from 'grammy/types';
import type { IncomingUpdate } from '../domain/inbox.ts';

/** Always named: when left out, Telegram goes on with what an earlier program asked for. */
export const ALLOWED_UPDATES = ['message', 'edited_message', 'callback_query'] as const;

/** An update as the inbox keeps it, with the identity of what it is about; whatever it is, it can be kept. */
export function toIncoming(update: Update): IncomingUpdate {
  const joinable = isQuestion(update);
  const stored = { updateId: update.update_id, payload: JSON.stringify(update), joinable };
  const { message, edited_message: edited, callback_query: callback } = update as LooseUpdate;
  if (message?.chat?.id !== undefined) {
    const chatId = message.chat.id;
    return { ...stored, event: `message:${chatId}:${message.message_id}`, chatId };
  }
  if (edited?.chat?.id !== undefined) {
    const chatId = edited.chat.id;
    return { ...stored, event: `edit:${chatId}:${edited.message_id}:${edited.edit_date}`, chatId };
  }
  if (callback !== undefined) {
    return { ...stored, event: `callback:${callback.id}`, chatId: callback.message?.chat?.id ?? null };
  }
  return { ...stored, event: 'other', chatId: null };
}

/** Whether it is a person's text in a private chat, new or edited, and no command. */
export function isQuestion(update: Update): boolean {
  const { message, edited_message: edited } = update as LooseUpdate;
  const written = message ?? edited;
  if (written?.chat?.id === undefined || written.chat.type !== 'private') return false;
  return typeof written.text === 'string' && !beginsWithCommand(written) && !isFromBot(update);
}

/** Whether a bot wrote it, ourselves included, or a person by way of one: two bots would talk for ever. */
export function isFromBot(update: Update): boolean {
  const { message, edited_message: edited } = update as LooseUpdate;
  const written = message ?? edited;
  return written?.from?.is_bot === true || written?.via_bot !== undefined;
}

function beginsWithCommand({ entities }: LooseMessage): boolean {
  if (!Array.isArray(entities)) return false;
  return entities.some((entity) => entity?.type === 'bot_command' && entity.offset === 0);
}

/** What an update's parts may hold: a batch with one that is malformed must not be fetched again for ever. */
interface LooseUpdate {
  readonly message?: LooseMessage;
  readonly edited_message?: LooseMessage;
  readonly callback_query?: { readonly id?: string | number; readonly message?: LooseMessage };
}

interface LooseMessage {
  readonly message_id?: number;
  readonly edit_date?: number;
  readonly chat?: { readonly id?: number; readonly type?: string };
  readonly from?: { readonly is_bot?: boolean };
  readonly via_bot?: unknown;
  readonly text?: unknown;
  readonly entities?: readonly ({ readonly type?: string; readonly offset?: number } | null)[];
}
