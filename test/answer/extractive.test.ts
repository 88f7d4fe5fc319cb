import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openDesk, type TestDesk } from '../support/help-desk.ts';

const POLICIES = {
  'shop.md': `# Shop

## Paying

An order paid by bank transfer is accepted within ten minutes. We also take cards.

## Cancelling

You may cancel an order until it is packed. If you paid by bank transfer, the money comes back as described in *Refunds*.

## Refunds

The refund covers the price of the goods. The refund reaches you within four working days.

## Delivery

Delivery costs 20,000 đồng within 3 km. Orders of 200,000 đồng or more are delivered for free. Drivers wear blue.

## Contact

Write us a message on our page.

## Sizes

| size | volume | price |
|---|---|---|
| Small | 200 ml | 25,000 |
| Large | 400 ml | 39,000 |
`,
};

describe('extractiveAnswerer', () => {
  let desk: TestDesk;
  before(async () => {
    desk = await openDesk(POLICIES);
  });
  after(() => desk.close());

  const bodyOf = async (question: string) => (await desk.ask(question)).text.split('\n\n')[0];
  /** Of a customer who has not asked before: no words of an earlier turn. */
  const bodyOfFirst = async (question: string) => {
    const fresh = await openDesk(POLICIES);
    try {
      return (await fresh.ask(question)).text.split('\n\n')[0];
    } finally {
      fresh.close();
    }
  };

  it('quotes the sentence that covers the question, word for word, and names its section', async () => {
    const exchange = await desk.ask('What do drivers wear for a delivery?');
    assert.equal(exchange.text, 'Drivers wear blue.\n\nSource: Delivery');
    assert.deepEqual(
      exchange.citations.map(({ sectionId, title, quote }) => ({ sectionId, title, quote })),
      [{ sectionId: 'shop.md#delivery', title: 'Delivery', quote: 'Drivers wear blue.' }],
    );
    assert.equal(exchange.answerer, 'extractive');
  });

  it('takes a sentence with a figure of the kind that is asked for', async () => {
    assert.equal(await bodyOf('How much does delivery cost?'), 'Delivery costs 20,000 đồng within 3 km.');
    assert.equal(
      await bodyOf('How long does a refund take to arrive?'),
      'The refund reaches you within four working days.',
    );
  });

  it('answers how to reach the shop from the section on contact, whatever else reaches people', async () => {
    for (const [question, answer] of [
      ['How do I reach you?', 'Write us a message on our page.'],
      ['how can I reach you', 'Write us a message on our page.'],
      ['How do I get in touch?', 'Write us a message on our page.'],
      ['When does the refund reach me?', 'The refund reaches you within four working days.'],
    ] as const) {
      assert.equal(await bodyOfFirst(question), answer, question);
    }
  });

  it('reads an amount in words as the same in digits', async () => {
    for (const question of [
      'Is delivery twenty thousand dong?',
      'is delivery 20k',
      'delivery 20 nghìn đồng?',
    ]) {
      assert.equal(await bodyOfFirst(question), 'Delivery costs 20,000 đồng within 3 km.', question);
    }
  });

  it('looks first into the section that the leading sentence points to', async () => {
    const exchange = await desk.ask(
      'I cancelled an order I had paid by bank transfer. When is my money back?',
    );
    assert.match(
      exchange.text,
      /as described in Refunds\.\nThe refund reaches you within four working days\./,
    );
    assert.doesNotMatch(exchange.text, /ten minutes/);
    assert.match(exchange.text, /Sources: Cancelling · Refunds$/);
  });

  it('rather refuses than give a figure about something else', async () => {
    const exchange = await desk.ask('I paid the order by bank transfer, when does the driver call?');
    assert.equal(exchange.outcome, 'refused_low_confidence');
    assert.deepEqual(exchange.citations, []);
  });

  it('shows a table row beneath its header', async () => {
    const exchange = await desk.ask('How much is the large size?');
    assert.equal(
      await bodyOf('How much is the large size?'),
      'size | volume | price\nLarge | 400 ml | 39,000',
    );
    assert.equal(exchange.citations[0]?.quote, 'Large | 400 ml | 39,000');
  });

  it('adds a sentence from another section for what the first leaves open', async () => {
    const exchange = await desk.ask('Can I pay by card, and do drivers wear blue?');
    assert.match(exchange.text, /Drivers wear blue\./);
    assert.match(exchange.text, /We also take cards\./);
  });

  it('refuses where no sentence covers enough of the question', async () => {
    for (const question of [
      'Do you have parking for motorbikes?',
      'Is the order vegan, halal, kosher or organic?',
    ]) {
      const exchange = await desk.ask(question);
      assert.match(exchange.outcome, /^refused_/);
      assert.deepEqual(exchange.spans, []);
    }
  });

  it('gives the hours to one who asks for opening hours, not a sentence that mentions them', async () => {
    const shop = await openDesk({
      'shop.md':
        '# Shop\n\n## Opening hours\n\nWe are here from 7 a.m. to 9 p.m.\n\n## Contact\n\nWrite to us during opening hours.\n',
    });
    assert.equal(
      (await shop.ask('What are your opening hours?')).text,
      'We are here from 7 a.m. to 9 p.m.\n\nSource: Opening hours',
    );
    shop.close();
  });

  it('answers each of several questions in one message', async () => {
    const { text } = await desk.ask('What do drivers wear? How much does delivery cost?');
    assert.equal(text, 'Drivers wear blue.\nDelivery costs 20,000 đồng within 3 km.\n\nSource: Delivery');
  });
});
