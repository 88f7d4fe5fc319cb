import fc from 'fast-check';

/** A figure in the ways that people write it, and what may not be said of another so that it stays another. */
export interface Written {
  readonly kind: string;
  readonly forms: readonly string[];
  /** Numbers and words that a figure other than this one must not share. */
  readonly marks: readonly string[];
  /** The policy's sentence around it. */
  readonly sentence: (form: string) => string;
}

const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

export function inWords(value: number): string {
  if (value < 20) return ONES[value] ?? '';
  if (value < 100) {
    const rest = value % 10;
    return `${TENS[Math.floor(value / 10)]}${rest === 0 ? '' : `-${ONES[rest]}`}`;
  }
  const [size, name] = [
    [1_000_000, 'million'] as const,
    [1000, 'thousand'] as const,
    [100, 'hundred'] as const,
  ].find(([least]) => value >= least) ?? [100, 'hundred'];
  const rest = value % size;
  const and = rest > 0 && rest < 100 ? ' and ' : ' ';
  return `${inWords(Math.floor(value / size))} ${name}${rest === 0 ? '' : and + inWords(rest)}`;
}

function numberForms(value: number): string[] {
  const grouped = (mark: string) => String(value).replace(/\B(?=(\d{3})+$)/g, mark);
  const forms = [String(value), inWords(value), fullWidth(String(value))];
  if (value < 1000) return forms;
  forms.push(...[',', '.', ' ', '\u00a0', '\u202f'].map(grouped));
  if (value % 1000 === 0) forms.push(`${value / 1000}k`, `${value / 1000} thousand`, `${value / 1000} nghìn`);
  if (value % 100_000 === 0 && value > 1_000_000) forms.push(`${value / 1_000_000} million`);
  return forms;
}

function fullWidth(text: string): string {
  return text.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0));
}

const two = (value: number) => String(value).padStart(2, '0');

const amount = fc
  .record({
    value: fc.oneof(
      fc.integer({ min: 2, max: 999 }),
      fc.integer({ min: 1, max: 999 }).map((thousands) => thousands * 1000),
      fc.integer({ min: 1001, max: 99_999 }),
      fc.integer({ min: 11, max: 99 }).map((tenths) => tenths * 100_000),
    ),
    currency: fc.constantFrom<readonly string[]>(
      ['# đồng', '# dong', '#đ', '#₫', '# ₫', '# VND', 'VND #', '₫#'],
      ['$#', '# USD', '# dollars', 'US$#', 'USD #'],
      ['€#', '# euros', '# EUR', '#€'],
    ),
  })
  .map(({ value, currency }): Written => {
    const glue = (form: string, pattern: string) =>
      // Behind a word a sign needs its space; before one nobody writes any.
      /\p{L}$/u.test(form) && /^#\S/u.test(pattern)
        ? `${form} ${pattern.slice(1)}`
        : pattern.replace('#', () => form);
    const digits = numberForms(value).filter((form) => !/\p{L}.*\p{L}/u.test(form));
    const words = numberForms(value).filter((form) => /\p{L}.*\p{L}/u.test(form));
    const forms = currency.flatMap((pattern) => [
      ...digits.map((form) => glue(form, pattern)),
      ...(/^# /.test(pattern) ? words.map((form) => glue(form, pattern)) : []),
    ]);
    return {
      kind: 'amount',
      forms,
      marks: [String(value)],
      sentence: (form) => `For this we charge ${form} at the counter.`,
    };
  });

const percent = fc.integer({ min: 2, max: 99 }).map(
  (value): Written => ({
    kind: 'percent',
    forms: [
      `${value}%`,
      `${value} %`,
      `${value} percent`,
      `${value} per cent`,
      `${inWords(value)} percent`,
      `${value} phần trăm`,
      fullWidth(`${value}%`),
    ],
    marks: [String(value)],
    sentence: (form) => `Regular customers save ${form} on tea.`,
  }),
);

const count = fc.integer({ min: 2, max: 9999 }).map(
  (value): Written => ({
    kind: 'count',
    forms: numberForms(value).flatMap((form) => [`${form} cups`, `${form} cốc`]),
    marks: [String(value)],
    sentence: (form) => `Larger orders begin at ${form} and need a deposit.`,
  }),
);

const date = fc
  .record({
    day: fc.integer({ min: 2, max: 28 }),
    month: fc.integer({ min: 1, max: 12 }),
    year: fc.integer({ min: 2024, max: 2032 }),
  })
  .map(({ day, month, year }): Written => {
    const name = MONTHS[month - 1] ?? '';
    const ordinal = `${day}${{ 2: 'nd', 3: 'rd', 22: 'nd', 23: 'rd', 21: 'st' }[day] ?? 'th'}`;
    return {
      kind: 'date',
      forms: [
        ...[
          `${day} ${name} ${year}`,
          `${name} ${day}, ${year}`,
          `${name} ${ordinal}, ${year}`,
          `${ordinal} of ${name} ${year}`,
        ],
        ...[
          `${year}-${two(month)}-${two(day)}`,
          `${day}/${month}/${year}`,
          `${two(day)}.${two(month)}.${year}`,
        ],
        ...[
          `${day} ${name}`,
          `${name} ${day}`,
          `${day} tháng ${month}`,
          `ngày ${day}/${month}`,
          `${day} ${name.slice(0, 3)} ${year}`,
        ],
      ],
      marks: [String(day), String(month), String(year)],
      sentence: (form) => `Vouchers can be used until ${form} and not later.`,
    };
  });

const time = fc
  .record({ hour: fc.integer({ min: 0, max: 23 }), minute: fc.constantFrom(0, 0, 15, 30, 45) })
  .map(({ hour, minute }): Written => {
    const twelve = hour % 12 === 0 ? 12 : hour % 12;
    const half = hour < 12 ? 'a.m.' : 'p.m.';
    const mm = two(minute);
    const part = hour < 12 ? 'in the morning' : hour < 18 ? 'in the afternoon' : 'in the evening';
    const forms = [
      `${hour}:${mm}`,
      `${two(hour)}:${mm}`,
      `${hour}h${mm}`,
      `${twelve}:${mm} ${half}`,
      `${twelve}:${mm}${half.replaceAll('.', '')}`,
      `${twelve}.${mm} ${half}`,
    ];
    if (minute === 0) forms.push(`${twelve} ${half}`, `${twelve}${half.replaceAll('.', '')}`, `${hour}h`);
    if (minute === 0 && hour > 0 && hour !== 12)
      forms.push(`${twelve} o'clock ${part}`, `${inWords(twelve)} o'clock ${part}`);
    if (minute === 0 && hour > 12 && hour < 19) forms.push(`${twelve} giờ chiều`);
    return {
      kind: 'time',
      forms,
      marks: [String(hour), String(twelve), ...(minute === 0 ? [] : [`:${mm}`])],
      sentence: (form) => `The kitchen takes orders until ${form} every day.`,
    };
  });

const duration = fc
  .record({
    value: fc.integer({ min: 2, max: 99 }),
    unit: fc.constantFrom<readonly string[]>(
      ['# days', '#-day', '# working days', '# ngày', '# ngày làm việc'],
      ['# minutes', '# mins', '#-minute', '# phút'],
      ['# weeks', '#-week', '# tuần'],
      ['# months', '#-month', '# tháng'],
      ['# hours', '# hrs', '# tiếng'],
    ),
  })
  .map(
    ({ value, unit }): Written => ({
      kind: 'duration',
      forms: unit.flatMap((pattern) =>
        [value, inWords(value)].map((form) => pattern.replace('#', String(form))),
      ),
      marks: [String(value)],
      sentence: (form) => `A refund takes ${form} as a rule.`,
    }),
  );

const phone = fc.integer({ min: 10_000_000, max: 99_999_999 }).map((value): Written => {
  const [a, b] = [String(value).slice(0, 4), String(value).slice(4)];
  return {
    kind: 'phone',
    forms: [
      `028 ${a} ${b}`,
      `+84 28 ${a} ${b}`,
      `(028) ${a} ${b}`,
      `028${a}${b}`,
      `028-${a}-${b}`,
      `028.${a}.${b}`,
      `+8428${a}${b}`,
    ],
    marks: [String(value)],
    sentence: (form) => `In a hurry you can call ${form} instead.`,
  };
});

const word = fc.constantFrom(
  'moc',
  'shop',
  'refunds',
  'menu',
  'help',
  'desk',
  'orders',
  'garden',
  'teahouse',
);

const url = fc
  .record({ host: word, path: word, ending: fc.constantFrom('vn', 'com', 'example', 'shop', 'co.uk') })
  .map(({ host, path, ending }): Written => {
    const bare = `${host}-cafe.${ending}/${path}`;
    return {
      kind: 'url',
      forms: [
        `https://www.${bare}`,
        `https://${bare}/`,
        `http://${bare}`,
        `www.${bare}`,
        bare,
        `${host}-CAFE.${ending}/${path}`,
      ],
      marks: [bare],
      sentence: (form) => `The form is at ${form} for everybody.`,
    };
  });

const email = fc.record({ name: word, host: word }).map(
  ({ name, host }): Written => ({
    kind: 'email',
    forms: [`${name}@${host}.example`, `${name.toUpperCase()}@${host}.Example`, `${name}@${host}.EXAMPLE`],
    marks: [`${name}@${host}`],
    sentence: (form) => `Photos go to ${form} please.`,
  }),
);

export const KINDS = { amount, percent, count, date, time, duration, phone, url, email } as const;

/** What no reader sees, or sees as a plain space, put into a text. */
export function disguise(text: string, at: number, how: number): string {
  const place = text === '' ? 0 : at % text.length;
  switch (how % 5) {
    case 0:
      return text.replaceAll(' ', '\u00a0');
    case 1:
      return `${text.slice(0, place)}\u200b${text.slice(place)}`;
    case 2:
      return `${text.slice(0, place)}\u2060${text.slice(place)}`.replaceAll(' ', '\u202f');
    default:
      return text;
  }
}
