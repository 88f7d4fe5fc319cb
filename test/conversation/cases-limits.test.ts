import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { createLimits } from '../../src/conversation/limits.ts';
import type { Limits } from '../../src/conversation/ports.ts';
import { openStore } from '../../src/store/store.ts';
import { cited } from '../fakes/messages-api.ts';
import { tempDir } from '../store/support.ts';
import { openModelDesk } from '../support/model-desk.ts';
import { readCase, withoutShared } from '../support/shared.ts';

/**
 * Public reports of bots whose bill one customer ran up. The limits by themselves, and CST-04, are in limits.test.ts;
 * CST-05 is in test/telegram/joined-messages.test.ts.
 */

const POLICIES = { 'shop.md': '# Shop\n\n## Refunds\n\nRefunds take four working days.\n' };
const QUESTION = 'How long do refunds take?';
const FOUR_DAYS = { text: 'Four working days.', cite: { source: 'shop.md#refunds' } };

/** A desk with real limits over the database of this path, as after a start. */
async function start(t: TestContext, databasePath: string, more: { dailyBudgetUsd?: number } = {}) {
  const counting = openStore(databasePath);
  t.after(() => counting.close());
  const limits: Limits = createLimits({
    store: counting.spending,
    questionsPerHour: 20,
    questionsPerDay: 60,
    dailyBudgetUsd: 1,
    timeZone: 'UTC',
    now: Date.now,
    ...more,
  });
  const desk = await openModelDesk(t, POLICIES, { databasePath, limits });
  desk.api.replyWith(cited([FOUR_DAYS]));
  const ask = (customer: string) => desk.ask(QUESTION, 'en', { channel: 'telegram', customer });
  return { desk, ask };
}

const isNoticed = ({ text }: { readonly text: string }) => /asked many questions|rest of today/.test(text);

describe('cases of kind cost-abuse', { skip: withoutShared }, () => {
  it('CST-01: one customer’s flood reaches the limit and no more, is told once, and troubles nobody else', async (t) => {
    const flood = Number.parseInt(String(readCase('CST-01').input['updates']), 10);
    const path = join(tempDir(t), 'desk.db');
    const { desk, ask } = await start(t, path);
    let notices = 0;
    for (let sent = 0; sent < flood; sent += 1) {
      const exchange = await ask('c_flood');
      if (isNoticed(exchange)) notices += 1;
      assert.match(exchange.text, /four working days/i);
    }
    assert.deepEqual([desk.api.requests.length, notices], [20, 1]);

    const other = await ask('c_other');
    assert.deepEqual([other.answerer, isNoticed(other)], ['claude', false]);

    const after = await start(t, path);
    const again = await after.ask('c_flood');
    assert.deepEqual([again.answerer, again.fallback], ['extractive', 'limit_of_hour']);
    assert.equal(isNoticed(again), false);
    assert.equal(after.desk.api.requests.length, 0);
  });
});

describe('the budget of the day', () => {
  it('once used up leaves quoted answers for all, and each is told once', async (t) => {
    const path = join(tempDir(t), 'desk.db');
    const { desk, ask } = await start(t, path, { dailyBudgetUsd: 0.000001 });
    for (const customer of ['c_1', 'c_2']) {
      const [first, second] = [await ask(customer), await ask(customer)];
      assert.deepEqual([first.fallback, first.answerer], ['over_budget', 'extractive']);
      assert.deepEqual([isNoticed(first), isNoticed(second)], [true, false]);
      assert.match(second.text, /Refunds take four working days\./);
    }
    assert.equal(desk.api.requests.length, 0);
  });
});
