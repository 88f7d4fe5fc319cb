import type { Update } from 'grammy/types';
import type { IncomingUpdate } from '../domain/inbox.ts';

/** Always named: when left out, Telegram goes on with what an earlier program asked for. */
export const ALLOWED_UPDATES = ['message', 'callback_query'] as const;

/** An update as the inbox keeps it, with the identity of what it is about; whatever it is, it can be kept. */
export function toIncoming(update: Update): IncomingUpdate {
  const stored = { updateId: update.update_id, payload: JSON.stringify(update) };
  const { message, callback_query: callback } = update as { message?: Loose; callback_query?: Loose };
  if (message?.chat?.id !== undefined) {
    const chatId = message.chat.id;
    return { ...stored, event: `message:${chatId}:${message.message_id}`, chatId };
  }
  if (callback !== undefined) {
    return { ...stored, event: `callback:${callback.id}`, chatId: callback.message?.chat?.id ?? null };
  }
  return { ...stored, event: 'other', chatId: null };
}

/** What an update's parts may hold: a batch with one that is malformed must not be fetched again for ever. */
interface Loose {
  readonly id?: string | number;
  readonly message_id?: number;
  readonly chat?: { readonly id?: number };
  readonly message?: { readonly chat?: { readonly id?: number } };
}
