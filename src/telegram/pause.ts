import { setTimeout as sleep } from 'node:timers/promises';

/** Waits, or returns at once when the signal fires. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
