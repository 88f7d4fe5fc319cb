import type { Context } from 'grammy';
import type { OutgoingMessage } from '../domain/delivery.ts';
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

/** Adds a reply to the chat that the update came from, as many messages as it takes. */
export function addReply(context: BotContext, blocks: readonly Formatted[]): void {
  const chatId = context.turn.item.chatId;
  if (chatId === null) return;
  for (const { html, plain } of packBlocks(blocks)) {
    context.turn.messages.push({ chatId, html, plain, buttons: [], replyToMessageId: null });
  }
}
