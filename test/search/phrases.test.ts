import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compilePhrases, plainWords } from '../../src/search/phrases.ts';

describe('plainWords', () => {
  it('leaves out punctuation, emoji, emoticons and apostrophes', () => {
    assert.deepEqual(plainWords("That's GREAT!! 🙏 :D <3"), ['thats', 'great']);
  });

  it('keeps digits and letters that are no emoticon', () => {
    assert.deepEqual(plainWords('at 8:30, plan:D'), ['at', '8', '30', 'plan', 'd']);
  });

  it('keeps words typed with separate marks whole', () => {
    assert.deepEqual(plainWords('ca\u0309m o\u031bn'), ['cảm', 'ơn']);
  });
});

describe('compilePhrases', () => {
  const find = compilePhrases([
    ['good', 'praise'],
    ['good morning', 'greeting'],
    ['bạn', 'you'],
  ]);
  const at = (text: string, from = 0) => find(plainWords(text), from);

  it('finds the longest phrase at a place', () => {
    assert.deepEqual(at('good morning all'), { words: 2, value: 'greeting' });
    assert.deepEqual(at('good evening'), { words: 1, value: 'praise' });
    assert.deepEqual(at('very good', 1), { words: 1, value: 'praise' });
    assert.equal(at('morning'), null);
    assert.equal(at('good', 1), null);
  });

  it('takes marks left out but no other marks', () => {
    assert.equal(at('ban')?.value, 'you');
    assert.equal(at('BẠN')?.value, 'you');
    assert.equal(at('bán'), null);
  });

  it('takes held-down letters but not letters that are missing', () => {
    assert.equal(at('goooood')?.value, 'praise');
    assert.equal(at('goodd morninggg')?.value, 'greeting');
    assert.equal(at('bannn')?.value, 'you');
    assert.equal(at('god'), null);
  });
});
