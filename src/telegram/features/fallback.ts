import { Composer } from 'grammy';
import type { Message } from 'grammy/types';
import { textsFor } from '../../conversation/catalogue/catalogue.ts';
import { paragraphBlocks } from '../format.ts';
import { addReply, type BotContext } from '../turn.ts';
import { beginsWithCommand } from '../words.ts';

const ONCE_IN_SECONDS = 60;

/** Reports about the chat, which nobody wrote. */
const SERVICE_FIELDS = [
  'new_chat_members',
  'left_chat_member',
  'pinned_message',
  'message_auto_delete_timer_changed',
  'migrate_to_chat_id',
  'migrate_from_chat_id',
  'chat_background_set',
  'write_access_allowed',
  'forum_topic_created',
  'forum_topic_edited',
  'forum_topic_closed',
  'forum_topic_reopened',
] as const satisfies readonly (keyof Message)[];

/** A picture, a voice message, a sticker, a command that there is not: a friendly line, never silence. */
export function createFallback({ contact }: { readonly contact: string | null }): Composer<BotContext> {
  const fallback = new Composer<BotContext>();
  const isRepeated = createRepeats();
  fallback.on('message', (context) => {
    const { message, from } = context;
    const texts = textsFor(from?.language_code ?? null);
    if (beginsWithCommand(message)) {
      addReply(context, paragraphBlocks(texts.unknownCommand));
    } else if (!SERVICE_FIELDS.some((field) => field in message) && !isRepeated(context)) {
      addReply(context, paragraphBlocks(`${texts.onlyText}\n\n${texts.reach(contact)}`));
    }
  });
  return fallback;
}

/**
 * Whether the chat was told within the last minute, by the customer's own time. What a restart forgets is told once
 * more; an item that is tried again is not a repetition.
 */
function createRepeats(): (context: BotContext) => boolean {
  const told = new Map<number, { readonly itemId: number; readonly date: number }>();
  return ({ turn, message }) => {
    const { id, chatId } = turn.item;
    const date = Number(message?.date);
    if (chatId === null || !Number.isFinite(date)) return false;
    const last = told.get(chatId);
    if (last !== undefined && last.itemId !== id && Math.abs(date - last.date) < ONCE_IN_SECONDS) return true;
    for (const [other, { date: at }] of told) if (date - at >= ONCE_IN_SECONDS) told.delete(other);
    told.set(chatId, { itemId: id, date });
    return false;
  };
}

/** A press that no other handler knows, wherever it comes from: its button stops waiting, and a customer is told. */
export function createLastResort(): Composer<BotContext> {
  const lastResort = new Composer<BotContext>();
  lastResort.on('callback_query', (context) => {
    context.answerCallbackQuery().catch(() => {});
    if (context.chat?.type !== 'private') return;
    addReply(context, paragraphBlocks(textsFor(context.from?.language_code ?? null).sectionGone));
  });
  return lastResort;
}
