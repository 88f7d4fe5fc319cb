import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Answerer } from '../../src/answer/answerer.ts';
import { createRepairs } from '../../src/app/repairs.ts';
import { createGaps } from '../../src/app.ts';
import { type Conversation, createConversation } from '../../src/conversation/conversation.ts';
import { createDesk, type DeskApp, type DeskParts, type Repairs } from '../../src/desk/desk.ts';
import type { AnswerSpan } from '../../src/domain/answer.ts';
import type { Exchange } from '../../src/domain/exchange.ts';
import type { Hit } from '../../src/domain/search.ts';
import type { Status } from '../../src/domain/status.ts';
import { changedFiles, type ReindexReport, reindexPolicies } from '../../src/indexing/reindex.ts';
import { createLogger } from '../../src/log.ts';
import { IN_MEMORY, openStore, type Store } from '../../src/store/store.ts';
import { UNBOUNDED } from '../support/help-desk.ts';

/** 29 November 2026, 14:02 in Berlin. */
export const ASKED_AT = Date.UTC(2026, 10, 29, 13, 2);

const POLICIES = `# Tea house

## Opening hours

We open at 8:00 and close at 21:00. On holidays we close at 12:00.

## Cancelling an order

An order can be cancelled until the kitchen begins. A cancelled order paid by bank transfer is refunded in full;
how long that takes stands under *Refunds*.

## Refunds

The money is back within three working days, by the way you paid.

## Delivery fee

We deliver an order within 5 km for 2.50 euros.

## Gift cards

A gift card is valid for six months. <b>No cash</b> is paid for it.

## Bulk orders

An order of more than 20 cups is made one day ahead.
`;

export interface Bench {
  readonly desk: DeskApp;
  readonly store: Store;
  readonly repairs: Repairs;
  readonly policiesDir: string;
  /** Lines of the log so far. */
  readonly log: readonly string[];
  ask(question: string, options?: AskOptions): Promise<Exchange>;
  reindex(): Promise<ReindexReport>;
  get(path: string): Promise<{ readonly status: number; readonly html: string; readonly response: Response }>;
  close(): Promise<void>;
}

export interface AskOptions {
  readonly channel?: Exchange['channel'];
  readonly claude?: Answerer;
  /** Of the chat; the same one unless given. */
  readonly chatId?: number;
}

export interface BenchOptions {
  readonly policies?: string;
  readonly isIndexed?: boolean;
  readonly sendSections?: number;
  /** For a test that looks into the database, `.desk.db` beside the policies. */
  readonly isOnDisk?: boolean;
  /** Of experiments; none unless given. */
  readonly claude?: Answerer;
  readonly parts?: Partial<DeskParts>;
  /** In memory unless given. */
  readonly databasePath?: string;
  readonly status?: Partial<Status>;
}

/** A desk over the real pipeline: a store in memory, policies in a folder of its own, no model unless given. */
export async function openBench(options: BenchOptions = {}): Promise<Bench> {
  const policiesDir = await mkdtemp(join(tmpdir(), 'citedesk-desk-'));
  await writeFile(join(policiesDir, 'tea.md'), options.policies ?? POLICIES);
  let clock = ASKED_AT;
  const now = () => clock;
  const databasePath = options.isOnDisk ? join(policiesDir, '.desk.db') : (options.databasePath ?? IN_MEMORY);
  const store = openStore(databasePath, now);
  const log: string[] = [];
  const logger = createLogger({ level: 'debug', write: (line) => log.push(line) });
  const reindex = () => reindexPolicies(store.index, policiesDir, { now });
  if (options.isIndexed ?? true) await reindex();

  const conversation = (claude: Answerer | null): Conversation =>
    createConversation({
      ...UNBOUNDED,
      index: store.index,
      claude,
      log: store.exchanges,
      contact: 'the counter',
      sendSections: options.sendSections ?? 2,
      now,
      logger,
    });

  async function ask(
    question: string,
    { channel = 'terminal', claude, chatId = 0 }: AskOptions = {},
  ): Promise<Exchange> {
    clock += 1000;
    const customer = store.customers.keyFor(channel, chatId);
    return conversation(claude ?? null).ask({ text: question, channel, customer, languageCode: null });
  }

  async function status(): Promise<Status> {
    const index = store.index.current();
    return {
      ...store.review.figures(0),
      sections: index?.sections.length ?? 0,
      indexBuiltAt: index?.builtAt ?? null,
      needsReindex: false,
      threshold: store.index.statistics().threshold,
      changedFiles: await changedFiles(store.index, policiesDir),
      model: null,
      bot: null,
      ...options.status,
    };
  }

  const repairs = createRepairs({
    store,
    conversation: conversation(options.claude ?? null),
    policiesDir,
    reindex,
    onReply: () => {},
    businessName: 'Tea & <House>',
    logger,
  });
  const desk = createDesk({
    reader: store.review,
    ask: (question) => ask(question, { channel: 'playground' }),
    gaps: {
      reader: store.gaps,
      keeper: createGaps({ store, conversation: conversation(null), logger, onMessages: () => {} }),
    },
    status,
    health: () => ({ isReady: true, lastPollMs: null, oldestWaitingMs: null, isDatabaseWritable: true }),
    repairs,
    access: 'open',
    timeZone: 'Europe/Berlin',
    businessName: 'Tea & <House>',
    logger,
    now,
    ...options.parts,
  });

  return {
    desk,
    store,
    repairs,
    policiesDir,
    log,
    ask,
    reindex,
    async get(path) {
      const response = await desk.request(path);
      return { status: response.status, html: await response.text(), response };
    },
    async close() {
      store.close();
      await rm(policiesDir, { recursive: true, force: true });
    },
  };
}

/** The token that the desk's pages put into their forms. */
export async function csrfOf(desk: DeskApp, headers: Record<string, string> = {}): Promise<string> {
  const page = await (await desk.request('/playground', { headers })).text();
  return /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
}

/** Posts a form as a browser does from the desk's own page, with the token that its pages carry. */
export async function postForm(
  desk: DeskApp,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = { 'Sec-Fetch-Site': 'same-origin' },
): Promise<Response> {
  const body = new URLSearchParams({ csrf: await csrfOf(desk, headers), ...fields });
  return desk.request(path, { method: 'POST', body, headers });
}

/** Posts the playground's form. */
export async function postQuestion(
  desk: DeskApp,
  question: string,
  headers?: Record<string, string>,
): Promise<Response> {
  return postForm(desk, '/playground', { question }, headers);
}

/** A model that answers with these spans, made from what it was sent. */
export function modelSaying(write: (sent: readonly Hit[]) => readonly AnswerSpan[]): Answerer {
  return {
    name: 'claude',
    answer: async ({ sent }) => ({
      answer: { kind: 'grounded', spans: write(sent), missing: null },
      searches: [],
      drafts: [],
      isCutDown: false,
      model: 'claude-haiku-5-5',
      usage: { inputTokens: 1234, outputTokens: 56, cacheReadTokens: 0, cacheWriteTokens: 0 },
      costUsd: 0.00015,
    }),
  };
}

/** The text of a page without its markup, white space folded. */
export function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');
}
