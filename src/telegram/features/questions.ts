import { Composer } from 'grammy';
import type { Conversation } from '../../conversation/conversation.ts';
import type { Customers } from '../ports.ts';
import { presentExchange } from '../present.ts';
import type { BotContext } from '../turn.ts';

/** Telegram shows the action for five seconds. */
const TYPING_EVERY_MS = 4500;

export interface QuestionParts {
  readonly conversation: Conversation;
  readonly customers: Customers;
}

/** A text is a question: it is answered, and the reply completes the inbox item in the exchange's transaction. */
export function createQuestions({ conversation, customers }: QuestionParts): Composer<BotContext> {
  const questions = new Composer<BotContext>();
  questions.on('message:text', async (context) => {
    const { turn, chat, message, from } = context;
    const stopTyping = keepTyping(context);
    try {
      await conversation.ask(
        {
          text: message.text,
          channel: 'telegram',
          customer: customers.keyFor('telegram', chat.id),
          languageCode: from?.language_code ?? null,
        },
        {
          deliver: (exchange) => ({
            inboxId: turn.item.id,
            messages: presentExchange(exchange, chat.id, message.message_id),
          }),
        },
      );
      turn.isComplete = true;
    } finally {
      stopTyping();
    }
  });
  return questions;
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
