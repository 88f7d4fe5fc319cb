import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openBench } from './support.ts';

describe('customer store', () => {
  it('calls a chat by the same name for ever', (t) => {
    const { customers } = openBench(t);
    const key = customers.keyFor('telegram', 42);
    customers.keyFor('telegram', 43);
    assert.equal(customers.keyFor('telegram', 42), key);
  });

  it('gives every chat, and a chat of every channel, a name of its own', (t) => {
    const { customers } = openBench(t);
    const keys = [
      customers.keyFor('telegram', 0),
      customers.keyFor('terminal', 0),
      customers.keyFor('playground', 0),
      customers.keyFor('telegram', -1001234567890123),
      customers.keyFor('telegram', 1001234567890123),
    ];
    assert.equal(new Set(keys).size, 5);
  });

  it('names a chat at random, so that the name tells nothing of its id', (t) => {
    const [first, second] = [openBench(t), openBench(t)];
    const key = first.customers.keyFor('telegram', 123456789);
    assert.match(key, /^c_[\w-]{12}$/);
    assert.ok(!key.includes('123456789'));
    assert.notEqual(second.customers.keyFor('telegram', 123456789), key);
  });
});
