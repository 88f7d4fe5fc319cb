import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { Exchange } from '../../src/domain/exchange.ts';
import type { SectionId } from '../../src/domain/section.ts';
import { exchangeOf } from '../store/support.ts';
import { type Bench, openBench, textOf } from './support.ts';

let bench: Bench;
afterEach(() => bench.close());

async function pageOf(more: Partial<Exchange>): Promise<{ html: string; text: string }> {
  bench = await openBench();
  bench.store.exchanges.finishExchange(exchangeOf('x1', more), null);
  const { html } = await bench.get('/exchanges/x1');
  return { html, text: textOf(html) };
}

describe('how an answer came about', () => {
  it('shows each draft that the check did not let through, with what was wrong in it', async () => {
    const { html, text } = await pageOf({
      outcome: 'check_failed',
      answerer: 'claude',
      drafts: [
        {
          text: 'It takes 9 <b>days</b>. Bye!',
          faults: [
            { kind: 'figure', sentence: 'It takes 9 <b>days</b>.', detail: '9 <b>days</b>' },
            { kind: 'uncited', sentence: 'Bye!', detail: 'Bye!' },
          ],
        },
        {
          text: 'It takes 8 days.',
          faults: [{ kind: 'figure', sentence: 'It takes 8 days.', detail: '8 days' }],
        },
      ],
    });
    assert.ok(text.includes('What the check did not let through'));
    assert.ok(text.includes('Draft 2'));
    assert.ok(text.includes('states a figure that its source does not hold: 8 days'));
    assert.ok(text.includes('Bye! cites nothing'));
    assert.ok(html.includes('9 &lt;b&gt;days&lt;/b&gt;'));
    assert.ok(text.includes('did not hold against the text it cited, twice'));
  });

  it('shows what the customer said of the answer', async () => {
    bench = await openBench();
    const { exchanges } = bench.store;
    exchanges.finishExchange(exchangeOf('x1'), null);
    assert.ok(!textOf((await bench.get('/exchanges/x1')).html).includes('Customer says'));
    exchanges.giveFeedback('x1', { helped: false, reason: 'not_my_question' });
    const { html } = await bench.get('/exchanges/x1');
    assert.match(textOf(html), /Customer says that did not help: not what was asked \(/);
  });

  it('says nothing of drafts and searches where there were none', async () => {
    const { text } = await pageOf({});
    assert.ok(!text.includes('did not let through'));
    assert.ok(!text.includes('looked again'));
    assert.ok(!text.includes('Missing'));
  });

  it('lists what the model looked for itself and what that brought', async () => {
    const hit = { sectionId: 'a.md#refunds' as SectionId, name: 'Refunds', score: 3 };
    const { text } = await pageOf({
      searches: [
        { by: 'code', query: 'compensate me', confidence: 0.1, hits: [] },
        { by: 'model', query: 'refund', confidence: 0.8, hits: [{ ...hit, sent: true }] },
        { by: 'model', query: 'voucher', confidence: 0, hits: [{ ...hit, sent: false }] },
        { by: 'model', query: 'parking', confidence: 0, hits: [] },
      ],
    });
    assert.ok(text.includes('The model looked again'));
    assert.ok(/refund ?: Refunds/.test(text));
    assert.ok(/voucher ?: Refunds \(not sent\)/.test(text));
    assert.ok(/parking ?: nothing found/.test(text));
    assert.ok(!text.includes('compensate me'));
  });

  it('tells what was missing, what was joined, what was edited and what was searched for', async () => {
    const { html, text } = await pageOf({
      outcome: 'refused_by_model',
      answerer: 'claude',
      missing: { kind: 'about_my_order', about: 'where order 7 is' },
      messages: [
        { messageId: 1, text: 'hi' },
        { messageId: 2, text: 'where is it' },
      ],
      updateOf: 'x0',
      standalone: 'where is it (parcel)',
    });
    assert.ok(text.includes('about my order: where order 7 is'));
    assert.ok(
      text.includes('depends on the customer&#39;s own order') ||
        text.includes("depends on the customer's own order"),
    );
    assert.ok(text.includes('2, joined to one question'));
    assert.ok(html.includes('href="/exchanges/x0"'));
    assert.ok(text.includes('where is it (parcel)'));
  });

  it('explains a limit in words', async () => {
    const { text } = await pageOf({ outcome: 'refused_low_confidence', fallback: 'limit_of_hour' });
    assert.ok(text.includes('the customer had asked as often as one may in an hour'));
  });

  it('marks the answer’s sentences below the line that says that it is an update', async () => {
    const { html } = await pageOf({
      outcome: 'answered',
      text: 'New answer:\n\nWe open at nine.\n\nSource: Hours',
      spans: [{ text: 'We open at nine.', citations: [] }],
    });
    assert.match(
      html,
      /New answer:\s+<span class="sentence"[^>]*><span class="uncited">We open at <b class="strange">nine<\/b>\.<\/span>/,
    );
  });
});
