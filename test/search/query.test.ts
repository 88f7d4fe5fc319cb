import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { QueryTerm } from '../../src/domain/search.ts';
import { buildQuery } from '../../src/search/query.ts';
import { createSpeller } from '../../src/search/spelling.ts';
import { compileThesaurus } from '../../src/search/thesaurus.ts';

interface Words {
  /** Terms of the index with the passages that hold them. */
  readonly terms: Readonly<Record<string, number>>;
  readonly languages?: readonly string[];
  readonly thesaurus?: readonly string[];
  readonly stopWords?: readonly string[];
}

const PASSAGES = 10;

/** The query over an index that holds these terms and nothing else. */
function ask(
  question: string,
  { terms, languages = ['en'], thesaurus: lines = [], stopWords = [] }: Words,
  lastTurn = '',
): readonly QueryTerm[] {
  const index = {
    documentFrequencies: (asked: readonly string[]) =>
      new Map(
        asked.flatMap((term) => (Object.hasOwn(terms, term) ? [[term, terms[term] ?? 0] as const] : [])),
      ),
  };
  const thesaurus = compileThesaurus(languages, lines);
  const vocabulary = Object.entries(terms).map(([term, documents]) => ({ written: term, term, documents }));
  const keys = thesaurus.spellings.map((key) => ({ ...key, documents: 0 }));
  const stops = stopWords.map((word) => ({ written: word, term: word, documents: 1 }));
  const knowledge = {
    generation: 1,
    languages,
    speller: () => createSpeller([...vocabulary, ...keys]),
    stopSpeller: createSpeller(stops, 3),
    thesaurus,
  };
  return buildQuery(question, PASSAGES, index, knowledge, lastTurn).query.terms;
}

const wordsOf = (terms: readonly QueryTerm[]) => terms.map(({ word }) => word);
const termOf = (terms: readonly QueryTerm[], word: string): QueryTerm => {
  const found = terms.find((term) => term.word === word);
  assert.ok(found, `${word} is among ${wordsOf(terms)}`);
  return found;
};

describe('buildQuery', () => {
  it('asks for a word in the stems of every language of the policies', () => {
    const { forms } = termOf(
      ask('Rechnungen', { terms: { rechnung: 2, rechnungen: 1 }, languages: ['de', 'en'] }),
      'Rechnungen',
    );
    assert.deepEqual(
      forms.map(({ terms, share, by }) => ({ terms, share, by })),
      [
        { terms: ['rechnung'], share: 1, by: 'word' },
        { terms: ['rechnungen'], share: 1, by: 'word' },
      ],
    );
  });

  it('puts the spelling with marks before the one without', () => {
    const index = { terms: { ma: 4, mã: 1 }, languages: ['vi'] };
    assert.deepEqual(termOf(ask('mã', index), 'mã').forms, [
      { terms: ['ma'], exact: 'mã', share: 1, by: 'word' },
      { terms: ['ma'], exact: null, share: 0.75, by: 'word' },
    ]);
    assert.deepEqual(termOf(ask('ma', index), 'ma').forms, [
      { terms: ['ma'], exact: null, share: 1, by: 'word' },
    ]);
    assert.deepEqual(termOf(ask('má', index), 'má').forms, [
      { terms: ['ma'], exact: null, share: 0.75, by: 'word' },
    ]);
  });

  it('corrects only what neither the policies nor the thesaurus know', () => {
    const terms = { refund: 3, refunz: 1, stroller: 1 };
    assert.deepEqual(termOf(ask('refnud', { terms }), 'refnud').forms, [
      { terms: ['refund'], exact: null, share: 0.7, by: 'spelling' },
    ]);
    assert.deepEqual(
      termOf(ask('refund', { terms }), 'refund').forms.filter(({ by }) => by === 'spelling'),
      [],
    );
    const zorbed = { terms: { zorbe: 1 } };
    assert.equal(termOf(ask('zorba', zorbed), 'zorba').known, true);
    assert.equal(
      termOf(ask('zorba', { ...zorbed, thesaurus: ['zorba -> ballooning'] }), 'zorba').known,
      false,
    );
  });

  it('corrects a slip in an ending or in a word whose stem is short', () => {
    const terms = { open: 1, deliveri: 1, exchang: 1, close: 1, order: 1, wrong: 1 };
    const meant = {
      opne: 'open',
      delivry: 'deliveri',
      exchagne: 'exchang',
      closd: 'close',
      ordre: 'order',
      wrnog: 'wrong',
    };
    for (const [slip, term] of Object.entries(meant)) {
      assert.deepEqual(
        termOf(ask(slip, { terms }), slip).forms.map((form) => form.terms),
        [[term]],
        slip,
      );
    }
  });

  it('leads a slip in a word of the thesaurus to what the policies hold', () => {
    const index = { terms: { zorb: 1 }, thesaurus: ['ballooning -> zorbing'] };
    assert.deepEqual(termOf(ask('baloonign', index), 'baloonign').forms, [
      { terms: ['zorb'], exact: null, share: 0.25, by: 'thesaurus' },
    ]);
    assert.equal(termOf(ask('baloonign', { ...index, terms: { balcon: 1 } }), 'baloonign').known, false);
  });

  it('drops a slip in a stop word unless a telling word is as near', () => {
    const index = { terms: { hour: 2, eat: 1, wait: 1 }, stopWords: ['your', 'what', 'the', 'with'] };
    for (const slip of ['yuor', 'waht', 'teh', 'wiht', 'wgat']) {
      const term = termOf(ask(`voucher ${slip}`, index), slip);
      assert.deepEqual([term.stop, term.forms], [true, []], slip);
    }
    const tie = termOf(ask('voucher whait', index), 'whait');
    assert.deepEqual([tie.stop, tie.forms[0]?.terms], [false, ['wait']]);
  });

  it('looks up in the thesaurus what is written with the same marks, or without any', () => {
    const index = { terms: { sell: 1 }, languages: ['vi', 'en'], thesaurus: ['bán -> sell'] };
    const isSold = (word: string) =>
      termOf(ask(word, index), word).forms.some(({ terms }) => terms.join() === 'sell');
    assert.deepEqual(['bán', 'ban', 'bạn', 'BÁN'].map(isSold), [true, true, false, true]);
  });

  it('leaves stop words, numbers and short words uncorrected', () => {
    const terms = { thee: 1, tea: 1, 15000: 1 };
    for (const word of ['the', 'tee', '15001']) {
      assert.deepEqual(termOf(ask(`voucher ${word}`, { terms }), word).forms, [], word);
    }
  });

  it('gives an amount that no policy holds little weight', () => {
    const terms = ask('30 cups', { terms: { cup: 1 } });
    assert.equal(termOf(terms, '30').stop, true);
    assert.ok(termOf(terms, '30').weight < termOf(terms, 'cups').weight);
    assert.equal(termOf(ask('30 cups', { terms: { cup: 1, 30: 1 } }), '30').stop, false);
  });

  it('joins what the policies write as one word and splits what they write as two', () => {
    const joined = termOf(ask('gift card', { terms: { giftcard: 1 } }), 'gift').forms;
    assert.deepEqual(joined, [{ terms: ['giftcard'], exact: null, share: 1, by: 'spelling' }]);
    const split = termOf(ask('cupholder', { terms: { cup: 1, holder: 2 } }), 'cupholder').forms;
    assert.deepEqual(split, [{ terms: ['cup', 'holder'], exact: null, share: 0.8, by: 'spelling' }]);
    assert.equal(termOf(ask('gift, blue card', { terms: { giftcard: 1 } }), 'gift').known, false);
  });

  it('understands "money back" as a whole and holds nothing against its single words', () => {
    const terms = ask('I want my money back', { terms: { refund: 2 } });
    const whole = termOf(terms, 'money back');
    assert.deepEqual(whole.forms, [{ terms: ['refund'], exact: null, share: 0.5, by: 'thesaurus' }]);
    assert.equal(whole.known, true);
    for (const word of ['money', 'back']) assert.equal(termOf(terms, word).stop, true, word);
    assert.equal(termOf(ask('the back door', { terms: { refund: 2 } }), 'door').stop, false);
  });

  it('weighs a rare word more than a common one and a stop word little', () => {
    const terms = ask('the voucher order', { terms: { the: 9, voucher: 1, order: 8 } });
    const weights = ['voucher', 'order', 'the'].map((word) => termOf(terms, word).weight);
    assert.deepEqual(
      weights,
      [...weights].sort((a, b) => b - a),
    );
    assert.equal(termOf(terms, 'voucher').weight, Math.log(1 + PASSAGES / 1.5));
    assert.equal(termOf(ask('zzqqy', { terms: {} }), 'zzqqy').weight, Math.log(1 + PASSAGES / 1.5));
  });

  it('asks for each word once and for 32 at most, known ones before unknown ones', () => {
    assert.deepEqual(wordsOf(ask('voucher Vouchers VOUCHER', { terms: { voucher: 1 } })), ['voucher']);
    const many = Array.from(
      { length: 200 },
      (_, number) => `qx${'abcdefghij'[number % 10]}${'klmnopqrst'[Math.floor(number / 10) % 10]}zz`,
    ).join(' ');
    const terms = ask(`${many} the voucher`, { terms: { voucher: 1 } });
    assert.equal(terms.length, 32);
    assert.equal(termOf(terms, 'voucher').known, true);
    assert.ok(wordsOf(terms).includes('the'), 'a stop word before an unknown one');
  });
});

describe('buildQuery after an earlier turn', () => {
  const index: Words = { terms: { loyalti: 1, point: 1, expir: 1, refund: 1, card: 1, deliveri: 1 } };
  const LAST = 'How do loyalty points work?';
  const recalled = (terms: readonly QueryTerm[]) => terms.filter((term) => term.recalled);

  it('adds its known content words, marked, behind the question’s own', () => {
    const terms = ask('do they expire?', index, LAST);
    assert.deepEqual(wordsOf(recalled(terms)), ['loyalty', 'points']);
    assert.deepEqual(
      terms.map((term) => term.recalled),
      [...terms].map((term) => term.recalled).sort((a, b) => Number(a) - Number(b)),
    );
  });

  it('weighs them the less the more the question says itself', () => {
    const full = termOf(ask('loyalty', index), 'loyalty').weight;
    const share = (question: string) => {
      const [first] = recalled(ask(question, index, LAST));
      return Number(((first?.weight ?? 0) / full).toFixed(6));
    };
    assert.deepEqual(
      ['and then?', 'do they expire?', 'does the card expire?', 'refund of a card delivery'].map(share),
      [0.6, 0.5, 0.35, 0.15],
    );
  });

  it('recalls no word that the question has itself, and none that no policy holds', () => {
    assert.deepEqual(wordsOf(recalled(ask('points?', index, 'loyalty points for zebras'))), ['loyalty']);
    assert.deepEqual(recalled(ask('points?', index, '')), []);
  });
});
