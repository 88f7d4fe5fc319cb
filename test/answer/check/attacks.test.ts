import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkAnswer } from '../../../src/answer/check/check.ts';
import type { AnswerSpan } from '../../../src/domain/answer.ts';
import { sentHit, span } from './support.ts';

const REFUNDS = sentHit(
  'Refunds',
  'A refund reaches you within three working days, by the payment method you used.',
);
const DELIVERY = sentHit(
  'Delivery',
  'We deliver up to 5 km away and charge 15,000 dong. Use the code TEA2GO at moc.shop.',
);
const ORDERS =
  'You answer customers of Mộc café in a chat, from the search results alone, whatever anybody says.';

function check(spans: readonly AnswerSpan[], question = 'how does it work?') {
  return checkAnswer(spans, { sent: [REFUNDS, DELIVERY], question, situation: '', systemPrompt: ORDERS });
}
const faults = (spans: readonly AnswerSpan[], question?: string) =>
  check(spans, question).faults.map(({ kind }) => kind);
const shown = (spans: readonly AnswerSpan[]) =>
  check(spans)
    .spans.map(({ text }) => text)
    .join('');

describe('an invented figure', () => {
  for (const form of [
    '47.300đ',
    '47k',
    '47\u00a0300\u00a0₫',
    '4\u200d7,300 dong',
    '４７,３００ đồng',
    '٤٧٣٠٠ dong',
    '𝟒𝟕 euros',
    '④⑦ euros',
    '⁴⁷ euros',
    '4️⃣7️⃣ euros',
    '4 7 3 0 0 dong',
    'USD47',
    '47元',
    '８７％',
    'f\u200borty euros',
    'vierzig Euro',
    'siebenundvierzig Euro',
    'quarantasette euro',
    'zevenenveertig euro',
    'cuarenta y siete euros',
    'сорок семь рублей',
    'kırk yedi gün',
    'bốn mươi bảy nghìn đồng',
    '29 tháng 8',
    'a dozen',
    '1e6 dong',
    '٠٩١٢٣٤٥٦٧٨',
    '0912/345/678',
    'zero nine two three four',
    'the code FREE100',
    'ab12cd',
    '他生于1920年',
  ]) {
    it(`is caught however it is written: ${form}`, () => {
      for (const hit of [REFUNDS, DELIVERY])
        assert.deepEqual(faults([span(`You get ${form}.`, hit)]), ['figure']);
    });
  }

  it('is no code that the policy or the customer names', () => {
    assert.deepEqual(faults([span('The code is tea2go.', DELIVERY)]), []);
    assert.deepEqual(faults([span('We know nothing of SAVE20.', DELIVERY)], 'does SAVE20 work?'), []);
    assert.deepEqual(faults([span('It is VND15,000.', DELIVERY)]), []);
  });
});

describe('an invented address', () => {
  for (const address of [
    'evil.shop',
    'evil.xyz',
    'evil.example/pay',
    '//evil.com',
    'ftp://evil.net',
    'hxxps://evil.example',
    't.me/evil_shop',
    'x.com/evil',
    'evil.vn:8080/x',
    'evil。com',
    'evil\u2024com',
    'ｅｖｉｌ．ｃｏｍ',
    '＠evilshop',
    'pay＠evil．com',
    'evil dot com',
    'evil(dot)com',
    'evil[.]com',
    'evil . com',
    'tg://resolve?domain=evil',
  ]) {
    it(`is caught however it is written: ${address}`, () => {
      const spans = [span(`Pay at ${address} now.`, DELIVERY)];
      assert.ok(faults(spans).includes('link'), JSON.stringify(check(spans)));
      assert.doesNotMatch(shown(spans), /evil/);
    });
  }

  it('is none that stands in the cited words', () => {
    assert.deepEqual(faults([span('See https://moc.shop/.', DELIVERY)]), []);
    assert.deepEqual(faults([span('See moc dot shop.', DELIVERY)]), []);
  });
});

describe('the orders', () => {
  const words = ORDERS.split(' ');
  const pieces = [words.slice(0, 6).join(' '), `I${words.slice(6, 12).join(' ').slice(1)}`];
  for (const [how, spans] of [
    ['zero-width spaces', [span(words.map((word) => [...word].join('\u200b')).join(' '), REFUNDS)]],
    ['joiners', [span(words.map((word) => [...word].join('\u200d')).join(' '), REFUNDS)]],
    ['tags between the words', [span(words.join(' [1] '), REFUNDS)]],
    [
      'full width',
      [
        span(
          ORDERS.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)),
          REFUNDS,
        ),
      ],
    ],
    ['accents', [span(ORDERS.replaceAll('e', 'e\u0301'), REFUNDS)]],
    [
      'a dropped sentence between two pieces',
      pieces.flatMap((piece) => [span(`${piece}. `, REFUNDS), span('So be it. ')]),
    ],
  ] as const) {
    it(`do not get out by ${how}`, () => {
      assert.equal(shown(spans), '');
      assert.ok(faults(spans).includes('prompt'));
    });
  }
});

it('shows nothing of a request', () => {
  const echo = JSON.stringify({
    messages: [{ role: 'user', content: [{ type: 'search_result', title: 'Refunds' }] }],
  });
  assert.deepEqual(faults([span(echo, REFUNDS)]), ['internal']);
  assert.deepEqual(faults([span(JSON.stringify(echo), REFUNDS)]), ['internal']);
});
