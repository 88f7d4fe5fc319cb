import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { analyse } from '../../src/search/analyser.ts';
import { listLines } from '../../src/search/lexicon.ts';
import { compileThesaurus, type Thesaurus } from '../../src/search/thesaurus.ts';

const LEXICON = join(import.meta.dirname, '..', '..', 'lexicon');

/** What a word or phrase may be found as, in the order of the lists. */
function synonyms(thesaurus: Thesaurus, phrase: string, language = 'en'): string[] {
  return thesaurus.synonymsOf(analyse(phrase, language)).map((terms) => terms.join(' '));
}

/** What the shop's own lines say of these phrases: nothing is shipped for a language of no list. */
function own(lines: readonly string[], ...phrases: readonly string[]): Record<string, string[]> {
  const thesaurus = compileThesaurus(['und'], lines);
  return Object.fromEntries(phrases.map((phrase) => [phrase, synonyms(thesaurus, phrase, 'und')]));
}

describe('compileThesaurus', () => {
  it('lets words with commas stand for one another', () => {
    assert.deepEqual(own(['pram, buggy, stroller'], 'pram', 'buggy', 'stroller'), {
      pram: ['buggy', 'stroller'],
      buggy: ['pram', 'stroller'],
      stroller: ['pram', 'buggy'],
    });
  });

  it('lets an arrow lead one way only', () => {
    const lines = ['mug, tumbler -> cup'];
    assert.deepEqual(own(lines, 'mug', 'tumbler', 'cup'), { mug: ['cup'], tumbler: ['cup'], cup: [] });
  });

  it('takes phrases on both sides and knows the longest', () => {
    const lines = ['money back -> refund, full refund', 'bring your own cup -> byo'];
    assert.deepEqual(own(lines, 'money back', 'bring your own cup', 'money'), {
      'money back': ['refund', 'full refund'],
      'bring your own cup': ['byo'],
      money: [],
    });
    assert.equal(compileThesaurus(['und'], lines).longest, 4);
  });

  it('makes one hop and no more', () => {
    assert.deepEqual(own(['a1 -> b1', 'b1 -> c1'], 'a1', 'b1'), { a1: ['b1'], b1: ['c1'] });
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
    assert.deepEqual(own(lines, 'mug', 'pram', 'tea', 'lonely'), {
      mug: ['cup'],
      pram: [],
      tea: [],
      lonely: [],
    });
  });

  it('compares words as the index does: stemmed, without case', () => {
    const thesaurus = compileThesaurus(['en'], ['Sleepovers -> Überraschung']);
    assert.ok(synonyms(thesaurus, 'SLEEPOVER').includes('uberraschung'));
  });

  it('tells words by their marks where both sides have them', () => {
    const lines = ['đổi -> change', 'đôi -> pair', 'kho -> store', 'huỷ -> stop'];
    assert.deepEqual(own(lines, 'đổi', 'đôi', 'đối', 'doi', 'khó', 'hủy', 'huy'), {
      đổi: ['change'],
      đôi: ['pair'],
      đối: [],
      doi: ['change', 'pair'],
      khó: ['store'],
      hủy: ['stop'],
      huy: ['stop'],
    });
    assert.deepEqual(own(['đổi hàng -> swap'], 'đổi hang', 'đội hang', 'doi hàng'), {
      'đổi hang': ['swap'],
      'đội hang': [],
      'doi hàng': ['swap'],
    });
  });

  it('gives the speller its single words in the policies’ languages', () => {
    const { spellings } = compileThesaurus(['en'], ['sleepovers, night away -> stay']);
    assert.deepEqual(
      spellings.filter(({ written }) => ['sleepovers', 'night', 'hoan'].includes(written)),
      [{ written: 'sleepovers', term: 'sleepov' }],
    );
  });

  it('keeps the shipped list of a language beside the shop’s lines', () => {
    const thesaurus = compileThesaurus(['en'], ['refund -> wobble']);
    assert.ok(synonyms(thesaurus, 'refund').includes('wobbl'));
    assert.ok(synonyms(thesaurus, 'refund').includes('money back'));
    assert.ok(thesaurus.words.has('refund'));
  });

  it('leads from Vietnamese to English policies, and not the other way round', () => {
    const english = compileThesaurus(['en'], []);
    assert.deepEqual([...english.sources].sort(), ['en', 'vi']);
    assert.ok(synonyms(english, 'hoàn tiền', 'vi').includes('refund'));
    assert.deepEqual(compileThesaurus(['vi'], []).sources, ['vi']);
    assert.ok(!synonyms(english, 'refund').includes('hoan tien'));
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
