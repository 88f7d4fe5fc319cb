import { Composer } from 'grammy';
import { textsFor } from '../../conversation/catalogue/catalogue.ts';
import { paragraphBlocks } from '../format.ts';
import type { Outbox } from '../ports.ts';
import { addReply, type BotContext } from '../turn.ts';

/** Older than this, a message waited through an outage. */
const LATE_MS = 60 * 60_000;
/** Telegram keeps messages for a day, and we hold none for long: a date from before that is wrong. */
const LONGEST_OUTAGE_MS = 7 * 24 * LATE_MS;

export interface LateParts {
  readonly outbox: Outbox;
  readonly now?: () => number;
}

/**
 * A word of apology above the answer to a message that waited long. Once a chat: whoever has been written to since
 * the message was sent has read it, also where the first try to answer failed.
 */
export function createLateApology({ outbox, now = Date.now }: LateParts): Composer<BotContext> {
  const late = new Composer<BotContext>();
  late.on('message', async (context, next) => {
    const sentAt = context.message.date * 1000;
    const age = now() - sentAt;
    const isLate = age > LATE_MS && age < LONGEST_OUTAGE_MS;
    if (isLate && !outbox.hasWrittenSince(context.chat.id, sentAt)) {
      addReply(context, paragraphBlocks(textsFor(context.from?.language_code ?? null).answeredLate));
    }
    await next();
  });
  return late;
}
