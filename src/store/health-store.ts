import type { Database } from 'better-sqlite3';

/** Whether the database does its work, and how long the oldest message has been waiting for it. */
export function createHealthStore(db: Database, now: () => number) {
  const probe = db.prepare(`
    INSERT INTO notice (recipient, kind, told_at) VALUES ('health', 'probe', ?)
    ON CONFLICT (recipient, kind) DO UPDATE SET told_at = excluded.told_at`);
  // One a state, as the partial indexes are.
  const oldest = db
    .prepare<[], number | null>(`
      SELECT min(received_at) FROM (
        SELECT * FROM (SELECT received_at FROM inbox WHERE state = 'waiting' ORDER BY id LIMIT 1)
        UNION ALL
        SELECT received_at FROM inbox WHERE state = 'claimed'
      )`)
    .pluck();

  return {
    /** Writes something: a lock, a full disk or a file made read-only shows in nothing less. */
    canWrite(): boolean {
      try {
        probe.run(now());
        return true;
      } catch {
        return false;
      }
    },

    /**
     * For how many milliseconds the oldest message that is not finished has been here; null where there is none, or
     * where the database cannot tell.
     */
    oldestWaitingMs(): number | null {
      try {
        const receivedAt = oldest.get() ?? null;
        return receivedAt === null ? null : Math.max(now() - receivedAt, 0);
      } catch {
        return null;
      }
    },
  };
}
