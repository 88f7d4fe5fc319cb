import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPace } from '../../src/telegram/pace.ts';

function paceAt() {
  const clock = { now: 5000 };
  const pace = createPace({ perChatMs: 1000, perGroupAMinute: 20, perSecond: 25 }, () => clock.now);
  return { clock, pace };
}

describe('the pace of sending', () => {
  it('leaves a chat alone for a second after each message', () => {
    const { pace } = paceAt();
    assert.equal(pace.count(7), 1000);
    assert.equal(pace.count(7), 1000);
  });

  it('leaves a group alone after twenty messages until the first of them is a minute old', () => {
    const { clock, pace } = paceAt();
    const rests = Array.from({ length: 21 }, () => {
      const rest = pace.count(-7);
      clock.now += rest;
      return rest;
    });
    assert.deepEqual(rests.slice(0, 19), Array(19).fill(1000));
    assert.equal(rests[19], 60_000 - 19_000);
    assert.equal(rests[20], 1000);
    assert.equal(pace.count(-8), 1000, 'each group by itself');
  });

  it('lets 25 messages a second go to all chats together', () => {
    const { clock, pace } = paceAt();
    let sent = 0;
    for (let ms = 0; ms < 10_000; ms += 1) {
      while (pace.waitMs() === 0) {
        pace.count(sent);
        sent += 1;
      }
      clock.now += 1;
    }
    assert.ok(sent >= 270 && sent <= 275, `${sent} in ten seconds`);
  });

  it('tells how long to wait, no longer than needed', () => {
    const { clock, pace } = paceAt();
    for (let sent = 0; sent < 25; sent += 1) pace.count(sent);
    assert.equal(pace.waitMs(), 40);
    clock.now += 40;
    assert.equal(pace.waitMs(), 0);
  });
});
