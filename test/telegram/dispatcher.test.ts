import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import pino from 'pino';
import { createDispatcher } from '../../src/telegram/dispatcher.ts';
import { openBench, updateOf } from '../store/support.ts';

const CHATS = 40;

describe('the dispatcher', () => {
  it('lets the event loop turn between two messages, and hands out a bounded number', async (t) => {
    const { inbox } = openBench(t);
    inbox.acceptBatch(
      1,
      Array.from({ length: CHATS }, (_, nth) => updateOf(nth + 1, nth + 1)),
    );
    let turn = 0;
    const begunAt: number[] = [];
    const answer = new AbortController();
    const answered = once(answer.signal, 'abort');
    const dispatcher = createDispatcher({
      inbox,
      async handle() {
        begunAt.push(turn);
        await answered;
        return null;
      },
      setAside: () => {},
      onSetAside: () => {},
      onReplies: () => {},
      onStorage: () => {},
      logger: pino({ level: 'silent' }),
      joinMs: 0,
      retryMs: 1,
    });
    dispatcher.wake();
    for (; turn < 3 * CHATS; turn += 1) {
      dispatcher.wake();
      await nextTurn();
    }
    assert.equal(begunAt.length, 32);
    assert.equal(new Set(begunAt).size, 32);
    answer.abort();
    await dispatcher.drain();
  });
});
