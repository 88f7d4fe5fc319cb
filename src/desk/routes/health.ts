import type { Health } from '../../domain/health.ts';
import type { DeskApp } from '../staff.ts';

/** What a monitor asks: it learns whether the program does its work, and nothing of what it holds. */
export function addHealthRoute(desk: DeskApp, health: () => Health): void {
  desk.get('/healthz', (c) => {
    const { isReady, lastPollMs, oldestWaitingMs, isDatabaseWritable } = health();
    const body = {
      alive: true,
      ready: isReady,
      lastPollSeconds: toSeconds(lastPollMs),
      oldestWaitingSeconds: toSeconds(oldestWaitingMs),
      databaseWritable: isDatabaseWritable,
    };
    return c.json(body, isReady ? 200 : 503);
  });
}

function toSeconds(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms / 1000);
}
