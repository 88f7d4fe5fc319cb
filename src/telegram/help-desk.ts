import type { UserFromGetMe } from 'grammy/types';
import { NO_ALERTS } from '../conversation/alerts.ts';
import { textsFor } from '../conversation/catalogue/catalogue.ts';
import type { Alerts } from '../conversation/ports.ts';
import type { OutgoingMessage } from '../domain/delivery.ts';
import { TelegramError } from '../errors.ts';
import { type BotParts, createBot, type HelpDeskBot } from './bot.ts';
import { showThatWeAreThere } from './courtesies.ts';
import { createDispatcher } from './dispatcher.ts';
import { plainBlock } from './format.ts';
import { setMenus } from './menu.ts';
import { createPace, type Pace, TELEGRAM_LIMITS } from './pace.ts';
import { pause, persist } from './pause.ts';
import { freeFromWebhook, pollUpdates, refuseIfHopeless, retryDelay } from './poller.ts';
import type { Chats, FailureLog, Inbox } from './ports.ts';
import { createSender } from './sender.ts';
import { createSetAside } from './set-aside.ts';
import { createStaffAlerts } from './staff-alerts.ts';

export interface HelpDeskParts extends BotParts {
  readonly inbox: Inbox;
  readonly failures: FailureLog;
  readonly chats: Chats;
  /** The admins are told nothing unless given. */
  readonly alerts?: Alerts;
  /** Telegram's limits unless given. */
  readonly pace?: Pace;
  /** How long a text waits for others of its chat; 0 unless given: each is a question by itself. */
  readonly joinMs?: number;
  /** Whether a webhook that another program left is removed; unless given, it is only named. */
  readonly removeWebhook?: boolean;
  readonly conflictPatienceMs?: number;
  readonly deadPollMs?: number;
  /** How long handlers may go on once stopped. */
  readonly graceMs?: number;
  readonly retryMs?: number;
}

export interface HelpDesk {
  /** The bot's @name once Telegram has told it. */
  readonly username: string | null;
  /** When Telegram last answered a poll (at first: at all), and whether the database took what was last to be stored. */
  readonly vitals: Vitals;
  /** Sends what others put into the outbox; before the bot runs, that waits for its start. */
  sendWaiting(): void;
  /**
   * Runs until stopped. Rejects with a TelegramError where only the owner can help; everything else is waited out.
   */
  run(): Promise<void>;
  /**
   * Takes no more and finishes what is in hand, for as long as the grace lasts. What is left then waits in the database
   * for the next start.
   */
  stop(): Promise<void>;
}

export interface Vitals {
  readonly lastPollAt: number | null;
  readonly isStorageWell: boolean;
}

/** Less than the ten seconds in which a program told to stop should be gone, so that replies still get out. */
const GRACE_MS = 6000;

/** The bot from poll to reply: poller → inbox → dispatcher → handlers → outbox → sender. */
export function createHelpDesk(parts: HelpDeskParts): HelpDesk {
  const { inbox, outbox, chats, logger, pace = createPace(TELEGRAM_LIMITS, () => performance.now()) } = parts;
  const helpDesk = createBot(parts);
  const { api } = helpDesk.bot;
  const stopping = new AbortController();
  const retryMs = parts.retryMs ?? 1000;
  const now = parts.now ?? Date.now;
  let vitals: Vitals = { lastPollAt: null, isStorageWell: true };
  let isRunning = false;
  const staff = createStaffAlerts({
    alerts: parts.alerts ?? NO_ALERTS,
    adminIds: parts.adminIds,
    logger,
    now,
  });
  const onStorage = (isStorageWell: boolean) => {
    vitals = { ...vitals, isStorageWell };
    staff.noteStorage(isStorageWell);
  };
  const onPolled = () => {
    vitals = { ...vitals, lastPollAt: now() };
  };
  const sender = createSender({
    api,
    outbox,
    chats,
    pace,
    logger,
    retryMs,
    onStorage,
    onUnreachable: staff.tellUnreachable,
  });
  const dispatcher = createDispatcher({
    inbox,
    handle: helpDesk.handle,
    setAside: createSetAside({ ...parts, now }),
    onReplies: sender.wake,
    onStorage,
    onSetAside: staff.tellSetAside,
    logger,
    joinMs: parts.joinMs ?? 0,
    retryMs,
  });

  return {
    get username() {
      return helpDesk.bot.isInited() ? helpDesk.bot.botInfo.username : null;
    },

    get vitals() {
      return vitals;
    },

    sendWaiting() {
      if (isRunning) sender.wake();
    },

    async run() {
      const me = await introduce(helpDesk, parts, stopping.signal);
      if (me === null) return;
      onPolled();
      await persist(() => inbox.recover(), retryMs, stopping.signal, logger);
      await persist(() => outbox.recover(toMissedNotice), retryMs, stopping.signal, logger);
      logger.info({ bot: me.username }, 'the bot is running');
      void setMenus(api, { adminIds: parts.adminIds, loginIds: parts.login?.ids ?? [] }, logger);
      isRunning = true;
      dispatcher.wake();
      sender.wake();
      await pollUpdates(
        {
          api,
          botId: me.id,
          inbox,
          onStored(updates) {
            onStorage(true);
            showThatWeAreThere(api, updates);
            dispatcher.wake();
          },
          onPolled,
          onStorageFault: () => onStorage(false),
          logger,
          conflictPatienceMs: parts.conflictPatienceMs ?? 90_000,
          ...(parts.deadPollMs === undefined ? {} : { deadPollMs: parts.deadPollMs }),
          now,
        },
        stopping.signal,
      );
    },

    async stop() {
      stopping.abort();
      await within(parts.graceMs ?? GRACE_MS, dispatcher.drain());
      await sender.drain();
    },
  };
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, over]);
  clearTimeout(timer);
}

/** Asks Telegram who we are, for as long as it takes to reach it; null when stopped meanwhile. */
async function introduce(
  { bot }: HelpDeskBot,
  { logger, removeWebhook = false }: HelpDeskParts,
  signal: AbortSignal,
): Promise<UserFromGetMe | null> {
  for (let failures = 1; !signal.aborted; failures += 1) {
    try {
      const me = await bot.api.getMe();
      await freeFromWebhook(bot.api, removeWebhook, logger);
      bot.botInfo = me;
      return me;
    } catch (error) {
      if (error instanceof TelegramError) throw error;
      refuseIfHopeless(error);
      logger.warn({ error, failures }, 'Telegram cannot be reached, trying again');
      await pause(retryDelay(error, failures), signal);
    }
  }
  return null;
}

/** In the place of an answer of which nobody knows whether it arrived, and which must not be sent a third time. */
function toMissedNotice(
  { chatId, replyToMessageId, threadId }: OutgoingMessage,
  language: string,
): OutgoingMessage {
  const { html, plain } = plainBlock(textsFor(language).maybeMissed);
  return {
    chatId,
    html,
    plain,
    buttons: [],
    replyToMessageId,
    ...(threadId === undefined ? {} : { threadId }),
  };
}
