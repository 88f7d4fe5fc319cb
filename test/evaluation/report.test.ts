import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toBaseline } from '../../src/evaluation/baseline.ts';
import { completeEvaluation, evaluateRetrieval } from '../../src/evaluation/evaluation.ts';
import { renderReport } from '../../src/evaluation/report-html.ts';
import { formatEvaluation } from '../../src/evaluation/report-text.ts';
import { parseStrategies } from '../../src/evaluation/strategy.ts';
import { golden, OPTIONS, policiesOf } from './support.ts';

const SHOP = policiesOf('## Tea\nGreen tea costs two.\n\n## Cake\nApple cake costs three.');
const QUESTIONS = [
  golden({ id: 'tea', question: 'green tea', evidence: ['costs two'] }),
  golden({ id: 'cake', question: 'apple cake', evidence: ['costs three'] }),
  golden({ id: 'miss', question: '<script>alert("x")</script> & zebra', evidence: ['Apple cake'] }),
  golden({ id: 'old', evidence: ['costs nine'] }),
  golden({ id: 'no-1', question: 'parking', answerable: false }),
  golden({ id: 'no-2', question: 'wifi', answerable: false }),
];

const RETRIEVAL = evaluateRetrieval(SHOP, QUESTIONS, {
  ...OPTIONS,
  strategies: parseStrategies('section,section/tfidf'),
});

/** Against a baseline in which these were found first, and the rest as they are. */
function evaluate(found: readonly string[] | null = null) {
  const before = RETRIEVAL.strategies.map((result) => ({
    ...result,
    questions: result.questions.map((one) => (found?.includes(one.id) ? { ...one, rank: 1 } : one)),
  }));
  const baseline = found === null ? null : toBaseline(before.slice(0, 1), null, 3);
  return completeEvaluation(RETRIEVAL, QUESTIONS, { baseline, judgeAnswers: null });
}

describe('formatEvaluation', () => {
  it('prints a row a strategy, the misses alone, and stale questions apart', async () => {
    const text = formatEvaluation(await evaluate(), { verbose: false });
    assert.match(text, /^section +2 +3\/3 +2\/3 +2\/3 +2\/3 /m);
    assert.match(text, /^section\/tfidf .*\*$/m);
    assert.match(text, /^section, misses\n {2}miss {2}not retrieved \(no rank\)/m);
    assert.match(text, /^stale[^\n]+\n {2}old {2}stale: not in the policies: "costs nine"$/m);
    assert.doesNotMatch(text, /found at k=1/);
  });

  it('counts one question as one', () => {
    const [one] = QUESTIONS;
    const retrieval = evaluateRetrieval(SHOP, one === undefined ? [] : [one], {
      ...OPTIONS,
      strategies: parseStrategies('section'),
    });
    const text = formatEvaluation({ ...retrieval, answers: null, baseline: null }, { verbose: false });
    assert.match(text, /^1 golden question\n/);
  });

  it('prints every verdict when asked', async () => {
    const text = formatEvaluation(await evaluate(), { verbose: true });
    assert.match(text, /^ {2}tea +found at k=1/m);
    assert.match(text, /^ {2}no-1 +refused \(confidence 0\.00\)/m);
  });

  it('prints a broken question with its arrow, and what was not compared', async () => {
    const text = formatEvaluation(await evaluate(['miss', 'tea']), { verbose: false });
    assert.match(text, /^not compared: section\/tfidf \(not in the baseline\)$/m);
    assert.match(text, /broken: 1\n {2}no significant change.*\n {2}broken\n {4}miss ↓ 1→no rank/);
  });
});

describe('evaluateRetrieval', () => {
  const judge = (...ids: string[]) =>
    evaluateRetrieval(
      SHOP,
      QUESTIONS.filter(({ id }) => ids.includes(id)),
      { ...OPTIONS, strategies: parseStrategies('section') },
    );

  it('refuses policies that hold the evidence of no question, rather than find nothing wrong', () => {
    assert.throws(() => judge('old', 'no-1'), {
      name: 'PolicyError',
      message: /^Nothing was judged[^\n]+folder\?$/,
    });
  });

  it('judges refusals alone where no question is answerable', () => {
    assert.equal(judge('no-1', 'no-2').strategies[0]?.refusal?.refused, 2);
  });
});

describe('renderReport', async () => {
  const page = renderReport(await evaluate(['miss']));

  it('is one document with charts, without script and without anything to fetch', () => {
    assert.match(page, /^<!doctype html>/);
    assert.equal(page.match(/<svg /g)?.length, 3);
    assert.doesNotMatch(page, /<script|<link|<img|src=|href=|url\(|https?:/i);
    assert.doesNotMatch(page, /NaN|undefined|\[object/);
  });

  it('escapes what customers wrote', () => {
    assert.match(page, /&lt;script&gt;alert\(&quot;x&quot;\)&lt;\/script&gt; &amp; zebra/);
  });

  it('closes every element that it opens', () => {
    const open: string[] = [];
    for (const [, slash, name = '', attributes = ''] of page.matchAll(/<(\/?)([a-z0-9]+)([^>]*)>/g)) {
      if (['meta'].includes(name) || attributes.endsWith('/')) continue;
      if (slash === '') open.push(name);
      else assert.equal(open.pop(), name);
    }
    assert.deepEqual(open, []);
  });
});
