import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { parseOpeningHours } from '../../src/conversation/opening-hours.ts';
import { describeSituation } from '../../src/conversation/situation.ts';
import { cited } from '../fakes/messages-api.ts';
import { openDesk } from '../support/help-desk.ts';
import { messagesOf, openModelDesk } from '../support/model-desk.ts';
import { readCase, withoutShared } from '../support/shared.ts';

/** Public reports of bots that did not know what day it is. */

const SHOP = 'Asia/Ho_Chi_Minh';
const OPENING_HOURS = parseOpeningHours('Mo-Sa 08:00-20:00');
const docsOf = (id: string) => readCase(id).input['docs'] as Record<string, string>;
const messageOf = (id: string) => String(readCase(id).input['message']);
/** "2026-03-01T10:00+07:00 (Sunday)" */
const SUNDAY = () => Date.parse(String(readCase('DAT-01').input['now']).split(' ')[0] ?? '');

async function openShop(t: TestContext, docs: Record<string, string>, now: () => number) {
  return openModelDesk(t, docs, {
    now,
    situation: (at) => describeSituation({ at, timeZone: SHOP, openingHours: OPENING_HOURS }),
  });
}

describe('cases of kind dates', { skip: withoutShared }, () => {
  const closed = (text: string) => cited([{ text, cite: { source: 'h.md#opening-hours', blocks: 2 } }]);

  it('DAT-01: tells the model date, weekday and zone of the shop, and lets through no other', async (t) => {
    const desk = await openShop(t, docsOf('DAT-01'), SUNDAY);
    desk.api.replyWith(closed('No, we are closed today (Sunday).'));
    const exchange = await desk.ask(messageOf('DAT-01'));
    assert.equal(exchange.text, 'No, we are closed today (Sunday).\n\nSource: Opening hours');
    assert.match(
      messagesOf(desk)[0]?.text ?? '',
      /It is Sunday, 1 March 2026, 10:00 at the shop \(Asia\/Ho_Chi_Minh\)\..*closed now and opens tomorrow at 08:00/,
    );

    desk.api.enqueue(closed('Today is 2 March 2026, so yes.'), closed('Today is 1 March 2026, so no.'));
    const mended = await desk.ask(messageOf('DAT-01'));
    assert.match(mended.text, /^Today is 1 March 2026, so no\./);
    assert.equal(mended.drafts[0]?.faults[0]?.detail, '2 March 2026');
  });

  it('DAT-01: quotes the hours where there is no model', async (t) => {
    const desk = await openDesk(docsOf('DAT-01'));
    t.after(() => desk.close());
    assert.deepEqual(
      (await desk.ask(messageOf('DAT-01'))).citations.map(({ title }) => title),
      ['Opening hours'],
    );
  });

  it('DAT-02: goes by the day of each turn', async (t) => {
    const [first = '', second = ''] = readCase('DAT-02').input['steps'] as string[];
    assert.match(`${first} ${second}`, /Saturday.*Sunday/);
    let now = SUNDAY() - 12 * 60 * 60_000;
    const desk = await openShop(t, docsOf('DAT-01'), () => now);
    desk.api.replyWith(closed('Mon-Sat 8-20.'));
    await desk.ask('are you open now?');
    assert.match(messagesOf(desk)[0]?.text ?? '', /It is Saturday, 28 February 2026, 22:00/);
    now = SUNDAY();
    await desk.ask(/"(.+)"/.exec(second)?.[1] ?? '');
    const sent = messagesOf(desk);
    assert.equal(sent.length, 3);
    assert.match(sent.at(-1)?.text ?? '', /It is Sunday, 1 March 2026, 10:00/);
    assert.doesNotMatch(sent.map(({ text }) => text).join(), /Saturday|28 February/);
  });

  it('DAT-05: takes 2/9 for 2 September where the day comes first', async (t) => {
    const desk = await openShop(t, docsOf('DAT-05'), SUNDAY);
    const answer = (text: string) => cited([{ text, cite: { source: 'h.md#holidays' } }]);
    desk.api.enqueue(answer('No, we are closed on September 2nd (National Day).'));
    const exchange = await desk.ask(messageOf('DAT-05'));
    assert.equal(exchange.text, 'No, we are closed on September 2nd (National Day).\n\nSource: Holidays');
    assert.match(messagesOf(desk)[0]?.text ?? '', /Dates in the policies are written day before month\./);
  });
});
