import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cutText } from '../../src/domain/cut-text.ts';

describe('cutText', () => {
  it('cuts at lines and sentences, else at words', () => {
    assert.deepEqual(cutText('one two\nthree four', 12), ['one two', 'three four']);
    assert.deepEqual(cutText('One two. Three four.', 12), ['One two.', 'Three four.']);
    assert.deepEqual(cutText('one two three', 8), ['one two', 'three']);
  });

  it('never cuts what people see as one letter while there is room', () => {
    const family = '👨‍👩‍👧';
    const parts = cutText(family.repeat(20), 30);
    assert.ok(parts.every((part) => part.replaceAll(family, '') === ''));
  });

  it('cuts a long text without borders, such as one pasted word', () => {
    const parts = cutText('漢'.repeat(100_000), 4096);
    assert.equal(parts.join(''), '漢'.repeat(100_000));
    assert.ok(parts.every((part) => part.length <= 4096));
  });

  it('makes parts that fit and loses nothing but white space, whatever the text', () => {
    const bare = (text: string) => text.replace(/\s/gu, '');
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        fc.integer({ min: 2, max: 60 }),
        (text, limit) => {
          const parts = cutText(text, limit);
          assert.ok(parts.every((part) => part.length <= limit && part.isWellFormed()));
          assert.equal(bare(parts.join('')), bare(text));
        },
      ),
      { numRuns: 1000 },
    );
  });
});
