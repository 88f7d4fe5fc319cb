import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type CrashReport, runCrashes } from '../support/crash-run.ts';

function assertKept(report: CrashReport, messages: number): void {
  const { duplicates: _, onlyTold: __, mostCopies, slowestStopMs: ___, ...rest } = report;
  assert.deepEqual(rest, {
    asked: messages,
    exchanges: messages,
    lost: 0,
    unanswered: 0,
    answeredTwice: 0,
    unmarkedDuplicates: 0,
    chatsOutOfOrder: 0,
  });
  assert.ok(mostCopies <= 2);
}

describe('a process that ends while messages come in', { concurrency: true }, () => {
  it('loses nothing in 40 SIGKILLs: 200 messages, 200 exchanges, and no copy that is not marked', async () => {
    assertKept(await runCrashes({ messages: 200, chats: 20, stops: 40, signal: 'SIGKILL' }), 200);
  });

  it('loses and repeats nothing in 20 SIGTERMs, and is gone within ten seconds each time', async () => {
    const report = await runCrashes({ messages: 200, chats: 20, stops: 20, signal: 'SIGTERM' });
    assertKept(report, 200);
    assert.equal(report.duplicates + report.onlyTold, 0);
    assert.ok(report.slowestStopMs < 10_000, `${report.slowestStopMs} ms`);
  });
});
