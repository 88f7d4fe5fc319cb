import type { Update } from 'grammy/types';
import type { IncomingUpdate } from '../domain/inbox.ts';

/** Always named: when left out, Telegram goes on with what an earlier program asked for. */
export const ALLOWED_UPDATES = ['message', 'callback_query'] as const;

/** An update as the inbox keeps it, with the identity of what it is about. */
export function toIncoming(update: Update): IncomingUpdate {
  const payload = JSON.stringify(update);
  const { message, callback_query: callback } = update;
  if (message !== undefined) {
    const chatId = message.chat.id;
    return { updateId: update.update_id, event: `message:${chatId}:${message.message_id}`, chatId, payload };
  }
  if (callback !== undefined) {
    const chatId = callback.message?.chat.id ?? null;
    return { updateId: update.update_id, event: `callback:${callback.id}`, chatId, payload };
  }
  return { updateId: update.update_id, event: 'other', chatId: null, payload };
}
