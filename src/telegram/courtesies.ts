import type { Api } from 'grammy';
import type { Update } from 'grammy/types';
import { FORGET_BUTTON, isTyped } from './updates.ts';

/**
 * What a customer sees at once, before any of it is handled: "typing" where words wait for more of them, and a button
 * that stops waiting where the press has to. Comforts, so that a refusal of Telegram's is let be.
 */
export function showThatWeAreThere(api: Api, updates: readonly Update[]): void {
  const written = updates.filter((update) => update.message && isTyped(update));
  const chatIds = new Set(written.flatMap(({ message }) => (message ? [message.chat.id] : [])));
  for (const chatId of chatIds) api.sendChatAction(chatId, 'typing').catch(() => {});
  for (const { callback_query: press } of updates) {
    if (press?.data === FORGET_BUTTON) api.answerCallbackQuery(press.id).catch(() => {});
  }
}
