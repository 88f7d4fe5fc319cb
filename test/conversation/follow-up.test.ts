import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Answerer } from '../../src/answer/answerer.ts';
import { type Conversation, createConversation } from '../../src/conversation/conversation.ts';
import type { Exchange } from '../../src/domain/exchange.ts';
import { createLogger } from '../../src/log.ts';
import { openDesk, type TestDesk, UNBOUNDED } from '../support/help-desk.ts';

const POLICIES = {
  'cafe.md': `# Cafe

## Loyalty points

You earn one point for every 10,000 dong. A point is valid for twelve months; then points expire.

## Discount codes

We do not extend a code once it has expired. A code must not expire before the order is paid.

## Delivery fee

We deliver within 5 km and charge 15,000 dong for it.

## Dogs

Dogs on a leash are welcome.
`,
};
const MINUTE = 60_000;

describe('a question after another', () => {
  let desk: TestDesk;
  let clock: number;
  let conversation: Conversation;
  before(async () => {
    desk = await openDesk(POLICIES);
  });
  after(() => desk.close());
  beforeEach(() => {
    clock = (clock ?? 1_700_000_000_000) + 24 * 60 * MINUTE;
    conversation = createConversation({
      ...UNBOUNDED,
      index: desk.store.index,
      claude: null,
      log: desk.store.exchanges,
      contact: null,
      sendSections: 5,
      now: () => clock,
      logger: createLogger({ level: 'silent' }),
    });
  });

  const ask = (text: string, more: Partial<Parameters<Conversation['ask']>[0]> = {}): Promise<Exchange> =>
    conversation.ask({ text, channel: 'telegram', customer: 'c_1', languageCode: 'en', ...more });
  const top = ({ hits }: Exchange) => hits[0]?.passage.title;
  const recalled = ({ query }: Exchange) =>
    query.terms.filter((term) => term.recalled).map(({ word }) => word);

  it('is understood by what was asked before, where it says little itself', async () => {
    await ask('How do loyalty points work?');
    clock += MINUTE;
    const exchange = await ask('Do they expire?');
    assert.equal(top(exchange), 'Loyalty points');
    assert.ok(recalled(exchange).includes('loyalty'));
    assert.deepEqual(desk.store.review.findExchange(exchange.id)?.query, exchange.query);
  });

  it('would not be understood so by itself', async () => {
    const exchange = await ask('Do they expire?');
    assert.deepEqual(recalled(exchange), []);
    assert.equal(top(exchange), 'Discount codes');
  });

  it('is not pulled back to the old subject where it has one of its own', async () => {
    await ask('How do loyalty points work?');
    assert.equal(top(await ask('What is the delivery fee within 5 km?')), 'Delivery fee');
    assert.equal(top(await ask('Are dogs welcome?')), 'Dogs');
  });

  it('recalls the turn just before, and no other', async () => {
    await ask('How do loyalty points work?');
    await ask('Are dogs welcome?');
    assert.deepEqual(recalled(await ask('Do they expire?')), ['dogs', 'welcome']);
  });

  it('never recalls another customer’s turn, or that of another channel', async () => {
    await ask('How do loyalty points work?', { customer: 'c_2' });
    await ask('How do loyalty points work?', { channel: 'playground' });
    assert.deepEqual(recalled(await ask('Do they expire?')), []);
  });

  it('recalls nothing older than half an hour', async () => {
    await ask('How do loyalty points work?');
    clock += 30 * MINUTE;
    assert.ok(recalled(await ask('Do they expire?')).length > 0);
    clock += 30 * MINUTE + 1;
    assert.deepEqual(recalled(await ask('Do they expire?')), []);
  });

  it('goes by the turn that the caller knows, and by none where it says so', async () => {
    await ask('How do loyalty points work?');
    assert.deepEqual(recalled(await ask('Do they expire?', { lastTurn: null })), []);
    assert.deepEqual(recalled(await ask('Do they expire?', { lastTurn: 'dogs' })), ['dogs']);
  });

  it('is no question where it has no word, whatever came before', async () => {
    await ask('How do loyalty points work?');
    const exchange = await ask('🙂 ?!');
    assert.equal(exchange.outcome, 'refused_no_hits');
    assert.equal(exchange.sentChars, 0);
    assert.match(exchange.text, /write your question in words/);
  });
});

describe('the model’s threshold', () => {
  async function asked(modelThreshold: number | undefined, question: string) {
    let calls = 0;
    const claude: Answerer = {
      name: 'claude',
      answer: async () => {
        calls += 1;
        return {
          answer: { kind: 'refusal', missing: null },
          searches: [],
          drafts: [],
          isCutDown: false,
          model: 'm',
          usage: null,
          costUsd: null,
        };
      },
    };
    const desk = await openDesk(POLICIES);
    const conversation = createConversation({
      ...UNBOUNDED,
      index: desk.store.index,
      claude,
      log: desk.store.exchanges,
      contact: null,
      sendSections: 5,
      ...(modelThreshold === undefined ? {} : { modelThreshold }),
      now: Date.now,
      logger: createLogger({ level: 'silent' }),
    });
    const { outcome, answerer } = await conversation.ask({
      text: question,
      channel: 'terminal',
      customer: 'c',
      languageCode: 'en',
    });
    desk.close();
    return { calls, outcome, answerer };
  }

  it('keeps weak questions from the model, and is 0 unless given', async () => {
    const weak = 'Can dogs paint the Mona Lisa in Paris with watercolours?';
    assert.deepEqual(await asked(0.4, weak), {
      calls: 0,
      outcome: 'refused_low_confidence',
      answerer: null,
    });
    for (const always of [0, undefined]) assert.equal((await asked(always, weak)).calls, 1);
  });

  it('lets strong questions through', async () => {
    assert.deepEqual(await asked(0.4, 'What is the delivery fee?'), {
      calls: 1,
      outcome: 'refused_by_model',
      answerer: 'claude',
    });
  });
});
