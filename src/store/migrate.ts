import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { toFindable } from '../domain/findable.ts';
import { StoreError } from '../errors.ts';

const MIGRATIONS_DIR = join(import.meta.dirname, '..', '..', 'migrations');
const FILE_NAME = /^\d{4}_[a-z0-9_]+\.sql$/;

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/**
 * Applies the migrations that the database does not have yet, in order, each in a transaction with the row that
 * records it. Throws a StoreError, changing nothing, where an applied one is missing on disk (the database is newer
 * than the program) or was altered since.
 */
export function migrate(db: Database, dir: string = MIGRATIONS_DIR): void {
  db.exec(
    'CREATE TABLE IF NOT EXISTS migration (name TEXT NOT NULL PRIMARY KEY, checksum TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT',
  );
  db.function('to_findable', { deterministic: true }, (text) => toFindable(String(text)));
  const migrations = readMigrations(dir);
  checkApplied(db, migrations);
  const isApplied = db.prepare<[string]>('SELECT 1 FROM migration WHERE name = ?');
  const record = db.prepare<[string, string, number]>(
    'INSERT INTO migration (name, checksum, applied_at) VALUES (?, ?, ?)',
  );
  // Immediate, and looked up inside: two processes may start at once on a new database.
  const apply = db.transaction((migration: Migration) => {
    if (isApplied.get(migration.name) !== undefined) return;
    db.exec(migration.sql);
    record.run(migration.name, migration.checksum, Date.now());
  });
  for (const migration of migrations) apply.immediate(migration);
}

function readMigrations(dir: string): Migration[] {
  return readdirSync(dir)
    .filter((name) => FILE_NAME.test(name))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(dir, name), 'utf8').replaceAll('\r\n', '\n');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

function checkApplied(db: Database, migrations: readonly Migration[]): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration.checksum]));
  const applied = db.prepare<[], { name: string; checksum: string }>('SELECT name, checksum FROM migration');
  for (const { name, checksum } of applied.all()) {
    if (!known.has(name)) {
      throw new StoreError(
        `The database has migration ${name}, which this Citedesk does not know; start the newer version that made it.`,
      );
    }
    if (known.get(name) !== checksum) {
      throw new StoreError(
        `Migration ${name} was changed after it was applied; restore the file as it was released.`,
      );
    }
  }
}
