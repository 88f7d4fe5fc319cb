import type { Context } from 'grammy';
import type { Button, OutgoingMessage } from '../domain/delivery.ts';
import type { ClaimedUpdate } from '../domain/inbox.ts';
import { type Formatted, packBlocks } from './format.ts';

/**
 * One inbox item in hand. Handlers do not send: they add replies here, and these are stored in the transaction
 * that completes the item.
 */
export interface Turn {
  readonly item: ClaimedUpdate;
  readonly messages: OutgoingMessage[];
  /** True once the item was completed together with an exchange. */
  isComplete: boolean;
}

export type BotContext = Context & { turn: Turn };

/** Where a reply goes. */
export type Place = Pick<OutgoingMessage, 'chatId' | 'replyToMessageId' | 'threadId' | 'isSecret'>;

/** Adds a reply to the chat that the update came from, as many messages as it takes; buttons stand beneath the last. */
export function addReply(
  context: BotContext,
  blocks: readonly Formatted[],
  buttons: readonly Button[] = [],
): void {
  const { chatId } = context.turn.item;
  if (chatId === null) return;
  // In a group a reply stands by what it answers; in a private chat that is plain.
  const replyToMessageId = isInGroup(context) ? (context.message?.message_id ?? null) : null;
  context.turn.messages.push(
    ...toMessages(packBlocks(blocks), { ...threadOf(context), chatId, replyToMessageId }, buttons),
  );
}

/** The first message is the reply, and the last carries the buttons. */
export function toMessages(
  texts: readonly Formatted[],
  { replyToMessageId, ...place }: Place,
  buttons: readonly Button[],
): OutgoingMessage[] {
  return texts.map(({ html, plain }, position) => ({
    ...place,
    html,
    plain,
    buttons: position === texts.length - 1 ? buttons : [],
    replyToMessageId: position === 0 ? replyToMessageId : null,
  }));
}

export function isInGroup({ chat }: BotContext): boolean {
  return chat?.type === 'group' || chat?.type === 'supergroup';
}

/** The forum topic that the update came from; elsewhere a thread's id is only that of a chain of replies. */
export function threadOf({ msg }: BotContext): Pick<OutgoingMessage, 'threadId'> {
  const { is_topic_message: isTopic, message_thread_id: threadId } = msg ?? {};
  return isTopic === true && threadId !== undefined ? { threadId } : {};
}
