/** An update as it is stored before Telegram may forget it. */
export interface IncomingUpdate {
  readonly updateId: number;
  /**
   * What the update is about (`message:7:1042`): with bot and update id, its identity. A press of a button is a
   * `callback:…` and overtakes what its chat has in hand or waiting; one that must not is of another name.
   */
  readonly event: string;
  readonly chatId: number | null;
  /** The update itself, JSON. */
  readonly payload: string;
  /** A text in a private chat: with others that come soon after, it makes one question. */
  readonly joinable: boolean;
  /** Shared by the messages of one album: they are one question even where texts are not joined. */
  readonly album?: string | null;
}

/** An inbox item in hand. */
export interface ClaimedUpdate {
  readonly id: number;
  readonly payload: string;
  readonly chatId: number | null;
  /** 1 at the first try. */
  readonly attempts: number;
  /** Items that came in quick succession after it and are in hand with it. */
  readonly joined: readonly { readonly id: number; readonly payload: string }[];
}
