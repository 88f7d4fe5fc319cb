import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  bestThreshold,
  effectOf,
  type GatedQuestion,
  gateAt,
  gateLeaveOneOut,
  sweepThresholds,
} from '../../src/evaluation/sweep.ts';

/** Answerable ones in capitals. */
function questions(confidences: Readonly<Record<string, number>>): GatedQuestion[] {
  return Object.entries(confidences).map(([id, confidence]) => ({
    id,
    confidence,
    answerable: id === id.toUpperCase(),
  }));
}

const MIXED = questions({ A: 0.9, B: 0.7, C: 0.4, x: 0.5, y: 0.1 });

describe('effectOf', () => {
  it('names what a threshold filters wrongly and what it lets through', () => {
    const { wronglyFiltered, letThrough, balancedAccuracy } = effectOf(MIXED, 0.5);
    assert.deepEqual([wronglyFiltered, letThrough], [['C'], ['x']]);
    // Two of three kept and one of two refused.
    assert.ok(Math.abs(balancedAccuracy - (2 / 3 + 1 / 2) / 2) < 1e-12);
  });
});

describe('bestThreshold', () => {
  it('lies between two confidences where balanced accuracy is highest', () => {
    // At 0.6: two of three kept, both refused. At 0.25: all kept, one of two refused.
    assert.equal(bestThreshold(MIXED), 0.6);
  });

  it('refuses least where several are equally good', () => {
    assert.equal(bestThreshold(questions({ A: 0.75, B: 0.25, x: 0.5, y: 0.125 })), 0.1875);
  });

  it('never does worse than any other threshold', () => {
    const one = fc.record({ answerable: fc.boolean(), step: fc.integer({ min: 0, max: 10 }) });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 12 }), fc.integer({ min: 0, max: 11 }), (list, other) => {
        const all = list.map(({ answerable, step }, at) => ({
          id: `${at}`,
          answerable,
          confidence: step / 10,
        }));
        const best = bestThreshold(all);
        if (best === null) return;
        const better = effectOf(all, other / 10).balancedAccuracy;
        assert.ok(effectOf(all, best).balancedAccuracy >= better - 1e-9);
      }),
    );
  });

  it('does not exist without both kinds', () => {
    assert.equal(bestThreshold(questions({ A: 1 })), null);
    assert.equal(bestThreshold([]), null);
  });
});

describe('gateLeaveOneOut', () => {
  it('judges each question by the threshold of the others', () => {
    // Left out, A (0.6) meets the threshold between x and B, (0.5 + 0.8) / 2, and is refused; on all it was kept.
    const all = questions({ A: 0.6, B: 0.8, x: 0.5, y: 0.1 });
    assert.deepEqual(gateAt(all, bestThreshold(all) ?? 0), {
      kept: 2,
      answerable: 2,
      refused: 2,
      unanswerable: 2,
    });
    assert.deepEqual(gateLeaveOneOut(all), { kept: 1, answerable: 2, refused: 1, unanswerable: 2 });
  });

  it('needs two of either kind', () => {
    assert.equal(gateLeaveOneOut(questions({ A: 1, x: 0 })), null);
  });
});

describe('sweepThresholds', () => {
  it('steps by 0.05 and adds the best and the one in use', () => {
    const sweep = sweepThresholds(MIXED, 0.5);
    assert.deepEqual(
      [sweep?.rows.length, sweep?.rows[0]?.threshold, sweep?.rows[18]?.threshold],
      [19, 0.05, 0.95],
    );
    assert.deepEqual(sweep?.best.wronglyFiltered, ['C']);
    assert.deepEqual(sweep?.inUse.letThrough, ['x']);
    assert.equal(sweep?.auroc, 5 / 6);
  });
});
