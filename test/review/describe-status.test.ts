import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Status } from '../../src/domain/status.ts';
import { describeAge, describeStatus } from '../../src/review/describe-status.ts';
import { CONFIDENCE_THRESHOLD } from '../../src/search/confidence.ts';

const NOW = 10_000_000;
const STATUS: Status = {
  exchangesToday: 12,
  waiting: 3,
  failuresToday: 1,
  fallbacksToday: 2,
  sections: 14,
  indexBuiltAt: NOW - 5 * 60_000,
  needsReindex: false,
  threshold: null,
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
    assert.match(text, /^Sections: none, no policy file was found$/m);
    assert.match(text, /^Model: none \(no key\): extractive answers$/m);
    const empty = describeStatus({ ...STATUS, sections: 0 }, NOW);
    assert.match(empty, /^Sections: none, the policy folder is empty: no question can be answered$/m);
  });

  it('says so where the index is still to be built, as after an upgrade', () => {
    const upgraded = {
      ...STATUS,
      sections: 0,
      indexBuiltAt: null,
      changedFiles: ['moc.md'],
      needsReindex: true,
    };
    const text = describeStatus(upgraded, NOW);
    assert.match(
      text,
      /^Sections: none yet; the next start indexes them\nPolicy files to index: 1 \(moc\.md\)$/m,
    );
    assert.doesNotMatch(text, /changed since|re-index/);
    const outdated = describeStatus({ ...STATUS, needsReindex: true }, NOW);
    assert.match(outdated, /^Sections: 14, indexed 5 min ago; the next start indexes them anew$/m);
  });

  it('shows a threshold that is not the built-in one', () => {
    const chosen = describeStatus({ ...STATUS, threshold: 0.53125 }, NOW);
    assert.ok(
      chosen.includes(`\nThreshold: 0.531, chosen by evaluate (built in: ${CONFIDENCE_THRESHOLD})\n`),
    );
    assert.doesNotMatch(describeStatus({ ...STATUS, threshold: CONFIDENCE_THRESHOLD }, NOW), /Threshold/);
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
