import { Bot, BotError } from 'grammy';
import type { Update } from 'grammy/types';
import { closes, type Delivery } from '../domain/delivery.ts';
import type { ClaimedUpdate } from '../domain/inbox.ts';
import type { Logger } from '../log.ts';
import { type AdminParts, createAdminCommands } from './features/admin.ts';
import { createChatNews } from './features/chats.ts';
import { type CustomerParts, createCustomerCommands } from './features/commands.ts';
import { createFallback, createLastResort } from './features/fallback.ts';
import { createFeedback, type FeedbackParts } from './features/feedback.ts';
import { createGroups } from './features/groups.ts';
import { createLateApology, type LateParts } from './features/late.ts';
import { createLogin, type LoginParts } from './features/login.ts';
import { createPersonalData, type PersonalDataParts } from './features/personal-data.ts';
import { createQuestions, type QuestionParts } from './features/questions.ts';
import { createSectionButtons, type SectionParts } from './features/sections.ts';
import { nativeFetch } from './native-fetch.ts';
import type { Chats } from './ports.ts';
import type { BotContext, Turn } from './turn.ts';
import { isFromBot, readUpdate } from './updates.ts';

/** Beyond the long poll's 30 seconds; grammY's own 500 would let a dead link hang for minutes. */
const CALL_TIMEOUT_SECONDS = 60;

export interface BotParts
  extends CustomerParts,
    QuestionParts,
    SectionParts,
    FeedbackParts,
    PersonalDataParts,
    AdminParts,
    LoginParts,
    LateParts {
  readonly chats: Chats;
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
  bot.use(createChatNews(parts));
  const inPrivate = bot.chatType('private');
  inPrivate.use(createLateApology(parts));
  inPrivate.use(createAdminCommands(parts));
  inPrivate.use(createLogin(parts));
  inPrivate.use(createCustomerCommands(parts));
  inPrivate.use(createPersonalData(parts));
  inPrivate.use(createFeedback(parts));
  inPrivate.use(createQuestions(parts));
  inPrivate.use(createFallback(parts));
  bot.use(createGroups(parts));
  bot.use(createSectionButtons(parts));
  bot.use(createLastResort());

  return {
    bot,
    async handle(item) {
      const update = readUpdate(item.payload);
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
