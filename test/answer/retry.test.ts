import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { cited, error, mixed, type Reply, say, toolUse } from '../fakes/messages-api.ts';
import { messagesOf, openModelDesk } from '../support/model-desk.ts';

const POLICIES = {
  'shop.md': `# Shop

## Refunds

Refunds take four working days. They go to the card that was used.

## Dogs

Dogs are welcome.
`,
};
const REFUNDS = 'shop.md#refunds';
const QUESTION = 'How long do refunds take?';
const fourDays = { text: 'Refunds take four working days. ', cite: { source: REFUNDS, contains: 'four' } };
const fiveDays = { text: 'Refunds take five working days. ', cite: { source: REFUNDS, contains: 'four' } };
const toCard = { text: 'They go to your card.', cite: { source: REFUNDS, contains: 'card' } };

async function ask(t: TestContext, question: string, ...replies: Reply[]) {
  const desk = await openModelDesk(t, POLICIES);
  desk.api.enqueue(...replies);
  const exchange = await desk.ask(question);
  assert.equal(desk.api.queued, 0, 'not all was asked for');
  const stored = desk.store.review.findExchange(exchange.id);
  assert.deepEqual(stored?.drafts, exchange.drafts);
  return { desk, exchange };
}

describe('an answer with a fault', () => {
  it('is asked for once more, with the fault named and the answer itself beside it', async (t) => {
    const { desk, exchange } = await ask(t, QUESTION, cited([fiveDays, toCard]), cited([fourDays, toCard]));
    assert.equal(exchange.text, 'Refunds take four working days. They go to your card.\n\nSource: Refunds');
    assert.deepEqual([exchange.outcome, exchange.answerer], ['answered', 'claude']);
    const [, own, objection] = messagesOf(desk);
    assert.deepEqual([own?.role, own?.text], ['assistant', `${fiveDays.text}${toCard.text}`]);
    assert.match(
      objection?.text ?? '',
      /not sent to the customer.*\n- “Refunds take five working days\.”: the words that it cites do not hold this figure \(five working days\)\.\nWrite it again/s,
    );
  });

  it('stays on record with what was wrong in it', async (t) => {
    const { exchange } = await ask(t, QUESTION, cited([fiveDays]), cited([fourDays]));
    assert.deepEqual(exchange.drafts, [
      {
        text: 'Refunds take five working days.',
        faults: [
          { kind: 'figure', sentence: 'Refunds take five working days.', detail: 'five working days' },
        ],
      },
    ]);
  });

  it('costs both requests', async (t) => {
    const usage = { input_tokens: 100, output_tokens: 10 };
    const { exchange } = await ask(t, QUESTION, cited([fiveDays], { usage }), cited([fourDays], { usage }));
    assert.equal(exchange.usage?.outputTokens, 20);
    assert.equal(exchange.usage?.inputTokens, 200);
  });

  it('may end in a cannot_answer', async (t) => {
    const { exchange } = await ask(
      t,
      QUESTION,
      say('It takes five days.'),
      toolUse('cannot_answer', { kind: 'not_in_policies', missing: 'how long' }),
    );
    assert.equal(exchange.outcome, 'refused_by_model');
    assert.match(exchange.text, /could not find an answer in our policies/);
    assert.equal(exchange.drafts.length, 1);
  });

  it('may be mended from another search', async (t) => {
    const { exchange } = await ask(
      t,
      'Will you compensate me?',
      say('We will refund you.'),
      toolUse('search_policies', { query: 'refunds' }),
      cited([fourDays]),
    );
    assert.equal(exchange.text, 'Refunds take four working days.\n\nSource: Refunds');
  });
});

describe('an answer that is faulty again', () => {
  it('is cut down to what is proven where that still answers', async (t) => {
    const wrong = { text: ' A voucher of 50 dollars is added.', cite: { source: REFUNDS } };
    const { exchange } = await ask(t, QUESTION, cited([fourDays, wrong]), cited([fourDays, wrong]));
    assert.equal(exchange.text, 'Refunds take four working days.\n\nSource: Refunds');
    assert.deepEqual([exchange.outcome, exchange.answerer], ['check_failed', 'claude']);
    assert.equal(exchange.drafts.length, 2);
  });

  it('is replaced by quoted sentences where the figure that was asked for is gone', async (t) => {
    const { exchange } = await ask(t, QUESTION, cited([fiveDays, toCard]), cited([fiveDays, toCard]));
    assert.equal(exchange.text, 'Refunds take four working days.\n\nSource: Refunds');
    assert.deepEqual([exchange.outcome, exchange.answerer], ['check_failed', 'extractive']);
    for (const { text } of exchange.drafts) {
      assert.equal(text, 'Refunds take five working days. They go to your card.');
    }
  });

  it('is replaced by a refusal with a person where nothing can be quoted either', async (t) => {
    const boats = say('Boats cost 900 dollars.');
    const { exchange } = await ask(t, 'What do boats cost?', boats, boats);
    assert.match(exchange.text, /^I looked for “boats”.*could not find an answer.*\+1 555 0100/s);
    assert.deepEqual([exchange.outcome, exchange.answerer], ['check_failed', 'claude']);
    assert.deepEqual(exchange.citations, []);
    assert.deepEqual(
      exchange.drafts.map(({ text }) => text),
      ['Boats cost 900 dollars.', 'Boats cost 900 dollars.'],
    );
  });

  it('gives way to the first one where only that answers', async (t) => {
    const { exchange } = await ask(
      t,
      QUESTION,
      cited([fourDays, { text: 'And 50 dollars.', cite: { source: REFUNDS } }]),
      say('I am sorry.'),
    );
    assert.equal(exchange.text, 'Refunds take four working days.\n\nSource: Refunds');
    assert.equal(exchange.outcome, 'check_failed');
  });
});

describe('an answer that needs no second try', () => {
  it('is one of which only uncited sentences were dropped; what was dropped is on record', async (t) => {
    const { exchange } = await ask(t, QUESTION, cited([{ text: 'Hello! ' }, fourDays, { text: 'Bye.' }]));
    assert.equal(exchange.text, 'Refunds take four working days.\n\nSource: Refunds');
    assert.equal(exchange.outcome, 'answered');
    assert.deepEqual(
      exchange.drafts[0]?.faults.map(({ kind, sentence }) => [kind, sentence]),
      [
        ['uncited', 'Hello!'],
        ['uncited', 'Bye.'],
      ],
    );
  });
});

describe('a model that fails between the tries', () => {
  it('leaves what the first one proved', async (t) => {
    const wrong = { text: 'And 50 dollars.', cite: { source: REFUNDS } };
    const { exchange } = await ask(t, QUESTION, cited([fourDays, wrong]), error(401));
    assert.equal(exchange.text, 'Refunds take four working days.\n\nSource: Refunds');
    assert.deepEqual([exchange.outcome, exchange.drafts.length], ['check_failed', 1]);
  });

  it('leaves quoted sentences where the first one proved nothing', async (t) => {
    const { exchange } = await ask(t, QUESTION, mixed([fiveDays]), error(401));
    assert.deepEqual([exchange.outcome, exchange.answerer], ['check_failed', 'extractive']);
    assert.match(exchange.text, /four working days/);
  });
});
