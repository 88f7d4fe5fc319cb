import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type Baseline,
  compareWithBaseline,
  formatBaseline,
  parseBaseline,
  toBaseline,
} from '../../src/evaluation/baseline.ts';
import { describeChange, formatChange } from '../../src/evaluation/report-text.ts';
import type { StrategyResult } from '../../src/evaluation/run-strategy.ts';
import { golden, policiesOf, run } from './support.ts';

const SHOP = policiesOf('## Tea\nGreen tea costs two.\n\n## Cake\nApple cake costs three.');

/** A result with these ranks; 'stale' for evidence that is gone. */
function resultOf(ranks: Readonly<Record<string, number | null | 'stale'>>): StrategyResult {
  const result = run('section', SHOP, [golden({ id: 'x', question: 'tea', evidence: ['Green tea'] })]);
  const [one] = result.questions;
  if (one === undefined) throw new Error('no question');
  const questions = Object.entries(ranks).map(([id, rank]) =>
    rank === 'stale' ? { ...one, id, rank: null, kind: rank } : { ...one, id, rank },
  );
  return { ...result, questions };
}

function compare(before: Baseline['strategies'][string], after: Parameters<typeof resultOf>[0]) {
  const [comparison] = compareWithBaseline({ k: 5, strategies: { section: before } }, [resultOf(after)]);
  if (comparison === undefined) throw new Error('nothing compared');
  return comparison;
}

describe('compareWithBaseline', () => {
  it('lists apart what was fixed, broken, moved, and what cannot be compared', () => {
    const { fixed, broken, moved, stale, added, removed, compared } = compare(
      { a: 7, b: 1, c: 4, d: 2, e: 1, same: 1 },
      { a: 1, b: null, c: 1, d: 'stale', f: 1, same: 1 },
    );
    assert.deepEqual(fixed.map(formatChange), ['a ↑ 7→1']);
    assert.deepEqual(broken.map(formatChange), ['b ↓ 1→no rank']);
    assert.deepEqual(moved.map(formatChange), ['c ↑ 4→1']);
    assert.deepEqual([stale, added, removed, compared], [['d'], ['f'], ['e'], 4]);
  });

  it("counts as found what the baseline's own depth reaches, whatever is asked now", () => {
    assert.equal(compare({ a: 5 }, { a: 5 }).broken.length, 0);
    assert.equal(compare({ a: 5 }, { a: 6 }).broken.length, 1);
  });

  it('claims nothing from one question, whatever the interval', () => {
    assert.equal(describeChange(compare({ a: null }, { a: 1 })), 'no significant change');
    const twenty = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`q${at}`, 1]));
    assert.equal(
      describeChange(compare({ ...twenty, a: null }, { ...twenty, a: 1 })),
      'no significant change',
    );
  });

  it('says so where the change is beyond chance', () => {
    const ranks = (rank: number | null) =>
      Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`q${at}`, at < 10 ? rank : 1]));
    assert.equal(describeChange(compare(ranks(null), ranks(2))), 'significantly better');
    assert.equal(describeChange(compare(ranks(2), ranks(null))), 'significantly worse');
  });

  it('refuses a baseline of other strategies alone', () => {
    const baseline = { k: 5, strategies: { paragraph: { a: 1 } } };
    assert.throws(
      () => compareWithBaseline(baseline, [resultOf({ a: 1 })]),
      /paragraph, and none of section/,
    );
  });
});

describe('a baseline file', () => {
  it('comes back as it was written, sorted, without what was not judged', () => {
    const text = formatBaseline(toBaseline([resultOf({ b: 2, a: null, s: 'stale' })], 3));
    assert.deepEqual(parseBaseline(text, 'x'), {
      format: 'citedesk-baseline-1',
      k: 3,
      strategies: { section: { a: null, b: 2 } },
    });
    assert.ok(text.indexOf('"a"') < text.indexOf('"b"'));
  });

  for (const text of [
    '',
    '[]',
    'null',
    '{"k":5}',
    '{"format":"citedesk-baseline-1","k":5,"strategies":{"s":{"a":0}}}',
  ]) {
    it(`is refused in one sentence: ${text || 'empty'}`, () => {
      assert.throws(() => parseBaseline(text, 'old.json'), {
        name: 'UsageError',
        message: /old\.json[^\n]+\.$/,
      });
    });
  }
});
