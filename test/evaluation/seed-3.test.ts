import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type GoldenQuestion, parseGolden } from '../../src/evaluation/golden.ts';
import { isFoundAt } from '../../src/evaluation/judge.ts';
import { readShared, withoutShared } from '../support/shared.ts';
import { policiesOf, run } from './support.ts';

/** As its article has it: evidence intact, its chunk first, its chunk among the first three; of five questions. */
const PUBLISHED = [
  ['fixed:200/tfidf', [5, 4, 5]],
  ['fixed:200+60/tfidf', [4, 3, 4]],
  ['section/tfidf', [5, 5, 5]],
] as const;

describe("seed 3's table", { skip: withoutShared }, () => {
  for (const [name, expected] of PUBLISHED) {
    it(`comes out for ${name}`, () => {
      const result = run(name, policiesOf(readShared('seeds/refund/policy.md')), seedQuestions());
      const found = (k: number) => result.questions.filter((one) => isFoundAt(k, one)).length;
      assert.deepEqual([result.intact, found(1), found(3)], expected);
    });
  }
});

function seedQuestions(): GoldenQuestion[] {
  const lines = readShared('seeds/refund/golden.jsonl').split('\n');
  const text = lines.filter((line) => line.includes('"seed":true')).join('\n');
  return parseGolden([{ name: 'refund', text }]);
}
