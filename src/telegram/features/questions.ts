import { Composer } from 'grammy';
import type { Conversation } from '../../conversation/conversation.ts';
import { closes } from '../../domain/delivery.ts';
import { groupMessages } from '../group.ts';
import type { Answered, Customers } from '../ports.ts';
import { presentExchange } from '../present.ts';
import type { BotContext } from '../turn.ts';
import { isQuestion } from '../updates.ts';

/** Telegram shows the action for five seconds. */
const TYPING_EVERY_MS = 4500;

export interface QuestionParts {
  readonly conversation: Conversation;
  readonly customers: Customers;
  readonly answered: Answered;
}

/**
 * A text is a question, with the texts that were joined to it and in the words that an edit gave it: it is answered,
 * and the reply completes the inbox items in the exchange's transaction.
 */
export function createQuestions({ conversation, customers, answered }: QuestionParts): Composer<BotContext> {
  const composer = new Composer<BotContext>();
  const questions = composer.filter((context) => isQuestion(context.update));
  questions.on(['message:text', 'edited_message:text'], async (context) => {
    const { turn, chat, from } = context;
    const customer = customers.keyFor('telegram', chat.id);
    const question = groupMessages(turn.item, (messageId) => answered.exchangeOfMessage(customer, messageId));
    if (question === null) return;
    const { messages, updateOf, replyToMessageId } = question;
    const stopTyping = keepTyping(context);
    try {
      await conversation.ask(
        {
          text: messages.map(({ text }) => text).join('\n'),
          messages,
          updateOf,
          channel: 'telegram',
          customer,
          languageCode: from?.language_code ?? null,
        },
        {
          deliver: (exchange) => ({
            ...closes(turn.item),
            messages: presentExchange(exchange, chat.id, replyToMessageId),
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
