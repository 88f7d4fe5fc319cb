import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { figuresOf, sameFigure } from '../../src/search/figures.ts';

/** `kind:value` of each figure, the likeliest reading only. */
const read = (text: string, language?: string) =>
  figuresOf(text, language).map(({ kind, value }) => `${kind}:${value}`);

function figureOf(text: string, language?: string) {
  const [figure, ...others] = figuresOf(text, language);
  assert.ok(figure !== undefined && others.length === 0, `one figure in "${text}"`);
  return figure;
}

function same(a: string, b: string): boolean {
  return sameFigure(figureOf(a), figureOf(b));
}

describe('figuresOf', () => {
  it('gives one value to every written form of a figure', () => {
    for (const [value, forms] of [
      [
        'number:15000',
        ['15000', '15,000', '15.000', '15 000', '15k', '15\u200b000', '１５０００', '15 nghìn', '15 ngàn'],
      ],
      ['number:15000', ['15 thousand', 'fifteen thousand', 'mười lăm nghìn']],
      [
        'number:1500000',
        ['1.5 million', '1,5 triệu', '1tr5', '1,500,000', '1.500.000', '1 triệu 500 nghìn', '1 triệu rưỡi'],
      ],
      ['number:25', ['25', '٢٥', '२५', 'twenty-five', 'twenty five', 'hai mươi lăm']],
      ['number:200', ['200', 'two hundred', 'hai trăm']],
      ['number:105', ['one hundred and five', 'một trăm linh năm', 'một trăm lẻ năm']],
      [
        'amount:15000 vnd',
        [
          '15,000 đồng',
          '15.000đ',
          '15kđ',
          '15k đồng',
          '₫15,000',
          'VND 15000',
          '15 nghìn đồng',
          '15,000 dong',
          'VND15,000',
        ],
      ],
      ['amount:5 usd', ['$5', '$5.00', '5 dollars', 'US$5', '5 USD', 'five dollars']],
      [
        'percent:5 percent',
        ['5%', '5 %', '５％', '5 percent', 'five per cent', '5 phần trăm', 'năm phần trăm'],
      ],
      [
        'time:22:00',
        [
          '10 p.m.',
          '10pm',
          '22:00',
          '22h00',
          '10 giờ tối',
          '10h tối',
          '10 at night',
          "10 o'clock in the evening",
        ],
      ],
      [
        'time:09:30',
        ['9:30', '9h30', '9.30 am', '9h30 sáng', 'half past nine', '9 giờ 30 sáng', '9 giờ rưỡi sáng'],
      ],
      ['time:12:00', ['noon', '12 p.m.', '12:00']],
      ['time:00:00', ['midnight', '12 a.m.', '00:00', '24:00', 'nửa đêm']],
      [
        'duration:3 day',
        [
          '3 days',
          'three days',
          '3-day',
          'three working days',
          '3 business days',
          '3 ngày',
          'ba ngày làm việc',
        ],
      ],
      ['duration:5 day', ['five days', 'năm ngày']],
      ['duration:30 minute', ['30 minutes', '30 mins', 'thirty minutes', '30 phút', 'ba mươi phút']],
      ['number:5 km', ['5 km', '5km', 'five kilometres', '5 cây số']],
      [
        'date:2026-12-03',
        [
          '3 December 2026',
          '3rd of December 2026',
          'December 3rd, 2026',
          'Dec 3, 2026',
          '2026-12-03',
          '3/12/2026',
          '3.12.2026',
          '3 tháng 12 năm 2026',
          'ngày 3/12/2026',
        ],
      ],
      [
        'date:03-12',
        ['3 December', 'December 3', '3 tháng 12', 'ngày 3/12', '3 de diciembre', '3. Dezember'],
      ],
      [
        'phone:812345678',
        ['+84 28 1234 5678', '(028) 1234 5678', '028-1234-5678', '02812345678', '+842812345678'],
      ],
      [
        'url:moc.vn/menu',
        [
          'https://www.moc.vn/menu/',
          'http://moc.vn/menu',
          'www.MOC.vn/menu',
          'moc.vn/menu.',
          '(moc.vn/menu)',
          '//moc.vn/menu',
        ],
      ],
      ['email:hello@moc.vn', ['hello@moc.vn', 'Hello@Moc.VN.']],
    ] as const) {
      for (const form of forms) assert.deepEqual(read(form), [value], form);
    }
  });

  it('knows an address by its scheme, or by the ending of its host', () => {
    for (const [text, value] of [
      ['ftp://moc.net', 'ftp://moc.net'],
      ['moc.shop', 'moc.shop'],
      ['moc.example:8080/x', 'moc.example:8080/x'],
      ['t.me/moc', 't.me/moc'],
      ['moc\u2024com', 'moc.com'],
    ] as const) {
      assert.deepEqual(read(text), [`url:${value}`], text);
    }
    assert.deepEqual(read('Fine, e.g. tea. i.e. this.That at 8 a.m.'), ['time:08:00']);
  });

  it('reads the digits within a script without spaces', () => {
    assert.deepEqual(read('配送料は500円です'), ['number:500']);
  });

  it('tells where each figure stands', () => {
    const text = 'Từ 9:00–17:00: 15\u00a0000\u200b đ, twenty-five cups, ５０％ off, see www.moc.vn.';
    const figures = figuresOf(text);
    assert.deepEqual(
      figures.map((figure) => figure.text),
      ['9:00', '17:00', '15\u00a0000\u200b đ', 'twenty-five cups', '５０％', 'www.moc.vn'],
    );
    for (const figure of figures) assert.equal(text.slice(figure.start, figure.end), figure.text);
  });

  it('leaves out words for one, ordinals without a figure, list marks and what is part of a name', () => {
    for (const text of [
      'one cup a day for an hour, một ngày, the first, 1st',
      '1. Tea\n2) Coffee\n  3. Milk',
      '## 4. Returns',
      'size A4, H2O, the iPhone15 and COVIDs',
    ]) {
      assert.deepEqual(read(text), [], text);
    }
    assert.deepEqual(read('one hundred, một triệu'), ['number:100', 'number:1000000']);
  });

  it('gives both ends of a range the unit', () => {
    for (const [text, expected] of [
      ['2–3 days', ['duration:2 day', 'duration:3 day']],
      ['2 to 3 days', ['duration:2 day', 'duration:3 day']],
      ['2 đến 3 ngày', ['duration:2 day', 'duration:3 day']],
      ['$5–10', ['amount:5 usd', 'amount:10 usd']],
      ['5-10 %', ['percent:5 percent', 'percent:10 percent']],
      ['9:00–17:00', ['time:09:00', 'time:17:00']],
      ['9–11 a.m.', ['time:09:00', 'time:11:00']],
      ['9-17', ['number:9', 'number:17']],
      ['3–5 December', ['date:03-12', 'date:05-12']],
    ] as const) {
      assert.deepEqual(read(text), expected, text);
    }
  });

  it('reads number words by the language', () => {
    assert.deepEqual(read('drei Tage', 'de'), ['duration:3 day']);
    assert.deepEqual(read('treinta y cinco euros', 'es'), ['amount:35 eur']);
    assert.deepEqual(read('trois semaines', 'fr'), ['duration:3 week']);
    assert.deepEqual(read('once you seize a quince', 'en'), [], 'eleven, sixteen and fifteen elsewhere');
    assert.deepEqual(read('only vierzig Euro', 'en'), ['amount:40 eur'], 'a long word is a number anywhere');
    assert.deepEqual(read('drei euros, siebenundvierzig Tage', 'en'), ['amount:3 eur', 'duration:47 day']);
    assert.deepEqual(read('hai mươi năm', 'vi'), ['duration:20 year']);
    assert.deepEqual(read('hợp đồng, bà, sau ba ngày', 'vi'), ['duration:3 day']);
  });

  it('takes any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        for (const { start, end, text: found, readings } of figuresOf(text, 'en')) {
          assert.equal(text.slice(start, end), found);
          assert.ok(readings.length > 0 && found !== '');
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('sameFigure', () => {
  it('forgives a unit, a currency or a year that one side leaves out', () => {
    for (const [a, b] of [
      ['15000', '15,000 đồng'],
      ['3', 'three days'],
      ['3 December', '3/12/2026'],
      ['9 giờ', '9:00'],
      ['24h', '24 hours'],
      ['9', '9:00'],
    ] as const) {
      assert.ok(same(a, b), `${a} ~ ${b}`);
    }
  });

  it('takes an ambiguous figure in each of its readings', () => {
    for (const [a, b] of [
      ['1.500', '1500'],
      ['1.500', '1.5'],
      ['3/12', '3 December'],
      ['3/12', '12 March'],
      ['3/4', '3/4'],
      ['12/03/2026', '2026-03-12'],
    ] as const) {
      assert.ok(same(a, b), `${a} ~ ${b}`);
    }
  });

  it('parts what differs in number, unit or currency', () => {
    for (const [a, b] of [
      ['15 km', '15 days'],
      ['5%', '5'],
      ['$15', '€15'],
      ['15,000', '15'],
      ['24 hours', '1 day'],
      ['10 p.m.', '10 a.m.'],
      ['3 December 2026', '3 December 2027'],
      ['hai mươi lăm', 'hai mươi'],
      ['moc.vn/menu', 'moc.vn/prices'],
      ['028 1234 5678', '028 1234 5679'],
    ] as const) {
      assert.ok(!same(a, b), `${a} ≠ ${b}`);
    }
  });

  const group = (value: number, mark: string) => String(value).replace(/\B(?=(\d{3})+$)/g, mark);
  const written = (value: number) => [
    String(value),
    group(value, ','),
    group(value, ' '),
    group(value, '\u202f'),
    ...(value % 1000 === 0 ? [`${value / 1000}k`, `${value / 1000} nghìn`, `${value / 1000} thousand`] : []),
    ...(value >= 1_000_000 && value % 100_000 === 0
      ? [`${value / 1_000_000} million`, `${value / 1_000_000} triệu`]
      : []),
  ];
  const amount = fc.oneof(
    fc.integer({ min: 2, max: 999_999 }),
    fc.integer({ min: 1, max: 999 }).map((thousands) => thousands * 1000),
    fc.integer({ min: 10, max: 999 }).map((tenths) => tenths * 100_000),
  );
  const unit = fc.constantFrom('', ' đồng', ' USD', ' days', ' km', ' %', '-day', ' phút');

  it('knows a number again however it is written', () => {
    fc.assert(
      fc.property(amount, unit, fc.nat(), fc.nat(), (value, suffix, one, other) => {
        const forms = written(value).map((form) => `only ${form}${suffix} more`);
        assert.ok(same(forms[one % forms.length] ?? '', forms[other % forms.length] ?? ''));
      }),
    );
  });

  it('tells an altered number from it however it is written', () => {
    fc.assert(
      fc.property(amount, amount, unit, fc.nat(), fc.nat(), (value, altered, suffix, one, other) => {
        fc.pre(value !== altered);
        const [a, b] = [written(value), written(altered)];
        // A single group after one mark may be decimals: 1,500 and 1.5.
        const [x = '', y = ''] = [a[one % a.length], b[other % b.length]];
        assert.ok(!same(`${x}${suffix}`, `${y}${suffix}`), `${x} ≠ ${y}`);
      }),
    );
  });

  it('knows a time and a date again, and an altered one not', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }), (hour, minute) => {
        const mm = String(minute).padStart(2, '0');
        const twelve = `${hour % 12 === 0 ? 12 : hour % 12}:${mm} ${hour < 12 ? 'a.m.' : 'p.m.'}`;
        assert.ok(same(`${hour}:${mm}`, twelve) && same(`${hour}h${mm}`, twelve));
        assert.ok(!same(`${(hour + 1) % 24}:${mm}`, twelve));
      }),
    );
    const names = ['January', 'May', 'December'];
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 31 }), fc.constantFrom(1, 5, 12), (day, month) => {
        const name = names[[1, 5, 12].indexOf(month)];
        const iso = `2026-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
        for (const form of [
          `${day} ${name} 2026`,
          `${name} ${day}`,
          `${day} tháng ${month}`,
          `${day}/${month}/2026`,
        ]) {
          assert.ok(same(form, iso), `${form} ~ ${iso}`);
        }
        assert.ok(!same(`${(day % 31) + 1} ${name} 2026`, iso));
      }),
    );
  });
});
