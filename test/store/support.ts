import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Delivery, OutgoingMessage } from '../../src/domain/delivery.ts';
import type { Exchange } from '../../src/domain/exchange.ts';
import type { IncomingUpdate } from '../../src/domain/inbox.ts';
import type { AnalysedSection, IndexedPassage, NewIndex } from '../../src/domain/policy-index.ts';
import type { Hit } from '../../src/domain/search.ts';
import type { Passage, SectionId } from '../../src/domain/section.ts';
import { createChatStore } from '../../src/store/chat-store.ts';
import { createCustomerStore } from '../../src/store/customer-store.ts';
import { openDatabase } from '../../src/store/database.ts';
import { createExchangeStore } from '../../src/store/exchange-store.ts';
import { createGapStore } from '../../src/store/gap-store.ts';
import { createHealthStore } from '../../src/store/health-store.ts';
import { createInboxStore } from '../../src/store/inbox-store.ts';
import { createIndexStore } from '../../src/store/index-store.ts';
import { createOutboxStore } from '../../src/store/outbox-store.ts';
import { createPersonalDataStore } from '../../src/store/personal-data-store.ts';
import { createRepairStore } from '../../src/store/repair-store.ts';
import { createReviewStore } from '../../src/store/review-store.ts';
import { createSpendingStore } from '../../src/store/spending-store.ts';
import { IN_MEMORY } from '../../src/store/store.ts';

export type Bench = ReturnType<typeof openBench>;

/** The stores over one database whose rows a test may look at, and a clock that it sets. */
export function openBench(test: TestContext) {
  const db = openDatabase(IN_MEMORY);
  test.after(() => db.close());
  return { db, ...openStores(db) };
}

/** The same for code that has no test context, such as a property's runs. */
export function openStores(db: ReturnType<typeof openDatabase>) {
  const clock = { now: 1_000_000 };
  const now = () => clock.now;
  return {
    clock,
    index: createIndexStore(db),
    exchanges: createExchangeStore(db, now),
    review: createReviewStore(db),
    repairs: createRepairStore(db, now),
    inbox: createInboxStore(db, now),
    outbox: createOutboxStore(db, now),
    chats: createChatStore(db, now),
    personalData: createPersonalDataStore(db),
    gaps: createGapStore(db, now),
    health: createHealthStore(db, now),
    customers: createCustomerStore(db, now),
    spending: createSpendingStore(db),
  };
}

export function tempDir(test: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), 'citedesk-store-'));
  test.after(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** The first column of the first row. */
export function value(db: Bench['db'], sql: string): unknown {
  return db.prepare(sql).pluck().get();
}

export function sectionId(id: string): SectionId {
  return id as SectionId;
}

/** A passage of the section `FILE#SLUG`; its title is the slug with a capital. */
export function passageOf(id: string, text: string, more: Partial<Passage> = {}): Passage {
  const [file = '', slug = ''] = id.split('#');
  const title = more.title ?? `${slug.charAt(0).toUpperCase()}${slug.slice(1)}`;
  const path = more.path ?? ['Tea house', title];
  const hash = createHash('sha256')
    .update(JSON.stringify([title, path, text]))
    .digest('hex');
  const language = 'en';
  return { sectionId: sectionId(id), file, title, path, part: 1, parts: 1, language, text, hash, ...more };
}

/** Plain words as terms: what the analyser makes of a text is its own tests' matter. */
export function sectionOf(passages: readonly Passage[], references: readonly string[] = []): AnalysedSection {
  const [first] = passages;
  if (first === undefined) throw new Error('A section has at least one passage.');
  const { sectionId: id, file, title, path } = first;
  const hash = createHash('sha256').update(JSON.stringify(passages)).digest('hex');
  return {
    section: { id, file, title, path, passages, alsoAsked: [], references: references.map(sectionId), hash },
    passages: passages.map((passage) => ({
      passage,
      titleTerms: wordsOf(passage.title),
      bodyTerms: wordsOf(passage.text),
      exactTerms: [],
    })),
  };
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

export function indexOf(sections: readonly AnalysedSection[], more: Partial<NewIndex> = {}): NewIndex {
  return {
    builtAt: 5,
    policiesDir: '/policies',
    analyserVersion: 'test',
    files: [{ file: 'a.md', hash: 'f1' }],
    sections,
    thesaurus: [],
    documentChars: 100,
    ...more,
  };
}

/** An index of one section a text: `{ 'a.md#refunds': 'three days' }`. */
export function indexOfTexts(texts: Readonly<Record<string, string>>): NewIndex {
  return indexOf(Object.entries(texts).map(([id, text]) => sectionOf([passageOf(id, text)])));
}

export function hitOf(passage: Passage, more: Partial<Hit> = {}): Hit {
  return {
    rank: 1,
    score: 2.5,
    passage,
    name: passage.title,
    matched: [{ term: 'refund', word: 'Refund', found: ['refund'], by: 'word', inTitle: true, score: 2.5 }],
    sent: true,
    namedBy: null,
    answers: null,
    search: 0,
    ...more,
  };
}

/** A refusal in the terminal unless told otherwise. */
export function exchangeOf(id: string, more: Partial<Exchange> = {}): Exchange {
  return {
    id,
    askedAt: 1_000_000,
    channel: 'terminal',
    customer: 'c_1',
    question: `Question ${id}?`,
    messages: [{ messageId: null, text: `Question ${id}?` }],
    updateOf: null,
    standalone: `Question ${id}?`,
    language: 'en',
    query: { terms: [] },
    hits: [],
    searches: [],
    confidence: 0,
    threshold: 0.35,
    outcome: 'refused_no_hits',
    text: 'The policies do not say.',
    spans: [],
    citations: [],
    missing: null,
    drafts: [],
    answerer: null,
    fallback: null,
    failure: null,
    model: null,
    usage: null,
    costUsd: null,
    searchMs: 1,
    modelMs: 0,
    sentChars: 0,
    documentChars: 100,
    ...more,
  };
}

/** Everything that serves, passage by passage. */
export function allPassages({ index }: Pick<Bench, 'index'>): IndexedPassage[] {
  return index.allCandidates().map(({ id }) => index.passage(id));
}

export function messageTo(chatId: number, plain: string): OutgoingMessage {
  return { chatId, html: `<b>${plain}</b>`, plain, buttons: [], replyToMessageId: null };
}

export function updateOf(
  updateId: number,
  chatId: number | null,
  event = `message:${updateId}`,
): IncomingUpdate {
  return { updateId, event, chatId, payload: JSON.stringify({ update_id: updateId }), joinable: false };
}

/** The same of a customer's text, which waits for others. */
export function textOf(updateId: number, chatId: number): IncomingUpdate {
  return { ...updateOf(updateId, chatId), joinable: true };
}

/** Stores one update of a chat and takes it in hand; returns the item's id. */
export function claimItem(bench: Pick<Bench, 'inbox'>, updateId: number, chatId: number): number {
  bench.inbox.acceptBatch(1, [updateOf(updateId, chatId)]);
  const claimed = bench.inbox.claimNext(0);
  if (claimed === null) throw new Error('Nothing to claim.');
  return claimed.id;
}

/** Puts messages into the outbox, by way of an item of their chat. */
export function reply(
  bench: Pick<Bench, 'inbox'>,
  updateId: number,
  chatId: number,
  ...plain: string[]
): void {
  const inboxId = claimItem(bench, updateId, chatId);
  bench.inbox.complete({ inboxId, messages: plain.map((text) => messageTo(chatId, text)) });
}

export function deliveryOf(inboxId: number, chatId: number, ...plain: string[]): Delivery {
  return { inboxId, messages: plain.map((text) => messageTo(chatId, text)) };
}
