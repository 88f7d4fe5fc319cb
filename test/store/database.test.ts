import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { StoreError } from '../../src/errors.ts';
import { openDatabase } from '../../src/store/database.ts';
import { openStore } from '../../src/store/store.ts';
import { indexOfTexts, tempDir } from './support.ts';

describe('openDatabase', () => {
  it('creates the file and the folders above it', (t) => {
    const path = join(tempDir(t), 'new', 'deep', 'desk.db');
    openDatabase(path).close();
    assert.equal(existsSync(path), true);
  });

  it('keeps acknowledged commits through a power cut, at the second opening too', (t) => {
    const path = join(tempDir(t), 'desk.db');
    const first = openDatabase(path);
    const second = openDatabase(path);
    t.after(() => {
      first.close();
      second.close();
    });
    for (const db of [first, second]) {
      assert.equal(db.pragma('journal_mode', { simple: true }), 'wal');
      assert.equal(db.pragma('synchronous', { simple: true }), 2);
      assert.equal(db.pragma('foreign_keys', { simple: true }), 1);
    }
  });

  it('still syncs every commit after a restart', (t) => {
    const path = join(tempDir(t), 'desk.db');
    openDatabase(path).close();
    const again = openDatabase(path);
    t.after(() => again.close());
    assert.equal(again.pragma('synchronous', { simple: true }), 2);
    assert.equal(again.pragma('journal_mode', { simple: true }), 'wal');
  });

  it('says in one sentence which path it could not open and what to check', (t) => {
    const dir = tempDir(t);
    const file = join(dir, 'letter.txt');
    writeFileSync(file, 'This is no database. '.repeat(100));
    for (const path of [join(file, 'desk.db'), join(file, 'deep', 'desk.db'), dir, file]) {
      assert.throws(
        () => openDatabase(path),
        (error) => {
          assert.ok(error instanceof StoreError);
          assert.ok(error.message.includes(path), error.message);
          assert.match(error.message, /DATABASE_PATH/);
          assert.match(error.message, /^The database [^\n]*\.$/);
          assert.notEqual(error.cause, undefined);
          return true;
        },
      );
    }
  });

  it('leaves a file that is no database as it was', (t) => {
    const file = join(tempDir(t), 'letter.txt');
    const letter = 'Dear customer, '.repeat(100);
    writeFileSync(file, letter);
    assert.throws(() => openDatabase(file), StoreError);
    assert.equal(readFileSync(file, 'utf8'), letter);
  });

  it('refuses a database that a newer version made, in a sentence of its own', (t) => {
    const path = join(tempDir(t), 'desk.db');
    const db = openDatabase(path);
    db.exec("INSERT INTO migration VALUES ('9999_future.sql', 'x', 0)");
    db.close();
    assert.throws(() => openDatabase(path), {
      name: 'StoreError',
      message: /9999_future\.sql.*newer version/,
    });
  });
});

describe('openStore', () => {
  it('lets two processes use one new file, each seeing what the other stored', (t) => {
    const path = join(tempDir(t), 'desk.db');
    const first = openStore(path);
    const second = openStore(path);
    t.after(() => {
      first.close();
      second.close();
    });
    first.index.replace(indexOfTexts({ 'a.md#refunds': 'within three days' }));
    const [found = 0] = second.index.postings('three').ids;
    assert.equal(second.index.passage(found).passage.text, 'within three days');
    assert.equal(second.customers.keyFor('telegram', 7), first.customers.keyFor('telegram', 7));
  });

  it('keeps what was stored after it is closed and opened again', (t) => {
    const path = join(tempDir(t), 'desk.db');
    const before = openStore(path);
    before.index.replace(indexOfTexts({ 'a.md#refunds': 'within three days' }));
    before.close();
    const after = openStore(path);
    t.after(() => after.close());
    assert.equal(after.index.statistics().passages, 1);
  });
});
