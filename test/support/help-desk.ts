import type { Answerer } from '../../src/answer/answerer.ts';
import { NO_ALERTS } from '../../src/conversation/alerts.ts';
import {
  type ConversationParts,
  createConversation,
  type Question,
} from '../../src/conversation/conversation.ts';
import { UNLIMITED } from '../../src/conversation/limits.ts';
import type { Exchange } from '../../src/domain/exchange.ts';
import type { SearchResult } from '../../src/domain/search.ts';
import { reindexPolicies } from '../../src/indexing/reindex.ts';
import { createLogger } from '../../src/log.ts';
import { searchSections } from '../../src/search/search.ts';
import { IN_MEMORY, openStore, type Store } from '../../src/store/store.ts';
import { createFolder } from './folder.ts';

export interface TestDesk {
  readonly store: Store;
  search(question: string, sendSections?: number): SearchResult;
  ask(question: string, languageCode?: string | null, more?: Partial<Question>): Promise<Exchange>;
  /** The lines logged so far. */
  readonly logged: readonly string[];
  close(): void;
}

export interface TestDeskOptions {
  readonly claude?: Answerer;
  readonly contact?: string;
  readonly sendSections?: number;
  readonly limits?: ConversationParts['limits'];
  readonly alerts?: ConversationParts['alerts'];
  readonly situation?: ConversationParts['situation'];
  readonly now?: () => number;
  /** In memory unless given. */
  readonly databasePath?: string;
}

/** What a conversation needs besides, where a test is about something else. */
export const UNBOUNDED: Pick<ConversationParts, 'limits' | 'alerts' | 'situation'> = {
  limits: UNLIMITED,
  alerts: NO_ALERTS,
  situation: () => '',
};

/** The pipeline over a store of its own, with these files as its policies. */
export async function openDesk(
  files: Readonly<Record<string, string>>,
  options: TestDeskOptions = {},
): Promise<TestDesk> {
  const folder = createFolder(files);
  const store = openStore(options.databasePath ?? IN_MEMORY);
  await reindexPolicies(store.index, folder.path);
  folder.remove();
  const logged: string[] = [];
  const {
    claude = null,
    contact = null,
    sendSections = 5,
    now = Date.now,
    limits,
    alerts,
    situation,
  } = options;
  const conversation = createConversation({
    index: store.index,
    claude,
    log: store.exchanges,
    limits: limits ?? UNBOUNDED.limits,
    alerts: alerts ?? UNBOUNDED.alerts,
    situation: situation ?? UNBOUNDED.situation,
    contact,
    sendSections,
    now,
    logger: createLogger({ level: 'debug', write: (line) => logged.push(line) }),
  });
  return {
    store,
    logged,
    search: (question, send = sendSections) => searchSections(store.index, question, { sendSections: send }),
    ask: (text, languageCode = null, more = {}) =>
      conversation.ask({ text, channel: 'terminal', customer: 'c_test', languageCode, ...more }),
    close: () => store.close(),
  };
}
