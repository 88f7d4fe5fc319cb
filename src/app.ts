import { createClaudeAnswerer } from './answer/claude.ts';
import { createMessagesClient, type LanguageModel } from './answer/messages-client.ts';
import { createRepairs } from './app/repairs.ts';
import type { Config } from './config.ts';
import { createAlerts } from './conversation/alerts.ts';
import { type Conversation, createConversation } from './conversation/conversation.ts';
import { createLimits } from './conversation/limits.ts';
import { parseOpeningHours } from './conversation/opening-hours.ts';
import type { Alerts } from './conversation/ports.ts';
import { recalledWords } from './conversation/recall.ts';
import { describeSituation } from './conversation/situation.ts';
import { createDesk, type RunningDesk, startDesk } from './desk/desk.ts';
import type { Health } from './domain/health.ts';
import type { SearchResult } from './domain/search.ts';
import type { Status } from './domain/status.ts';
import { startOfDay } from './domain/time.ts';
import {
  changedFiles,
  needsReindex,
  type ReindexOptions,
  type ReindexReport,
  reindexPolicies,
} from './indexing/reindex.ts';
import { createLogger, type Logger } from './log.ts';
import { type Access, createAccess } from './review/access.ts';
import type { ExchangeReader } from './review/exchange-reader.ts';
import { createGapKeeper, type GapKeeper } from './review/gap-keeper.ts';
import { warmUp } from './search/calibrate.ts';
import { type SearchOptions, searchSections } from './search/search.ts';
import { openStore, type Store } from './store/store.ts';
import type { StaffLogin } from './telegram/features/login.ts';
import { createHelpDesk, type HelpDesk } from './telegram/help-desk.ts';
import { UNPACED } from './telegram/pace.ts';
import type { PolicySections } from './telegram/ports.ts';
import { presentNews } from './telegram/present.ts';

/** The chat that the terminal and the playground speak from: there is one of each. */
const LOCAL_CHAT = 0;

export interface AppOverrides {
  readonly logger?: Logger;
  readonly now?: () => number;
}

/** The parts, wired. Nothing listens or polls until somebody starts it. */
export interface App {
  readonly conversation: Conversation;
  readonly policiesDir: string;
  readonly review: ExchangeReader;
  /** The model behind the answers; null without a key. */
  readonly model: LanguageModel | null;
  /** Where staff log in; null where the desk is for this computer alone. */
  readonly publicUrl: string | null;
  readonly startDesk: () => Promise<RunningDesk>;
  /** Null without a token. */
  readonly helpDesk: HelpDesk | null;
  readonly logger: Logger;
  /** The random name of the one local chat. */
  readonly localCustomer: (channel: 'terminal' | 'playground') => string;
  readonly search: (question: string, options?: Partial<SearchOptions>) => SearchResult;
  readonly reindex: (options?: ReindexOptions) => Promise<ReindexReport>;
  /** The folder that the serving index was built from; null where there is none. */
  readonly indexedFolder: () => string | null;
  /** Builds the index where it cannot serve as it is; returns what was done, or null. */
  readonly prepareIndex: () => Promise<ReindexReport | null>;
  /** Gets ready before the first question, which would wait for it. */
  readonly warmUp: () => void;
  readonly status: () => Promise<Status>;
  readonly health: () => Health;
  /** Throws a StoreError where another process runs the bot on this database. */
  readonly lockForBot: () => void;
  readonly close: () => void;
}

/**
 * The one place where everything is put together, from the leaves up. Throws a StoreError if the database fails, a
 * ConfigError where the opening hours cannot be read.
 */
export function createApp(config: Config, overrides: AppOverrides = {}): App {
  const { logger = createLogger({ level: config.logLevel, secrets: secretsOf(config) }), now = Date.now } =
    overrides;
  const { timeZone } = config;
  const { publicUrl } = config.desk;
  const openingHours = config.openingHours === null ? null : parseOpeningHours(config.openingHours);
  const store = openStore(config.databasePath, now);
  const model = createModel(config);
  const alerts = createAlerts({
    store: store.spending,
    adminIds: config.adminIds,
    now,
    onRaised: () => helpDesk?.sendWaiting(),
  });
  const conversation = createConversation({
    index: store.index,
    claude: model === null ? null : createClaudeAnswerer(model, config.business.name),
    log: store.exchanges,
    limits: createLimits({ store: store.spending, ...config.limits, timeZone, now }),
    alerts,
    situation: (at) => describeSituation({ at, timeZone, openingHours }),
    contact: config.business.contact,
    sendSections: config.sendSections,
    modelThreshold: config.model.threshold,
    now,
    logger,
  });
  const gaps = createGaps({ store, conversation, logger, onMessages: () => helpDesk?.sendWaiting() });
  const reindex = async (options: ReindexOptions = {}) => {
    const report = await reindexPolicies(store.index, config.policiesDir, { now, ...options });
    if (!report.dryRun) void gaps.check();
    return report;
  };
  const localCustomer = (channel: 'terminal' | 'playground') => store.customers.keyFor(channel, LOCAL_CHAT);
  const status = () => readStatus(config, store, helpDesk, now());
  const health = () => readHealth(store, helpDesk, now());
  const access = createAccess({
    store: store.access,
    adminIds: config.adminIds,
    staffIds: config.staffIds,
    idleMs: config.desk.sessionIdleMs,
    sessionMs: config.desk.sessionMs,
    now,
  });
  const helpDesk = createTelegram({
    config,
    store,
    conversation,
    access,
    alerts,
    reindex,
    status,
    logger,
  });
  const repairs = createRepairs({
    store,
    conversation,
    policiesDir: config.policiesDir,
    reindex: () => reindex(),
    onReply: () => helpDesk?.sendWaiting(),
    businessName: config.business.name,
    logger,
  });
  const desk = createDesk({
    reader: store.review,
    ask: (text) =>
      conversation.ask({
        text,
        channel: 'playground',
        customer: localCustomer('playground'),
        languageCode: null,
        lastTurn: null,
      }),
    gaps: { reader: store.gaps, keeper: gaps },
    status,
    health,
    repairs,
    access: publicUrl === null ? 'open' : { ...access, publicUrl },
    timeZone,
    businessName: config.business.name,
    logger,
    now,
  });

  return {
    conversation,
    policiesDir: config.policiesDir,
    review: store.review,
    model,
    helpDesk,
    logger,
    localCustomer,
    reindex,
    status,
    health,
    lockForBot: () => store.lockForBot(),
    startDesk() {
      void gaps.check();
      return startDesk(desk, config.desk);
    },
    publicUrl,
    search: (question, options = {}) =>
      searchSections(store.index, question, { sendSections: config.sendSections, ...options }),
    indexedFolder: () => store.index.current()?.policiesDir ?? null,
    prepareIndex: async () => (needsReindex(store.index, config.policiesDir) ? reindex() : null),
    warmUp: () => warmUp(store.index),
    close() {
      gaps.stop();
      store.close();
    },
  };
}

/** What must never reach a log. */
export function secretsOf({ telegram, model }: Config): (string | null)[] {
  return [telegram.token, model.apiKey];
}

function createModel({ model }: Config): LanguageModel | null {
  if (model.apiKey === null) return null;
  return createMessagesClient({
    apiKey: model.apiKey,
    baseUrl: model.baseUrl,
    model: model.name,
    deadlineMs: model.deadlineMs,
  });
}

interface TelegramParts extends Pick<App, 'conversation' | 'status' | 'logger'> {
  readonly config: Config;
  readonly store: Store;
  readonly alerts: Alerts;
  readonly access: Access;
  readonly reindex: () => Promise<ReindexReport>;
}

function createTelegram({ config, store, access, ...parts }: TelegramParts): HelpDesk | null {
  const { token, apiRoot } = config.telegram;
  if (token === null) return null;
  return createHelpDesk({
    ...parts,
    token,
    apiRoot,
    inbox: store.inbox,
    outbox: store.outbox,
    chats: store.chats,
    removeWebhook: config.telegram.removeWebhook,
    ...(config.telegram.pacing ? {} : { pace: UNPACED }),
    exchanges: store.review,
    answered: store.exchanges,
    customers: store.customers,
    feedback: store.exchanges,
    failures: store.exchanges,
    personalData: store.personalData,
    sections: policySections(store.index),
    timeZone: config.timeZone,
    businessName: config.business.name,
    contact: config.business.contact,
    adminIds: config.adminIds,
    login: staffLogin(config, access),
    joinMs: config.joinMs,
  });
}

export interface GapsParts extends Pick<App, 'conversation' | 'logger'> {
  readonly store: Store;
  readonly onMessages: () => void;
}

/** The groups of unanswered questions over a store, run again by way of a conversation. */
export function createGaps({ store, conversation, ...parts }: GapsParts): GapKeeper {
  return createGapKeeper({
    ...parts,
    store: store.gaps,
    generation: () => store.index.statistics().generation,
    rehearse: ({ question, customer, language, query }) =>
      conversation.rehearse(
        {
          text: question,
          channel: 'telegram',
          customer,
          languageCode: language,
          lastTurn: recalledWords(query),
        },
        { offline: true },
      ),
    present: (exchange, { question, chatId, messageId, threadId }) =>
      presentNews(exchange, question, {
        chatId,
        replyToMessageId: messageId,
        ...(threadId === null ? {} : { threadId }),
      }),
  });
}

function staffLogin({ desk, adminIds, staffIds }: Config, { issueCode }: Access): StaffLogin | null {
  const { publicUrl: address } = desk;
  return address === null ? null : { ids: [...new Set([...adminIds, ...staffIds])], issueCode, address };
}

function policySections(index: Store['index']): PolicySections {
  return {
    list: () => index.current()?.sections ?? [],
    passagesOf: index.passagesOf,
  };
}

async function readStatus(
  config: Config,
  store: Store,
  helpDesk: HelpDesk | null,
  now: number,
): Promise<Status> {
  const index = store.index.current();
  return {
    ...store.review.figures(startOfDay(now, config.timeZone)),
    sections: index?.sections.length ?? 0,
    indexBuiltAt: index?.builtAt ?? null,
    needsReindex: needsReindex(store.index, config.policiesDir),
    threshold: store.index.statistics().threshold,
    changedFiles: await changedFiles(store.index, config.policiesDir),
    model: config.model.apiKey === null ? null : config.model.name,
    bot: helpDesk?.username ?? null,
  };
}

/** A long poll takes half a minute; a bot that was not answered for so long hears nobody. */
const LONGEST_SILENCE_MS = 120_000;

function readHealth(store: Store, helpDesk: HelpDesk | null, now: number): Health {
  const isDatabaseWritable = store.health.canWrite() && (helpDesk?.vitals.isStorageWell ?? true);
  const lastPollAt = helpDesk?.vitals.lastPollAt ?? null;
  const lastPollMs = lastPollAt === null ? null : now - lastPollAt;
  const isPolling = helpDesk === null || (lastPollMs !== null && lastPollMs <= LONGEST_SILENCE_MS);
  return {
    isReady: isDatabaseWritable && isPolling,
    lastPollMs,
    oldestWaitingMs: store.health.oldestWaitingMs(),
    isDatabaseWritable,
  };
}
