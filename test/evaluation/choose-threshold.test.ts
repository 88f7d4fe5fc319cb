import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chooseThreshold } from '../../src/evaluation/choose-threshold.ts';
import { evaluateRetrieval } from '../../src/evaluation/evaluation.ts';
import { parseStrategies } from '../../src/evaluation/strategy.ts';
import { golden, OPTIONS, policiesOf } from './support.ts';

const SHOP = policiesOf('## Tea\nGreen tea costs two.\n\n## Cake\nApple cake costs three.');

function retrieval(
  answerable: number,
  unanswerable: number,
  { strategies = 'section', question = 'wifi' } = {},
) {
  const questions = [
    ...Array.from({ length: answerable }, (_, at) =>
      golden({ id: `yes-${at}`, question: 'green tea costs', evidence: ['costs two'] }),
    ),
    ...Array.from({ length: unanswerable }, (_, at) =>
      golden({ id: `no-${at}`, question, answerable: false }),
    ),
  ];
  return evaluateRetrieval(SHOP, questions, { ...OPTIONS, strategies: parseStrategies(strategies) });
}

describe('chooseThreshold', () => {
  it("is the sweep's best for the search that customers meet", () => {
    const found = retrieval(10, 5, { strategies: 'section/tfidf,paragraph,section' });
    assert.equal(found.sweep?.strategy, 'section');
    const { before, after } = chooseThreshold(found);
    assert.deepEqual([before, after], [found.sweep?.inUse.threshold, found.sweep?.best.threshold]);
    assert.ok(after > 0);
  });

  it('refuses too few questions to choose by', () => {
    assert.throws(
      () => chooseThreshold(retrieval(9, 5)),
      /10 answerable and 5 unanswerable.*there are 9 and 5\.$/,
    );
    assert.throws(() => chooseThreshold(retrieval(10, 4)), /there are 10 and 4\.$/);
    assert.throws(() => chooseThreshold(retrieval(10, 0)), /there are 10 and 0\.$/);
  });

  it('refuses where no threshold tells the two kinds apart', () => {
    assert.throws(
      () => chooseThreshold(retrieval(10, 5, { question: 'green tea costs' })),
      /no threshold tells/,
    );
  });

  it('refuses where the search that customers meet was not evaluated', () => {
    assert.throws(() => chooseThreshold(retrieval(10, 5, { strategies: 'paragraph' })), /strategy 'section'/);
  });
});
