import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { parseConfig } from '../../src/config.ts';
import { createLimits } from '../../src/conversation/limits.ts';
import { ConfigError } from '../../src/errors.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { tempDir } from '../store/support.ts';
import { readCase, withoutShared } from '../support/shared.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Limits over a database that can be closed and opened again, by a clock that the test sets. */
function openLimits(t: TestContext, more: Partial<Parameters<typeof createLimits>[0]> = {}) {
  const path = join(tempDir(t), 'desk.db');
  const clock = { at: Date.parse('2026-11-29T12:00:00Z') };
  let store: Store = openStore(path);
  t.after(() => store.close());
  const create = () =>
    createLimits({
      store: store.spending,
      questionsPerHour: 20,
      questionsPerDay: 60,
      dailyBudgetUsd: 1,
      timeZone: 'UTC',
      now: () => clock.at,
      ...more,
    });
  return {
    clock,
    limits: create(),
    restart() {
      store.close();
      store = openStore(path);
      return create();
    },
  };
}

describe('limits of a customer', () => {
  it('hold for the last sixty minutes', (t) => {
    const { limits, clock } = openLimits(t, { questionsPerHour: 2 });
    assert.equal(limits.admit('c_1', 'telegram'), null);
    clock.at += 40 * MINUTE;
    assert.equal(limits.admit('c_1', 'telegram'), null);
    assert.equal(limits.admit('c_1', 'telegram'), 'hour');
    clock.at += 20 * MINUTE + 1;
    assert.equal(limits.admit('c_1', 'telegram'), null);
    assert.equal(limits.admit('c_1', 'telegram'), 'hour');
  });

  it('begin anew at midnight where the shop is', (t) => {
    const { limits, clock } = openLimits(t, { questionsPerDay: 1, timeZone: 'Asia/Ho_Chi_Minh' });
    assert.equal(limits.admit('c_1', 'telegram'), null);
    clock.at = Date.parse('2026-11-29T16:59:59.999Z');
    assert.equal(limits.admit('c_1', 'telegram'), 'day');
    clock.at += 1;
    assert.equal(limits.admit('c_1', 'telegram'), null);
    assert.equal(limits.admit('c_1', 'telegram'), 'day');
  });

  it("do not count the owner's own questions in the terminal and the playground", (t) => {
    const { limits } = openLimits(t, { questionsPerHour: 1 });
    for (const channel of ['terminal', 'playground', 'terminal', 'playground'] as const) {
      assert.equal(limits.admit('c_1', channel), null);
    }
    assert.equal(limits.admit('c_1', 'telegram'), null);
    assert.equal(limits.admit('c_1', 'telegram'), 'hour');
  });

  it('are told once in their period', (t) => {
    const { limits, clock } = openLimits(t);
    const told = () => (['hour', 'day', 'budget'] as const).map((limit) => limits.tellsNow('c_1', limit));
    assert.deepEqual(told(), [true, true, true]);
    assert.deepEqual(told(), [false, false, false]);
    assert.equal(limits.tellsNow('c_2', 'budget'), true);
    clock.at += HOUR + 1;
    assert.deepEqual(told(), [true, false, false]);
    clock.at = Date.parse('2026-11-30T00:00:00Z');
    assert.deepEqual(told(), [true, true, true]);
  });
});

describe('a purse', () => {
  it('adds up what the calls of its exchange cost', (t) => {
    const { limits } = openLimits(t);
    const purse = limits.openPurse('e1');
    assert.equal(purse.spentUsd, 0);
    const known = purse.reserve(0.5);
    assert.equal(purse.spentUsd, 0);
    known?.settle(0.125);
    purse.reserve(0.25)?.settle(null);
    assert.equal(purse.spentUsd, 0.375);
    assert.equal(limits.openPurse('e2').spentUsd, 0);
  });

  it('shares the budget of the day with all others, before a restart and after it', (t) => {
    const { limits, clock, restart } = openLimits(t);
    limits.openPurse('e1').reserve(0.75)?.settle(0.5);
    assert.equal(limits.openPurse('e2').reserve(0.75), null);
    assert.notEqual(limits.openPurse('e2').reserve(0.25), null);
    const after = restart();
    assert.equal(after.openPurse('e3').reserve(0.5), null);
    clock.at = Date.parse('2026-11-30T00:00:00Z');
    assert.notEqual(after.openPurse('e4').reserve(1), null);
  });

  it('counts what a call cost on the day when it was made', (t) => {
    const { limits, clock } = openLimits(t);
    clock.at = Date.parse('2026-11-29T23:59:59Z');
    const late = limits.openPurse('e1').reserve(1);
    clock.at = Date.parse('2026-11-30T00:00:01Z');
    late?.settle(1);
    assert.notEqual(limits.openPurse('e2').reserve(1), null);
  });
});

describe('cases of limits', { skip: withoutShared }, () => {
  it('CST-01: lets a flood through up to the limit, tells of it once, serves others, and forgets nothing', (t) => {
    const questions = Number.parseInt(String(readCase('CST-01').input['updates']), 10);
    assert.equal(questions, 200);
    const { limits, clock, restart } = openLimits(t);
    let asked = 0;
    let notices = 0;
    const send = (through: typeof limits) => {
      const limit = through.admit('c_flood', 'telegram');
      if (limit === null) asked += 1;
      else if (through.tellsNow('c_flood', limit)) notices += 1;
    };
    for (let sent = 0; sent < questions; sent += 1) {
      send(limits);
      clock.at += MINUTE / questions;
    }
    assert.deepEqual([asked, notices], [20, 1]);
    assert.equal(limits.admit('c_other', 'telegram'), null);
    const after = restart();
    for (let sent = 0; sent < questions; sent += 1) send(after);
    assert.deepEqual([asked, notices], [20, 1]);
  });

  it('CST-04: takes an empty limit for the default and any nonsense for a reason not to start', () => {
    const { limits: defaults } = parseConfig({}, '/base');
    const values = (readCase('CST-04').input['config'] as string[]).map((line) => line.split('=')[1] ?? '');
    assert.ok(values.length > 0);
    for (const variable of ['QUESTIONS_PER_HOUR', 'QUESTIONS_PER_DAY', 'DAILY_BUDGET_USD']) {
      for (const value of [...values, '-1']) {
        const parse = () => parseConfig({ [variable]: value }, '/base').limits;
        if (value === '') assert.deepEqual(parse(), defaults);
        else assert.throws(parse, ConfigError, `${variable}=${value}`);
      }
    }
  });
});
