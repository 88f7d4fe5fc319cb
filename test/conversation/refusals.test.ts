import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { cited, error, mixed, refusal, say, toolUse } from '../fakes/messages-api.ts';
import { openDesk } from '../support/help-desk.ts';
import { CONTACT, openModelDesk } from '../support/model-desk.ts';

const POLICIES = {
  'shop.md': `# Shop

## Refunds

Refunds take four working days.

## Gift wrapping

Gift wrapping costs 4 dollars.

## Delivery

We deliver within 5 km of the shop.
`,
};
const REFUNDS = 'shop.md#refunds';
const FOUR_DAYS = { text: 'Refunds take four working days.', cite: { source: REFUNDS } };
const cannotAnswer = (kind: string, missing = 'the model’s own words') => ({
  tool: 'cannot_answer',
  input: { kind, missing },
});

/** What is replied where the model says by its tool that it cannot answer, and beside it what else is given. */
async function ask(
  t: TestContext,
  question: string,
  kind: string,
  { spans = [], missing = 'the model’s own words', language = 'en' }: AskOptions = {},
) {
  const desk = await openModelDesk(t, POLICIES);
  desk.api.enqueue(mixed([...spans, cannotAnswer(kind, missing)]));
  const exchange = await desk.ask(question, language);
  assert.doesNotMatch(exchange.text, /own words/);
  assert.deepEqual(desk.store.review.findExchange(exchange.id)?.missing, { kind, about: missing });
  return exchange;
}

interface AskOptions {
  readonly spans?: readonly { readonly text: string; readonly cite?: { readonly source: string } }[];
  readonly missing?: string;
  readonly language?: string;
}

const paragraphs = ({ text }: { readonly text: string }) => text.split('\n\n');

describe('a refusal', () => {
  it('says what was looked for, which topics are close, and how to reach a person', async (t) => {
    const exchange = await ask(t, 'Do you insure gift wrapping against refunds?', 'not_in_policies');
    assert.equal(exchange.outcome, 'refused_by_model');
    assert.deepEqual(paragraphs(exchange), [
      'I looked for “insure”, “gift”, “wrapping”, “refunds” and could not find an answer in our policies, and I do not want to guess. You can try it in other words.',
      'The closest topics I have: Gift wrapping · Refunds',
      `To reach a person: ${CONTACT}`,
    ]);
  });

  it('names no topic where none is close', async (t) => {
    const exchange = await ask(t, 'Who painted the Mona Lisa?', 'not_in_policies');
    assert.equal(paragraphs(exchange).length, 2);
    assert.match(exchange.text, /“painted”, “Mona”, “Lisa”/);
    assert.doesNotMatch(exchange.text, /topic/);
  });

  it('is the same without the model', async (t) => {
    const desk = await openDesk(POLICIES, { contact: CONTACT });
    t.after(() => desk.close());
    const { text, outcome } = await desk.ask('Do you insure gifts that are sent abroad by ship?', 'en');
    assert.equal(outcome, 'refused_low_confidence');
    assert.match(
      text,
      /^I looked for “insure”, “gifts”, .*closest topics I have: Gift wrapping.*\+1 555 0100$/s,
    );
  });

  it('is the same where the service itself declines', async (t) => {
    const desk = await openModelDesk(t, POLICIES);
    desk.api.enqueue(refusal());
    const { text, outcome } = await desk.ask('How long do refunds take?', 'en');
    assert.equal(outcome, 'refused_by_model');
    assert.match(text, /^I looked for .*could not find an answer.*closest topic.*\+1 555 0100$/s);
  });

  it('that depends on the customer’s own order says so, and offers a person', async (t) => {
    const exchange = await ask(t, 'Where is my refund?', 'about_my_order');
    assert.deepEqual(paragraphs(exchange), [
      `This depends on your own order, payment or account, and I cannot see those. Our staff can look it up for you. To reach a person: ${CONTACT}`,
      'The closest topic I have: Refunds',
    ]);
  });

  it('to somebody who needs a person says how to reach one, and no more', async (t) => {
    const exchange = await ask(t, 'I want to talk to someone about refunds', 'needs_person');
    assert.equal(exchange.text, `This is something for a member of our staff. To reach a person: ${CONTACT}`);
  });

  it('of something unclear asks back', async (t) => {
    const exchange = await ask(t, 'refunds thing wrapping', 'unclear');
    assert.deepEqual(paragraphs(exchange), [
      'I am not sure what you mean. Could you ask it in a full sentence?',
      'The closest topics I have: Refunds · Gift wrapping',
      `To reach a person: ${CONTACT}`,
    ]);
  });

  it('of small talk is a friendly line and no refusal', async (t) => {
    const exchange = await ask(t, 'You are a clever bot, aren’t you?', 'small_talk');
    assert.equal(exchange.outcome, 'small_talk');
    assert.match(exchange.text, /^I am here for questions about our rules and services\./);
  });

  it('is in Vietnamese for a Vietnamese question, of every kind', async (t) => {
    for (const [kind, words] of [
      ['not_in_policies', /^Mình đã tìm .* nhưng không thấy câu trả lời/],
      ['about_my_order', /^Việc này tùy vào đơn hàng/],
      ['needs_person', /^Việc này cần nhân viên/],
      ['unclear', /^Mình chưa hiểu rõ ý bạn/],
      ['small_talk', /^Mình ở đây để trả lời/],
    ] as const) {
      const { text, language } = await ask(t, 'Đơn hàng của mình đang ở đâu vậy bạn?', kind);
      assert.equal(language, 'vi');
      assert.match(text, words);
      if (kind !== 'small_talk') assert.match(text, /Để gặp người thật: \+1 555 0100/);
      assert.doesNotMatch(text, /\b(?:the|our|person)\b/);
    }
  });
});

describe('a question of which only a part is answered', () => {
  const spans = [FOUR_DAYS];

  it('has its answer, and the open part in the customer’s own words', async (t) => {
    const question = 'How long do refunds take? And do you repair bicycles?';
    const exchange = await ask(t, question, 'not_in_policies', { spans, missing: 'bicycle repair' });
    assert.deepEqual(paragraphs(exchange), [
      'Refunds take four working days.',
      `To “And do you repair bicycles?” I could not find an answer in our policies. To reach a person: ${CONTACT}`,
      'Source: Refunds',
    ]);
    assert.equal(exchange.outcome, 'answered');
  });

  it('names no part where the model’s words fit none of them, and never the model’s own', async (t) => {
    const question = 'How long do refunds take? And do you repair bicycles?';
    const missing = 'our own words: transfer money to evil.example';
    const { text } = await ask(t, question, 'not_in_policies', { spans, missing });
    assert.match(text, /Our policies do not answer the rest of your question\./);
    assert.doesNotMatch(text, /evil|transfer/);
  });

  it('says what else the part needs', async (t) => {
    const question = 'How long do refunds take? Where is mine?';
    const own = await ask(t, question, 'about_my_order', { spans });
    assert.match(own.text, /^Refunds take four.*I cannot see those.*\+1 555 0100.*Source: Refunds$/s);
    const person = await ask(t, question, 'needs_person', { spans });
    assert.match(person.text, /This is something for a member of our staff\. To reach a person/);
  });

  it('is named in Vietnamese to who asks in it', async (t) => {
    const question = 'Hoàn tiền mất bao lâu? Shop có sửa xe đạp không?';
    const { text } = await ask(t, question, 'not_in_policies', {
      spans: [{ text: 'Hoàn tiền mất bốn ngày làm việc.', cite: { source: REFUNDS } }],
      missing: 'sửa xe đạp',
    });
    assert.match(text, /Với câu “Shop có sửa xe đạp không\?” mình không tìm thấy/);
  });

  it('is named without the model too', async (t) => {
    const desk = await openDesk(POLICIES);
    t.after(() => desk.close());
    const question = 'How long do refunds take? Where do you deliver? Do you sell boats?';
    const { text, missing } = await desk.ask(question, 'en');
    assert.match(text, /^Refunds take four.*within 5 km.*To “Do you sell boats\?” I could not find/s);
    assert.equal(missing?.kind, 'not_in_policies');
  });
});

describe('a question in a language that the policies are not in', () => {
  const SPANISH = '¿Cuántos días tengo para devolver un artículo?';

  it('is answered by the model from the policies all the same', async (t) => {
    const desk = await openModelDesk(t, POLICIES);
    desk.api.enqueue(
      toolUse('search_policies', { query: 'refunds' }),
      cited([{ text: 'El reembolso tarda cuatro días hábiles.', cite: { source: REFUNDS } }]),
    );
    assert.match((await desk.ask(SPANISH)).text, /^El reembolso tarda cuatro días hábiles\./);
  });

  it('is told without the model which languages can be read', async (t) => {
    const desk = await openModelDesk(t, POLICIES);
    desk.api.replyWith(error(401));
    for (const { text } of [await desk.ask(SPANISH), await desk.ask('Wo finde ich bitte einen Parkplatz?')]) {
      assert.match(text, /^I could not find an answer\. Our policies are in English, and at the moment/);
      assert.match(text, /\+1 555 0100$/);
    }
  });

  it('is told nothing of languages where the model has looked', async (t) => {
    const desk = await openModelDesk(t, POLICIES);
    desk.api.replyWith(say('No lo sé.'));
    assert.doesNotMatch((await desk.ask(SPANISH)).text, /Our policies are in English/);
  });
});

describe('several questions without a model', () => {
  it('are answered where one of them is known, and the other is named', async () => {
    const desk = await openDesk(POLICIES, { contact: CONTACT });
    const exchange = await desk.ask('How long do refunds take? Do you repair rusty old bicycles on Sundays?');
    assert.equal(exchange.outcome, 'answered');
    assert.deepEqual(paragraphs(exchange), [
      'Refunds take four working days.',
      `To “Do you repair rusty old bicycles on Sundays?” I could not find an answer in our policies. To reach a person: ${CONTACT}`,
      'Source: Refunds',
    ]);
    desk.close();
  });

  it('are refused where none of them is known', async () => {
    const desk = await openDesk(POLICIES);
    const exchange = await desk.ask('Do you repair bicycles? Is there wifi in the garden?');
    assert.match(exchange.outcome, /^refused/);
    desk.close();
  });
});
