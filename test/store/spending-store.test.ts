import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { openStore } from '../../src/store/store.ts';
import { type Bench, messageTo, openBench, tempDir } from './support.ts';

const QUESTION = { customer: 'c_1', perHour: 2, perDay: 3, hourStart: 500, dayStart: 100, at: 900 };
const CALL = { exchangeId: 'e1', usd: 0.4, budgetUsd: 1, dayStart: 100, at: 900 };

function outbox({ db }: Bench): unknown[] {
  return db
    .prepare('SELECT chat_id, inbox_id, exchange_seq, state, created_at FROM outbox ORDER BY id')
    .all();
}

describe('questions', () => {
  it('are counted up to the limit of an hour', (t) => {
    const { spending } = openBench(t);
    assert.equal(spending.admit(QUESTION), null);
    assert.equal(spending.admit(QUESTION), null);
    assert.equal(spending.admit(QUESTION), 'hour');
  });

  it('of the hour before and of the day before no longer count', (t) => {
    const { spending } = openBench(t);
    for (const at of [99, 99, 99, 499, 499]) {
      assert.equal(
        spending.admit({ ...QUESTION, hourStart: at, dayStart: at, at, perHour: 9, perDay: 9 }),
        null,
      );
    }
    assert.equal(spending.admit(QUESTION), null);
    assert.equal(spending.admit(QUESTION), 'day');
  });

  it('count for their hour although a day has begun amid it', (t) => {
    const { spending } = openBench(t);
    spending.admit({ ...QUESTION, at: 600 });
    spending.admit({ ...QUESTION, at: 600 });
    assert.equal(spending.admit({ ...QUESTION, dayStart: 700 }), 'hour');
    assert.equal(spending.admit({ ...QUESTION, dayStart: 700, perHour: 3, perDay: 1 }), null);
  });

  it('that are forbidden do not count', (t) => {
    const { spending } = openBench(t);
    for (let asked = 0; asked < 10; asked += 1) spending.admit({ ...QUESTION, perHour: 1 });
    assert.equal(spending.admit({ ...QUESTION, perHour: 2 }), null);
  });

  it('of one customer leave the others theirs', (t) => {
    const { spending } = openBench(t);
    for (let asked = 0; asked < 3; asked += 1) spending.admit(QUESTION);
    assert.equal(spending.admit({ ...QUESTION, customer: 'c_2' }), null);
  });
});

describe('money', () => {
  it('is set aside up to the budget and not beyond', (t) => {
    const { spending } = openBench(t);
    assert.notEqual(spending.reserve(CALL), null);
    assert.notEqual(spending.reserve(CALL), null);
    assert.equal(spending.reserve(CALL), null);
    assert.notEqual(spending.reserve({ ...CALL, usd: 0.2 }), null);
    assert.equal(spending.reserve({ ...CALL, usd: 0.001 }), null);
  });

  it('that was not spent can be spent by the next call', (t) => {
    const { spending } = openBench(t);
    const id = spending.reserve({ ...CALL, usd: 1 });
    assert.equal(spending.reserve(CALL), null);
    spending.settle(id ?? 0, 0.25);
    assert.notEqual(spending.reserve({ ...CALL, usd: 0.75 }), null);
    assert.equal(spending.reserve({ ...CALL, usd: 0.01 }), null);
  });

  it('counts as spent where nobody knows what a call cost', (t) => {
    const { db, spending } = openBench(t);
    const id = spending.reserve({ ...CALL, usd: 1 });
    spending.settle(id ?? 0, null);
    assert.equal(spending.reserve(CALL), null);
    assert.deepEqual(
      db.prepare('SELECT exchange_id, reserved_at, reserved_usd, spent_usd FROM model_call').all(),
      [{ exchange_id: 'e1', reserved_at: 900, reserved_usd: 1, spent_usd: 1 }],
    );
  });

  it('is settled once', (t) => {
    const { spending } = openBench(t);
    const id = spending.reserve({ ...CALL, usd: 1 });
    spending.settle(id ?? 0, null);
    spending.settle(id ?? 0, 0);
    assert.equal(spending.reserve(CALL), null);
  });

  it('of the day before does not count', (t) => {
    const { spending } = openBench(t);
    spending.reserve({ ...CALL, usd: 1, dayStart: 0, at: 99 });
    assert.notEqual(spending.reserve({ ...CALL, usd: 1 }), null);
  });

  it('is not set aside for a call of which nobody can say what it costs', (t) => {
    const { spending } = openBench(t);
    assert.equal(spending.reserve({ ...CALL, usd: Number.NaN }), null);
    assert.equal(spending.reserve({ ...CALL, usd: Number.POSITIVE_INFINITY }), null);
  });
});

describe('notices', () => {
  it('are told once a period, per recipient and kind', (t) => {
    const { spending } = openBench(t);
    assert.equal(spending.tellOnce('c_1', 'hour', 100, 200), true);
    assert.equal(spending.tellOnce('c_1', 'hour', 150, 250), false);
    assert.equal(spending.tellOnce('c_1', 'day', 150, 250), true);
    assert.equal(spending.tellOnce('c_2', 'hour', 150, 250), true);
    assert.equal(spending.tellOnce('c_1', 'hour', 201, 301), true);
  });
});

describe('alerts', () => {
  it('go to every chat by the outbox, once a kind and period', (t) => {
    const bench = openBench(t);
    const messages = [messageTo(11, 'Look!'), messageTo(22, 'Look!')];
    bench.spending.alertOnce({ kind: 'overloaded', since: 100, at: 200, messages });
    bench.spending.alertOnce({ kind: 'overloaded', since: 150, at: 250, messages });
    const row = { inbox_id: null, exchange_seq: null, state: 'pending', created_at: 200 };
    assert.deepEqual(outbox(bench), [
      { chat_id: 11, ...row },
      { chat_id: 22, ...row },
    ]);
    assert.deepEqual(bench.outbox.claimNext([])?.message, messages[0]);
    bench.spending.alertOnce({ kind: 'refused_key', since: 150, at: 250, messages });
    bench.spending.alertOnce({ kind: 'overloaded', since: 201, at: 301, messages });
    assert.equal(outbox(bench).length, 6);
  });

  it('that could not be stored are not taken for told', (t) => {
    const { spending, outbox } = openBench(t);
    const broken = { ...messageTo(22, 'x'), chatId: null as unknown as number };
    const alert = { kind: 'overloaded', since: 100, at: 200 };
    assert.throws(() => spending.alertOnce({ ...alert, messages: [messageTo(11, 'x'), broken] }));
    assert.equal(outbox.claimNext([]), null);
    spending.alertOnce({ ...alert, messages: [messageTo(11, 'x')] });
    assert.notEqual(outbox.claimNext([]), null);
  });
});

describe('a restart', () => {
  it('resets nothing', (t) => {
    const path = join(tempDir(t), 'desk.db');
    const before = openStore(path);
    before.spending.admit({ ...QUESTION, perHour: 1 });
    before.spending.tellOnce('c_1', 'hour', 100, 200);
    before.spending.reserve({ ...CALL, usd: 0.9 });
    before.spending.alertOnce({ kind: 'overloaded', since: 100, at: 200, messages: [messageTo(11, 'x')] });
    before.close();

    const after = openStore(path);
    t.after(() => after.close());
    assert.equal(after.spending.admit({ ...QUESTION, perHour: 1 }), 'hour');
    assert.equal(after.spending.tellOnce('c_1', 'hour', 100, 300), false);
    assert.equal(after.spending.reserve(CALL), null, 'what a crash left unsettled counts as spent');
    after.spending.alertOnce({ kind: 'overloaded', since: 100, at: 300, messages: [messageTo(11, 'x')] });
    assert.notEqual(after.outbox.claimNext([]), null);
    assert.equal(after.outbox.claimNext([11]), null);
  });
});
