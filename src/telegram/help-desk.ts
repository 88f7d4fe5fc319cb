import type { Update, UserFromGetMe } from 'grammy/types';
import { textsFor } from '../conversation/catalogue/catalogue.ts';
import type { OutgoingMessage } from '../domain/delivery.ts';
import type { ClaimedUpdate } from '../domain/inbox.ts';
import type { Logger } from '../log.ts';
import { type BotParts, createBot, type HelpDeskBot } from './bot.ts';
import { createDispatcher } from './dispatcher.ts';
import { plainBlock } from './format.ts';
import { setMenus } from './menu.ts';
import { pause, persist } from './pause.ts';
import { pollUpdates, refuseIfHopeless, retryDelay } from './poller.ts';
import type { Inbox, Outbox } from './ports.ts';
import { createSender } from './sender.ts';

export interface HelpDeskParts extends BotParts {
  readonly inbox: Inbox;
  readonly outbox: Outbox;
  /** How long a text waits for others of its chat; 0 unless given: each is a question by itself. */
  readonly joinMs?: number;
  readonly conflictPatienceMs?: number;
  readonly retryMs?: number;
}

export interface HelpDesk {
  /** The bot's @name once Telegram has told it. */
  readonly username: string | null;
  /**
   * Runs until stopped. Rejects with a TelegramError where only the owner can help; everything else is waited out.
   */
  run(): Promise<void>;
  /** Takes no more, finishes what is in hand. What is left waits in the database for the next start. */
  stop(): Promise<void>;
}

/** The bot from poll to reply: poller → inbox → dispatcher → handlers → outbox → sender. */
export function createHelpDesk(parts: HelpDeskParts): HelpDesk {
  const { inbox, outbox, logger } = parts;
  const helpDesk = createBot(parts);
  const { api } = helpDesk.bot;
  const stopping = new AbortController();
  const retryMs = parts.retryMs ?? 1000;
  const sender = createSender({ api, outbox, logger, retryMs });
  const dispatcher = createDispatcher({
    inbox,
    handle: helpDesk.handle,
    apologise,
    onReplies: sender.wake,
    logger,
    joinMs: parts.joinMs ?? 0,
    retryMs,
  });

  return {
    get username() {
      return helpDesk.bot.isInited() ? helpDesk.bot.botInfo.username : null;
    },

    async run() {
      const me = await introduce(helpDesk, logger, stopping.signal);
      if (me === null) return;
      await persist(() => inbox.recover(), retryMs, stopping.signal, logger);
      await persist(() => outbox.recover(), retryMs, stopping.signal, logger);
      logger.info({ bot: me.username }, 'the bot is running');
      void setMenus(api, parts.adminIds, logger);
      dispatcher.wake();
      sender.wake();
      await pollUpdates(
        {
          api,
          botId: me.id,
          inbox,
          onStored: dispatcher.wake,
          logger,
          conflictPatienceMs: parts.conflictPatienceMs ?? 90_000,
        },
        stopping.signal,
      );
    },

    async stop() {
      stopping.abort();
      await dispatcher.drain();
      await sender.drain();
    },
  };
}

/** Asks Telegram who we are, for as long as it takes to reach it; null when stopped meanwhile. */
async function introduce(
  { bot }: HelpDeskBot,
  logger: Logger,
  signal: AbortSignal,
): Promise<UserFromGetMe | null> {
  for (let failures = 1; !signal.aborted; failures += 1) {
    try {
      const me = await bot.api.getMe();
      bot.botInfo = me;
      return me;
    } catch (error) {
      refuseIfHopeless(error);
      logger.warn({ error, failures }, 'Telegram cannot be reached, trying again');
      await pause(retryDelay(error, failures), signal);
    }
  }
  return null;
}

/** For a message that was given up. */
function apologise(item: ClaimedUpdate): OutgoingMessage[] {
  if (item.chatId === null) return [];
  const { message, edited_message: edited, callback_query: callback } = JSON.parse(item.payload) as Update;
  const sender = (message ?? edited ?? callback)?.from;
  const { html, plain } = plainBlock(textsFor(sender?.language_code ?? null).setAside);
  return [{ chatId: item.chatId, html, plain, buttons: [], replyToMessageId: null }];
}
