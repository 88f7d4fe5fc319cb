/** A button beneath a message. `data` is at most 64 bytes of UTF-8 (Telegram's limit). */
export interface Button {
  readonly label: string;
  readonly data: string;
}

/** A message to a chat, ready to send. */
export interface OutgoingMessage {
  readonly chatId: number;
  /** Telegram's HTML; at most 4,096 characters once parsed. */
  readonly html: string;
  /** The same without markup: what is sent if Telegram cannot parse the HTML. */
  readonly plain: string;
  /** One button a row. */
  readonly buttons: readonly Button[];
  readonly replyToMessageId: number | null;
}

/** What an inbox item leads to: its messages, which are stored in the transaction that completes the item. */
export interface Delivery {
  readonly inboxId: number;
  readonly messages: readonly OutgoingMessage[];
}

/** An outbox row in hand. */
export interface ClaimedMessage {
  readonly id: number;
  readonly message: OutgoingMessage;
}
