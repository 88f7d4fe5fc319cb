import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import {
  cited,
  maxTokens,
  mixed,
  type Reply,
  searchResultsOf,
  thinkingFirst,
  toolNamesOf,
  toolUse,
} from '../fakes/messages-api.ts';
import { messagesOf, openModelDesk, toolResultsOf } from '../support/model-desk.ts';

const POLICIES = {
  'shop.md': `# Shop

## Refunds

Refunds take four working days.

## Vouchers

A voucher is valid for two years.

## Parcels

Parcels are sent on Mondays.

## Dogs

Dogs are welcome.
`,
};
const REFUNDS = 'shop.md#refunds';
const QUESTION = 'Will you compensate me?';
const FOUR_DAYS = { text: 'Refunds take four working days.', cite: { source: REFUNDS } };
const search = (query: unknown) => ({ tool: 'search_policies', input: { query } });
const answer = cited([FOUR_DAYS]);

async function ask(t: TestContext, question: string, ...replies: Reply[]) {
  const desk = await openModelDesk(t, POLICIES);
  desk.api.enqueue(...replies);
  const exchange = await desk.ask(question);
  assert.equal(desk.api.queued, 0, 'not all was asked for');
  for (const { rejection } of desk.api.requests) assert.equal(rejection, null);
  return { desk, exchange };
}

describe('a model that searches again', () => {
  it('is offered two tools and nothing else', async (t) => {
    const { desk } = await ask(t, QUESTION, toolUse('cannot_answer', { kind: 'unclear', missing: 'x' }));
    assert.deepEqual(toolNamesOf(desk.api.requests[0]?.body ?? {}), ['search_policies', 'cannot_answer']);
  });

  it('gets what is found as search results with citations, and may cite them', async (t) => {
    const { desk, exchange } = await ask(t, QUESTION, mixed([search('refunds')]), answer);
    assert.equal(exchange.text, 'Refunds take four working days.\n\nSource: Refunds');
    const [result] = toolResultsOf(desk);
    assert.deepEqual(result?.['content'], [
      {
        type: 'search_result',
        source: REFUNDS,
        title: 'Refunds',
        content: [{ type: 'text', text: 'Refunds take four working days.' }],
        citations: { enabled: true },
      },
    ]);
  });

  it('leaves a record of every search, and of which one brought a section', async (t) => {
    const { desk, exchange } = await ask(
      t,
      'Are dogs welcome, and will you compensate me?',
      mixed([search('refunds')]),
      mixed([search('parcels')]),
      answer,
    );
    const stored = desk.store.review.findExchange(exchange.id);
    assert.deepEqual(
      stored?.searches.map(({ by, query, hits }) => [by, query, hits[0]?.name]),
      [
        ['code', 'Are dogs welcome, and will you compensate me?', 'Dogs'],
        ['model', 'refunds', 'Refunds'],
        ['model', 'parcels', 'Parcels'],
      ],
    );
    const hits = stored?.hits
      .filter(({ sent }) => sent)
      .map(({ name, search: at, rank }) => [name, at, rank]);
    assert.deepEqual(hits, [
      ['Dogs', 0, 1],
      ['Refunds', 1, 2],
      ['Parcels', 2, 3],
    ]);
  });

  it('is not sent a section twice', async (t) => {
    const { desk } = await ask(
      t,
      'How long do refunds take?',
      mixed([search('refunds working days')]),
      answer,
    );
    assert.equal(
      toolResultsOf(desk)[0]?.['content'],
      'The search brought nothing that you do not have already.',
    );
    assert.equal(searchResultsOf(desk.api.requests[1]?.body ?? {}).length, 1);
  });

  it('searches twice; after that it is told to answer from what it has', async (t) => {
    const { desk, exchange } = await ask(
      t,
      QUESTION,
      mixed([search('vouchers')]),
      mixed([search('refunds')]),
      mixed([search('dogs')]),
      answer,
    );
    assert.match(
      String(toolResultsOf(desk)[0]?.['content']),
      /^No more searches\. Answer from what you have/,
    );
    assert.deepEqual(
      exchange.searches.map(({ query }) => query),
      [QUESTION, 'vouchers', 'refunds'],
    );
    assert.equal(exchange.outcome, 'answered');
  });

  it('may search for two things at once, and each is answered', async (t) => {
    const { desk, exchange } = await ask(
      t,
      QUESTION,
      mixed([search('refunds'), search('dogs'), search('parcels')]),
      answer,
    );
    const results = toolResultsOf(desk);
    const calls = messagesOf(desk)
      .at(-2)
      ?.blocks.map(({ id }) => id);
    assert.deepEqual(
      results.map((result) => result['tool_use_id']),
      calls,
    );
    assert.deepEqual(
      results.map(({ content }) => (typeof content === 'string' ? content.slice(0, 16) : 'found')),
      ['found', 'found', 'No more searches'],
    );
    assert.equal(exchange.searches.length, 3);
  });

  it('that gives up in the same breath is shown the results first', async (t) => {
    const giveUp = { tool: 'cannot_answer', input: { kind: 'not_in_policies', missing: 'x' } };
    const { desk, exchange } = await ask(t, QUESTION, mixed([search('refunds'), giveUp]), answer);
    assert.equal(exchange.outcome, 'answered');
    assert.equal(toolResultsOf(desk)[1]?.['content'], 'Look at the search results first.');
  });

  it('that calls tools without end is stopped, and quoted sentences are sent instead', async (t) => {
    const desk = await openModelDesk(t, POLICIES);
    desk.api.replyWith(mixed([search('refunds')]));
    const exchange = await desk.ask('How long do refunds take?');
    assert.equal(desk.api.requests.length, 5);
    assert.deepEqual([exchange.fallback, exchange.answerer], ['unusable_reply', 'extractive']);
  });
});

describe('a tool call that makes no sense', () => {
  for (const [what, call] of [
    ['an unknown tool', { tool: 'issue_refund', input: { amount: 100 } }],
    ['no query', { tool: 'search_policies', input: {} }],
    ['an empty query', search('  ')],
    ['a query that is no text', search({ $ne: null })],
  ] as const) {
    it(`is answered with an error: ${what}`, async (t) => {
      const giveUp = toolUse('cannot_answer', { kind: 'not_in_policies', missing: 'x' });
      const { desk, exchange } = await ask(t, QUESTION, mixed([call]), giveUp);
      assert.equal(toolResultsOf(desk)[0]?.['is_error'], true);
      assert.equal(exchange.searches.length, 1);
      assert.equal(exchange.outcome, 'refused_by_model');
    });
  }

  it('does not count as a search', async (t) => {
    const { exchange } = await ask(
      t,
      QUESTION,
      mixed([search('')]),
      mixed([search('vouchers')]),
      mixed([search('refunds')]),
      answer,
    );
    assert.equal(exchange.outcome, 'answered');
  });

  it('is read as far as it goes where it says that it cannot answer', async (t) => {
    for (const input of [{}, { kind: 'free_money', missing: 7 }, { missing: '' }]) {
      const { exchange } = await ask(t, QUESTION, toolUse('cannot_answer', input));
      assert.deepEqual(exchange.missing, { kind: 'not_in_policies', about: '' });
      assert.equal(exchange.outcome, 'refused_by_model');
    }
  });
});

describe('cannot_answer beside a text', () => {
  it('leaves the text as the known part', async (t) => {
    const { exchange } = await ask(
      t,
      'How long do refunds take? Do you sell boats?',
      mixed([FOUR_DAYS, { tool: 'cannot_answer', input: { kind: 'not_in_policies', missing: 'boats' } }]),
    );
    assert.match(exchange.text, /^Refunds take four working days\.\n\nTo “Do you sell boats\?”/);
    assert.equal(exchange.outcome, 'answered');
  });

  it('leaves nothing of a text that is not proven, and asks for no second one', async (t) => {
    const { desk, exchange } = await ask(
      t,
      'Do refunds include boats?',
      mixed([
        { text: 'Boats are free. Let me see.' },
        { tool: 'cannot_answer', input: { kind: 'not_in_policies', missing: 'boats' } },
      ]),
    );
    assert.equal(exchange.outcome, 'refused_by_model');
    assert.doesNotMatch(exchange.text, /free|Let me/);
    assert.equal(desk.api.requests.length, 1);
    assert.match(exchange.drafts[0]?.text ?? '', /Boats are free/);
  });
});

describe('thinking', () => {
  it('goes back with the tool call that it led to, and into no later turn', async (t) => {
    const thinking = 'The customer means a refund.';
    const desk = await openModelDesk(t, POLICIES);
    desk.api.enqueue(
      thinkingFirst(mixed([search('refunds')]), thinking),
      thinkingFirst(answer, 'Now I know.'),
      answer,
    );
    const first = await desk.ask(QUESTION);
    const [thought] = messagesOf(desk, 1).at(-2)?.blocks ?? [];
    assert.equal(thought?.['type'], 'thinking');
    assert.equal(thought?.['thinking'], thinking);
    assert.equal(typeof thought?.['signature'], 'string');
    await desk.ask('And for how long?');
    assert.doesNotMatch(JSON.stringify(desk.api.requests[2]?.body), /"thinking"|Now I know|means a refund/);
    assert.doesNotMatch(
      JSON.stringify(desk.store.review.findExchange(first.id)),
      /means a refund|Now I know/,
    );
  });

  it('alone is no reply', async (t) => {
    const desk = await openModelDesk(t, POLICIES);
    desk.api.replyWith(mixed([{ thinking: 'Hm.' }]));
    const exchange = await desk.ask('How long do refunds take?');
    assert.deepEqual([exchange.fallback, exchange.outcome], ['unusable_reply', 'answered']);
    assert.equal(desk.api.requests.length, 1);
  });
});

describe('the token limit', () => {
  it('is doubled once where it cut the answer, and stays so', async (t) => {
    const { desk, exchange } = await ask(
      t,
      QUESTION,
      maxTokens([{ text: 'Let me look' }]),
      mixed([search('refunds')]),
      answer,
    );
    assert.deepEqual(
      desk.api.requests.map(({ body }) => body['max_tokens']),
      [4096, 8192, 8192],
    );
    assert.equal(messagesOf(desk, 1).length, 1, 'the half is not sent back');
    assert.equal(exchange.outcome, 'answered');
  });

  it('that cuts the longer answer too leaves none', async (t) => {
    const { exchange } = await ask(
      t,
      'How long do refunds take?',
      maxTokens([FOUR_DAYS]),
      maxTokens([FOUR_DAYS]),
    );
    assert.deepEqual([exchange.fallback, exchange.answerer], ['unusable_reply', 'extractive']);
  });
});
