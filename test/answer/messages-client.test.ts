import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createMessagesClient, type ModelSession } from '../../src/answer/messages-client.ts';
import { ModelError } from '../../src/errors.ts';
import {
  dribble,
  emptyContent,
  error,
  type FakeMessagesApi,
  hang,
  rawContent,
  refusal,
  say,
  stall,
  startFakeMessagesApi,
  toolUse,
} from '../fakes/messages-api.ts';

const REQUEST = { max_tokens: 100, messages: [{ role: 'user' as const, content: 'Hello?' }] };

/** So long that a test which waited for it would fail. */
const EVER = 600_000;

let api: FakeMessagesApi;

before(async () => {
  api = await startFakeMessagesApi();
});
beforeEach(() => api.reset());
after(() => api.close());

function open(deadlineMs: number = EVER, baseUrl: string = api.url): ModelSession {
  return createMessagesClient({ apiKey: api.apiKey, baseUrl, model: 'claude-haiku-5-5', deadlineMs }).open();
}

async function failure(session: ModelSession): Promise<ModelError> {
  try {
    await session.complete(REQUEST);
  } catch (caught) {
    assert.ok(caught instanceof ModelError, String(caught));
    return caught;
  }
  return assert.fail('the call succeeded');
}

async function fault(session: ModelSession = open()): Promise<string> {
  return (await failure(session)).fault;
}

/** An error that says when to come back, and which money is wanted. */
function refusing(status: number, headers: Record<string, string>, code: string | null = null) {
  return error(status, undefined, undefined, headers, code === null ? null : { error_code: code });
}

describe('a session', { timeout: 30_000 }, () => {
  it('takes as many requests as it needs', async () => {
    api.enqueue(toolUse('look', { for: 'it' }), say('Found.'));
    const session = open();
    assert.equal((await session.complete(REQUEST)).stop_reason, 'tool_use');
    assert.equal((await session.complete(REQUEST)).content[0]?.type, 'text');
    assert.deepEqual(
      api.requests.map(({ body }) => body['model']),
      ['claude-haiku-5-5', 'claude-haiku-5-5'],
    );
  });

  it('has one deadline for all of them, and another session one of its own', async () => {
    const session = open(2000);
    await session.complete(REQUEST);
    api.enqueue(hang());
    assert.equal(await fault(session), 'timeout');
    assert.equal(await fault(session), 'timeout');
    assert.equal(api.requests.length, 2, 'nothing is sent after the deadline');
    await open(2000).complete(REQUEST);
  });

  it('ends at its deadline while the reply is on its way', async () => {
    for (const reply of [hang(), stall(), stall(say('Half.')), dribble(undefined, 200)]) {
      api.enqueue(reply);
      assert.equal(await fault(open(300)), 'timeout');
    }
  });
});

describe('a request', { timeout: 30_000 }, () => {
  it('is made once more after the time that the service asks for', async () => {
    api.enqueue(refusing(429, { 'retry-after': '1' }), say('Now.'));
    await open().complete(REQUEST);
    const [first, second] = api.requests;
    // Half a second without being asked; the clock of `at` and the timer's differ a little.
    assert.ok((second?.at ?? 0) - (first?.at ?? 0) > 900);
  });

  it('ends at once with what the service said where it asks for longer than there is', async () => {
    const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
    for (const [reply, expected] of [
      [refusing(429, { 'retry-after': '3600' }), 'rate_limited'],
      [refusing(429, { 'retry-after': inAnHour }), 'rate_limited'],
      [refusing(529, { 'retry-after': '3600' }), 'overloaded'],
      [refusing(503, { 'retry-after': '3600' }), 'server_error'],
    ] as const) {
      api.reset();
      api.enqueue(reply);
      assert.equal(await fault(), expected);
      assert.equal(api.requests.length, 1);
    }
  });

  it('is made once more, and no oftener, where the fault may pass', async () => {
    for (const [status, expected] of [
      [408, 'rejected_request'],
      [409, 'rejected_request'],
      [429, 'rate_limited'],
      [500, 'server_error'],
      [529, 'overloaded'],
    ] as const) {
      api.reset();
      api.replyWith(error(status));
      assert.equal(await fault(), expected);
      assert.equal(api.requests.length, 2, String(status));
    }
  });

  it('keeps what the service said where the second try gets no answer in time', async () => {
    api.enqueue(error(529), hang());
    assert.equal(await fault(open(2000)), 'overloaded');
    assert.equal(api.requests.length, 2);
  });

  it('is not repeated where that is of no use, or the service says so', async () => {
    for (const [reply, expected] of [
      [error(400), 'rejected_request'],
      [error(401), 'refused_key'],
      [error(403), 'refused_key'],
      [error(404), 'rejected_request'],
      [error(413), 'rejected_request'],
      [refusing(500, { 'x-should-retry': 'false' }), 'server_error'],
    ] as const) {
      api.reset();
      api.replyWith(reply);
      assert.equal(await fault(), expected);
      assert.equal(api.requests.length, 1, expected);
    }
  });

  it('that wants money is told apart from a passing limit, and is not repeated', async () => {
    for (const reply of [
      refusing(429, { 'retry-after': '1' }, 'enforced_spend_limit_reached'),
      refusing(429, {}, 'contract_spend_limit_reached'),
      refusing(402, {}, 'linked_organization_spend_limit_reached'),
      error(402),
      error(403, 'billing_error', 'Billing.'),
      error(400, undefined, 'Your credit balance is too low to access the Anthropic API.'),
      error(400, undefined, 'You have reached your specified API usage limits. You will regain access soon.'),
    ]) {
      api.reset();
      api.replyWith(reply);
      assert.equal(await fault(), 'spend_limit', JSON.stringify(reply));
      assert.equal(api.requests.length, 1);
    }
    api.replyWith(refusing(429, {}, 'ramp_limit_exceeded'));
    assert.equal(await fault(), 'rate_limited');
  });

  it('is made once more where the connection breaks before an answer', async (t) => {
    let connections = 0;
    const breaking = createServer((socket) => {
      connections += 1;
      socket.once('data', () => socket.resetAndDestroy());
    }).listen(0, '127.0.0.1');
    t.after(() => breaking.close());
    await once(breaking, 'listening');
    const { port } = breaking.address() as AddressInfo;
    assert.equal(await fault(open(EVER, `http://127.0.0.1:${port}`)), 'unreachable');
    assert.equal(connections, 2);
    breaking.close();
    assert.equal(await fault(open(EVER, `http://127.0.0.1:${port}`)), 'unreachable');
  });

  it('fails with the id by which the service knows it, and without the key', async () => {
    api.enqueue(error(401));
    const caught = await failure(open());
    assert.match(caught.requestId ?? '', /^req_/);
    assert.match(caught.message, /^The model could not be used: .*ANTHROPIC_API_KEY/);
    assert.ok(!caught.message.includes(api.apiKey));
  });
});

describe('a reply', { timeout: 30_000 }, () => {
  it('cannot be used where a block lacks what makes it one', async () => {
    const call = { type: 'tool_use', id: 'toolu_1', name: 'look', input: {} };
    for (const block of [
      {},
      { type: 7 },
      { type: 'text' },
      { type: 'text', text: null },
      { type: 'text', text: 'x', citations: 'none' },
      { type: 'text', text: 'x', citations: [null] },
      { ...call, id: undefined },
      { ...call, name: 7 },
      { ...call, input: undefined },
      { ...call, input: null },
      { ...call, input: '{}' },
      { ...call, input: [] },
    ]) {
      api.enqueue(rawContent([{ type: 'text', text: 'Fine.' }, block]));
      assert.equal(await fault(), 'unusable_reply', JSON.stringify(block));
    }
  });

  it('may hold blocks of kinds that nobody knows yet', async () => {
    const blocks = [{ type: 'novelty' }, { type: 'text', text: 'Fine.', citations: null }];
    api.enqueue(rawContent(blocks));
    assert.deepEqual((await open().complete(REQUEST)).content, blocks);
  });

  it('may be empty only where the model refuses', async () => {
    api.enqueue(emptyContent(), refusal());
    assert.equal(await fault(), 'unusable_reply');
    assert.equal((await open().complete(REQUEST)).stop_reason, 'refusal');
  });
});
