import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { StoreError } from '../../src/errors.ts';
import { openStore } from '../../src/store/store.ts';
import { tempDir } from './support.ts';

const STORE = join(import.meta.dirname, '..', '..', 'src', 'store', 'store.ts');

function isTaken(error: unknown): boolean {
  return (
    error instanceof StoreError && /^Another Citedesk already runs the bot on .*desk\.db;/.test(error.message)
  );
}

describe('the lock of the bot', () => {
  it('keeps a second one away, by whatever name it calls the database, and no other work', (t) => {
    const path = join(tempDir(t), 'desk.db');
    const first = openStore(path);
    first.lockForBot();
    const second = openStore(path);
    assert.throws(() => second.lockForBot(), isTaken);
    assert.match(second.customers.keyFor('terminal', 0), /^c_/);
    const link = join(tempDir(t), 'desk.db');
    symlinkSync(path, link);
    const third = openStore(link);
    assert.throws(() => third.lockForBot(), isTaken);
    first.close();
    second.lockForBot();
    second.close();
    third.close();
  });

  it('ends with its process, even one that is killed', async (t) => {
    const path = join(tempDir(t), 'desk.db');
    const code = `const { openStore } = await import(${JSON.stringify(STORE)});
      openStore(${JSON.stringify(path)}).lockForBot();
      console.log('locked');
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code]);
    t.after(() => child.kill('SIGKILL'));
    await once(child.stdout, 'data');
    const store = openStore(path);
    t.after(() => store.close());
    assert.throws(() => store.lockForBot(), isTaken);
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
    store.lockForBot();
  });

  it('is none for a database in memory, which nobody shares', () => {
    const stores = [openStore(':memory:'), openStore(':memory:')];
    for (const store of stores) store.lockForBot();
    for (const store of stores) store.close();
  });
});
