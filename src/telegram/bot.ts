import { Bot, BotError } from 'grammy';
import type { Update } from 'grammy/types';
import { closes, type Delivery } from '../domain/delivery.ts';
import type { ClaimedUpdate } from '../domain/inbox.ts';
import type { Logger } from '../log.ts';
import { type AdminParts, createAdminCommands } from './features/admin.ts';
import { type CustomerParts, createCustomerCommands } from './features/commands.ts';
import { createFallback, createLastResort } from './features/fallback.ts';
import { createQuestions, type QuestionParts } from './features/questions.ts';
import { createSectionButtons, type SectionParts } from './features/sections.ts';
import { nativeFetch } from './native-fetch.ts';
import type { BotContext, Turn } from './turn.ts';
import { isFromBot } from './updates.ts';

/** Beyond the long poll's 30 seconds; grammY's own 500 would let a dead link hang for minutes. */
const CALL_TIMEOUT_SECONDS = 60;

export interface BotParts extends CustomerParts, QuestionParts, SectionParts, AdminParts {
  readonly token: string;
  readonly apiRoot: string;
  readonly logger: Logger;
}

export interface HelpDeskBot {
  readonly bot: Bot<BotContext>;
  /** Runs an inbox item through the handlers; the replies to store, or null where they are stored already. */
  handle(item: ClaimedUpdate): Promise<Delivery | null>;
}

/** The bot's handlers, top to bottom: the first that knows an update takes it. */
export function createBot(parts: BotParts): HelpDeskBot {
  const bot = new Bot<BotContext>(parts.token, {
    client: {
      apiRoot: parts.apiRoot,
      timeoutSeconds: CALL_TIMEOUT_SECONDS,
      fetch: nativeFetch as unknown as typeof fetch,
    },
  });
  const turns = new WeakMap<Update, Turn>();

  bot.use(async (context, next) => {
    const turn = turns.get(context.update);
    if (turn === undefined) throw new Error('an update came past the inbox');
    context.turn = turn;
    if (!isFromBot(context.update)) await next();
  });
  const inPrivate = bot.chatType('private');
  inPrivate.use(createAdminCommands(parts));
  inPrivate.use(createCustomerCommands(parts));
  inPrivate.use(createSectionButtons(parts));
  inPrivate.use(createQuestions(parts));
  inPrivate.use(createFallback());
  bot.use(createLastResort());

  return {
    bot,
    async handle(item) {
      const update = JSON.parse(item.payload) as Update;
      const turn: Turn = { item, messages: [], isComplete: false };
      turns.set(update, turn);
      try {
        await bot.handleUpdate(update);
      } catch (error) {
        throw unwrap(error);
      }
      return turn.isComplete ? null : { ...closes(item), messages: turn.messages };
    },
  };
}

/** grammY hangs the whole context, with token and message, on what it throws. */
function unwrap(error: unknown): unknown {
  return error instanceof BotError ? error.error : error;
}
