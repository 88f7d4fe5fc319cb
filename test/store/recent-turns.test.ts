import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createExchangeStore } from '../../src/store/exchange-store.ts';
import { type Bench, exchangeOf, openBench } from './support.ts';

const questions = (turns: readonly { readonly question: string }[]) => turns.map(({ question }) => question);

describe('recent turns', () => {
  it('are the last of this customer on this channel, oldest first', (t) => {
    const { exchanges } = openBench(t);
    assert.deepEqual(exchanges.recentTurns('c_1', 'telegram', 0, 3), []);
    for (const [id, customer, channel] of [
      ['first', 'c_1', 'telegram'],
      ['second', 'c_1', 'telegram'],
      ['other', 'c_2', 'telegram'],
      ['desk', 'c_1', 'playground'],
      ['third', 'c_1', 'telegram'],
    ] as const) {
      exchanges.finishExchange(exchangeOf(id, { customer, channel, question: id }), null);
    }
    assert.deepEqual(questions(exchanges.recentTurns('c_1', 'telegram', 0, 3)), ['first', 'second', 'third']);
    assert.deepEqual(questions(exchanges.recentTurns('c_1', 'telegram', 0, 2)), ['second', 'third']);
    assert.deepEqual(questions(exchanges.recentTurns('c_2', 'telegram', 0, 2)), ['other']);
    assert.deepEqual(questions(exchanges.recentTurns('c_1', 'playground', 0, 2)), ['desk']);
    assert.deepEqual(exchanges.recentTurns('c_1', 'terminal', 0, 2), []);
  });

  it('hold what was asked, answered and searched for', (t) => {
    const { exchanges } = openBench(t);
    const term = {
      term: 'refund',
      word: 'refunds',
      stop: false,
      known: true,
      weight: 1,
      forms: [],
      recalled: false,
    };
    const exchange = exchangeOf('one', { text: 'Three days.', query: { terms: [term] }, askedAt: 5 });
    exchanges.finishExchange(exchange, null);
    assert.deepEqual(exchanges.recentTurns('c_1', 'terminal', 0, 1), [
      { question: 'Question one?', answer: 'Three days.', askedAt: 5, query: { terms: [term] } },
    ]);
  });

  it('are none that were asked before the given time', (t) => {
    const { exchanges } = openBench(t);
    exchanges.finishExchange(exchangeOf('one', { askedAt: 1000 }), null);
    assert.equal(exchanges.recentTurns('c_1', 'terminal', 1000, 1).length, 1);
    assert.equal(exchanges.recentTurns('c_1', 'terminal', 1001, 1).length, 0);
  });

  it('leave out what a question was before it was edited, however often', (t) => {
    const { exchanges } = openBench(t);
    const record = (id: string, updateOf: string | null) =>
      exchanges.finishExchange(exchangeOf(id, { question: id, updateOf }), null);
    record('blue lamp', null);
    record('weather', null);
    record('red lamp', 'blue lamp');
    record('green lamp', 'red lamp');
    assert.deepEqual(questions(exchanges.recentTurns('c_1', 'terminal', 0, 3)), ['weather', 'green lamp']);
  });

  it('are looked up by an index and not by reading every exchange', (t) => {
    const { db } = openBench(t);
    const source = sourceOf(db, 'update_of =');
    const plan = db.prepare(`EXPLAIN QUERY PLAN ${source}`).all('c', 'telegram', 0, 3) as {
      detail: string;
    }[];
    const looks = plan.map(({ detail }) => detail).filter((detail) => /^(SCAN|SEARCH|USE)/.test(detail));
    assert.equal(looks.length, 2);
    assert.ok(
      looks.every((detail) => detail.includes('INDEX exchange_customer')),
      looks.join(),
    );
  });
});

describe('the exchange of a message', () => {
  const messages = [
    { messageId: 41, text: 'hi' },
    { messageId: 42, text: 'what is the fee?' },
  ];

  it('is found by any of its messages, for its customer alone', (t) => {
    const { exchanges } = openBench(t);
    exchanges.finishExchange(exchangeOf('one', { messages }), null);
    for (const { messageId } of messages) {
      assert.deepEqual(exchanges.exchangeOfMessage('c_1', messageId), { id: 'one', messages });
    }
    assert.equal(exchanges.exchangeOfMessage('c_1', 43), null);
    assert.equal(exchanges.exchangeOfMessage('c_2', 41), null);
  });

  it('is the newest where the message was edited', (t) => {
    const { exchanges } = openBench(t);
    exchanges.finishExchange(exchangeOf('one', { messages }), null);
    exchanges.finishExchange(exchangeOf('other', { messages: [{ messageId: 50, text: 'more' }] }), null);
    exchanges.finishExchange(exchangeOf('two', { messages, updateOf: 'one' }), null);
    assert.equal(exchanges.exchangeOfMessage('c_1', 41)?.id, 'two');
  });

  it('is looked up by indexes', (t) => {
    const { db } = openBench(t);
    const plan = db.prepare(`EXPLAIN QUERY PLAN ${sourceOf(db, 'JOIN exchange ON')}`).all('c', 1) as {
      detail: string;
    }[];
    for (const { detail } of plan) assert.match(detail, /^SEARCH .*(INDEX|PRIMARY KEY)/);
  });
});

/** The store's own statement that holds this text. */
function sourceOf(db: Bench['db'], text: string): string {
  const sources: string[] = [];
  const prepare = db.prepare.bind(db);
  const recording = (source: string) => {
    sources.push(source);
    return prepare(source);
  };
  createExchangeStore(Object.assign(db, { prepare: recording }), Date.now);
  return sources.find((source) => source.includes(text)) ?? assert.fail(`no statement holds ${text}`);
}
