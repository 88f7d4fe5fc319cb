import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  bootstrapDifference,
  bootstrapMean,
  seededRandom,
  wilsonInterval,
} from '../../src/evaluation/intervals.ts';

function near(actual: number, expected: number, tolerance: number): void {
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not within ${tolerance} of ${expected}`);
}

function halfOnes(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at % 2);
}

describe('bootstrapMean', () => {
  it('comes near the normal interval where there are many values', () => {
    // The mean of 400 fair coins has the standard error 0.5 / 20.
    const { estimate, low, high } = bootstrapMean(halfOnes(400));
    assert.equal(estimate, 0.5);
    near(low, 0.5 - 1.96 * 0.025, 0.006);
    near(high, 0.5 + 1.96 * 0.025, 0.006);
  });

  it('has no width where all values are equal', () => {
    assert.deepEqual(bootstrapMean([1, 1, 1]), { estimate: 1, low: 1, high: 1 });
  });

  it('gives the same interval for the same seed, another for another', () => {
    const values = [0.1, 0.7, 0.35, 0.9, 0.22];
    assert.deepEqual(bootstrapMean(values), bootstrapMean(values));
    assert.notDeepEqual(bootstrapMean(values, { seed: 2 }), bootstrapMean(values, { seed: 3 }));
  });

  it('is wider where values come in clusters', () => {
    const values = Array.from({ length: 100 }, (_, at) => (at < 50 ? 1 : 0));
    const clusters = values.map((_, at) => `section ${Math.floor(at / 10)}`);
    const single = bootstrapMean(values);
    const clustered = bootstrapMean(values, { clusters });
    assert.equal(clustered.estimate, single.estimate);
    // Ten clusters of ten equal values tell as much as ten values.
    near(clustered.high - clustered.low, 2 * 1.96 * (0.5 / Math.sqrt(10)), 0.06);
    assert.ok(clustered.high - clustered.low > 2 * (single.high - single.low));
  });

  it('weighs clusters by their size', () => {
    const { estimate, low, high } = bootstrapMean([1, 0, 0, 0], { clusters: ['a', 'b', 'b', 'b'] });
    assert.deepEqual({ estimate, low, high }, { estimate: 0.25, low: 0, high: 1 });
  });

  it('knows nothing of no values', () => {
    assert.equal(bootstrapMean([]).low, Number.NaN);
  });

  it('wants a cluster for every value', () => {
    assert.throws(() => bootstrapMean([1, 2], { clusters: ['a'] }), RangeError);
  });
});

describe('bootstrapDifference', () => {
  it('compares question by question: a constant lead is certain however the questions vary', () => {
    const theirs = [0, 0.25, 0.5, 0.75];
    const ours = theirs.map((score) => score + 0.125);
    assert.deepEqual(bootstrapDifference(ours, theirs), { estimate: 0.125, low: 0.125, high: 0.125 });
  });

  it('finds no difference in one question of twenty', () => {
    const theirs = halfOnes(20);
    const ours = theirs.with(0, 1);
    const { estimate, low, high } = bootstrapDifference(ours, theirs);
    assert.equal(estimate, 0.05);
    assert.equal(low, 0);
    assert.ok(high > 0.1);
  });

  it('is the other way round when the systems are swapped', () => {
    const a = [1, 0, 1, 1, 0, 1];
    const b = [0, 0, 1, 0, 1, 1];
    near(bootstrapDifference(a, b).low, -bootstrapDifference(b, a).high, 1e-12);
  });

  it('refuses scores of different questions', () => {
    assert.throws(() => bootstrapDifference([1], [1, 0]), RangeError);
  });
});

describe('wilsonInterval', () => {
  it('agrees with the published example', () => {
    // 81 of 263: 0.2553 to 0.3662 (Newcombe 1998, table I, method 3).
    const { estimate, low, high } = wilsonInterval(81, 263);
    near(estimate, 0.308, 0.0005);
    near(low, 0.2553, 0.00005);
    near(high, 0.3662, 0.00005);
  });

  it('claims no certainty from a few successes', () => {
    const { low, high } = wilsonInterval(5, 5);
    near(low, 5 / (5 + 1.959964 ** 2), 1e-6);
    assert.equal(high, 1);
    near(wilsonInterval(0, 5).high, 1 - low, 1e-9);
  });

  it('knows nothing without trials', () => {
    assert.deepEqual(wilsonInterval(0, 0), { estimate: Number.NaN, low: 0, high: 1 });
  });
});

describe('seededRandom', () => {
  it('spreads evenly over 0 to 1', () => {
    const random = seededRandom(7);
    const tenths = new Array<number>(10).fill(0);
    for (let draw = 0; draw < 10_000; draw += 1) {
      const tenth = Math.floor(random() * 10);
      tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    }
    for (const count of tenths) near(count, 1000, 120);
  });

  it('repeats for the same seed', () => {
    assert.equal(seededRandom(3)(), seededRandom(3)());
    assert.notEqual(seededRandom(3)(), seededRandom(4)());
  });
});
