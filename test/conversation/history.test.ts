import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { cited, error, mixed, say, searchResultsOf, toolUse } from '../fakes/messages-api.ts';
import { exchangeOf } from '../store/support.ts';
import { type ModelDesk, messagesOf, openModelDesk } from '../support/model-desk.ts';

const POLICIES = {
  'cafe.md': `# Cafe

## Loyalty points

A point is valid for twelve months.

## Delivery fee

We deliver within 5 km and charge 15,000 dong for it.

## Dogs

Dogs on a leash are welcome.
`,
};
const HOUR = 3_600_000;
const START = Date.parse('2026-03-01T10:00:00Z');

/** A desk whose clock the test sets; its model quotes the first section that it is sent. */
async function open(t: TestContext) {
  const clock = { at: START };
  const desk = await openModelDesk(t, POLICIES, { now: () => clock.at });
  desk.api.replyWith(({ body }) => {
    const first = searchResultsOf(body).at(-1);
    if (first === undefined) return toolUse('cannot_answer', { kind: 'not_in_policies', missing: 'x' });
    return cited([{ text: String(first.blocks[0]), cite: { source: first.source } }]);
  });
  return { desk, clock };
}

/** Puts a turn on record as if it had been answered so. */
function record({ store }: ModelDesk, id: string, more: Parameters<typeof exchangeOf>[1]): void {
  store.exchanges.finishExchange(exchangeOf(id, { customer: 'c_test', askedAt: START, ...more }), null);
}

/** The turns that the model was reminded of: all messages but the last. */
const history = (desk: ModelDesk) =>
  messagesOf(desk)
    .slice(0, -1)
    .map(({ role, text }) => `${role}: ${text}`);

describe('a message that the customer replies to', () => {
  it('is told to the model apart from the question, and tells the search what is meant', async (t) => {
    const { desk } = await open(t);
    await desk.ask('Are dogs welcome?');
    const repliesTo = 'A point is valid for twelve months.';
    const exchange = await desk.ask('And how long exactly?', null, { repliesTo });
    const texts = messagesOf(desk).at(-1)?.text.split('\n') ?? [];
    assert.deepEqual(texts.slice(-2), [
      `The customer replies to this message: “${repliesTo}”`,
      'And how long exactly?',
    ]);
    assert.equal(exchange.question, 'And how long exactly?');
    assert.match(exchange.standalone, /point/);
    assert.equal(exchange.hits[0]?.passage.sectionId, 'cafe.md#loyalty-points');
  });

  it('is cut where it is long', async (t) => {
    const { desk } = await open(t);
    await desk.ask('And dogs?', null, { repliesTo: 'point '.repeat(1000) });
    const [line = ''] =
      messagesOf(desk)
        .at(-1)
        ?.text.match(/The customer replies.*/) ?? [];
    assert.ok(line.length > 1000 && line.length < 1100);
  });
});

describe('what the model is reminded of', () => {
  it('is the talk so far by turns, as it was typed and as it was answered, without the sources', async (t) => {
    const { desk } = await open(t);
    await desk.ask('How long is a point valid?');
    assert.deepEqual(history(desk), []);
    await desk.ask('Are dogs welcome?');
    await desk.ask('And cats?');
    assert.deepEqual(history(desk), [
      'user: How long is a point valid?',
      'assistant: A point is valid for twelve months.',
      'user: Are dogs welcome?',
      'assistant: Dogs on a leash are welcome.',
    ]);
    assert.equal(desk.api.requests.at(-1)?.rejection, null);
  });

  it('holds refusals as they were read, for the customer may answer them', async (t) => {
    const { desk } = await open(t);
    await desk.ask('Do you sell boats?');
    await desk.ask('Are dogs welcome?');
    assert.match(history(desk)[1] ?? '', /^assistant: I looked for “sell”, “boats”/);
  });

  it('holds no turn without a question or an answer', async (t) => {
    const { desk } = await open(t);
    record(desk, 'a', { question: '', text: 'Yes.' });
    record(desk, 'b', { question: ' \n', text: 'Yes.' });
    record(desk, 'c', { question: 'Why?', text: '' });
    record(desk, 'd', { question: 'Why?', text: ' ' });
    await desk.ask('Are dogs welcome?');
    assert.deepEqual(history(desk), []);
  });

  it('is the newest of it that fits a budget of 6,000 characters', async (t) => {
    const { desk } = await open(t);
    for (const id of ['one', 'two', 'three']) {
      record(desk, id, { question: `${id}?`, text: id.padEnd(2500, '.') });
    }
    await desk.ask('Are dogs welcome?');
    assert.deepEqual(
      history(desk).map((line) => line.slice(0, 16)),
      ['user: two?', 'assistant: two..', 'user: three?', 'assistant: three'],
    );
  });

  it('leaves out a turn that alone breaks the budget, and what came before it', async (t) => {
    const { desk } = await open(t);
    record(desk, 'old', { question: 'old?', text: 'Old.' });
    record(desk, 'huge', { question: 'x'.repeat(7000), text: 'Long.' });
    record(desk, 'new', { question: 'new?', text: 'New.' });
    await desk.ask('Are dogs welcome?');
    assert.deepEqual(history(desk), ['user: new?', 'assistant: New.']);
  });

  it('is six turns at most', async (t) => {
    const { desk } = await open(t);
    for (let turn = 1; turn <= 8; turn += 1) record(desk, `t${turn}`, { question: `${turn}?`, text: 'Yes.' });
    await desk.ask('Are dogs welcome?');
    assert.equal(history(desk).length, 12);
    assert.equal(history(desk)[0], 'user: 3?');
  });

  it('is not older than a day', async (t) => {
    const { desk, clock } = await open(t);
    record(desk, 'a', { question: 'first?', text: 'One.' });
    record(desk, 'b', { question: 'second?', text: 'Two.', askedAt: START + HOUR });
    clock.at = START + 24 * HOUR + 1;
    await desk.ask('Are dogs welcome?');
    assert.deepEqual(history(desk), ['user: second?', 'assistant: Two.']);
  });

  it('holds what a question was edited into, and not what it was', async (t) => {
    const { desk } = await open(t);
    const { id } = await desk.ask('Are cats welcome?');
    await desk.ask('Are dogs welcome?', 'en', { updateOf: id });
    await desk.ask('And ducks?');
    assert.deepEqual(
      history(desk).filter((line) => line.startsWith('user')),
      ['user: Are dogs welcome?'],
    );
  });

  it('is nothing of other customers or other channels', async (t) => {
    const { desk } = await open(t);
    await desk.ask('Is my secret lamp valid?', 'en', { customer: 'c_other' });
    await desk.ask('Is my secret lamp valid?', 'en', { channel: 'playground' });
    await desk.ask('Are dogs welcome?');
    assert.deepEqual(history(desk), []);
    assert.doesNotMatch(JSON.stringify(desk.api.requests.at(-1)?.body), /lamp|c_other/);
  });

  it('holds no searches, tool calls or drafts of earlier turns', async (t) => {
    const { desk } = await open(t);
    desk.api.enqueue(
      mixed([{ text: 'Looking.' }, { tool: 'search_policies', input: { query: 'loyalty points' } }]),
      say('A point is valid for ninety years.'),
    );
    await desk.ask('How long may I keep them?');
    await desk.ask('Are dogs welcome?');
    const sent = JSON.stringify(desk.api.requests.at(-1)?.body['messages']);
    assert.doesNotMatch(sent, /tool_use|tool_result|Looking|ninety|not sent to the customer/);
    assert.match(history(desk)[1] ?? '', /twelve months/);
  });
});

describe('a question after another', () => {
  it('is stored as it was typed and as it was searched for', async (t) => {
    const { desk } = await open(t);
    await desk.ask('How do loyalty points work?');
    const { id } = await desk.ask('And how long?');
    const stored = desk.store.review.findExchange(id);
    assert.equal(stored?.question, 'And how long?');
    assert.equal(stored?.standalone, 'And how long? (loyalty points)');
    assert.equal(stored?.searches[0]?.query, 'And how long? (loyalty points)');
    assert.match(messagesOf(desk).at(-1)?.text ?? '', /And how long\?$/, 'the model reads it as typed');
  });

  it('that says yes to an offer is about the offer, with the model and without', async (t) => {
    for (const yes of ['yes please', 'Yes', 'có', 'ok']) {
      const { desk } = await open(t);
      desk.api.enqueue(
        cited([
          { text: 'A point is valid for twelve months.', cite: { source: 'cafe.md#loyalty-points' } },
          { text: ' Would you like to know about the delivery fee?' },
        ]),
      );
      await desk.ask('How long is a point valid?');
      desk.api.replyWith(error(401));
      const exchange = await desk.ask(yes);
      assert.match(exchange.text, /15,000 dong/, yes);
      assert.match(exchange.standalone, /delivery fee/, yes);
    }
  });

  it('with a subject of its own is not pulled to the old one', async (t) => {
    const { desk } = await open(t);
    await desk.ask('How do loyalty points work?');
    await desk.ask('And how long?');
    const exchange = await desk.ask('What is the delivery fee within 5 km?');
    assert.equal(exchange.hits[0]?.name, 'Delivery fee');
    assert.match(exchange.text, /15,000 dong/);
  });

  it('is understood without the model by the subject before it', async (t) => {
    const { desk } = await open(t);
    desk.api.replyWith(error(401));
    await desk.ask('How do loyalty points work?');
    const exchange = await desk.ask('and for how long?');
    assert.match(exchange.text, /twelve months/);
  });

  it('that corrects the message before it, in one breath, is searched for as corrected', async (t) => {
    const { desk } = await open(t);
    const messages = ['Are dogs welcome?', 'sorry, I mean the delivery fee'].map((text, at) => ({
      messageId: at + 1,
      text,
    }));
    const text = messages.map((message) => message.text).join('\n');
    const exchange = await desk.ask(text, 'en', { messages });
    assert.equal(exchange.hits[0]?.name, 'Delivery fee');
    assert.match(messagesOf(desk).at(-1)?.text ?? '', /Are dogs welcome\?\nsorry, I mean the delivery fee$/);
  });
});
