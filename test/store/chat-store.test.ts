import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Bench, openBench, reply } from './support.ts';

const GROUP = -100;
const SUPERGROUP = -1002;

function outbox({ db }: Bench): unknown[] {
  return db.prepare('SELECT chat_id, state, error FROM outbox ORDER BY id').raw().all();
}

describe('a chat that cannot be reached', () => {
  it('fails what waits for it and what comes later, and nothing of other chats', (t) => {
    const bench = openBench(t);
    reply(bench, 1, 7, 'waits');
    reply(bench, 2, 8, 'of another');
    bench.chats.markUnreachable(7, 'Forbidden: bot was blocked by the user');
    reply(bench, 3, 7, 'later');
    assert.deepEqual(outbox(bench), [
      [7, 'failed', 'Forbidden: bot was blocked by the user'],
      [8, 'pending', null],
      [7, 'failed', 'Forbidden: bot was blocked by the user'],
    ]);
    assert.equal(bench.chats.unreachableBecause(7), 'Forbidden: bot was blocked by the user');
    assert.equal(bench.chats.unreachableBecause(8), null);
  });

  it('is written to again once it is back', (t) => {
    const bench = openBench(t);
    bench.chats.markUnreachable(7, 'Forbidden');
    bench.chats.markReachable(7);
    reply(bench, 1, 7, 'welcome back');
    assert.deepEqual(outbox(bench), [[7, 'pending', null]]);
  });

  it('is back when it writes, even where nobody told us', (t) => {
    const bench = openBench(t);
    bench.chats.markUnreachable(7, 'Forbidden');
    bench.clock.now += 1;
    reply(bench, 1, 7, 'answer');
    assert.deepEqual(outbox(bench), [[7, 'pending', null]]);
    assert.equal(bench.chats.unreachableBecause(7), null);
  });
});

describe('a chat that moved', () => {
  it('takes the replies on their way with it, within the message too', (t) => {
    const bench = openBench(t);
    reply(bench, 1, GROUP, 'in hand', 'waits');
    const claimed = bench.outbox.claimNext([]);
    bench.chats.moveTo(GROUP, SUPERGROUP);
    bench.outbox.retry(claimed?.id ?? 0);
    assert.deepEqual(outbox(bench), [
      [SUPERGROUP, 'pending', null],
      [SUPERGROUP, 'pending', null],
    ]);
    assert.equal(bench.outbox.claimNext([])?.message.chatId, SUPERGROUP);
  });

  it('is followed by replies that are written to its old id later', (t) => {
    const bench = openBench(t);
    bench.chats.moveTo(GROUP, SUPERGROUP);
    reply(bench, 1, GROUP, 'late');
    assert.deepEqual(outbox(bench), [[SUPERGROUP, 'pending', null]]);
  });

  it('keeps its name, so that what was said before is remembered', (t) => {
    const { customers, chats } = openBench(t);
    const key = customers.keyFor('telegram', GROUP);
    chats.moveTo(GROUP, SUPERGROUP);
    assert.equal(customers.keyFor('telegram', SUPERGROUP), key);
  });

  it('may have been answered under its new id before we heard of it', (t) => {
    const { customers, chats } = openBench(t);
    customers.keyFor('telegram', GROUP);
    const key = customers.keyFor('telegram', SUPERGROUP);
    chats.moveTo(GROUP, SUPERGROUP);
    assert.equal(customers.keyFor('telegram', SUPERGROUP), key);
  });
});
