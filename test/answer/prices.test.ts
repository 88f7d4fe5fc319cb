import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { costUsd, worstCaseUsd } from '../../src/answer/prices.ts';
import type { TokenUsage } from '../../src/domain/answer.ts';

const NONE: TokenUsage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
const MILLION = 1_000_000;

function near(actual: number | null, expected: number): void {
  assert.ok(actual !== null && Math.abs(actual - expected) < 1e-9, `${actual} is not ${expected}`);
}

describe('costUsd', () => {
  it('adds up all four kinds of tokens', () => {
    const usage = { inputTokens: 1000, outputTokens: 2000, cacheReadTokens: 3000, cacheWriteTokens: 4000 };
    near(costUsd('claude-haiku-5-5', usage), 0.0001 + 0.001 + 0.00003 + 0.0005);
    near(costUsd('claude-opus-5-5', usage), 0.004 + 0.04 + 0.0006 + 0.02);
  });

  it("charges a prompt of more than 100,000 tokens the small model's higher price", () => {
    const parts = { ...NONE, inputTokens: 40_000, cacheReadTokens: 60_000, outputTokens: 1000 };
    near(costUsd('claude-haiku-5-5', parts), 0.004 + 0.0006 + 0.0005);
    near(costUsd('claude-haiku-5-5', { ...parts, inputTokens: 40_001 }), 0.0200005 + 0.003 + 0.0025);
    near(costUsd('claude-haiku-5-5', { ...NONE, outputTokens: MILLION }), 0.5);
    near(costUsd('claude-sonnet-5-5', { ...NONE, inputTokens: MILLION }), 2);
  });

  it('is null for a model whose price is not known', () => {
    assert.equal(costUsd('claude-next', NONE), null);
  });
});

describe('worstCaseUsd', () => {
  it('is what a token a byte, written to the cache, and every token of the reply cost', () => {
    near(worstCaseUsd('claude-opus-5-5', 9000, 1000), (10_000 * 5 + 1000 * 20) / MILLION);
    near(worstCaseUsd('claude-haiku-5-5', 99_000, 1000), (100_000 * 0.125 + 1000 * 0.5) / MILLION);
    near(worstCaseUsd('claude-haiku-5-5', 99_001, 1000), (5 * (100_001 * 0.125 + 1000 * 0.5)) / MILLION);
  });

  it('is never less than what a call within those bytes and tokens costs', () => {
    for (const bytes of [10, 5000, 99_500, 150_000]) {
      for (const [cacheReadTokens, cacheWriteTokens] of [
        [0, 0],
        [bytes, 0],
        [0, bytes],
      ] as const) {
        const inputTokens = bytes - cacheReadTokens - cacheWriteTokens;
        const usage = { inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens: 4096 };
        const cost = costUsd('claude-haiku-5-5', usage) ?? Number.NaN;
        assert.ok(worstCaseUsd('claude-haiku-5-5', bytes, 4096) >= cost);
      }
    }
  });

  it("is the dearest model's for one whose price is not known", () => {
    assert.equal(worstCaseUsd('claude-next', 9000, 1000), worstCaseUsd('claude-fable-5-1', 9000, 1000));
  });
});
