import { Composer } from 'grammy';
import type { Chats } from '../ports.ts';
import { type BotContext, isInGroup } from '../turn.ts';

/** Notes what becomes of a chat: blocked or left, back again, or moved to a new id. Nobody is answered. */
export function createChatNews({ chats }: { readonly chats: Chats }): Composer<BotContext> {
  const news = new Composer<BotContext>();
  news.on('my_chat_member', ({ turn, chat, myChatMember }) => {
    const { chatId } = turn.item;
    if (chatId === null) return;
    const status = myChatMember.new_chat_member?.status;
    if (status === 'kicked' || status === 'left') chats.markUnreachable(chatId, explain(status, chat.type));
    else chats.markReachable(chatId);
  });
  const inGroup = news.filter(isInGroup);
  inGroup.on('message:migrate_to_chat_id', ({ chat, message }) => {
    chats.moveTo(chat.id, message.migrate_to_chat_id);
  });
  inGroup.on('message:migrate_from_chat_id', ({ chat, message }) => {
    chats.moveTo(message.migrate_from_chat_id, chat.id);
  });
  return news;
}

function explain(status: 'kicked' | 'left', type: string): string {
  if (type === 'private') return 'the customer blocked the bot';
  return status === 'kicked' ? 'the bot was removed from the chat' : 'the bot left the chat';
}
