import type { ClaimedUpdate } from './inbox.ts';

/** A button beneath a message. `data` is at most 64 bytes of UTF-8 (Telegram's limit). */
export interface Button {
  readonly label: string;
  readonly data: string;
  /** Stands in the row of the button before it. */
  readonly isBeside?: boolean;
}

/** A message to a chat, ready to send. */
export interface OutgoingMessage {
  readonly chatId: number;
  /** Telegram's HTML; at most 4,096 characters once parsed. */
  readonly html: string;
  /** The same without markup: what is sent if Telegram cannot parse the HTML. */
  readonly plain: string;
  /** One button a row, but for those that stand beside another. */
  readonly buttons: readonly Button[];
  readonly replyToMessageId: number | null;
  /** The forum topic that it belongs to. */
  readonly threadId?: number;
  /** Nothing of it is kept once it is sent or given up. */
  readonly isSecret?: true;
}

/** What an inbox item leads to: its messages, which are stored in the transaction that completes the item. */
export interface Delivery {
  readonly inboxId: number;
  /** Further items that were joined with it to one question. */
  readonly joined?: readonly number[];
  readonly messages: readonly OutgoingMessage[];
  /** Whether the item is given up rather than done. */
  readonly isSetAside?: boolean;
}

/** The part of a delivery that says what it closes: an item in hand with all that was joined to it. */
export function closes({ id, joined }: ClaimedUpdate): Required<Pick<Delivery, 'inboxId' | 'joined'>> {
  return { inboxId: id, joined: joined.map((item) => item.id) };
}

/** An outbox row in hand. */
export interface ClaimedMessage {
  readonly id: number;
  readonly message: OutgoingMessage;
}
