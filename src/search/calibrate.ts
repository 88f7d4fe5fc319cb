import { readLexicon } from './lexicon.ts';
import type { PassageIndex } from './passage-index.ts';
import { matchStrength } from './search.ts';

/** Questions that no business's policies answer. */
const OFF_TOPIC = [...readLexicon('off-topic').values()].flat();

/** Of the off-topic questions this share scores no higher than chance. */
const CHANCE_PERCENTILE = 0.9;
/** Where nothing off-topic matches at all, chance is taken to be at least this. */
const LEAST_CHANCE = 0.5;

/**
 * What a meaningless question scores in an index: the 90th percentile over the off-topic questions. Measured on each
 * index, because raw scores move with its size and wording.
 */
export function measureChance(index: PassageIndex): number {
  const strengths = OFF_TOPIC.map((question) => matchStrength(index, question)).sort((a, b) => a - b);
  return Math.max(strengths[Math.floor(strengths.length * CHANCE_PERCENTILE)] ?? 0, LEAST_CHANCE);
}

/**
 * Asks an index the off-topic questions, so that what a process reads once and the engine compiles is ready before a
 * customer's first question, which took 0.17 s otherwise. An index built in this process is warm.
 */
export function warmUp(index: PassageIndex): void {
  index.read(() => measureChance(index));
}
