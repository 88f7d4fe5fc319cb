import type { TokenUsage } from '../domain/answer.ts';

/** US dollars for a million tokens. */
interface Price {
  readonly input: number;
  readonly output: number;
  readonly cacheWrite: number;
  readonly cacheRead: number;
  /** Where the prompt has more tokens than `above`, everything costs `times` as much. */
  readonly long?: { readonly above: number; readonly times: number };
}

/** As published on 2026-11-29; that the cache of long prompts costs five times as much, too, is our reading. */
const PRICES: Readonly<Record<string, Price>> = {
  'claude-haiku-5-5': {
    input: 0.1,
    output: 0.5,
    cacheWrite: 0.125,
    cacheRead: 0.01,
    long: { above: 100_000, times: 5 },
  },
  'claude-sonnet-5-5': { input: 2, output: 10, cacheWrite: 2.5, cacheRead: 0.1 },
  'claude-opus-5-5': { input: 4, output: 20, cacheWrite: 5, cacheRead: 0.2 },
  'claude-fable-5-1': { input: 10, output: 50, cacheWrite: 12.5, cacheRead: 0.25 },
};

/** What the service adds to a prompt by itself, such as how tools are called: a few hundred tokens as documented. */
const ADDED_TOKENS = 1000;

/** What an answer cost in US dollars, or null for a model whose price is not known. */
export function costUsd(model: string, usage: TokenUsage): number | null {
  const price = PRICES[model];
  return price === undefined ? null : costAt(price, usage);
}

/**
 * More than a call can cost, in US dollars: a token for every byte of the request, as no token is shorter, and a
 * thousand for what the service adds, all written to the cache, the dearest way to read them; and every token that
 * the reply may have. For a model whose price is not known it is that of the dearest one.
 */
export function worstCaseUsd(model: string, promptBytes: number, maxTokens: number): number {
  const usage: TokenUsage = {
    inputTokens: 0,
    outputTokens: maxTokens,
    cacheReadTokens: 0,
    cacheWriteTokens: promptBytes + ADDED_TOKENS,
  };
  const price = PRICES[model];
  const prices = price === undefined ? Object.values(PRICES) : [price];
  return Math.max(...prices.map((candidate) => costAt(candidate, usage)));
}

function costAt(price: Price, usage: TokenUsage): number {
  const { input, output, cacheWrite, cacheRead, long } = price;
  const promptTokens = usage.inputTokens + usage.cacheWriteTokens + usage.cacheReadTokens;
  const times = long !== undefined && promptTokens > long.above ? long.times : 1;
  return (
    (times *
      (usage.inputTokens * input +
        usage.outputTokens * output +
        usage.cacheWriteTokens * cacheWrite +
        usage.cacheReadTokens * cacheRead)) /
    1_000_000
  );
}
