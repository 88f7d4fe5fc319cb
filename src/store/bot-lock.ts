import { realpathSync } from 'node:fs';
import Database from 'better-sqlite3';
import { StoreError } from '../errors.ts';
import { IN_MEMORY } from './database.ts';

/**
 * Makes this process the one that runs the bot on the database: two would send every reply twice. The lock is a
 * transaction on a file of its own, which the system ends with the process, however that dies; the database itself
 * stays open to the command line. Throws a StoreError where another process holds it.
 */
export function lockForBot(databasePath: string): { release(): void } {
  if (databasePath === IN_MEMORY) return { release() {} };
  const lock = new Database(`${realpathSync(databasePath)}-lock`, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (!(error instanceof Database.SqliteError) || error.code !== 'SQLITE_BUSY') throw error;
    throw new StoreError(
      `Another Citedesk already runs the bot on ${databasePath}; stop it first, or set DATABASE_PATH to another file.`,
      { cause: error },
    );
  }
  return {
    release() {
      lock.close();
    },
  };
}
