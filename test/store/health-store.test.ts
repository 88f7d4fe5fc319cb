import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { openDatabase } from '../../src/store/database.ts';
import { claimItem, openBench, openStores, tempDir, updateOf } from './support.ts';

describe('the health of the store', () => {
  it('tells how long the oldest message has been here that is not finished, in hand or not', (t) => {
    const bench = openBench(t);
    assert.equal(bench.health.oldestWaitingMs(), null);
    const id = claimItem(bench, 1, 7);
    bench.clock.now += 1000;
    bench.inbox.acceptBatch(1, [updateOf(2, 8)]);
    bench.clock.now += 500;
    assert.equal(bench.health.oldestWaitingMs(), 1500);
    bench.inbox.complete({ inboxId: id, messages: [] });
    assert.equal(bench.health.oldestWaitingMs(), 500);
  });

  it('sees that another connection holds the lock, and that it has gone', (t) => {
    const path = join(tempDir(t), 'desk.db');
    const db = openDatabase(path);
    const other = openDatabase(path);
    t.after(() => {
      db.close();
      other.close();
    });
    db.exec('PRAGMA busy_timeout = 1');
    const { health } = openStores(db);
    assert.equal(health.canWrite(), true);
    other.exec('BEGIN IMMEDIATE');
    assert.equal(health.canWrite(), false);
    other.exec('ROLLBACK');
    assert.equal(health.canWrite(), true);
  });
});
