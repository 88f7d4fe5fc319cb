import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, it } from 'node:test';
import { createClaudeAnswerer } from '../../src/answer/claude.ts';
import { createMessagesClient } from '../../src/answer/messages-client.ts';
import { createConversation, type Question } from '../../src/conversation/conversation.ts';
import { createLimits } from '../../src/conversation/limits.ts';
import { recalledWords } from '../../src/conversation/recall.ts';
import type { SectionId } from '../../src/domain/section.ts';
import { startOfDay } from '../../src/domain/time.ts';
import { reindexPolicies } from '../../src/indexing/reindex.ts';
import { createLogger } from '../../src/log.ts';
import { IN_MEMORY, openStore } from '../../src/store/store.ts';
import { error, searchResultsOf, startFakeMessagesApi, toolUse } from '../fakes/messages-api.ts';
import { createFolder } from '../support/folder.ts';

const POLICIES = `# Shop

## Ordering

An order is placed by bank transfer or in cash.

## Refunds

The money is back within three working days.

## Parking

Bicycles stand in the yard.
`;
const NOW = Date.UTC(2026, 11, 7, 9);

const QUESTION: Question = {
  text: 'How long until the money of my order is back?',
  channel: 'telegram',
  customer: 'c_lan',
  languageCode: 'en',
};

/** A conversation with real limits; `alerts` are what the admin was told. */
async function open(t: TestContext, { hasModel = true, dailyBudgetUsd = 5 } = {}) {
  const api = await startFakeMessagesApi();
  const folder = createFolder({ 'shop.md': POLICIES });
  const store = openStore(IN_MEMORY, () => NOW);
  t.after(async () => {
    store.close();
    folder.remove();
    await api.close();
  });
  await reindexPolicies(store.index, folder.path);
  const model = createMessagesClient({
    apiKey: api.apiKey,
    baseUrl: api.url,
    model: 'claude-haiku-5-5',
    deadlineMs: 20_000,
  });
  const alerts: string[] = [];
  const conversation = createConversation({
    index: store.index,
    claude: hasModel ? createClaudeAnswerer(model, 'Shop') : null,
    log: store.exchanges,
    limits: createLimits({
      store: store.spending,
      questionsPerHour: 1,
      questionsPerDay: 1,
      dailyBudgetUsd,
      timeZone: 'UTC',
      now: () => NOW,
    }),
    alerts: { raise: (kind) => alerts.push(kind) },
    situation: () => '',
    contact: null,
    sendSections: 2,
    now: () => NOW,
    logger: createLogger({ level: 'silent' }),
  });
  const budgetLeft = (usd: number) =>
    store.spending.reserve({
      exchangeId: 'x',
      usd,
      budgetUsd: dailyBudgetUsd,
      dayStart: startOfDay(NOW, 'UTC'),
      at: NOW,
    }) !== null;
  return { api, store, conversation, alerts, budgetLeft };
}

const only = (slug: string) => ({ offline: false, onlySection: `shop.md#${slug}` as SectionId });

describe('rehearsing a question', () => {
  it('answers as a question would be answered, and records nothing', async (t) => {
    const { store, conversation, alerts } = await open(t);
    const rehearsed = await conversation.rehearse(QUESTION, { offline: false });
    assert.equal(rehearsed.outcome, 'answered');
    assert.equal(rehearsed.answerer, 'claude');
    assert.deepEqual([...store.review.allExchanges()], []);
    assert.deepEqual(alerts, []);
    const asked = await conversation.ask(QUESTION);
    assert.equal(asked.text, rehearsed.text);
    assert.deepEqual(
      asked.hits.map(({ passage, sent }) => [passage.sectionId, sent]),
      rehearsed.hits.map(({ passage, sent }) => [passage.sectionId, sent]),
    );
  });

  it('counts against no customer’s limit and is stopped by none, but costs the day’s money', async (t) => {
    const { conversation, budgetLeft, api } = await open(t, { dailyBudgetUsd: 0.5 });
    for (let runs = 0; runs < 3; runs += 1) {
      assert.equal((await conversation.rehearse(QUESTION, { offline: false })).answerer, 'claude');
    }
    assert.equal((await conversation.ask(QUESTION)).answerer, 'claude', 'the one question a day is left');
    assert.equal((await conversation.ask(QUESTION)).fallback, 'limit_of_day');
    assert.equal((await conversation.rehearse(QUESTION, { offline: false })).fallback, null);
    assert.equal(api.requests.length, 5);
    assert.ok(!budgetLeft(0.5), 'something was spent');
  });

  it('falls back without telling anybody where the money is spent or the model fails', async (t) => {
    const poor = await open(t, { dailyBudgetUsd: 0 });
    const refused = await poor.conversation.rehearse(QUESTION, { offline: false });
    assert.equal(refused.fallback, 'over_budget');
    assert.equal(poor.api.requests.length, 0);
    const failing = await open(t);
    failing.api.replyWith(error(401, 'authentication_error', 'no'));
    assert.equal((await failing.conversation.rehearse(QUESTION, { offline: false })).fallback, 'refused_key');
    assert.deepEqual([poor.alerts, failing.alerts], [[], []]);
    const customer = await poor.conversation.ask(QUESTION);
    assert.match(customer.text, /rest of today/, 'the customer is told for the first time');
  });

  it('asks no model offline', async (t) => {
    const { conversation, api } = await open(t);
    assert.equal((await conversation.rehearse(QUESTION, { offline: true })).answerer, 'extractive');
    assert.equal(api.requests.length, 0);
  });

  it('gives the answerer one section alone, also when the model searches again', async (t) => {
    const { conversation, api } = await open(t);
    api.enqueue(toolUse('search_policies', { query: 'refund money back' }));
    const forced = await conversation.rehearse(QUESTION, only('ordering'));
    assert.deepEqual(
      forced.hits.map(({ passage, sent, rank }) => [passage.title, sent, rank]),
      [['Ordering', true, 1]],
    );
    assert.ok(api.requests.length >= 2, 'the model searched');
    for (const { body } of api.requests) {
      for (const { title } of searchResultsOf(body)) assert.match(String(title), /Ordering/);
    }
  });

  it('forces a section that shares no word with the question past every threshold', async (t) => {
    const { conversation, api } = await open(t);
    const forced = await conversation.rehearse(QUESTION, only('parking'));
    assert.equal(forced.answerer, 'claude');
    assert.equal(api.requests.length, 1);
    assert.deepEqual(
      forced.hits.map(({ passage }) => passage.title),
      ['Parking'],
    );
  });

  it('quotes one section alone without a model', async (t) => {
    const { conversation } = await open(t, { hasModel: false });
    const forced = await conversation.rehearse(QUESTION, only('refunds'));
    assert.equal(forced.outcome, 'answered');
    assert.match(forced.text, /three working days/);
    const wrong = await conversation.rehearse(QUESTION, only('parking'));
    assert.match(wrong.outcome, /^refused/);
    assert.deepEqual((await conversation.rehearse(QUESTION, only('gone'))).hits, []);
  });

  it('finds the same again with the words of earlier turns that it searched for', async (t) => {
    const { conversation } = await open(t);
    const question = { ...QUESTION, text: 'and how long?' };
    const first = await conversation.rehearse(
      { ...question, lastTurn: 'money back order' },
      { offline: true },
    );
    const lastTurn = recalledWords(first.query);
    assert.match(lastTurn ?? '', /money back/);
    const again = await conversation.rehearse({ ...question, lastTurn }, { offline: true });
    assert.deepEqual(again.hits, first.hits);
    assert.equal(again.text, first.text);
  });

  it('knows of earlier turns what it is given, and reads no record', async (t) => {
    const { conversation, api } = await open(t);
    await conversation.ask({ ...QUESTION, text: 'Do you take a bank transfer?' });
    const question = { ...QUESTION, text: 'and how long?', lastTurn: 'refunds' };
    await conversation.rehearse(question, { offline: false });
    assert.doesNotMatch(JSON.stringify(api.requests.at(-1)?.body), /bank transfer\?/);
    const turn = { question: 'Hi, a refund?', answer: 'Sure.', askedAt: NOW, query: { terms: [] } };
    const rehearsed = await conversation.rehearse(question, { offline: false, history: [turn] });
    assert.match(JSON.stringify(api.requests.at(-1)?.body), /Hi, a refund\?/);
    assert.equal(rehearsed.standalone, 'and how long? (refunds)');
  });
});
