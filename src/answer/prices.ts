import type { TokenUsage } from '../domain/answer.ts';

/** US dollars for a million tokens. */
interface Price {
  readonly input: number;
  readonly output: number;
  readonly cacheWrite: number;
  readonly cacheRead: number;
}

/** As published on 2026-11-29, for prompts of up to 100,000 tokens. */
const PRICES: Readonly<Record<string, Price>> = {
  'claude-haiku-5-5': { input: 0.1, output: 0.5, cacheWrite: 0.125, cacheRead: 0.01 },
  'claude-sonnet-5-5': { input: 2, output: 10, cacheWrite: 2.5, cacheRead: 0.1 },
  'claude-opus-5-5': { input: 4, output: 20, cacheWrite: 5, cacheRead: 0.2 },
  'claude-fable-5-1': { input: 10, output: 50, cacheWrite: 12.5, cacheRead: 0.25 },
};

/** What an answer cost in US dollars, or null for a model whose price is not known. */
export function costUsd(model: string, usage: TokenUsage): number | null {
  const price = PRICES[model];
  if (price === undefined) return null;
  return (
    (usage.inputTokens * price.input +
      usage.outputTokens * price.output +
      usage.cacheWriteTokens * price.cacheWrite +
      usage.cacheReadTokens * price.cacheRead) /
    1_000_000
  );
}
