import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openTelegramBench } from './support.ts';

const FIRST_CHAT = 1001;

describe('updates that Telegram delivers again', () => {
  it('TGU-02, TGU-03: 500 of them, one to five times each and across restarts, are 500 exchanges and 500 replies', async (t) => {
    const bench = await openTelegramBench(t, { joinMs: 0 });
    const updateIds: number[] = [];
    const write = (count: number) => {
      for (let nth = 0; nth < count; nth += 1) {
        const number = updateIds.length;
        const chatId = FIRST_CHAT + (number % 50);
        updateIds.push(bench.telegram.userWrites({ chatId, text: `question ${number}` }).updateId);
      }
    };
    /** Once more, four times at most: of the confirmed ones any third, in no order of ours. */
    const again = async () => {
      for (let times = 0; times < 4; times += 1) {
        bench.telegram.redeliver(updateIds.filter(() => Math.random() < 0.34));
        await sleep(5);
      }
    };
    write(100);
    await bench.start();
    write(200);
    await again();
    await bench.die();
    write(200);
    await bench.start();
    await again();
    await bench.telegram.until(() => (bench.telegram.sent.length >= 500 ? true : undefined), 30_000);
    await bench.telegram.until(() => (bench.telegram.pendingUpdates() === 0 ? true : undefined));
    await bench.settled();
    const questions = bench.exchanges().map(({ question }) => question);
    assert.equal(questions.length, 500);
    assert.equal(new Set(questions).size, 500);
    assert.equal(bench.telegram.sent.length, 500);
    assert.equal(new Set(bench.telegram.sent.map(({ text }) => text)).size, 500);
  });
});

describe('twenty chats', () => {
  it('are each answered in order while one of them waits for its model', async (t) => {
    const release: (() => void)[] = [];
    const slow = new Promise<void>((resolve) => release.push(resolve));
    const bench = await openTelegramBench(t, {
      joinMs: 0,
      async answer({ text }) {
        if (text === 'slow') await slow;
        return {};
      },
    });
    await bench.start();
    bench.write('slow', FIRST_CHAT);
    const texts = Array.from({ length: 5 }, (_, nth) => `question ${nth}`);
    for (const text of texts) {
      for (let chat = 0; chat < 20; chat += 1) bench.write(text, FIRST_CHAT + chat);
    }
    const expected = texts.map((text) => `You asked: ${text}`);
    const sentTo = (chat: number) => bench.telegram.sentTo(FIRST_CHAT + chat).map(({ text }) => text);
    await bench.telegram.until(() => (bench.telegram.sent.length >= 19 * 5 ? true : undefined), 30_000);
    for (let chat = 1; chat < 20; chat += 1) assert.deepEqual(sentTo(chat), expected);
    assert.deepEqual(sentTo(0), []);
    release[0]?.();
    await bench.settled();
    assert.deepEqual(sentTo(0), ['You asked: slow', ...expected]);
  });
});
