import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Citation } from '../../src/domain/answer.ts';
import { type Exchange, OUTCOMES } from '../../src/domain/exchange.ts';
import {
  type Bench,
  claimItem,
  deliveryOf,
  exchangeOf,
  hitOf,
  messageTo,
  openBench,
  passageOf,
  sectionId,
  value,
} from './support.ts';

const REFUNDS = passageOf('a.md#refunds', 'The money is back "within" three days; đồng, 退款.', {
  part: 2,
  parts: 3,
});
const CARDS = passageOf('b.md#cards', 'Six months.', {
  language: 'vi',
  path: ['Gifts', 'Cards > Vouchers', 'Cards'],
});

function cite(passage = REFUNDS, quote = 'within three days'): Citation {
  return { sectionId: passage.sectionId, title: passage.title, passageHash: passage.hash, quote };
}

/** Every field holds something that no other field holds. */
const FULL: Exchange = {
  id: 'full',
  askedAt: 1_234_567_890_123,
  channel: 'telegram',
  customer: 'c_full',
  question: 'What\'s "the" refund?\nĐổi trả 🍵',
  messages: [
    { messageId: 41, text: 'What\'s "the" refund?' },
    { messageId: 43, text: 'Đổi trả 🍵' },
  ],
  updateOf: 'earlier',
  standalone: 'refund gift cards',
  language: 'vi',
  query: {
    terms: [
      {
        term: 'refund',
        word: 'Refund',
        stop: false,
        known: true,
        weight: 1.25,
        forms: [
          { terms: ['refund'], exact: null, share: 1, by: 'word' },
          { terms: ['money', 'back'], exact: 'hoàn', share: 0.5, by: 'thesaurus' },
        ],
        recalled: false,
      },
      { term: 'the', word: 'the', stop: true, known: false, weight: 0.1, forms: [], recalled: true },
    ],
  },
  hits: [
    hitOf(REFUNDS, { rank: 1, score: 3.75, name: 'Refunds (part)' }),
    hitOf(CARDS, {
      rank: 2,
      score: 0.5,
      sent: false,
      namedBy: sectionId('a.md#refunds'),
      answers: 'How many months?',
      search: 1,
      matched: [
        { term: 'month', word: 'months', found: ['moth'], by: 'spelling', inTitle: false, score: 0.5 },
      ],
    }),
  ],
  searches: [
    {
      by: 'model',
      query: 'gift card validity',
      confidence: 0.25,
      hits: [{ sectionId: sectionId('b.md#cards'), name: 'Cards', score: 0.75, sent: false }],
    },
  ],
  confidence: 0.8125,
  threshold: 0.35,
  outcome: 'answered',
  text: 'Within three days.\n\nSource: Refunds',
  spans: [
    { text: 'Within three days.', citations: [cite()] },
    { text: ' Or so.', citations: [] },
  ],
  citations: [cite(), cite(CARDS, 'Six months.'), cite(REFUNDS, 'The money is back')],
  missing: { kind: 'about_my_order', about: 'where the parcel is' },
  drafts: [
    {
      text: 'Within four days.',
      faults: [{ kind: 'figure', sentence: 'Within four days.', detail: 'four' }],
    },
  ],
  answerer: 'claude',
  fallback: 'overloaded',
  failure: 'ModelError',
  model: 'claude-haiku-5-5',
  usage: { inputTokens: 101, outputTokens: 22, cacheReadTokens: 3, cacheWriteTokens: 4 },
  costUsd: 0.000_211,
  searchMs: 1.5,
  modelMs: 812.25,
  sentChars: 263,
  documentChars: 3689,
};

/** What is stored, by table. */
function counts({ db }: Bench): Record<string, unknown> {
  const tables = ['exchange', 'exchange_hit', 'citation', 'outbox', 'passage_text'];
  return Object.fromEntries(tables.map((table) => [table, value(db, `SELECT count(*) FROM ${table}`)]));
}

const NOTHING = { exchange: 0, exchange_hit: 0, citation: 0, outbox: 0, passage_text: 0 };

describe('exchange store', () => {
  it('gives back every field of an exchange as it was recorded', (t) => {
    const { exchanges, review } = openBench(t);
    exchanges.finishExchange(FULL, null);
    assert.deepEqual(review.findExchange('full'), {
      ...FULL,
      delivery: 'none',
      deliveryError: null,
      maybeDuplicate: false,
      feedback: null,
    });
  });

  it('gives back what is absent as null', (t) => {
    const { exchanges, review } = openBench(t);
    exchanges.finishExchange(exchangeOf('bare'), null);
    assert.deepEqual(review.findExchange('bare'), {
      ...exchangeOf('bare'),
      delivery: 'none',
      deliveryError: null,
      maybeDuplicate: false,
      feedback: null,
    });
    assert.equal(review.findExchange('other'), null);
  });

  it('records every outcome', (t) => {
    const { exchanges, review } = openBench(t);
    for (const outcome of OUTCOMES) exchanges.finishExchange(exchangeOf(outcome, { outcome }), null);
    for (const outcome of OUTCOMES) assert.equal(review.findExchange(outcome)?.outcome, outcome);
  });

  it('stores the exchange, its replies and the end of its item together', (t) => {
    const bench = openBench(t);
    const inboxId = claimItem(bench, 1, 7);
    const messages = [messageTo(7, 'first'), messageTo(7, 'second')];
    bench.exchanges.finishExchange(FULL, { inboxId, messages });
    assert.deepEqual(counts(bench), {
      exchange: 1,
      exchange_hit: 2,
      citation: 3,
      outbox: 2,
      passage_text: 2,
    });
    assert.equal(value(bench.db, 'SELECT state FROM inbox'), 'done');
    assert.equal(bench.review.findExchange('full')?.delivery, 'pending');
    assert.deepEqual(bench.outbox.claimNext([])?.message, messages[0]);
    bench.inbox.recover();
    assert.equal(bench.inbox.claimNext(0), null);
  });

  it('stores nothing at all when a part of it fails, and the item can be tried again', (t) => {
    const bench = openBench(t);
    const inboxId = claimItem(bench, 1, 7);
    const unknown = { ...cite(), passageHash: 'never sent' };
    const bad: Readonly<Record<string, Exchange>> = {
      'a citation of a passage that was not sent': { ...FULL, citations: [cite(), unknown] },
      'two hits of one rank': { ...FULL, hits: [hitOf(REFUNDS), hitOf(CARDS)] },
    };
    for (const [what, exchange] of Object.entries(bad)) {
      const delivery = deliveryOf(inboxId, 7, 'a reply');
      assert.throws(() => bench.exchanges.finishExchange(exchange, delivery), /constraint failed/, what);
      assert.deepEqual(counts(bench), NOTHING, what);
      assert.equal(value(bench.db, 'SELECT state FROM inbox'), 'claimed', what);
    }
    bench.exchanges.finishExchange(FULL, deliveryOf(inboxId, 7, 'a reply'));
    assert.equal(bench.review.findExchange('full')?.delivery, 'pending');
  });

  it('stores nothing when the item it answers does not exist', (t) => {
    const bench = openBench(t);
    assert.throws(() => bench.exchanges.finishExchange(FULL, deliveryOf(99, 7)), /FOREIGN KEY/);
    assert.deepEqual(counts(bench), NOTHING);
  });

  it('refuses a second exchange for the same item and changes nothing', (t) => {
    const bench = openBench(t);
    const inboxId = claimItem(bench, 1, 7);
    bench.exchanges.finishExchange(FULL, deliveryOf(inboxId, 7, 'the reply'));
    const before = counts(bench);
    const second = { ...FULL, id: 'second', hits: [hitOf(passageOf('c.md#new', 'new text'))], citations: [] };
    assert.throws(() => bench.exchanges.finishExchange(second, deliveryOf(inboxId, 7, 'again')), /UNIQUE/);
    assert.deepEqual(counts(bench), before);
    assert.equal(bench.review.findExchange('second'), null);
    assert.deepEqual(bench.review.findExchange('full')?.text, FULL.text);
  });

  it('refuses a second exchange of the same id', (t) => {
    const bench = openBench(t);
    bench.exchanges.finishExchange(exchangeOf('one', { text: 'first' }), null);
    assert.throws(
      () => bench.exchanges.finishExchange(exchangeOf('one', { text: 'second' }), null),
      /UNIQUE/,
    );
    assert.equal(bench.review.findExchange('one')?.text, 'first');
  });

  it('keeps a text once, however many exchanges show it', (t) => {
    const bench = openBench(t);
    for (const id of ['one', 'two']) bench.exchanges.finishExchange({ ...FULL, id }, null);
    assert.equal(value(bench.db, 'SELECT count(*) FROM passage_text'), 2);
    assert.deepEqual(bench.review.findExchange('two')?.hits, FULL.hits);
  });
});
