import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Status } from '../../src/domain/status.ts';
import { describeAge, describeStatus } from '../../src/review/describe-status.ts';

const NOW = 10_000_000;
const STATUS: Status = {
  exchangesToday: 12,
  waiting: 3,
  failuresToday: 1,
  fallbacksToday: 2,
  sections: 14,
  indexBuiltAt: NOW - 5 * 60_000,
  changedFiles: [],
  model: 'claude-haiku-5-5',
  bot: 'tea_bot',
};

describe('describeStatus', () => {
  it('tells how the desk is doing, a line a figure', () => {
    assert.deepEqual(describeStatus(STATUS, NOW).split('\n'), [
      'Bot: @tea_bot',
      'Sections: 14, indexed 5 min ago',
      'Policy files changed since: none',
      'Exchanges today: 12',
      'Waiting: 3',
      'Model: claude-haiku-5-5',
      'Answered without the model today: 2',
      'Failures today: 1',
    ]);
  });

  it('says what is missing: bot, index, model', () => {
    const text = describeStatus({ ...STATUS, bot: null, indexBuiltAt: null, model: null }, NOW);
    assert.match(text, /^Bot: not running here$/m);
    assert.match(text, /^Sections: none, nothing was indexed yet$/m);
    assert.match(text, /^Model: none \(no key\): extractive answers$/m);
  });

  it('names changed files and what to do, five at most', () => {
    const files = ['a.md', 'b.md', 'c.md', 'd.md', 'e.md'];
    const five = describeStatus({ ...STATUS, changedFiles: files }, NOW);
    assert.match(five, /since: 5 \(a\.md, b\.md, c\.md, d\.md, e\.md\); re-index to use them/);
    const six = describeStatus({ ...STATUS, changedFiles: [...files, 'f.md'] }, NOW);
    assert.match(six, /since: 6 \(a\.md, b\.md, c\.md, d\.md, e\.md, …\)/);
  });
});

describe('describeAge', () => {
  it('tells a duration in its largest fitting unit', () => {
    const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
    const ages: readonly (readonly [number, string])[] = [
      [0, 'less than a minute'],
      [minute - 1, 'less than a minute'],
      [minute, '1 min'],
      [2 * hour - 1, '119 min'],
      [2 * hour, '2 h'],
      [2 * day - 1, '47 h'],
      [2 * day, '2 days'],
      [12.9 * day, '12 days'],
    ];
    for (const [ms, text] of ages) assert.equal(describeAge(ms), text);
  });
});
