import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exchangeOf, openBench, value } from './support.ts';

describe('lastQuestion', () => {
  it('is the latest of this customer on this channel', (t) => {
    const { exchanges } = openBench(t);
    assert.equal(exchanges.lastQuestion('c_1', 'telegram', 0), null);
    for (const [id, customer, channel] of [
      ['first', 'c_1', 'telegram'],
      ['second', 'c_1', 'telegram'],
      ['other', 'c_2', 'telegram'],
      ['desk', 'c_1', 'playground'],
    ] as const) {
      exchanges.finishExchange(exchangeOf(id, { customer, channel, question: id }), null);
    }
    assert.equal(exchanges.lastQuestion('c_1', 'telegram', 0), 'second');
    assert.equal(exchanges.lastQuestion('c_2', 'telegram', 0), 'other');
    assert.equal(exchanges.lastQuestion('c_1', 'playground', 0), 'desk');
    assert.equal(exchanges.lastQuestion('c_1', 'terminal', 0), null);
  });

  it('is none that was asked before the given time', (t) => {
    const { exchanges } = openBench(t);
    exchanges.finishExchange(exchangeOf('one', { askedAt: 1000 }), null);
    assert.equal(exchanges.lastQuestion('c_1', 'terminal', 1000), 'Question one?');
    assert.equal(exchanges.lastQuestion('c_1', 'terminal', 1001), null);
  });

  it('is looked up by an index and not by reading every exchange', (t) => {
    const { db } = openBench(t);
    const plan = db
      .prepare(
        'EXPLAIN QUERY PLAN SELECT question FROM exchange WHERE customer = ? AND channel = ? AND asked_at >= ? ORDER BY seq DESC LIMIT 1',
      )
      .all('c', 'telegram', 0) as { detail: string }[];
    assert.match(plan.map(({ detail }) => detail).join(), /exchange_customer/);
    assert.doesNotMatch(plan.map(({ detail }) => detail).join(), /TEMP B-TREE/);
    assert.equal(value(db, 'SELECT count(*) FROM exchange'), 0);
  });
});
