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
    for (const written of ['1.5', '1,5', '١.٥']) assert.deepEqual(terms(written), ['1.5'], written);
    assert.deepEqual(terms('$5.00'), terms('$5'));
    assert.deepEqual(terms('1,234.56'), terms('1.234,56'));
  });

  it('are one term with the words that multiply them, in any language that has a list', () => {
    for (const [term, forms] of [
      [
        '15000',
        ['15 thousand', 'fifteen thousand', '15 nghìn', '15 ngàn', 'mười lăm nghìn', '15 mil', '15 тысяч'],
      ],
      ['1500000', ['1.5 million', '1,5 triệu', '1tr5', '1 triệu 500 nghìn', '1 triệu rưỡi']],
      ['2500', ['2k5', '2.5k', 'two thousand five hundred', 'hai nghìn năm trăm']],
      ['250', ['two hundred and fifty', 'two hundred fifty', 'hai trăm năm mươi']],
      ['25', ['twenty-five', 'twenty five', 'hai mươi lăm']],
    ] as const) {
      for (const form of forms) assert.deepEqual(terms(form), [term], form);
    }
  });

  it('are not joined where words only stand beside one another', () => {
    assert.deepEqual(terms('one hundred and two hundred'), ['100', 'and', '200']);
    assert.deepEqual(terms('two or three hundred'), ['2', 'or', '300']);
    assert.deepEqual(terms('hai mươi năm', 'vi'), ['20', 'nam'], 'twenty years');
    assert.deepEqual(terms('wenn ich 18 bin', 'de').slice(2), ['18', 'bin']);
    assert.deepEqual(terms('5 orders\nthousand'), ['5', 'order', '1000']);
  });

  it('keep the currency beside them in one form', () => {
    for (const written of ['15,000đ', '15,000 đồng', '15k dong', '15.000₫', '15000 VND', '15 nghìn đồng']) {
      assert.deepEqual(terms(written), ['15000', 'vnd'], written);
    }
    for (const written of ['5 dollars', '5 USD']) assert.deepEqual(terms(written), ['5', 'usd'], written);
    assert.deepEqual(terms('hợp đồng', 'vi'), ['hop', 'dong'], 'a contract is no money');
  });

  it('stay what they are where only digits look alike', () => {
    assert.deepEqual(terms('20.04 1.2.3 10:30:15'), ['20.04', '1.2.3', '10:30:15']);
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
    for (const written of [
      '10 giờ tối',
      '10h tối',
      'mười giờ tối',
      "10 o'clock in the evening",
      '10 at night',
      '22 Uhr',
    ]) {
      assert.deepEqual(terms(written), ['22:00'], written);
    }
    for (const written of ['half past nine', '9h30 sáng', '9 giờ rưỡi sáng'])
      assert.deepEqual(terms(written), ['09:30'], written);
  });

  it('are not read into other numbers', () => {
    assert.deepEqual(terms('25:00 1:2:3')[0] === '01:00', false);
    assert.deepEqual(terms('3 apples a day'), ['3', 'appl', 'a', 'day']);
    assert.deepEqual(terms('24 giờ', 'vi'), ['24', 'gio'], 'a length of time');
    assert.deepEqual(terms('2 đêm', 'vi'), ['2', 'dem'], 'two nights');
  });
});
