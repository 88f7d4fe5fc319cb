import { Composer } from 'grammy';
import { textsFor } from '../../conversation/catalogue/catalogue.ts';
import { paragraphBlocks } from '../format.ts';
import { addReply, type BotContext } from '../turn.ts';

/** A picture, a voice message, a sticker: a friendly line, never silence. */
export function createFallback(): Composer<BotContext> {
  const fallback = new Composer<BotContext>();
  fallback.on('message', (context) => {
    addReply(context, paragraphBlocks(textsFor(context.from?.language_code ?? null).onlyText));
  });
  return fallback;
}

/** A press that no other handler knows, wherever it comes from: at least its button stops waiting. */
export function createLastResort(): Composer<BotContext> {
  const lastResort = new Composer<BotContext>();
  lastResort.on('callback_query', (context) => {
    context.answerCallbackQuery().catch(() => {});
  });
  return lastResort;
}
