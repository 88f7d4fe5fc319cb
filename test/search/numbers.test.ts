import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { analyse } from '../../src/search/analyser.ts';

const terms = (text: string, language = 'en') => analyse(text, language).map(({ term }) => term);

describe('numbers', () => {
  it('are one term however they are written', () => {
    for (const written of [
      '15k',
      '15K',
      '15,000',
      '15.000',
      '15 000',
      '15\u00a0000',
      '15\u202f000',
      '15000',
      '１５０００',
    ]) {
      assert.deepEqual(terms(written), ['15000'], written);
    }
    for (const written of ['1,500,000', '1.500.000', '1 500 000'])
      assert.deepEqual(terms(written), ['1500000'], written);
  });

  it('stay what they are where only digits look alike', () => {
    assert.deepEqual(terms('20.04 1.5 1,5'), ['20.04', '1.5', '1,5']);
    assert.deepEqual(terms('15kg 5km'), terms('15 kg 5 km'));
  });

  it('are found whether written in digits or in words', () => {
    assert.deepEqual(terms('thirty days'), terms('30 days'));
    assert.deepEqual(terms('30-day'), terms('30 days'));
    assert.deepEqual(terms('a thirty-day trial').slice(1), terms('30 day trial'));
    assert.deepEqual(terms('ba ngày', 'vi'), terms('3 ngày', 'vi'));
    assert.notDeepEqual(terms('bà', 'vi'), ['3'], 'a grandmother is not three');
  });

  it('joins no digits of a telephone number', () => {
    assert.deepEqual(terms('1-800-222-0364'), ['1', '800', '222', '0364']);
    for (const phone of ['090 123 4567', '+84 901 234 567', '0901 234 567', '090-123-456']) {
      assert.deepEqual(terms(phone), phone.match(/\d+/g), phone);
    }
  });
});

describe('times of day', () => {
  it('are one term however they are written', () => {
    for (const written of ['10 p.m.', '10pm', '10 PM', '10:00 p.m.', '22:00', '22h', '22h00']) {
      assert.deepEqual(terms(written), ['22:00'], written);
    }
    for (const written of ['6:30 a.m.', '6.30 am', '06:30', '6:30', '6h30']) {
      assert.deepEqual(terms(written), ['06:30'], written);
    }
    assert.deepEqual(terms('12 a.m. to 12 p.m.'), ['00:00', 'to', '12:00']);
  });

  it('are not read into other numbers', () => {
    assert.deepEqual(terms('25:00 1:2:3')[0] === '01:00', false);
    assert.deepEqual(terms('3 apples a day'), ['3', 'appl', 'a', 'day']);
    assert.deepEqual(terms('10:30:15'), ['10:30:15']);
  });
});
