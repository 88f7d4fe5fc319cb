import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import type { SearchResult } from '../../src/domain/search.ts';
import { openDesk, type TestDesk } from '../support/help-desk.ts';

const POLICIES = {
  'shop.md': `# Shop

## Paying

Customers pay by card or by bank transfer. Money from abroad takes up to four days.

## Cancelling

An order can be cancelled until it is packed. The money comes back as described in the *Refunds* section.

## Refunds

We pay back within three working days.

## Parcels

Parcels are sent on the day of the order. Large parcels cost 15,000 đồng more.

## Vouchers

A voucher is valid for a year. A voucher for a parcel is a gift voucher.
`,
};

describe('searchSections', () => {
  let desk: TestDesk;
  before(async () => {
    desk = await openDesk(POLICIES);
  });
  after(() => desk.close());

  const titles = (result: SearchResult) => result.hits.map(({ passage }) => passage.title);
  const sent = (result: SearchResult) =>
    result.hits.filter((hit) => hit.sent).map(({ passage }) => passage.title);

  it('ranks by score, the best first, numbered from 1', () => {
    const { hits } = desk.search('voucher for a parcel');
    assert.equal(hits[0]?.passage.title, 'Vouchers');
    assert.deepEqual(
      hits.map(({ rank }) => rank),
      hits.map((_, position) => position + 1),
    );
    assert.deepEqual(
      hits.map(({ score }) => score),
      hits.map(({ score }) => score).sort((a, b) => b - a),
    );
  });

  it('explains a score by its terms, which add up to it', () => {
    for (const hit of desk.search('Can I cancel an order paid by bank transfer?').hits) {
      const sum = hit.matched.reduce((total, match) => total + match.score, 0);
      assert.ok(Math.abs(sum - hit.score) < 1e-9);
    }
    const [top] = desk.search('are vouchers valid').hits;
    assert.ok(top?.matched.some(({ word, inTitle }) => word === 'vouchers' && inTitle));
  });

  it('sends the section that a sent one names, and says so', () => {
    const result = desk.search('I cancelled my order, what now?');
    const refunds = result.hits.find(({ passage }) => passage.title === 'Refunds');
    assert.ok(refunds?.sent);
    assert.equal(refunds.namedBy, 'shop.md#cancelling');
  });

  it('never sends more than asked for, the named ones included', () => {
    for (const most of [1, 2, 3])
      assert.ok(sent(desk.search('cancel order parcel money pay', most)).length <= most);
    assert.deepEqual(sent(desk.search('I cancelled my order', 1)), ['Cancelling']);
  });

  it('keeps a weak hit as a candidate without sending it', () => {
    const result = desk.search('voucher gift order');
    assert.ok(titles(result).includes('Parcels'));
    assert.ok(!sent(result).includes('Parcels'));
  });

  it('sends the whole policy where all is asked for', () => {
    const result = desk.search('voucher', Number.POSITIVE_INFINITY);
    assert.equal(sent(result).length, 5);
  });

  it('knows which words no policy holds', () => {
    const { query } = desk.search('is parking free for motorbikes');
    const unknown = query.terms.filter(({ known, stop }) => !known && !stop).map(({ word }) => word);
    assert.deepEqual(unknown, ['parking', 'free', 'motorbikes']);
  });

  it('is confident where the hits cover the question, and not where they do not', () => {
    const sure = desk.search('How long is a voucher valid?');
    assert.ok(sure.confidence >= sure.threshold, `${sure.confidence}`);
    const unsure = desk.search('Is a voucher good for parking, motorbikes and wifi?');
    assert.ok(unsure.confidence < unsure.threshold, `${unsure.confidence}`);
    assert.ok(sure.confidence > 2 * unsure.confidence);
    assert.equal(desk.search('parking').confidence, 0);
  });

  it('gives an unknown number of the customer little weight', () => {
    const { confidence, threshold } = desk.search('are 30 vouchers valid');
    assert.ok(confidence >= threshold);
    assert.ok(confidence > 0.9 * desk.search('are vouchers valid').confidence);
  });

  it('finds nothing, and says so, for a text without words', () => {
    for (const text of ['', ' ', '?!', '🙂', '""', '\u0000', '()']) {
      const { hits, query, confidence } = desk.search(text);
      assert.deepEqual({ hits, query, confidence }, { hits: [], query: { terms: [] }, confidence: 0 });
    }
  });

  it('keeps the one telling word of a pasted page', () => {
    const page = Array.from({ length: 2000 }, (_, number) => `filler${number}x the of`).join(' ');
    const { query, hits } = desk.search(`${page} voucher`);
    assert.equal(query.terms.length, 32);
    assert.equal(hits[0]?.passage.title, 'Vouchers');
  });

  it('takes any text whatever', () => {
    const ftsWords = fc.constantFrom(
      'AND',
      'OR',
      'NOT',
      'NEAR(',
      '"',
      '*',
      'title:',
      '^',
      '-',
      '{',
      '(',
      'voucher',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 400 }),
          fc.array(ftsWords).map((parts) => parts.join(' ')),
        ),
        (text) => {
          const { hits } = desk.search(text);
          assert.ok(hits.length <= 10);
          assert.ok(hits.every(({ score }) => Number.isFinite(score) && score >= 0));
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe('searchSections on an index without policies', () => {
  it('finds nothing', async () => {
    const desk = await openDesk({});
    assert.deepEqual(desk.search('refund').hits, []);
    assert.equal(desk.search('refund', Number.POSITIVE_INFINITY).hits.length, 0);
    desk.close();
  });
});
