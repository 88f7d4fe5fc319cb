import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { figureAskedFor, holdsFigure } from '../../src/answer/figures.ts';

describe('figureAskedFor', () => {
  it('knows what kind of figure a question asks for', () => {
    for (const [question, kind] of [
      ['When is my money back?', 'time'],
      ['how long do refunds take', 'time'],
      ['How many working days until then?', 'time'],
      ['What time do you close?', 'time'],
      ['What are your opening hours?', 'time'],
      ['Hoàn tiền mất bao lâu?', 'time'],
      ['quán mở cửa lúc mấy giờ', 'time'],
      ['How much is delivery?', 'quantity'],
      ['how many cups', 'quantity'],
      ['How far do you deliver?', 'quantity'],
      ['From which order value is it free?', 'quantity'],
      ['phí giao hàng bao nhiêu', 'quantity'],
      ['bao nhiêu ngày thì có tiền', 'time'],
      ['Wie lange dauert die Rückerstattung?', 'time'],
      ['Wie viele Tage habe ich Zeit?', 'time'],
      ['Combien coûte la livraison ?', 'quantity'],
      ['¿A qué hora abren?', 'time'],
    ] as const) {
      assert.equal(figureAskedFor(question)?.kind, kind, question);
    }
  });

  it('asks for none where the question does not', () => {
    for (const question of ['Do you deliver?', 'Is there milk in it?', 'whenever you like', 'show me']) {
      assert.equal(figureAskedFor(question), null, question);
    }
  });

  it('tells what the figure is of', () => {
    const wish = figureAskedFor('I paid by transfer, how long until the refund? Thanks');
    assert.equal(wish?.of.trim(), 'until the refund');
    assert.doesNotMatch(wish?.rest ?? '', /how long/);
  });
});

describe('holdsFigure', () => {
  it('finds durations, dates and times of day', () => {
    for (const text of [
      'within three working days',
      'a 30-day trial',
      'until 10 p.m.',
      'at 6:30',
      'on Monday',
      'on 24/12/2026',
      'trong 24 giờ',
      'one week ahead',
      'within twenty-four hours',
      'half past nine',
      'from noon',
      'từ 9 giờ sáng',
      'năm ngày làm việc',
    ]) {
      assert.ok(holdsFigure(text, 'time'), text);
    }
    for (const text of ['someday soon', 'costs 15,000 đồng', 'the daily menu', 'one drink']) {
      assert.ok(!holdsFigure(text, 'time'), text);
    }
  });

  it('finds quantities, which a duration is not', () => {
    for (const text of [
      '15,000 đồng',
      'up to 5 km',
      'twenty cups',
      '10 % off within 3 days',
      'thirty thousand dong',
      '1,5 triệu',
    ]) {
      assert.ok(holdsFigure(text, 'quantity'), text);
    }
    for (const text of ['valid for six months', 'at 10 p.m.', 'free of charge']) {
      assert.ok(!holdsFigure(text, 'quantity'), text);
    }
  });
});
