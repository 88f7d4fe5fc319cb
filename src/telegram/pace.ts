/** What Telegram asks of bots: a message a second in a chat, twenty a minute in a group, about thirty a second in all. */
export interface Limits {
  readonly perChatMs: number;
  readonly perGroupAMinute: number;
  readonly perSecond: number;
}

/** A little under Telegram's own, which are not exact. */
export const TELEGRAM_LIMITS: Limits = { perChatMs: 1000, perGroupAMinute: 20, perSecond: 25 };

export interface Pace {
  /** How many milliseconds to wait before anything may be sent. */
  waitMs(): number;
  /** Counts a message to the chat; returns for how many milliseconds the chat is to be left alone after it. */
  count(chatId: number): number;
}

const MINUTE_MS = 60_000;

/** Remembers in memory what was sent; after a restart it begins anew, and Telegram's 429 says the rest. */
export function createPace(limits: Limits, now: () => number): Pace {
  let tokens = limits.perSecond;
  let filledAt = now();
  /** Of groups only: when the messages of the last minute were sent. */
  const sentAt = new Map<number, number[]>();

  function fill(): void {
    const at = now();
    tokens = Math.min(limits.perSecond, tokens + (Math.max(at - filledAt, 0) * limits.perSecond) / 1000);
    filledAt = at;
  }

  function restOfGroup(chatId: number): number {
    const at = now();
    const recent = [...(sentAt.get(chatId) ?? []), at].filter((sent) => sent > at - MINUTE_MS);
    sentAt.set(chatId, recent);
    const oldest = recent[recent.length - limits.perGroupAMinute];
    return oldest === undefined ? 0 : oldest + MINUTE_MS - at;
  }

  return {
    waitMs() {
      fill();
      return tokens >= 1 ? 0 : Math.ceil(((1 - tokens) * 1000) / limits.perSecond);
    },
    count(chatId) {
      tokens -= 1;
      return Math.max(limits.perChatMs, chatId < 0 ? restOfGroup(chatId) : 0);
    },
  };
}

/** Against a Telegram that is none: tests and benches. */
export const UNPACED: Pace = { waitMs: () => 0, count: () => 0 };
