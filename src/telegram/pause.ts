import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../log.ts';

/** Waits, or returns at once when the signal fires. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/**
 * Does a piece of bookkeeping that must not be left undone, however often the database refuses (full disk, another
 * process's lock), until it succeeds or the signal fires.
 */
export async function persist(
  work: () => void,
  retryMs: number,
  signal: AbortSignal,
  logger: Logger,
): Promise<void> {
  for (;;) {
    try {
      work();
      return;
    } catch (error) {
      logger.error({ error }, 'what happened could not be noted, trying again');
      if (signal.aborted) return;
      await pause(retryMs, signal);
    }
  }
}
