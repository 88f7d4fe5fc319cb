import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Answerer } from '../../src/answer/answerer.ts';
import { createConversation } from '../../src/conversation/conversation.ts';
import type { Delivery } from '../../src/domain/delivery.ts';
import type { Exchange } from '../../src/domain/exchange.ts';
import { createLogger } from '../../src/log.ts';
import { openDesk, UNBOUNDED } from '../support/help-desk.ts';

const POLICIES = {
  'shop.md':
    '# Shop\n\n## Refunds\n\nRefunds take four working days.\n\n## Parcels\n\nParcels are sent on Mondays.\n',
};

/** An answerer of the test's own, behind the same interface as Claude's. */
const answererThat = (answer: Answerer['answer']): Answerer => ({ name: 'claude', answer });
const refuses = answererThat(async () => ({
  answer: { kind: 'refusal', missing: null },
  searches: [],
  drafts: [],
  isCutDown: false,
  model: 'm',
  usage: null,
  costUsd: null,
}));

describe('a conversation', () => {
  it('records what was asked, found, sent and answered, as staff will read it', async () => {
    const desk = await openDesk(POLICIES);
    const exchange = await desk.ask('How long do refunds take?');
    const stored = desk.store.review.findExchange(exchange.id);
    const unsent = { delivery: 'none', deliveryError: null, maybeDuplicate: false, feedback: null };
    assert.deepEqual(stored, { ...exchange, ...unsent });
    assert.equal(stored?.hits[0]?.passage.text, 'Refunds take four working days.');
    assert.equal(stored?.hits[0]?.sent, true);
    assert.equal(stored?.documentChars, 73);
    assert.equal(stored?.sentChars, 'Refunds'.length + 'Refunds take four working days.'.length);
    desk.close();
  });

  it('replies in the language of the question, else of the client, else in English', async () => {
    const desk = await openDesk(POLICIES);
    assert.equal((await desk.ask('quán có chỗ đậu xe không?', 'en')).language, 'vi');
    assert.equal((await desk.ask('parking?', 'vi-VN')).language, 'vi');
    assert.equal((await desk.ask('parking?', 'de')).language, 'en');
    assert.match((await desk.ask('parking?', 'vi')).text, /không thấy câu trả lời/);
    desk.close();
  });

  it('is thanked also right after its greeting, which ends with a question', async () => {
    const desk = await openDesk(POLICIES);
    assert.match((await desk.ask('hi')).text, /\?$/);
    assert.match((await desk.ask('thanks!')).text, /^You are welcome/);
    desk.close();
  });

  it('says how to reach a person in every refusal', async () => {
    const desk = await openDesk(POLICIES, { contact: 'desk@example.com' });
    assert.match((await desk.ask('parking?')).text, /To reach a person: desk@example\.com/);
    desk.close();
    const empty = await openDesk({}, { contact: 'desk@example.com' });
    const exchange = await empty.ask('refunds?');
    assert.equal(exchange.outcome, 'refused_no_hits');
    assert.match(exchange.text, /no policies to answer from.*desk@example\.com/);
    empty.close();
  });

  it('asks the model where there is one, however weak the hits', async () => {
    const desk = await openDesk(POLICIES, { claude: refuses });
    assert.equal((await desk.ask('Is there wifi, parking, a garden?')).outcome, 'refused_by_model');
    desk.close();
  });

  it('asks no model where no policy is loaded', async () => {
    const desk = await openDesk({}, { claude: answererThat(() => assert.fail('the model was asked')) });
    assert.equal((await desk.ask('refunds?')).outcome, 'refused_no_hits');
    desk.close();
  });

  it('tells the customer kindly and staff exactly when something of ours breaks', async () => {
    const broken = answererThat(async () => {
      throw new RangeError('secret inner words');
    });
    const desk = await openDesk(POLICIES, { claude: broken, contact: '+1 555 0100' });
    const exchange = await desk.ask('How long do refunds take?');
    assert.equal(exchange.outcome, 'failed');
    assert.equal(exchange.failure, 'RangeError');
    assert.match(exchange.text, /Something went wrong on our side.*\+1 555 0100/);
    assert.doesNotMatch(exchange.text, /secret/);
    assert.equal(desk.store.review.findExchange(exchange.id)?.outcome, 'failed');
    desk.close();
  });

  it('survives an index that cannot be read', async () => {
    const desk = await openDesk(POLICIES);
    const recorded: Exchange[] = [];
    const conversation = createConversation({
      ...UNBOUNDED,
      index: {
        ...desk.store.index,
        postings: () => {
          throw new Error('database disk image is malformed');
        },
      },
      claude: null,
      log: { recentTurns: () => [], finishExchange: (exchange) => recorded.push(exchange) },
      contact: null,
      sendSections: 5,
      now: Date.now,
      logger: createLogger({ level: 'silent' }),
    });
    await conversation.ask({ text: 'refunds?', channel: 'terminal', customer: 'c', languageCode: null });
    assert.equal(recorded[0]?.outcome, 'failed');
    desk.close();
  });

  it('stores the messages to send together with the exchange', async () => {
    const desk = await openDesk(POLICIES);
    const kept: (Delivery | null)[] = [];
    const conversation = createConversation({
      ...UNBOUNDED,
      index: desk.store.index,
      claude: null,
      log: { recentTurns: () => [], finishExchange: (_, delivery) => kept.push(delivery) },
      contact: null,
      sendSections: 5,
      now: Date.now,
      logger: createLogger({ level: 'silent' }),
    });
    const delivery = (exchange: Exchange): Delivery => ({
      inboxId: 7,
      messages: [{ chatId: 1, html: exchange.text, plain: exchange.text, buttons: [], replyToMessageId: 3 }],
    });
    const exchange = await conversation.ask(
      { text: 'How long do refunds take?', channel: 'telegram', customer: 'c', languageCode: null },
      { deliver: delivery },
    );
    assert.deepEqual(kept, [delivery(exchange)]);
    desk.close();
  });
});
