import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { allFoundAt, auroc, mean, ndcgAt, recallAt, reciprocalRank } from '../../src/evaluation/metrics.ts';

const RANKING = ['d', 'a', 'e', 'b', 'f'];

function near(actual: number, expected: number): void {
  assert.ok(Math.abs(actual - expected) < 1e-9, `${actual} is not ${expected}`);
}

describe('recallAt', () => {
  it('is the share of the golds among the first k', () => {
    assert.equal(recallAt(1, RANKING, ['a', 'b']), 0);
    assert.equal(recallAt(2, RANKING, ['a', 'b']), 0.5);
    assert.equal(recallAt(4, RANKING, ['a', 'b']), 1);
    assert.equal(recallAt(5, RANKING, ['a', 'b', 'missing']), 2 / 3);
  });

  it('cannot be 1 where there are more golds than places', () => {
    assert.equal(recallAt(1, ['a', 'b'], ['a', 'b']), 0.5);
  });

  it('counts a gold that is named twice once', () => {
    assert.equal(recallAt(2, RANKING, ['a', 'a', 'b']), 0.5);
  });

  it('is 0 for an empty ranking', () => {
    assert.equal(recallAt(3, [], ['a']), 0);
  });
});

describe('allFoundAt', () => {
  it('holds from the rank of the last gold on', () => {
    assert.equal(allFoundAt(3, RANKING, ['a', 'b']), false);
    assert.equal(allFoundAt(4, RANKING, ['a', 'b']), true);
    assert.equal(allFoundAt(100, RANKING, ['a', 'missing']), false);
  });
});

describe('reciprocalRank', () => {
  it('is one over the rank of the first gold', () => {
    assert.equal(reciprocalRank(RANKING, ['d']), 1);
    assert.equal(reciprocalRank(RANKING, ['b', 'a']), 1 / 2);
    assert.equal(reciprocalRank(RANKING, ['f', 'missing']), 1 / 5);
    assert.equal(reciprocalRank(RANKING, ['missing']), 0);
  });
});

describe('ndcgAt', () => {
  it('discounts by the logarithm of the rank and divides by the ideal ranking', () => {
    // a at 2 and b at 4; ideally at 1 and 2.
    near(ndcgAt(10, RANKING, ['a', 'b']), (1 / Math.log2(3) + 1 / Math.log2(5)) / (1 + 1 / Math.log2(3)));
    near(ndcgAt(10, RANKING, ['a', 'b']), 0.6509209298071326);
    near(ndcgAt(10, RANKING, ['e']), 1 / 2);
  });

  it('is 1 for the ideal ranking, also with more golds than k', () => {
    near(ndcgAt(10, ['a', 'b', 'c'], ['b', 'a']), 1);
    near(ndcgAt(2, ['a', 'b', 'c'], ['c', 'b', 'a']), 1);
  });

  it('sees nothing below k', () => {
    assert.equal(ndcgAt(3, RANKING, ['b']), 0);
  });

  it('stays between 0 and 1', () => {
    const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { minLength: 1 });
    fc.assert(
      fc.property(ids, ids, fc.integer({ min: 1, max: 7 }), (ranking, golds, k) => {
        const value = ndcgAt(k, ranking, golds);
        return value >= 0 && value <= 1 + 1e-12;
      }),
    );
  });
});

describe('mean', () => {
  it('is the sum over the count', () => {
    assert.equal(mean([1, 0, 0.5]), 0.5);
    assert.equal(mean([]), Number.NaN);
  });
});

describe('auroc', () => {
  it('is the share of pairs that are in order, ties counted half', () => {
    // 0.9 beats both; 0.4 ties with one and beats the other: (2 + 1.5) / 4.
    assert.equal(auroc([0.9, 0.4], [0.4, 0.1]), 3.5 / 4);
  });

  it('is 1, 0 and a half for perfect, reversed and equal scores', () => {
    assert.equal(auroc([2, 3], [0, 1]), 1);
    assert.equal(auroc([0, 1], [2, 3]), 0);
    assert.equal(auroc([1, 1], [1]), 0.5);
  });

  it('is unknown without both sides', () => {
    assert.equal(auroc([], [1]), Number.NaN);
    assert.equal(auroc([1], []), Number.NaN);
  });
});
