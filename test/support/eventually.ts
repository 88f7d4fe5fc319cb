import { setTimeout as sleep } from 'node:timers/promises';

/** Looks until there is something to see; fails, in words, when there is nothing in time. */
export async function eventually<T>(look: () => T | undefined, what: string, timeoutMs = 10_000): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const seen = look();
    if (seen !== undefined) return seen;
    if (Date.now() > end) throw new Error(`waited ${timeoutMs} ms in vain: ${what}`);
    await sleep(5);
  }
}
