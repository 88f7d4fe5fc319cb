import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import Database from 'better-sqlite3';
import { StoreError } from '../../src/errors.ts';
import { migrate } from '../../src/store/migrate.ts';
import { tempDir, value } from './support.ts';

function blank(t: TestContext) {
  const db = new Database(':memory:');
  t.after(() => db.close());
  return db;
}

/** A folder of migrations, and a way to write into it. */
function migrations(t: TestContext, files: Readonly<Record<string, string>>) {
  const dir = tempDir(t);
  const write = (name: string, sql: string) => writeFileSync(join(dir, name), sql);
  for (const [name, sql] of Object.entries(files)) write(name, sql);
  return { dir, write };
}

function tables(db: Database.Database): unknown[] {
  return db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'migration' ORDER BY name")
    .pluck()
    .all();
}

function applied(db: Database.Database): unknown[] {
  return db.prepare('SELECT name FROM migration ORDER BY name').pluck().all();
}

describe('migrate', () => {
  it('brings a blank database to the present schema', (t) => {
    const db = blank(t);
    migrate(db);
    assert.equal(applied(db)[0], '0001_help_desk.sql');
    for (const table of ['inbox', 'outbox', 'exchange', 'passage_fts', 'customer']) {
      assert.equal(value(db, `SELECT count(*) FROM ${table}`), 0);
    }
  });

  it('applies each migration once, in the order of their numbers, and later ones as they come', (t) => {
    const db = blank(t);
    const { dir, write } = migrations(t, {
      '0002_fill.sql': "INSERT INTO tea VALUES ('oolong')",
      '0001_tea.sql': 'CREATE TABLE tea (name TEXT)',
    });
    migrate(db, dir);
    migrate(db, dir);
    assert.equal(value(db, 'SELECT count(*) FROM tea'), 1);
    write('0003_cup.sql', 'ALTER TABLE tea ADD COLUMN cup TEXT');
    migrate(db, dir);
    assert.deepEqual(applied(db), ['0001_tea.sql', '0002_fill.sql', '0003_cup.sql']);
    assert.deepEqual(db.prepare('SELECT * FROM tea').all(), [{ name: 'oolong', cup: null }]);
  });

  it('takes no other file for a migration', (t) => {
    const db = blank(t);
    const { dir } = migrations(t, {
      '0001_tea.sql': 'CREATE TABLE tea (name TEXT)',
      '0001_tea.sql.orig': 'CREATE TABLE orig (name TEXT)',
      'README.md': '# Migrations',
      'notes.sql': 'nonsense',
    });
    migrate(db, dir);
    assert.deepEqual(tables(db), ['tea']);
  });

  it('refuses a migration that was altered after it was applied and names it', (t) => {
    const db = blank(t);
    const { dir, write } = migrations(t, { '0001_tea.sql': 'CREATE TABLE tea (name TEXT)' });
    migrate(db, dir);
    write('0001_tea.sql', 'CREATE TABLE tea (name TEXT, cup TEXT)');
    write('0002_more.sql', 'CREATE TABLE more (x TEXT)');
    assert.throws(() => migrate(db, dir), { name: 'StoreError', message: /0001_tea\.sql was changed/ });
    assert.deepEqual(tables(db), ['tea']);
  });

  it('takes line ends of Windows for no alteration', (t) => {
    const db = blank(t);
    const { dir, write } = migrations(t, { '0001_tea.sql': 'CREATE TABLE tea (\n name TEXT\n)' });
    migrate(db, dir);
    write('0001_tea.sql', 'CREATE TABLE tea (\r\n name TEXT\r\n)');
    migrate(db, dir);
    assert.deepEqual(applied(db), ['0001_tea.sql']);
  });

  it('refuses a database with a migration it does not know, changing nothing', (t) => {
    const db = blank(t);
    const { dir, write } = migrations(t, {
      '0001_tea.sql': 'CREATE TABLE tea (name TEXT)',
      '0002_new.sql': 'CREATE TABLE new (x TEXT)',
    });
    migrate(db, dir);
    rmSync(join(dir, '0002_new.sql'));
    write('0003_other.sql', 'CREATE TABLE other (x TEXT)');
    assert.throws(
      () => migrate(db, dir),
      (error) => error instanceof StoreError && error.message.includes('0002_new.sql'),
    );
    assert.deepEqual(tables(db), ['new', 'tea']);
  });

  it('leaves nothing of a failing migration behind and goes on once it is mended', (t) => {
    const db = blank(t);
    const { dir, write } = migrations(t, {
      '0001_tea.sql': 'CREATE TABLE tea (name TEXT)',
      '0002_bad.sql':
        'CREATE TABLE half (x TEXT); INSERT INTO tea VALUES (1); INSERT INTO nowhere VALUES (1);',
    });
    assert.throws(() => migrate(db, dir), /nowhere/);
    assert.deepEqual(tables(db), ['tea']);
    assert.deepEqual(applied(db), ['0001_tea.sql']);
    assert.equal(value(db, 'SELECT count(*) FROM tea'), 0);
    assert.equal(db.inTransaction, false);
    write('0002_bad.sql', 'CREATE TABLE half (x TEXT)');
    migrate(db, dir);
    assert.deepEqual(tables(db), ['half', 'tea']);
  });
});
