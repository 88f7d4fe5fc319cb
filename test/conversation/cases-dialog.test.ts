import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Exchange } from '../../src/domain/exchange.ts';
import { cited, error, mixed, searchResultsOf, toolUse } from '../fakes/messages-api.ts';
import { openDesk } from '../support/help-desk.ts';
import { CONTACT, messagesOf, openModelDesk } from '../support/model-desk.ts';
import { readCase, withoutShared } from '../support/shared.ts';

/**
 * Public reports of bots that lost the thread of a talk, or clung to it. DLG-10, one thought in four messages, is in
 * test/telegram/cases.test.ts.
 */

const input = (id: string) => readCase(id).input;
const docsOf = (id: string) => (input(id)['docs'] ?? input('GRD-01')['docs']) as Record<string, string>;
const turnsOf = (id: string) => input(id)['turns'] as string[];
const titles = ({ citations }: Exchange) => citations.map(({ title }) => title);

const THIRTY_DAYS = { text: '30 days.', cite: { source: 'returns.md#time-limit' } };
const GIFT_WRAP = {
  text: 'The gift-wrap charge is not refunded.',
  cite: { source: 'returns.md#gift-wrap' },
};
const ADDRESS = { text: 'We are at 5 Quay St.', cite: { source: 'c.md#address' } };

describe('cases of kind dialog', { skip: withoutShared }, () => {
  it('DLG-02: goes on with its own offer after a yes', async (t) => {
    const [question = '', offer = '', yes = ''] = turnsOf('DLG-02');
    const [answer = '', asked = ''] = offer.split(/(?<=\.) /);
    const desk = await openModelDesk(t, docsOf('DLG-02'));
    desk.api.enqueue(cited([{ ...THIRTY_DAYS, text: answer }, { text: ` ${asked}` }]), cited([GIFT_WRAP]));
    assert.equal((await desk.ask(question)).text, `${offer}\n\nSource: Time limit`);
    const exchange = await desk.ask(yes);
    assert.deepEqual(titles(exchange), ['Gift-wrap']);
    assert.equal(messagesOf(desk)[1]?.text, offer);
    assert.match(exchange.standalone, /^yes please \(.*gift/);

    // Where the model is gone by then, the offer is looked up all the same.
    desk.api.enqueue(cited([{ ...THIRTY_DAYS, text: answer }, { text: ` ${asked}` }]));
    await desk.ask(question);
    desk.api.replyWith(error(401));
    const quoted = await desk.ask(yes);
    assert.equal(quoted.fallback, 'refused_key');
    assert.ok(titles(quoted).includes('Gift-wrap'));
  });

  it('DLG-03: searches for the message that was sent, not for the first of the talk', async (t) => {
    const [first = '', second = ''] = turnsOf('DLG-03');
    const desk = await openModelDesk(t, docsOf('DLG-03'));
    desk.api.enqueue(
      cited([THIRTY_DAYS]),
      toolUse('search_policies', { query: 'cheques' }),
      cited([{ text: 'We take no cheques.', cite: { source: 'payment.md#cards' } }]),
    );
    await desk.ask(first);
    const exchange = await desk.ask(second);
    assert.equal(exchange.text, 'We take no cheques.\n\nSource: Cards');
    assert.deepEqual(
      exchange.hits.filter(({ sent, search }) => sent && search === 1).map(({ name }) => name),
      ['Cards'],
    );
  });

  it('DLG-04: is not drowned by the old subject', async (t) => {
    const turns = turnsOf('DLG-04');
    const desk = await openModelDesk(t, docsOf('DLG-04'));
    desk.api.replyWith(({ body }) =>
      cited(
        [GIFT_WRAP.cite.source, THIRTY_DAYS.cite.source].flatMap((source) =>
          searchResultsOf(body).some((result) => result.source === source)
            ? [source === GIFT_WRAP.cite.source ? GIFT_WRAP : THIRTY_DAYS]
            : [],
        ),
      ),
    );
    for (const turn of turns.slice(0, -1)) await desk.ask(turn);
    desk.api.enqueue(toolUse('search_policies', { query: 'address' }), cited([ADDRESS]));
    const last = await desk.ask(turns.at(-1) ?? '');
    assert.equal(last.text, 'We are at 5 Quay St.\n\nSource: Address');
    assert.deepEqual(
      messagesOf(desk)
        .filter(({ role }) => role === 'user')
        .slice(0, 3)
        .map(({ text }) => text),
      turns.slice(0, -1),
    );
  });

  it('DLG-07: answers each of several questions and names the one that it cannot', async (t) => {
    const desk = await openModelDesk(t, docsOf('DLG-07'));
    desk.api.enqueue(
      toolUse('search_policies', { query: 'address' }),
      mixed([
        { ...THIRTY_DAYS, text: 'You have 30 days. ' },
        { text: 'Visa is fine. ', cite: { source: 'payment.md#cards' } },
        ADDRESS,
        { tool: 'cannot_answer', input: { kind: 'not_in_policies', missing: 'sale of boats' } },
      ]),
    );
    const question = String(input('DLG-07')['message']);
    const exchange = await desk.ask(question);
    assert.equal(
      exchange.text,
      [
        'You have 30 days. Visa is fine. We are at 5 Quay St.',
        `To “3) do you sell boats?” I could not find an answer in our policies. To reach a person: ${CONTACT}`,
        'Sources: Time limit · Cards · Address',
      ].join('\n\n'),
    );
    assert.deepEqual(exchange.missing, { kind: 'not_in_policies', about: 'sale of boats' });
    assert.equal(exchange.outcome, 'answered');

    const offline = await openDesk(docsOf('DLG-07'));
    t.after(() => offline.close());
    const quoted = await offline.ask(question);
    assert.match(quoted.text, /30 days.*Visa only.*“3\) do you sell boats\?”/s);
  });

  it('DLG-08: says that the policies do not say, and not that it is about something else', async (t) => {
    const desk = await openModelDesk(t, docsOf('DLG-08'));
    desk.api.enqueue(toolUse('cannot_answer', { kind: 'not_in_policies', missing: 'gift cards' }));
    const { text, outcome } = await desk.ask(String(input('DLG-08')['message']));
    assert.equal(outcome, 'refused_by_model');
    assert.match(text, /^I looked for .*“gift”, “card”.* and could not find an answer in our policies/);
    assert.match(text, /closest topics I have: Gift-wrap · Time limit.*\+1 555 0100/s);
    assert.doesNotMatch(text, /only (?:talk|answer|help)|out of scope|other topics/i);
  });

  it('DLG-09: asks back and offers a person where it does not understand', async (t) => {
    const desk = await openModelDesk(t, docsOf('DLG-09'));
    desk.api.enqueue(toolUse('cannot_answer', { kind: 'unclear', missing: 'which thing' }));
    const question = String(input('DLG-09')['message']);
    const { text } = await desk.ask(question);
    assert.match(text, /^I am not sure what you mean\. Could you ask it in a full sentence\?.*\+1 555 0100/s);
    assert.equal(text.split('?').length, 2);
    const offline = await openDesk(docsOf('DLG-09'), { contact: CONTACT });
    t.after(() => offline.close());
    assert.match((await offline.ask(question)).text, /try it in other words.*\+1 555 0100/s);
  });
});
