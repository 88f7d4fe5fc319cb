import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { analyse, contentTerms } from '../../src/search/analyser.ts';

const terms = (text: string, language = 'und') => analyse(text, language).map((token) => token.term);

describe('analyse', () => {
  it('gives one term for all the ways of typing a word', () => {
    for (const [typed, plain] of [
      ['ĐƠN', 'don'],
      ['đổi', 'doi'],
      ['Łódź', 'lodz'],
      ['smørrebrød', 'smorrebrod'],
      ['Straße', 'strasse'],
      ['STRASSE', 'strasse'],
      ['HESABINIZIN', 'hesabinizin'],
      ['hesabınızın', 'hesabinizin'],
      ['İSTANBUL', 'istanbul'],
      ['ΥΠΟΧΡΕΏΣΕΙΣ', 'υποχρεώσεις'],
      ['ещё', 'еще'],
      ['المُدَّة', 'المدة'],
      ['ｒｅｆｕｎｄ', 'refund'],
      ["don't", 'dont'],
      ['don’t', 'dont'],
    ] as const) {
      assert.deepEqual(terms(typed), terms(plain), `${typed} ~ ${plain}`);
    }
  });

  it('keeps apart what a mark makes another letter', () => {
    assert.notDeepEqual(terms('ポスト'), terms('ホスト'));
    assert.deepEqual(terms('हिन्दी'), ['हिन्दी']);
  });

  it('stems English', () => {
    assert.deepEqual(terms('refunds refunded refunding', 'en'), ['refund', 'refund', 'refund']);
    assert.deepEqual(terms('cancelled cancelling cancellation', 'en'), ['cancel', 'cancel', 'cancel']);
  });

  it('brings numbers to one form', () => {
    for (const written of ['15,000', '15.000', '15000', '15k', '15K']) {
      assert.deepEqual(terms(written), ['15000'], written);
    }
    assert.deepEqual(terms('1,500,000'), ['1500000']);
    assert.deepEqual(terms('version 20.04 at 10:30'), ['version', '20.04', 'at', '10:30']);
    assert.deepEqual(terms('5km'), terms('5 km'));
  });

  it('cuts scripts that are written without spaces', () => {
    assert.ok(terms('请问如何申请退款').includes('退款'));
    assert.ok(terms('ご利用資格').includes('資格'));
    assert.ok(terms('นโยบายการคืนเงิน').length > 1);
  });

  it('marks stop words as typed, not what folds to them', () => {
    assert.deepEqual([...contentTerms('How do I get the refund, please?', 'en')], ['refund']);
    assert.deepEqual([...contentTerms('thẻ', 'en')], ['the', 'thẻ']);
  });

  it('tells where each word stands in the text', () => {
    const text = 'Đổi trả: “don’t” 15,000đ 退款';
    for (const { word, start, end } of analyse(text, 'en')) assert.equal(text.slice(start, end), word);
  });

  it('leaves nothing of what FTS5 could read as an operator, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        for (const { term, word, start, end } of analyse(text, 'en')) {
          assert.match(term, /^[\p{L}\p{M}\p{N}.,:]+$/u);
          assert.ok(term.length <= 64 && term.length > 0);
          assert.equal(text.slice(start, end), word);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
