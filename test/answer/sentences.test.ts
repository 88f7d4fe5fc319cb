import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { splitSentences } from '../../src/answer/sentences.ts';

const texts = (text: string) => splitSentences(text).map((sentence) => sentence.text);

describe('splitSentences', () => {
  it('cuts at the ends of sentences, list items and lines', () => {
    assert.deepEqual(texts('One. Two! Three?\n\n- four\n- five'), [
      'One.',
      'Two!',
      'Three?',
      '- four',
      '- five',
    ]);
  });

  it('does not cut at a full stop that ends no sentence', () => {
    for (const sentence of [
      'We are open from 6:30 a.m. to 10 p.m. every day.',
      'It costs 4.50 USD.',
      'Ask Mr. Smith about it.',
      'We take cards, e.g. Visa.',
      '1. Bring the receipt.',
    ]) {
      assert.deepEqual(texts(sentence), [sentence]);
    }
  });

  it('does not cut an address at its question mark', () => {
    assert.deepEqual(texts('See https://a.b/c?d=e! Is it? Yes.'), [
      'See https://a.b/c?d=e!',
      'Is it?',
      'Yes.',
    ]);
  });

  it('cuts sentences that end in full-width marks', () => {
    assert.deepEqual(texts('可以退款。需要五天。'), ['可以退款。', '需要五天。']);
  });

  it('gives each table row its header, and the header alone is no sentence', () => {
    assert.deepEqual(splitSentences('Prices:\n\nsize | price\nS | 1\nL | 2\n\nDone.'), [
      { text: 'Prices:', header: null },
      { text: 'S | 1', header: 'size | price' },
      { text: 'L | 2', header: 'size | price' },
      { text: 'Done.', header: null },
    ]);
  });

  it('takes a row that stands alone for a line', () => {
    assert.deepEqual(texts('Call us: 0123 | Mail: a@b.c'), ['Call us: 0123 | Mail: a@b.c']);
  });

  it('loses no word', () => {
    const text = 'First, e.g. this. Then that… And (no. 3) more! 1. End';
    assert.equal(texts(text).join(' '), text);
  });
});
