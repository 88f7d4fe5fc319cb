import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createClaudeAnswerer } from '../../src/answer/claude.ts';
import { createMessagesClient } from '../../src/answer/messages-client.ts';
import { systemPrompt } from '../../src/answer/system-prompt.ts';
import {
  cited,
  error,
  type FakeMessagesApi,
  mixed,
  type Reply,
  refusal,
  say,
  startFakeMessagesApi,
  thinkingFirst,
  toolUse,
} from '../fakes/messages-api.ts';
import { openDesk, type TestDesk } from '../support/help-desk.ts';

const POLICIES = {
  'shop.md': `# Shop

## Refunds

Refunds take four working days. They go to the card that was used.

## Cancelling

Orders can be cancelled until they are packed.

## Fees

| zone | fee |
|---|---|
| near | 15,000 |
| far | 30,000 |
`,
};

const REFUNDS = 'shop.md#refunds';

describe('answering with Claude', () => {
  let api: FakeMessagesApi;
  let desk: TestDesk;

  before(async () => {
    api = await startFakeMessagesApi();
    const model = createMessagesClient({
      apiKey: api.apiKey,
      baseUrl: api.url,
      model: 'claude-haiku-5-5',
      deadlineMs: 1500,
    });
    desk = await openDesk(POLICIES, { claude: createClaudeAnswerer(model, 'Shop'), contact: '+1 555 0100' });
  });
  beforeEach(() => api.reset());
  after(async () => {
    desk.close();
    await api.close();
  });

  const ask = (question: string, reply?: Reply) => {
    if (reply !== undefined) api.enqueue(reply);
    return desk.ask(question);
  };

  describe('what is sent', () => {
    it('holds the sections as search results with citations on, one block a sentence, and then the question', async () => {
      await ask('How long do refunds take?');
      const [request] = api.requests;
      const body = request?.body as {
        model: string;
        system: unknown;
        messages: { content: Record<string, unknown>[] }[];
        metadata: unknown;
      };
      assert.equal(body.model, 'claude-haiku-5-5');
      assert.deepEqual(body.system, [
        { type: 'text', text: systemPrompt('Shop'), cache_control: { type: 'ephemeral' } },
      ]);
      assert.deepEqual(body.metadata, { user_id: 'c_test' });
      const content = body.messages[0]?.content ?? [];
      assert.deepEqual(content[0], {
        type: 'search_result',
        source: REFUNDS,
        title: 'Refunds',
        content: [
          { type: 'text', text: 'Refunds take four working days.' },
          { type: 'text', text: 'They go to the card that was used.' },
        ],
        citations: { enabled: true },
      });
      assert.deepEqual(content.at(-1), { type: 'text', text: 'How long do refunds take?' });
    });

    it('gives each table row its header', async () => {
      await ask('What is the fee for the far zone?');
      const blocks = JSON.stringify(api.requests[0]?.body);
      assert.ok(blocks.includes(String.raw`zone | fee\nfar | 30,000`));
    });

    it('is nothing where the text holds no word', async () => {
      const exchange = await ask('🙂 ?!');
      assert.equal(exchange.outcome, 'refused_no_hits');
      assert.equal(api.requests.length, 0);
    });

    it('is the question alone where nothing was found: the model decides', async () => {
      const exchange = await ask(
        'Parking?',
        toolUse('cannot_answer', { kind: 'not_in_policies', missing: 'x' }),
      );
      assert.equal(api.requests.length, 1);
      assert.equal(exchange.outcome, 'refused_by_model');
      assert.equal(exchange.answerer, 'claude');
    });
  });

  describe('what comes back', () => {
    it('is the answer with its citations, in the words that were sent', async () => {
      const exchange = await ask(
        'How long do refunds take?',
        thinkingFirst(
          cited([
            { text: 'A refund takes ' },
            { text: 'four working days', cite: { source: REFUNDS, contains: 'four' } },
            { text: '.' },
          ]),
        ),
      );
      assert.equal(exchange.text, 'A refund takes four working days.\n\nSource: Refunds');
      assert.equal(exchange.outcome, 'answered');
      assert.deepEqual(
        exchange.citations.map(({ sectionId, title, quote }) => ({ sectionId, title, quote })),
        [{ sectionId: REFUNDS, title: 'Refunds', quote: 'Refunds take four working days.' }],
      );
    });

    it('is accounted for, tokens and cost', async () => {
      const usage = {
        input_tokens: 1000,
        output_tokens: 200,
        cache_read_input_tokens: 0,
        cache_creation_input_tokens: 0,
      };
      const exchange = await ask(
        'How long do refunds take?',
        cited([{ text: 'Four days.', cite: { source: REFUNDS } }], { usage }),
      );
      assert.equal(exchange.model, 'claude-haiku-5-5');
      assert.deepEqual(exchange.usage, {
        inputTokens: 1000,
        outputTokens: 200,
        cacheReadTokens: 0,
        cacheWriteTokens: 0,
      });
      // 1,000 tokens in at $0.10 and 200 out at $0.50 a million.
      assert.ok(Math.abs((exchange.costUsd ?? 0) - 0.0002) < 1e-12);
    });

    for (const [what, location] of [
      ['a section that does not exist', { source: 'shop.md#secrets' }],
      ['a section that was not sent', { source: 'shop.md#fees' }],
      [
        'sentences that the section does not have',
        { source: REFUNDS, start_block_index: 7, end_block_index: 9 },
      ],
    ] as const) {
      it(`is no answer where it cites ${what}`, async () => {
        const citation = {
          type: 'search_result_location',
          title: 'Refunds',
          search_result_index: 0,
          start_block_index: 0,
          end_block_index: 1,
          cited_text: 'Refunds are doubled.',
          ...location,
        };
        api.replyWith(cited([{ text: 'Refunds are doubled.', citations: [citation] }]));
        const exchange = await desk.ask('How long do refunds take?');
        assert.equal(exchange.outcome, 'check_failed');
        assert.equal(exchange.text, 'Refunds take four working days.\n\nSource: Refunds');
        assert.equal(exchange.answerer, 'extractive');
        assert.deepEqual(
          exchange.drafts.map(({ text }) => text),
          ['Refunds are doubled.', 'Refunds are doubled.'],
        );
      });
    }

    it('is quoted from the policy, whatever the citation claims was written there', async () => {
      const citation = {
        type: 'search_result_location',
        source: REFUNDS,
        title: 'Refunds',
        search_result_index: 0,
        start_block_index: 1,
        end_block_index: 2,
        cited_text: 'Refunds are doubled.',
      };
      const exchange = await ask(
        'How do refunds work?',
        cited([{ text: 'To the card.', citations: [citation] }]),
      );
      assert.equal(exchange.citations[0]?.quote, 'They go to the card that was used.');
    });

    it('is a refusal with a next step where the model says that it cannot answer, or cites nothing', async () => {
      for (const [reply, outcome] of [
        [toolUse('cannot_answer', { kind: 'not_in_policies', missing: 'wifi' }), 'refused_by_model'],
        [
          mixed([
            { text: 'Let me see.' },
            { tool: 'cannot_answer', input: { kind: 'not_in_policies', missing: 'x' } },
          ]),
          'refused_by_model',
        ],
        [say('Sure, everything is free!'), 'check_failed'],
        [refusal('cyber'), 'refused_by_model'],
      ] as const) {
        api.replyWith(reply);
        const exchange = await desk.ask('Is there wifi in the garden?');
        assert.equal(exchange.outcome, outcome);
        assert.match(exchange.text, /could not find an answer[\s\S]*\+1 555 0100/);
        assert.doesNotMatch(exchange.text, /free|Let me see/);
      }
    });
  });

  // Every way of it stands in faults.test.ts.
  describe('a model that cannot be used', () => {
    it('is logged with its fault, without the key and without what the customer wrote', async () => {
      api.replyWith(error(529));
      await desk.ask('How long do refunds take?');
      const log = desk.logged.join('');
      assert.match(log, /"fault":"overloaded"/);
      assert.doesNotMatch(log, /refunds take/i);
      assert.ok(!log.includes(api.apiKey));
    });
  });
});
