import { Composer } from 'grammy';
import type { InlineKeyboardButton } from 'grammy/types';
import { textsFor } from '../../conversation/catalogue/catalogue.ts';
import { askWhy, type FeedbackPress, readFeedbackButton } from '../feedback-buttons.ts';
import { paragraphBlocks } from '../format.ts';
import { toKeyboard } from '../keyboard.ts';
import type { Customers, Exchanges, FeedbackLog } from '../ports.ts';
import { addReply, type BotContext } from '../turn.ts';

export interface FeedbackParts {
  readonly exchanges: Exchanges;
  readonly customers: Customers;
  readonly feedback: FeedbackLog;
  readonly contact: string | null;
}

/** What a customer says of an answer, in the chat that it was given in; the last word counts. */
export function createFeedback(parts: FeedbackParts): Composer<BotContext> {
  const { exchanges, customers, feedback, contact } = parts;
  const composer = new Composer<BotContext>();
  composer.on('callback_query:data', async (context, next) => {
    const press = readFeedbackButton(context.callbackQuery.data);
    if (press === null) {
      await next();
      return;
    }
    const { chatId, attempts } = context.turn.item;
    const texts = textsFor(context.from.language_code ?? null);
    const exchange = chatId === null ? null : exchanges.findExchange(press.exchangeId);
    if (chatId === null || exchange?.customer !== customers.keyFor('telegram', chatId)) {
      context.answerCallbackQuery({ text: texts.feedback.gone }).catch(() => {});
      return;
    }
    const isNew = feedback.giveFeedback(press.exchangeId, press);
    const asksWhy = !press.helped && press.reason === null;
    const thanks = asksWhy ? texts.feedback.askWhy : texts.feedback.thanks;
    context.answerCallbackQuery({ text: thanks }).catch(() => {});
    changeButtons(context, press, asksWhy);
    // An item that is tried again has not been answered yet, although what it said is stored.
    if (press.reason === 'wants_person' && (isNew || attempts > 1)) {
      addReply(context, paragraphBlocks(texts.reach(contact)));
    }
  });
  return composer;
}

/** The question why takes the place of the question whether. A comfort: where Telegram refuses it, what was said is stored. */
function changeButtons(context: BotContext, { exchangeId }: FeedbackPress, asksWhy: boolean): void {
  const { message } = context.callbackQuery ?? {};
  const rows =
    message !== undefined && 'reply_markup' in message ? message.reply_markup?.inline_keyboard : null;
  if (rows === null || rows === undefined) return;
  const kept = rows.map((row) => row.filter((button) => !isFeedback(button))).filter((row) => row.length > 0);
  const why = asksWhy ? askWhy(exchangeId, textsFor(context.from?.language_code ?? null)) : [];
  context
    .editMessageReplyMarkup({
      reply_markup: { inline_keyboard: [...kept, ...toKeyboard(why).inline_keyboard] },
    })
    .catch(() => {});
}

function isFeedback(button: InlineKeyboardButton): boolean {
  return 'callback_data' in button && readFeedbackButton(button.callback_data) !== null;
}
