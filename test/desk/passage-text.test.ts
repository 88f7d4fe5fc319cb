import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cutPassage } from '../../src/desk/passage-text.ts';

describe('cutPassage', () => {
  it('cuts at the words asked for and at the ends of the quote, also inside a word', () => {
    assert.deepEqual(
      cutPassage({ text: 'The money is back.', language: 'en' }, new Set(['money']), ['mon']),
      [
        { text: 'The ', term: null, cited: false },
        { text: 'mon', term: 'money', cited: true },
        { text: 'ey', term: 'money', cited: false },
        { text: ' is back.', term: null, cited: false },
      ],
    );
  });

  it('finds the lines of a quote that stand apart, and passes over one that is not there', () => {
    const cited = cutPassage({ text: 'Size | Price\nS | 1\nL | 2', language: 'en' }, new Set(), [
      'Size | Price\nL | 2',
      'gone',
    ])
      .filter((piece) => piece.cited)
      .map((piece) => piece.text);
    assert.deepEqual(cited, ['Size | Price', 'L | 2']);
  });

  it('loses and adds nothing, whatever the text and the quotes', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.array(fc.tuple(fc.nat(40), fc.nat(40))),
        fc.array(fc.string()),
        (text, cuts, foreign) => {
          const quotes = [...cuts.map(([from, length]) => text.slice(from, from + length)), ...foreign];
          const pieces = cutPassage({ text, language: 'en' }, new Set(['a', 'b', '1']), quotes);
          assert.equal(pieces.map((piece) => piece.text).join(''), text);
          assert.ok(pieces.every((piece) => piece.text !== ''));
        },
      ),
    );
  });
});
