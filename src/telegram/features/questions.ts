import { Composer } from 'grammy';
import type { Conversation } from '../../conversation/conversation.ts';
import { closes } from '../../domain/delivery.ts';
import { asksAnything, groupMessages, joinTexts } from '../group.ts';
import type { Answered, Customers } from '../ports.ts';
import { presentExchange } from '../present.ts';
import { type BotContext, isInGroup, threadOf } from '../turn.ts';
import { contextOf, questionIn } from '../words.ts';

/** Telegram shows the action for five seconds. */
const TYPING_EVERY_MS = 4500;

export interface QuestionParts {
  readonly conversation: Pick<Conversation, 'ask'>;
  readonly customers: Customers;
  readonly answered: Answered;
}

/**
 * Words are a question, with those that were joined to them and as an edit put them: it is answered, and the reply
 * completes the inbox items in the exchange's transaction.
 */
export function createQuestions({ conversation, customers, answered }: QuestionParts): Composer<BotContext> {
  const composer = new Composer<BotContext>();
  const questions = composer.filter(({ turn, me }) =>
    asksAnything(turn.item, (each) => questionIn(each, me)),
  );
  questions.on(['message', 'edited_message'], async (context) => {
    const { turn, from, me } = context;
    const { chatId } = turn.item;
    if (chatId === null) return;
    const customer = customers.keyFor('telegram', chatId);
    const question = groupMessages(turn.item, {
      questionIn: (message) => questionIn(message, me),
      contextOf: (message) => contextOf(message, me),
      answeredBy: (messageId) => answered.exchangeOfMessage(customer, messageId),
    });
    if (question === null) return;
    const { messages, updateOf, repliesTo, replyToMessageId } = question;
    const stopTyping = keepTyping(context);
    try {
      await conversation.ask(
        {
          text: joinTexts(messages),
          messages,
          updateOf,
          repliesTo,
          channel: 'telegram',
          customer,
          languageCode: from?.language_code ?? null,
        },
        {
          deliver: (exchange) => ({
            ...closes(turn.item),
            messages: [
              ...turn.messages,
              ...presentExchange(
                exchange,
                { ...threadOf(context), chatId, replyToMessageId },
                isInGroup(context) ? 'group' : 'private',
              ),
            ],
          }),
        },
      );
      turn.isComplete = true;
    } finally {
      stopTyping();
    }
  });
  return composer;
}

/** Shows "typing" until stopped. It is a courtesy: where it fails, the answer goes on without. */
function keepTyping(context: BotContext): () => void {
  const show = () => {
    context.replyWithChatAction('typing').catch(() => {});
  };
  show();
  const timer = setInterval(show, TYPING_EVERY_MS);
  return () => clearInterval(timer);
}
