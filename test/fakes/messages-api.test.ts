import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import Anthropic, { APIError } from '@anthropic-ai/sdk';
import { isRecord, type Json } from './loopback.ts';
import {
  cited,
  cut,
  dribble,
  emptyContent,
  error,
  type FakeMessagesApi,
  hang,
  html,
  maxTokens,
  mixed,
  rawContent,
  refusal,
  say,
  stall,
  startFakeMessagesApi,
  streamError,
  thinkingFirst,
  toolUse,
  truncatedJson,
} from './messages-api.ts';

let fake: FakeMessagesApi;
let client: Anthropic;

beforeEach(async () => {
  fake = await startFakeMessagesApi();
  client = new Anthropic({ apiKey: 'test-key', baseURL: fake.url, maxRetries: 0, logLevel: 'off' });
});

afterEach(() => fake.close());

type Params = Anthropic.MessageCreateParamsNonStreaming;

function section(source: string, ...sentences: string[]): Anthropic.SearchResultBlockParam {
  return {
    type: 'search_result',
    source,
    title: `Title of ${source}`,
    content: sentences.map((text) => ({ type: 'text', text })),
    citations: { enabled: true },
  };
}

const REFUNDS = section('refunds', 'Refunds take five working days.', ' They go to the card you paid with.');
const SHIPPING = section('shipping', 'Parcels leave on Monday.', ' Delivery inside the country is free.');

const CANNOT_ANSWER: Anthropic.Tool = {
  name: 'cannot_answer',
  input_schema: { type: 'object', properties: { kind: { type: 'string' } } },
};

function ask(question: string, more: Partial<Params> = {}): Params {
  return {
    model: 'claude-haiku-5-5',
    max_tokens: 500,
    messages: [{ role: 'user', content: [REFUNDS, SHIPPING, { type: 'text', text: question }] }],
    ...more,
  };
}

/** Past the SDK's types, to send what they forbid. */
function send(body: Json, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${fake.url}/v1/messages`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': 'test-key',
      'anthropic-version': '2026-10-21',
      ...headers,
    },
    body: JSON.stringify(body),
  });
}

async function refusalOf(body: Json, headers: Record<string, string> = {}): Promise<string> {
  const response = await send(body, headers);
  const { type, error: fault, request_id: requestId } = (await response.json()) as Json;
  assert.ok(isRecord(fault));
  assert.equal(type, 'error');
  assert.equal(requestId, response.headers.get('request-id'));
  return `${response.status} ${fault['type']}: ${fault['message']}`;
}

function shapeOf(message: Anthropic.Message) {
  return message.content.map((block) =>
    block.type === 'text' ? [block.text, block.citations?.length ?? 0] : [block.type],
  );
}

describe('fake Messages API: answers', () => {
  it('carries ids, the model asked for, usage of every kind and a request id', async () => {
    fake.enqueue(say('Hello.'));
    const message = await client.messages.create(ask('Hi?'));
    assert.match(message.id, /^msg_01/);
    assert.match(message._request_id ?? '', /^req_/);
    assert.deepEqual(
      [message.type, message.role, message.model, message.stop_reason, message.stop_details],
      ['message', 'assistant', 'claude-haiku-5-5', 'end_turn', null],
    );
    assert.ok(message.usage.input_tokens > 20 && message.usage.output_tokens > 0);
    assert.deepEqual(
      [message.usage.cache_read_input_tokens, message.usage.cache_creation?.ephemeral_1h_input_tokens],
      [0, 0],
    );
  });

  for (const how of ['JSON', 'a stream'] as const) {
    const answer = (params: Params) =>
      how === 'JSON' ? client.messages.create(params) : client.messages.stream(params).finalMessage();

    it(`cites whole blocks truly, in ${how}`, async () => {
      fake.enqueue(
        cited([
          { text: 'It takes ' },
          { text: '5 days', cite: { source: 'refunds' } },
          { text: ' and shipping is free.', cite: { source: 'shipping', contains: 'inside THE country' } },
          { text: ' Both.', cite: [{ source: 'refunds', blocks: 2 }, { source: 'shipping' }] },
        ]),
      );
      const { content } = await answer(ask('How long?'));
      assert.deepEqual(
        content.map((block) => (block.type === 'text' ? block.text : block.type)),
        ['It takes ', '5 days', ' and shipping is free.', ' Both.'],
      );
      const [plain, first, second, both] = content;
      assert.ok(
        plain?.type === 'text' && first?.type === 'text' && second?.type === 'text' && both?.type === 'text',
      );
      assert.equal(plain.citations, null);
      assert.equal(first.citations?.[0]?.cited_text, 'Refunds take five working days.');
      assert.deepEqual(second.citations, [
        {
          type: 'search_result_location',
          source: 'shipping',
          title: 'Title of shipping',
          search_result_index: 1,
          start_block_index: 1,
          end_block_index: 2,
          cited_text: ' Delivery inside the country is free.',
        },
      ]);
      assert.deepEqual(
        both.citations?.map((citation) => citation.cited_text),
        ['Refunds take five working days. They go to the card you paid with.', 'Parcels leave on Monday.'],
      );
    });

    it(`thinks, speaks and calls a tool, in ${how}`, async () => {
      fake.enqueue(
        thinkingFirst(
          mixed([{ text: 'Let me look. 👍🏽 é' }, { tool: 'cannot_answer', input: { kind: 'person' } }]),
        ),
      );
      const message = await answer(ask('Hi?', { tools: [CANNOT_ANSWER] }));
      const [thought, text, call] = message.content;
      assert.ok(thought?.type === 'thinking' && text?.type === 'text' && call?.type === 'tool_use');
      assert.deepEqual([thought.thinking, thought.signature !== ''], ['', true]);
      assert.equal(text.text, 'Let me look. 👍🏽 é');
      assert.deepEqual(
        [call.name, call.input, message.stop_reason],
        ['cannot_answer', { kind: 'person' }, 'tool_use'],
      );
      assert.ok((message.usage.output_tokens_details?.thinking_tokens ?? 0) > 0);
    });

    it(`refuses, runs out of tokens and says nothing, in ${how}`, async () => {
      fake.enqueue(refusal('cyber'), maxTokens(), maxTokens([{ text: 'Cut o' }]), emptyContent());
      const refused = await answer(ask('a'));
      assert.deepEqual(
        [refused.stop_reason, refused.stop_details?.category, refused.content.length],
        ['refusal', 'cyber', 0],
      );
      const mute = await answer(ask('b'));
      assert.deepEqual([mute.stop_reason, shapeOf(mute)], ['max_tokens', [['thinking']]]);
      assert.deepEqual(shapeOf(await answer(ask('c'))), [['Cut o', 0]]);
      assert.deepEqual((await answer(ask('d'))).content, []);
    });

    it(`sends invented citations and raw content as they stand, in ${how}`, async () => {
      const invented = { type: 'search_result_location', source: 'nowhere', cited_text: 'Never said.' };
      fake.enqueue(
        cited([{ text: 'Trust me.', citations: [invented] }]),
        rawContent([{ type: 'text', text: 'raw', citations: null }], { stopReason: 'pause_turn' }),
      );
      const [block] = (await answer(ask('a'))).content;
      assert.ok(block?.type === 'text');
      assert.deepEqual(block.citations, [invented]);
      const raw = await answer(ask('b'));
      assert.deepEqual([shapeOf(raw), raw.stop_reason], [[['raw', 0]], 'pause_turn']);
    });
  }

  it('streams text in several pieces, with ping, citation and signature events', async () => {
    fake.enqueue(
      thinkingFirst(cited([{ text: 'It takes five working days.', cite: { source: 'refunds' } }])),
    );
    const seen: string[] = [];
    for await (const event of client.messages.stream(ask('How long?'))) {
      seen.push(event.type === 'content_block_delta' ? event.delta.type : event.type);
    }
    assert.equal(seen[0], 'message_start');
    assert.ok(seen.filter((type) => type === 'text_delta').length > 2);
    assert.ok(seen.includes('citations_delta') && seen.includes('signature_delta'));
    assert.deepEqual(seen.slice(-2), ['message_delta', 'message_stop']);
    const raw = await (await send({ ...ask('How long?'), stream: true })).text();
    assert.match(raw, /^event: message_start\ndata: \{.*\}\n\nevent: ping\n/);
  });

  it('counts search results over the whole request, tool results included', async () => {
    fake.enqueue(cited([{ text: 'Later.', cite: { source: 'later' } }]));
    const { content } = await client.messages.create(
      ask('x', {
        tools: [{ name: 'search_policies', input_schema: { type: 'object' } }],
        messages: [
          ...ask('How long?').messages,
          {
            role: 'assistant',
            content: [{ type: 'tool_use', id: 'toolu_1', name: 'search_policies', input: {} }],
          },
          {
            role: 'user',
            content: [
              { type: 'tool_result', tool_use_id: 'toolu_1', content: [section('later', 'Found later.')] },
            ],
          },
        ],
      }),
    );
    const [block] = content;
    const citation = block?.type === 'text' ? block.citations?.[0] : null;
    assert.ok(citation?.type === 'search_result_location');
    assert.deepEqual([citation.search_result_index, citation.cited_text], [2, 'Found later.']);
  });

  it('cites nothing where the request did not enable citations', async () => {
    fake.enqueue(cited([{ text: 'Five days.', cite: { source: 'refunds' } }]));
    const { citations: _, ...plain } = REFUNDS;
    const message = await client.messages.create(
      ask('x', { messages: [{ role: 'user', content: [plain] }] }),
    );
    assert.deepEqual(shapeOf(message), [['Five days.', 0]]);
  });

  it('writes a marked prefix to the cache once and reads it afterwards', async () => {
    fake.replyWith(say('ok'));
    const system: Anthropic.TextBlockParam[] = [
      { type: 'text', text: 'Be kind. '.repeat(400), cache_control: { type: 'ephemeral' } },
    ];
    const first = (await client.messages.create(ask('a', { system }))).usage;
    const second = (await client.messages.create(ask('b', { system }))).usage;
    assert.ok((first.cache_creation_input_tokens ?? 0) > 512);
    assert.equal(second.cache_creation_input_tokens, 0);
    assert.equal(second.cache_read_input_tokens, first.cache_creation_input_tokens);
  });

  it('counts tokens', async () => {
    const { messages, model } = ask('How long?');
    const counted = await client.messages.countTokens({ messages, model });
    assert.ok(counted.input_tokens > 20);
    assert.equal(fake.requests.length, 0);
  });
});

describe('fake Messages API: scripts', () => {
  it('uses the queue first, then the default; functions see the request', async () => {
    fake.replyWith(({ body }) => say(`default for ${body['model']}`));
    fake.enqueue(say('one'), () => say('two'));
    assert.equal(fake.queued, 2);
    const texts: string[] = [];
    for (let n = 0; n < 3; n++) {
      const [block] = (await client.messages.create(ask('x'))).content;
      texts.push(block?.type === 'text' ? block.text : '');
    }
    assert.deepEqual(texts, ['one', 'two', 'default for claude-haiku-5-5']);
    assert.equal(fake.requests[0]?.headers.authorization, 'Bearer test-key');
    fake.reset();
    assert.deepEqual([fake.requests.length, fake.queued], [0, 0]);
  });

  it('fails at once, with the reason, when a script cites what was not sent', async () => {
    fake.enqueue(cited([{ text: 'x', cite: { source: 'nowhere' } }]));
    const eager = client.withOptions({ maxRetries: 2 });
    await assert.rejects(
      eager.messages.create(ask('x')),
      /No search_result has the source 'nowhere' \(there: refunds, shipping\)/,
    );
    fake.enqueue(cited([{ text: 'x', cite: { source: 'refunds', contains: 'pineapple' } }]));
    await assert.rejects(eager.messages.create(ask('x')), /No block of 'refunds' contains 'pineapple'/);
    assert.equal(fake.requests.length, 2);
  });

  it('delays answers', async () => {
    fake.delayMs = 60;
    const before = performance.now();
    await client.messages.create(ask('x'));
    assert.ok(performance.now() - before >= 55);
  });

  it('lets a test wait for requests', async () => {
    const waited = fake.waitForRequests(1);
    await client.messages.create(ask('Where is it?'));
    assert.equal((await waited)[0]?.rejection, null);
    await assert.rejects(fake.waitForRequests(2, 20), /1 of 2 requests came/);
  });
});

describe('fake Messages API: the obedient model', () => {
  it('quotes the sentence that shares most words with the question, cited', async () => {
    const { content } = await client.messages.create(ask('Is delivery free inside the country?'));
    assert.deepEqual(
      content.map((block) => block.type === 'text' && [block.text, block.citations?.[0]?.cited_text]),
      [[' Delivery inside the country is free.', ' Delivery inside the country is free.']],
    );
  });

  it('says by the tool that the policies have no answer, or in words without the tool', async () => {
    const question = 'What about your telescopes?';
    const message = await client.messages.create(ask(question, { tools: [CANNOT_ANSWER] }));
    const [call] = message.content;
    assert.ok(call?.type === 'tool_use');
    assert.deepEqual(call.input, { kind: 'not_in_policies', missing: question });
    assert.equal(message.stop_reason, 'tool_use');
    assert.deepEqual(shapeOf(await client.messages.create(ask(question))), [['The policies do not say.', 0]]);
  });

  it('looks at the newest results and calls the tool it must', async () => {
    const messages: Anthropic.MessageParam[] = [
      ...ask('How long do refunds take?').messages,
      { role: 'assistant', content: 'Five days.' },
      {
        role: 'user',
        content: [
          section('newer', 'Refunds of gift cards take a month.'),
          { type: 'text', text: 'And refunds of cards?' },
        ],
      },
    ];
    const { content } = await client.messages.create(ask('', { messages }));
    assert.deepEqual(
      content.map((block) => block.type === 'text' && block.text),
      ['Refunds of gift cards take a month.'],
    );
    const forced = await client.messages.create(
      ask('x', { tools: [CANNOT_ANSWER], tool_choice: { type: 'tool', name: 'cannot_answer' } }),
    );
    assert.deepEqual(shapeOf(forced), [['tool_use']]);
  });
});

describe('fake Messages API: what it refuses', () => {
  it('refuses a wrong or missing key, a missing version, another path', async () => {
    const stranger = client.withOptions({ apiKey: 'wrong' });
    await assert.rejects(stranger.messages.create(ask('x')), Anthropic.AuthenticationError);
    assert.match(await refusalOf({}, { 'x-api-key': '' }), /^401 authentication_error: invalid x-api-key/);
    const response = await fetch(`${fake.url}/v1/messages`, {
      method: 'POST',
      headers: { 'x-api-key': 'test-key' },
      body: '{}',
    });
    assert.match(await response.text(), /anthropic-version: header is required/);
    assert.equal((await fetch(`${fake.url}/v1/models`)).status, 404);
  });

  const [user] = ask('x').messages;
  const { citations: _, ...uncited } = SHIPPING;
  const toolResult = { type: 'tool_result', tool_use_id: 'toolu_9', content: 'x' };
  const call = { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 't', input: {} }] };
  const mark = { type: 'text', text: 'x', cache_control: { type: 'ephemeral' } };
  const cases: readonly [string, Json, RegExp][] = [
    ['no max_tokens', { max_tokens: undefined }, /max_tokens: Field required/],
    ['a wrong max_tokens', { max_tokens: 1.5 }, /max_tokens: .*integer/],
    ['no model', { model: undefined }, /model: Field required/],
    ['temperature', { temperature: 0 }, /`temperature` is deprecated/],
    ['top_p', { top_p: 0.5 }, /`top_p` is deprecated/],
    ['top_k', { top_k: 5 }, /`top_k` is deprecated/],
    ['an unknown field', { temprature: 1 }, /temprature: Extra inputs are not permitted/],
    [
      'thinking.type enabled',
      { thinking: { type: 'enabled', budget_tokens: 1024 } },
      /thinking\.type\.enabled/,
    ],
    ['an unknown effort', { output_config: { effort: 'extreme' } }, /output_config\.effort/],
    [
      'citations together with a format',
      { output_config: { format: { type: 'json_schema', schema: {} } } },
      /citations/,
    ],
    [
      'citations on some blocks only',
      { messages: [{ role: 'user', content: [REFUNDS, uncited] }] },
      /all or none/,
    ],
    ['no messages', { messages: [] }, /at least one message/],
    [
      'an assistant first',
      { messages: [{ role: 'assistant', content: 'x' }, user] },
      /first message must use the "user" role/,
    ],
    ['an assistant last', { messages: [user, { role: 'assistant', content: 'The' }] }, /prefill/],
    ['empty content', { messages: [{ role: 'user', content: [] }] }, /non-empty content/],
    [
      'an empty text',
      { messages: [{ role: 'user', content: [{ type: 'text', text: '' }] }] },
      /must be non-empty/,
    ],
    ['an empty search result', { messages: [{ role: 'user', content: [section('s')] }] }, /at least 1 item/],
    [
      'a stray tool result',
      { messages: [{ role: 'user', content: [toolResult] }] },
      /unexpected `tool_use_id`.*toolu_9/,
    ],
    [
      'an open tool use',
      { messages: [user, call, user] },
      /without `tool_result` blocks immediately after: toolu_1/,
    ],
    [
      'a tool choice that is not offered',
      { tools: [CANNOT_ANSWER], tool_choice: { type: 'tool', name: 'x' } },
      /'x' not found/,
    ],
    ['five cache marks', { system: [mark, mark, mark, mark, mark] }, /maximum of 4 blocks/],
  ];
  for (const [what, change, words] of cases) {
    it(`refuses ${what}`, async () => {
      const said = await refusalOf({ ...ask('x'), ...change });
      assert.match(said, /^400 invalid_request_error: /);
      assert.match(said, words);
      assert.ok(fake.requests[0]?.rejection);
    });
  }

  it('lets through what is allowed', async () => {
    const response = await send({
      ...ask('x'),
      thinking: { type: 'adaptive' },
      output_config: { effort: 'low' },
      metadata: { user_id: 'abc' },
    });
    assert.equal(response.status, 200);
  });

  it('spends no script on a refused request or on filling the cache', async () => {
    fake.enqueue(say('for the next good one'));
    await refusalOf({ ...ask('x'), temperature: 1 });
    const warm = await client.messages.create(ask('x', { max_tokens: 0 }));
    assert.deepEqual([warm.content, fake.queued], [[], 1]);
  });
});

describe('fake Messages API: failures', () => {
  const failure = async (params = ask('x')): Promise<unknown> => {
    try {
      await client.messages.create(params);
    } catch (caught) {
      return caught;
    }
    return assert.fail('the call succeeded');
  };

  const streamFailure = async (signal?: AbortSignal): Promise<unknown> => {
    try {
      await client.messages.stream(ask('x'), signal ? { signal } : {}).finalMessage();
    } catch (caught) {
      return caught;
    }
    return assert.fail('the stream succeeded');
  };

  it('fails by status, each as the class and type the SDK knows', async () => {
    const cases = [
      [400, Anthropic.BadRequestError, 'invalid_request_error'],
      [401, Anthropic.AuthenticationError, 'authentication_error'],
      [402, APIError, 'billing_error'],
      [403, Anthropic.PermissionDeniedError, 'permission_error'],
      [404, Anthropic.NotFoundError, 'not_found_error'],
      [413, APIError, 'request_too_large'],
      [429, Anthropic.RateLimitError, 'rate_limit_error'],
      [500, Anthropic.InternalServerError, 'api_error'],
      [529, APIError, 'overloaded_error'],
    ] as const;
    for (const [status, kind, type] of cases) {
      fake.enqueue(error(status));
      const caught = await failure();
      assert.ok(caught instanceof kind && caught instanceof APIError, `${status}: ${caught}`);
      assert.deepEqual([caught.status, caught.type], [status, type]);
      assert.match(caught.requestID ?? '', /^req_/);
    }
  });

  it('sends headers and details with an error, and is asked again by the SDK', async () => {
    fake.enqueue(
      error(
        429,
        'rate_limit_error',
        'Spend limit',
        { 'retry-after': '7' },
        { error_code: 'enforced_spend_limit' },
      ),
    );
    const caught = await failure();
    assert.ok(caught instanceof APIError);
    assert.deepEqual([caught.headers?.get('retry-after'), caught.errorCode], ['7', 'enforced_spend_limit']);
    fake.enqueue(error(529, undefined, undefined, { 'retry-after-ms': '1' }), say('second try'));
    const message = await client.withOptions({ maxRetries: 1 }).messages.create(ask('x'));
    assert.deepEqual(shapeOf(message), [['second try', 0]]);
  });

  it('hangs before the headers', async () => {
    fake.enqueue(hang());
    const hasty = client.withOptions({ timeout: 60 });
    await assert.rejects(hasty.messages.create(ask('x')), Anthropic.APIConnectionTimeoutError);
  });

  it('stalls after the headers, or half-way through, until aborted', async () => {
    fake.enqueue(stall(), stall(say('Half of this arrives.')));
    for (let n = 0; n < 2; n++) {
      assert.ok((await streamFailure(AbortSignal.timeout(60))) instanceof Anthropic.APIUserAbortError);
    }
  });

  it('dribbles byte by byte', async () => {
    fake.enqueue(dribble(say('slow'), 20), dribble(say('slow'), 0));
    assert.ok((await streamFailure(AbortSignal.timeout(60))) instanceof Anthropic.APIUserAbortError);
    assert.deepEqual(shapeOf(await client.messages.create(ask('x'))), [['slow', 0]]);
  });

  it('cuts the socket amid a body or a stream', async () => {
    fake.enqueue(cut(), cut());
    assert.match(String(await failure()), /terminated|socket|aborted/i);
    assert.match(String(await streamFailure()), /terminated/);
  });

  it('answers 200 with a web page, half a document, half an event', async () => {
    fake.enqueue(html(), truncatedJson(), truncatedJson());
    const page: unknown = await client.messages.create(ask('x'));
    assert.match(String(page), /Sign in/, 'the SDK hands a page through as a string');
    assert.ok((await failure()) instanceof Error);
    assert.ok((await streamFailure()) instanceof Error);
  });

  it('sends an error event amid the stream', async () => {
    fake.enqueue(streamError());
    const caught = await streamFailure();
    assert.ok(caught instanceof APIError);
    assert.deepEqual([caught.status, caught.type], [undefined, 'overloaded_error']);
  });

  it('closes although a call hangs', async () => {
    fake.enqueue(hang());
    const open = failure();
    await fake.waitForRequests(1);
    await fake.close();
    assert.ok((await open) instanceof Anthropic.APIConnectionError);
  });

  it('is a plain tool call when asked for one', async () => {
    fake.enqueue(toolUse('cannot_answer', { kind: 'person' }));
    const message = await client.messages.create(ask('x', { tools: [CANNOT_ANSWER] }));
    assert.deepEqual([shapeOf(message), message.stop_reason], [[['tool_use']], 'tool_use']);
  });
});
