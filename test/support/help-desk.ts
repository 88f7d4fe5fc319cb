import type { Answerer } from '../../src/answer/answerer.ts';
import { createConversation } from '../../src/conversation/conversation.ts';
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
  ask(question: string, languageCode?: string | null): Promise<Exchange>;
  /** The lines logged so far. */
  readonly logged: readonly string[];
  close(): void;
}

export interface TestDeskOptions {
  readonly claude?: Answerer;
  readonly contact?: string;
  readonly sendSections?: number;
}

/** The pipeline over an in-memory store, with these files as its policies. */
export async function openDesk(
  files: Readonly<Record<string, string>>,
  options: TestDeskOptions = {},
): Promise<TestDesk> {
  const folder = createFolder(files);
  const store = openStore(IN_MEMORY);
  await reindexPolicies(store.index, folder.path);
  folder.remove();
  const logged: string[] = [];
  const { claude = null, contact = null, sendSections = 5 } = options;
  const conversation = createConversation({
    index: store.index,
    claude,
    log: store.exchanges,
    contact,
    sendSections,
    now: Date.now,
    logger: createLogger({ level: 'debug', write: (line) => logged.push(line) }),
  });
  return {
    store,
    logged,
    search: (question, send = sendSections) => searchSections(store.index, question, { sendSections: send }),
    ask: (text, languageCode = null) =>
      conversation.ask({ text, channel: 'terminal', customer: 'c_test', languageCode }),
    close: () => store.close(),
  };
}
