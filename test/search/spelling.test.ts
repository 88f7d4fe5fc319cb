import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createSpeller } from '../../src/search/spelling.ts';

function spellerOf(...terms: readonly string[]) {
  return createSpeller(terms.map((term) => ({ written: term, term, documents: 1 })));
}

describe('the speller', () => {
  it('forgives one slip of any kind in a word of four letters or more', () => {
    const { correct } = spellerOf('refund');
    for (const slip of ['refnd', 'refunnd', 'refumd', 'refnud', 'erfund']) {
      assert.deepEqual(correct(slip), [{ term: 'refund', distance: 1 }], slip);
    }
    assert.deepEqual(correct('rfnd'), []);
  });

  it('forgives two slips from seven letters on', () => {
    const { correct } = spellerOf('allergi', 'card');
    assert.deepEqual(correct('alergy'), [], 'two slips in six letters');
    assert.deepEqual(correct('alllergy'), [{ term: 'allergi', distance: 2 }]);
    assert.deepEqual(correct('alxxergg'), []);
    assert.deepEqual(correct('crad'), [{ term: 'card', distance: 1 }], 'a swap is one slip');
  });

  it('leaves short words and what is no word as they are', () => {
    const { correct } = spellerOf('tea', 'teas', '15000', '22:00', 'fee');
    for (const term of ['te', 'tee', 'fea', '15001', '22:01', '', 'x2yz'])
      assert.deepEqual(correct(term), []);
    assert.deepEqual(correct('teat'), [
      { term: 'tea', distance: 1 },
      { term: 'teas', distance: 1 },
    ]);
  });

  it('compares what was typed with words as they are written, and its stem with their stems', () => {
    const { correct } = createSpeller([
      { written: 'exchanging', term: 'exchang', documents: 1 },
      { written: 'open', term: 'open', documents: 1 },
      { written: 'documentation', term: 'document', documents: 1 },
    ]);
    assert.deepEqual(
      correct('opne', ['opn']),
      [{ term: 'open', distance: 1 }],
      'its stem is too short, it is not',
    );
    assert.deepEqual(correct('documentatiin', ['documentatiin']), [{ term: 'document', distance: 1 }]);
    assert.deepEqual(correct('exchagned', ['exchagn']), [{ term: 'exchang', distance: 1 }]);
    assert.deepEqual(correct('opt', ['opt']), []);
  });

  it('names a term once, however many of its words are near', () => {
    const { correct } = createSpeller([
      { written: 'orders', term: 'order', documents: 1 },
      { written: 'order', term: 'order', documents: 1 },
    ]);
    assert.deepEqual(correct('orderz', ['orderz']), [{ term: 'order', distance: 1 }]);
  });

  it('never takes two short words for one another', () => {
    assert.deepEqual(spellerOf('of', 'in', 'a').correct('offi'), []);
  });

  it('prefers what begins with the same letter, then the commoner word', () => {
    const { correct } = createSpeller([
      { written: 'table', term: 'table', documents: 9 },
      { written: 'cable', term: 'cable', documents: 1 },
    ]);
    assert.deepEqual(correct('caple'), [{ term: 'cable', distance: 1 }]);
    assert.deepEqual(
      correct('mable').map(({ term }) => term),
      ['table', 'cable'],
    );
  });

  it('gives the nearest only, three at most', () => {
    const { correct } = spellerOf('delivery', 'deliver', 'delivers', 'delivern', 'deliverb', 'deliverx');
    const found = correct('delivera');
    assert.equal(found.length, 3);
    assert.ok(found.every(({ distance }) => distance === 1));
  });

  it('reads letters of any script', () => {
    assert.deepEqual(spellerOf('возврат').correct('возрвт'), []);
    assert.deepEqual(spellerOf('возврат').correct('возрват'), [{ term: 'возврат', distance: 1 }]);
  });

  it('agrees with a plain distance for any two words', () => {
    const word = fc
      .array(fc.constantFrom('a', 'b', 'c', 'é'), { minLength: 4, maxLength: 9 })
      .map((letters) => letters.join(''));
    fc.assert(
      fc.property(word, word, (asked, held) => {
        const most = asked.length >= 7 ? 2 : 1;
        const distance = distanceOf(asked, held);
        const expected = distance <= most ? [{ term: held, distance }] : [];
        assert.deepEqual(spellerOf(held).correct(asked), expected, `${asked} ${held}`);
      }),
      { numRuns: 3000 },
    );
  });

  it('takes any term whatever', () => {
    const { correct } = spellerOf('refund', 'constructor', '__proto__', '😀😀😀😀', 'a\u0301b\u0301c\u0301');
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (term) => {
        assert.ok(correct(term).length <= 3);
      }),
    );
    for (const term of ['__proto__', '"; DROP', '\ud800\ud800\ud800\ud800', 'x'.repeat(5000)]) {
      assert.deepEqual(correct(term), [], JSON.stringify(term.slice(0, 20)));
    }
    assert.deepEqual(correct('constructr'), [{ term: 'constructor', distance: 1 }]);
  });
});

/** Optimal string alignment by its definition, without short cuts. */
function distanceOf(a: string, b: string): number {
  const at = (i: number, j: number): number => {
    if (i === 0 || j === 0) return i + j;
    const known = memo.get(`${i},${j}`);
    if (known !== undefined) return known;
    let least = Math.min(
      at(i - 1, j) + 1,
      at(i, j - 1) + 1,
      at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
    );
    const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
    if (isSwap) least = Math.min(least, at(i - 2, j - 2) + 1);
    memo.set(`${i},${j}`, least);
    return least;
  };
  const memo = new Map<string, number>();
  return at(a.length, b.length);
}
