import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { listLines } from '../../src/search/lexicon.ts';
import { compileThesaurus } from '../../src/search/thesaurus.ts';

const LEXICON = join(import.meta.dirname, '..', '..', 'lexicon');

/** What the shop's own lines say beyond the shipped ones: nothing is shipped for a language of no list. */
function own(...lines: readonly string[]) {
  const { alternatives, longest } = compileThesaurus(['und'], lines);
  return { alternatives: Object.fromEntries(alternatives), longest };
}

describe('compileThesaurus', () => {
  it('lets words with commas stand for one another', () => {
    assert.deepEqual(own('pram, buggy, stroller').alternatives, {
      pram: [['buggy'], ['stroller']],
      buggy: [['pram'], ['stroller']],
      stroller: [['pram'], ['buggy']],
    });
  });

  it('lets an arrow lead one way only', () => {
    assert.deepEqual(own('mug, tumbler -> cup').alternatives, { mug: [['cup']], tumbler: [['cup']] });
  });

  it('takes phrases on both sides and knows the longest', () => {
    const { alternatives, longest } = own('money back -> refund, full refund', 'bring your own cup -> byo');
    assert.deepEqual(alternatives['money back'], [['refund'], ['full', 'refund']]);
    assert.deepEqual(alternatives['bring your own cup'], [['byo']]);
    assert.equal(longest, 4);
  });

  it('makes one hop and no more', () => {
    assert.deepEqual(own('a1 -> b1', 'b1 -> c1').alternatives, { a1: [['b1']], b1: [['c1']] });
  });

  it('takes no notice of comments, blank lines, a word for itself, a line said twice or half a line', () => {
    const lines = [
      '# pram, buggy',
      '',
      '  ',
      'mug -> cup # a remark',
      'mug -> cup',
      'mug, Mug',
      '-> cup',
      'tea ->',
      ',',
      'lonely',
    ];
    assert.deepEqual(own(...lines).alternatives, { mug: [['cup']] });
  });

  it('compares words as the index does: stemmed, without case and marks', () => {
    const { alternatives } = compileThesaurus(['en'], ['Sleepovers -> Überraschung']);
    assert.ok(alternatives.get('sleepov')?.some((phrase) => phrase.join(' ') === 'uberraschung'));
  });

  it('keeps the shipped list of a language beside the shop’s lines', () => {
    const { alternatives, words } = compileThesaurus(['en'], ['refund -> wobble']);
    const phrases = (alternatives.get('refund') ?? []).map((phrase) => phrase.join(' '));
    assert.ok(phrases.includes('wobbl'));
    assert.ok(phrases.includes('money back'));
    assert.ok(words.has('refund'));
  });

  it('leads from Vietnamese to English policies, and not the other way round', () => {
    const english = compileThesaurus(['en'], []);
    assert.deepEqual([...english.sources].sort(), ['en', 'vi']);
    assert.ok(english.alternatives.get('hoan tien')?.some((phrase) => phrase.join(' ') === 'refund'));
    const vietnamese = compileThesaurus(['vi'], []);
    assert.deepEqual(vietnamese.sources, ['vi']);
    assert.ok(!english.alternatives.get('refund')?.some((phrase) => phrase.join(' ') === 'hoan tien'));
    assert.deepEqual(compileThesaurus(['fr'], []).sources, ['fr']);
  });

  it('takes any lines whatever', () => {
    for (const line of [
      '->->->',
      'a -> b -> c',
      '\0',
      '"',
      'OR, AND',
      '\ud800 -> x',
      ','.repeat(5000),
      '__proto__, constructor',
    ]) {
      compileThesaurus(['en', 'und'], [line]);
    }
  });
});

describe('the shipped lists', () => {
  for (const file of readdirSync(LEXICON).filter((name) => name.startsWith('thesaurus.'))) {
    it(`${file} has phrases on both sides of every line`, () => {
      const faulty = listLines(readFileSync(join(LEXICON, file), 'utf8')).filter((line) => {
        const sides = line.split('->').map((side) => side.split(',').map((phrase) => phrase.trim()));
        const isHalf = sides.length === 1 && (sides[0]?.length ?? 0) < 2;
        return isHalf || sides.length > 2 || sides.flat().some((phrase) => !/[\p{L}\p{N}]/u.test(phrase));
      });
      assert.deepEqual(faulty, []);
    });
  }
});
