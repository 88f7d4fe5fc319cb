import type { LivingCode, NewCode, Session } from '../domain/access.ts';
import { type Database, withoutWaiting } from './database.ts';

/** Codes, sessions and wrong tries. Of codes and session tokens only hashes come here. */
export function createAccessStore(db: Database) {
  const putCode = db.prepare<[NewCode]>(`
    INSERT INTO login_code (staff_id, hash, name, expires_at) VALUES (@staffId, @hash, @name, @expiresAt)
    ON CONFLICT (staff_id) DO UPDATE
    SET hash = excluded.hash, name = excluded.name, expires_at = excluded.expires_at, tries = 0`);
  const livingCodes = db.prepare<[number], LivingCode>(
    'SELECT staff_id AS staffId, hash, name FROM login_code WHERE expires_at > ?',
  );
  const takeCode = db.prepare<[number, Buffer]>('DELETE FROM login_code WHERE staff_id = ? AND hash = ?');
  const deleteOldCodes = db.prepare<[number]>('DELETE FROM login_code WHERE expires_at <= ?');
  const countTry = db.prepare('UPDATE login_code SET tries = tries + 1');
  const voidCodes = db.prepare<[number]>('DELETE FROM login_code WHERE tries >= ?');
  const noteAttempt = db.prepare<[number]>('INSERT INTO login_attempt (at) VALUES (?)');
  const deleteOldAttempts = db.prepare<[number]>('DELETE FROM login_attempt WHERE at <= ?');
  const countAttempts = db
    .prepare<[number], number>('SELECT count(*) FROM login_attempt WHERE at > ?')
    .pluck();
  const putSession = db.prepare<[Buffer, number, string, number, number]>(
    'INSERT INTO session (hash, staff_id, name, created_at, seen_at) VALUES (?, ?, ?, ?, ?)',
  );
  const findSession = db.prepare<[Buffer], Session>(
    'SELECT staff_id AS staffId, name, created_at AS createdAt, seen_at AS seenAt FROM session WHERE hash = ?',
  );
  const touchSession = db.prepare<[number, Buffer]>('UPDATE session SET seen_at = ? WHERE hash = ?');
  const deleteSession = db.prepare<[Buffer]>('DELETE FROM session WHERE hash = ?');
  const deleteOldSessions = db.prepare<[number, number]>(
    'DELETE FROM session WHERE created_at <= ? OR seen_at <= ?',
  );

  const replaceCode = db.transaction((code: NewCode, at: number) => {
    deleteOldCodes.run(at);
    putCode.run(code);
  });
  const noteWrongTry = db.transaction((at: number, since: number, mostTries: number) => {
    deleteOldAttempts.run(since);
    noteAttempt.run(at);
    countTry.run();
    voidCodes.run(mostTries);
  });

  return {
    /** In the place of the code that the same person had. */
    replaceCode(code: NewCode, at: number): void {
      replaceCode.immediate(code, at);
    },

    livingCodes(at: number): readonly LivingCode[] {
      return livingCodes.all(at);
    },

    /** Uses a code up. Returns whether it was still there: of two who enter it at once, one gets in. */
    takeCode({ staffId, hash }: LivingCode): boolean {
      return takeCode.run(staffId, hash).changes === 1;
    },

    /** Counts a wrong code against every code that lives, as it names none; those with `mostTries` are void. */
    noteWrongTry(at: number, since: number, mostTries: number): void {
      noteWrongTry.immediate(at, since, mostTries);
    },

    wrongTriesSince(since: number): number {
      return countAttempts.get(since) ?? 0;
    },

    addSession(hash: Buffer, { staffId, name, createdAt, seenAt }: Session): void {
      putSession.run(hash, staffId, name, createdAt, seenAt);
    },

    findSession(hash: Buffer): Session | null {
      return findSession.get(hash) ?? null;
    },

    touchSession(hash: Buffer, at: number): void {
      withoutWaiting(db, () => touchSession.run(at, hash));
    },

    endSession(hash: Buffer): void {
      deleteSession.run(hash);
    },

    deleteOldSessions(createdUntil: number, seenUntil: number): void {
      deleteOldSessions.run(createdUntil, seenUntil);
    },
  };
}
