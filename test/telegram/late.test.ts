import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openTelegramBench } from './support.ts';

const HOUR = 3600;
const SORRY = 'Sorry that this comes late: I was offline for a while.';
const AT = Date.UTC(2026, 10, 30);
const secondsAgo = (seconds: number) => AT / 1000 - seconds;

describe('messages that waited through an outage', () => {
  it('TGU-05: are answered oldest first, with one word of apology a chat', async (t) => {
    const bench = await openTelegramBench(t, { joinMs: 0, at: AT });
    for (const [hours, text] of [
      [20, 'one'],
      [3, 'two'],
      [2, 'three'],
    ] as const) {
      for (const chatId of [1001, 1002]) {
        bench.telegram.userWrites({ chatId, text, date: secondsAgo(hours * HOUR) });
      }
    }
    bench.telegram.userWrites({ chatId: 1003, text: 'fresh', date: secondsAgo(60) });
    await bench.start();
    await bench.quiet();
    await bench.settled();
    for (const chatId of [1001, 1002]) {
      assert.deepEqual(
        bench.telegram.sentTo(chatId).map(({ text }) => text),
        [SORRY, 'You asked: one', 'You asked: two', 'You asked: three'],
      );
    }
    assert.deepEqual(
      bench.telegram.sentTo(1003).map(({ text }) => text),
      ['You asked: fresh'],
    );
  });

  it('are apologised for where the first try to answer failed, and only once', async (t) => {
    let tries = 0;
    const bench = await openTelegramBench(t, {
      joinMs: 0,
      at: AT,
      answer() {
        tries += 1;
        if (tries === 1) throw new Error('a bug');
        return {};
      },
    });
    bench.telegram.userWrites({ chatId: 1001, text: 'one', date: secondsAgo(2 * HOUR) });
    await bench.start();
    await bench.quiet();
    await bench.settled();
    assert.deepEqual(
      bench.telegram.sentTo(1001).map(({ text }) => text),
      [SORRY, 'You asked: one'],
    );
  });
});
