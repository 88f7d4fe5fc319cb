import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { highlightTerms } from '../../src/review/highlight.ts';
import { analyse } from '../../src/search/analyser.ts';

/** The words marked in a text for a question. */
function marked(text: string, question: string, language = 'en'): string[] {
  const terms = new Set(analyse(question, language).map(({ term }) => term));
  const stretches = highlightTerms(text, terms, language);
  assert.equal(stretches.map((stretch) => stretch.text).join(''), text);
  return stretches.flatMap((stretch) => (stretch.term === null ? [] : [stretch.text]));
}

describe('highlightTerms', () => {
  it('marks words in whatever form the question has them', () => {
    const text = 'Refunds: a refunded order is REFUNDED; a refund-fee is not.';
    assert.deepEqual(marked(text, 'refund'), ['Refunds', 'refunded', 'REFUNDED', 'refund']);
  });

  it('marks words typed without their marks, and numbers in another form', () => {
    assert.deepEqual(marked('Charge 15,000 đồng. Phí!', 'phi 15k dong'), ['15,000', 'đồng', 'Phí']);
    assert.deepEqual(marked('STRASSE und Straße', 'straße', 'de'), ['STRASSE', 'Straße']);
  });

  it('marks words within scripts that have no spaces', () => {
    assert.deepEqual(marked('如何申请退款？', '退款'), ['退款']);
  });

  it('tells which term a stretch stands for', () => {
    assert.deepEqual(highlightTerms('No refunds.', new Set(['refund']), 'en'), [
      { text: 'No ', term: null },
      { text: 'refunds', term: 'refund' },
      { text: '.', term: null },
    ]);
  });

  it('leaves a text whole in which nothing is asked for', () => {
    assert.deepEqual(highlightTerms('No refunds.', new Set(), 'en'), [{ text: 'No refunds.', term: null }]);
    assert.deepEqual(highlightTerms('', new Set(['refund']), 'en'), []);
  });

  it('gives back any text character for character', () => {
    const word = fc.constantFrom(
      'refund',
      'Đổi',
      '退款',
      '15,000',
      "what's",
      ' ',
      '\n',
      '<b>',
      '🍵',
      '\ud800',
      'é',
    );
    const text = fc
      .array(fc.oneof(word, fc.string({ unit: 'grapheme', maxLength: 4 })))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (any) => {
        marked(any, any);
        marked(any, 'refund 退款 15k');
      }),
    );
  });
});
