import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseStrategies } from '../../src/evaluation/strategy.ts';

describe('parseStrategies', () => {
  it('reads chunking and ranking, ours where none is named', () => {
    assert.deepEqual(parseStrategies('section, fixed:200/tfidf,fixed:200+60/idf,paragraph/fts5'), [
      { name: 'section', chunking: { kind: 'section' }, ranking: 'citedesk' },
      { name: 'fixed:200/tfidf', chunking: { kind: 'fixed', size: 200, overlap: 0 }, ranking: 'tfidf' },
      { name: 'fixed:200+60/idf', chunking: { kind: 'fixed', size: 200, overlap: 60 }, ranking: 'idf' },
      { name: 'paragraph/fts5', chunking: { kind: 'paragraph' }, ranking: 'fts5' },
    ]);
  });

  it('runs a strategy that is named twice once', () => {
    assert.equal(parseStrategies('section,section').length, 1);
  });

  for (const list of [
    '',
    'chapter',
    'fixed',
    'fixed:-5',
    'fixed:5',
    'fixed:200+200',
    'section/bm25',
    'a/b/c',
  ]) {
    it(`refuses '${list}' in one sentence`, () => {
      assert.throws(() => parseStrategies(list), { name: 'UsageError', message: /^[^\n]+\.$/ });
    });
  }
});
