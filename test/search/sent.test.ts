import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { SearchResult } from '../../src/domain/search.ts';
import { openDesk, type TestDesk } from '../support/help-desk.ts';

const POLICIES = {
  'cafe.md': `# Cafe

## Opening hours

Our doors open at 8 a.m. and close at 9 p.m., also on public holidays.

## Payment

You may pay in cash, by card or by bank transfer.

## Gift vouchers

Gift vouchers are valid for six months. Gift vouchers cost 100,000 dong. A gift voucher is a fine gift.

## Dogs

Dogs on a leash are welcome on the terrace.
`,
};

const sentTitles = ({ hits }: SearchResult) =>
  hits.filter(({ sent }) => sent).map(({ passage }) => passage.title);

describe('a message with several questions', () => {
  let desk: TestDesk;
  before(async () => {
    desk = await openDesk(POLICIES);
  });
  after(() => desk.close());

  it('gets the best section of each, and the record says for which it was sent', () => {
    const result = desk.search(
      'How long are gift vouchers valid? May I pay in cash? Are dogs welcome on the terrace?',
    );
    assert.deepEqual(sentTitles(result).sort(), ['Dogs', 'Gift vouchers', 'Payment']);
    const answers = Object.fromEntries(result.hits.map(({ passage, answers }) => [passage.title, answers]));
    const served = Object.values(answers).filter((part) => part !== null && part !== undefined);
    for (const part of served) {
      assert.ok(['May I pay in cash', 'Are dogs welcome on the terrace'].includes(part), part);
    }
    assert.equal(answers['Gift vouchers'], null, 'sent for its own score');
  });

  it('serves a question whose section scores far below the best one', () => {
    const result = desk.search('gift vouchers valid six months gift dong and pay cash');
    const payment = result.hits.find(({ passage }) => passage.title === 'Payment');
    assert.ok(payment?.sent);
    assert.equal(payment.answers, 'pay cash');
    assert.equal(payment.namedBy, null);
  });

  it('is no reason for a single question to be cut up', () => {
    const { hits } = desk.search('How long are gift vouchers valid?');
    assert.deepEqual(
      hits.map(({ answers }) => answers).filter((part) => part !== null),
      [],
    );
  });

  it('stays within the sections to be sent', () => {
    const message = 'gift vouchers valid? pay in cash? dogs on the terrace welcome?';
    for (const most of [1, 2, 3]) assert.ok(sentTitles(desk.search(message, most)).length <= most);
  });

  it('is kept in the record of the exchange', async () => {
    const exchange = await desk.ask('gift vouchers valid six months gift dong and pay cash');
    const stored = desk.store.review.findExchange(exchange.id);
    assert.deepEqual(stored?.hits, exchange.hits);
    assert.ok(stored?.hits.some(({ answers }) => answers === 'pay cash'));
  });
});
