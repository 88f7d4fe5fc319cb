/**
 * The Anthropic Messages API on loopback: real HTTP for the real SDK. Requests are refused by the documented rules;
 * answers come from a queue, then from a default, which unless set is an obedient model. Token counts are plausible
 * (a token is four characters), not true.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  isRecord,
  type Json,
  type Loopback,
  listen,
  parseJson,
  readBody,
  recordsOf,
  Watchers,
} from './loopback.ts';
import { obedientReply } from './model-obedient.ts';
import {
  blocksOf,
  type ErrorReply,
  error,
  type MessageReply,
  type Reply,
  ScriptError,
} from './model-replies.ts';
import { faultOf } from './model-request.ts';
import {
  eventText,
  firstHalf,
  jsonWire,
  streamWire,
  type Wire,
  writeDribbling,
  writeError,
  writeHalf,
  writeWhole,
} from './model-wire.ts';

export {
  type Cite,
  cited,
  cut,
  dribble,
  type ErrorReply,
  emptyContent,
  error,
  hang,
  html,
  type MessageOptions,
  type MessageReply,
  maxTokens,
  mixed,
  type Part,
  type Reply,
  rawContent,
  refusal,
  reset,
  type Span,
  say,
  stall,
  streamError,
  thinkingFirst,
  toolUse,
  truncatedJson,
} from './model-replies.ts';
export { questionOf, type SearchResult, searchResultsOf, toolNamesOf } from './model-request.ts';
export { obedientReply };

export interface FakeMessagesApiOptions {
  /** The only key let in; `test-key` unless given. */
  readonly apiKey?: string;
  readonly port?: number;
  readonly delayMs?: number;
}

export interface RecordedRequest {
  readonly path: string;
  readonly body: Json;
  readonly headers: IncomingHttpHeaders;
  readonly at: number;
  /** Why it was refused before any reply was chosen; null if it was let through. */
  readonly rejection: string | null;
}

/** A reply, or a function that makes one of the request. */
export type Script = Reply | ((request: RecordedRequest) => Reply | Promise<Reply>);

export async function startFakeMessagesApi(options: FakeMessagesApiOptions = {}): Promise<FakeMessagesApi> {
  const fake = new FakeMessagesApi(options);
  await fake.listen(options.port ?? 0);
  return fake;
}

export class FakeMessagesApi {
  readonly apiKey: string;
  /** Waited before each answer. */
  delayMs: number;
  readonly #requests: RecordedRequest[] = [];
  readonly #watchers = new Watchers();
  readonly #closing = new AbortController();
  readonly #cached = new Set<string>();
  #queue: Script[] = [];
  #otherwise: Script = ({ body }) => obedientReply(body);
  #loopback: Loopback | null = null;
  #lastId = 0;

  constructor({ apiKey = 'test-key', delayMs = 0 }: FakeMessagesApiOptions) {
    this.apiKey = apiKey;
    this.delayMs = delayMs;
  }

  async listen(port: number): Promise<void> {
    this.#loopback = await listen((request, response) => this.#serve(request, response), port);
  }

  /** For the SDK's `baseURL`. */
  get url(): string {
    return this.#loopback?.url ?? '';
  }

  get port(): number {
    return this.#loopback?.port ?? 0;
  }

  /** Every request to `/v1/messages`, refused ones included; counting tokens is not among them. */
  get requests(): readonly RecordedRequest[] {
    return this.#requests;
  }

  /** Scripted replies that no request has used yet. */
  get queued(): number {
    return this.#queue.length;
  }

  /** What answers whenever the queue is empty. */
  replyWith(script: Script): void {
    this.#otherwise = script;
  }

  /** One each for the next valid requests, in order. */
  enqueue(...scripts: readonly Script[]): void {
    this.#queue.push(...scripts);
  }

  /** Back to the obedient model, nothing queued, nothing recorded. */
  reset(): void {
    this.#queue = [];
    this.#requests.length = 0;
    this.#otherwise = ({ body }) => obedientReply(body);
    this.delayMs = 0;
  }

  waitForRequests(count: number, timeoutMs = 10_000): Promise<readonly RecordedRequest[]> {
    return this.#watchers.wait(
      () => (this.#requests.length >= count ? this.#requests : undefined),
      timeoutMs,
      () => `${this.#requests.length} of ${count} requests came`,
    );
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#loopback?.close();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await readBody(request);
    const path = new URL(request.url ?? '/', 'http://fake').pathname;
    const requestId = `req_011${this.#nextId()}`;
    response.setHeader('request-id', requestId);
    const body = parseJson(text);
    const counting = path === '/v1/messages/count_tokens';
    const rejected = this.#reject(request, path, text.length, body, counting);
    const recorded = {
      path,
      body: isRecord(body) ? body : {},
      headers: request.headers,
      at: Date.now(),
      rejection: rejected?.message ?? null,
    };
    if (path === '/v1/messages') this.#requests.push(recorded);
    this.#watchers.notice();
    if (rejected) return writeError(response, rejected, requestId);
    if (counting) return writeWhole(response, jsonWire({ input_tokens: tokensOf(promptOf(recorded.body)) }));
    await this.#reply(recorded, response, requestId);
  }

  #reject(
    request: IncomingMessage,
    path: string,
    size: number,
    body: unknown,
    counting: boolean,
  ): ErrorReply | null {
    if (path !== '/v1/messages' && !counting) return error(404, 'not_found_error', `Not found: ${path}`);
    if (request.method !== 'POST') return error(405, 'invalid_request_error', 'Method Not Allowed');
    if (keyOf(request.headers) !== this.apiKey) return error(401);
    if (request.headers['anthropic-version'] === undefined) {
      return error(400, 'invalid_request_error', 'anthropic-version: header is required');
    }
    if (size > 32 * 1024 * 1024) return error(413);
    if (!isRecord(body)) return error(400, 'invalid_request_error', 'The request body is not valid JSON');
    const fault = faultOf(body, counting);
    return fault === null ? null : error(400, 'invalid_request_error', fault);
  }

  async #reply(request: RecordedRequest, response: ServerResponse, requestId: string): Promise<void> {
    const script = request.body['max_tokens'] === 0 ? PREWARMED : (this.#queue.shift() ?? this.#otherwise);
    if (this.delayMs > 0) await sleep(this.delayMs, undefined, { ref: false });
    try {
      const reply = typeof script === 'function' ? await script(request) : script;
      await this.#write(reply, request.body, response, requestId);
    } catch (caught) {
      // Not retried: a wrong script should fail the test at once, with its reason.
      const why = caught instanceof ScriptError ? caught.message : String(caught);
      writeError(
        response,
        error(500, 'api_error', `Fake model script: ${why}`, { 'x-should-retry': 'false' }),
        requestId,
      );
    }
  }

  async #write(reply: Reply, body: Json, response: ServerResponse, requestId: string): Promise<void> {
    const streams = body['stream'] === true;
    const wire = (of: MessageReply): Wire => {
      const message = this.#message(of, body);
      return streams ? streamWire(message) : jsonWire(message);
    };
    switch (reply.kind) {
      case 'message':
        return writeWhole(response, wire(reply));
      case 'error':
        return writeError(response, reply, requestId);
      case 'hang':
        return;
      case 'reset':
        response.socket?.resetAndDestroy();
        return;
      case 'stall':
        return writeHalf(response, reply.of ? wire(reply.of) : { ...wire(PREWARMED), pieces: [] });
      case 'dribble':
        return writeDribbling(response, wire(reply.of), reply.everyMs, this.#closing.signal);
      case 'cut':
        writeHalf(response, wire(reply.of));
        // The half must leave first: destroying at once may lose it, which is another failure.
        await sleep(10);
        response.destroy();
        return;
      case 'html':
        return writeWhole(
          response,
          { contentType: 'text/html', pieces: ['<!doctype html><title>Sign in</title><h1>Sign in</h1>'] },
          reply.status,
        );
      case 'truncated': {
        const { contentType, pieces } = wire(reply.of);
        const half = firstHalf(pieces).join('');
        return writeWhole(response, { contentType, pieces: [streams ? half.slice(0, -20) : half] });
      }
      case 'streamError': {
        if (!streams) return writeError(response, error(529, reply.type, reply.message), requestId);
        const { contentType, pieces } = wire(reply.of);
        const event = {
          type: 'error',
          error: { type: reply.type, message: reply.message },
          request_id: requestId,
        };
        return writeWhole(response, { contentType, pieces: [...firstHalf(pieces), eventText(event)] });
      }
    }
  }

  #message(reply: MessageReply, body: Json): Json {
    const content = blocksOf(reply, body, () => this.#nextId());
    const calls = content.some((block) => block['type'] === 'tool_use');
    return {
      id: `msg_01${this.#nextId()}`,
      type: 'message',
      role: 'assistant',
      model: body['model'],
      content,
      stop_reason: reply.stopReason ?? (calls ? 'tool_use' : 'end_turn'),
      stop_sequence: null,
      stop_details: reply.stopDetails ?? null,
      container: null,
      diagnostics: null,
      usage: { ...this.#usage(body, content), ...reply.usage },
    };
  }

  /** A prefix marked for caching is written the first time and read from then on. */
  #usage(body: Json, content: readonly Json[]): Json {
    const prefix = cachedPrefixOf(body);
    const size = tokensOf(prefix);
    const cacheable = prefix.includes('"cache_control":{') && size >= 512;
    const known = this.#cached.has(prefix);
    if (cacheable) this.#cached.add(prefix);
    const written = cacheable && !known ? size : 0;
    const read = cacheable && known ? size : 0;
    const hour = prefix.includes('"ttl":"1h"');
    const thinking = content.some((block) => block['type'] === 'thinking') ? 64 : 0;
    const spoken = content.map((block) => String(block['text'] ?? JSON.stringify(block['input'] ?? '')));
    return {
      input_tokens: Math.max(1, tokensOf(promptOf(body)) - written - read),
      cache_creation_input_tokens: written,
      cache_read_input_tokens: read,
      cache_creation: {
        ephemeral_5m_input_tokens: hour ? 0 : written,
        ephemeral_1h_input_tokens: hour ? written : 0,
      },
      output_tokens: thinking + Math.max(1, tokensOf(spoken.join(''))),
      output_tokens_details: { thinking_tokens: thinking },
      server_tool_use: null,
      service_tier: 'standard',
      speed: 'standard',
      inference_geo: 'global',
    };
  }

  #nextId(): string {
    this.#lastId++;
    return `Fake${String(this.#lastId).padStart(18, '0')}`;
  }
}

/** `max_tokens: 0` fills the cache and says nothing; it uses up no script. */
const PREWARMED: MessageReply = {
  kind: 'message',
  parts: [],
  stopReason: 'max_tokens',
  usage: { output_tokens: 0 },
};

/** SDK 1.14 sends an API key as a bearer token; older ones and plain HTTP use `x-api-key`. */
function keyOf(headers: IncomingHttpHeaders): unknown {
  return headers['x-api-key'] ?? headers.authorization?.replace(/^Bearer /, '');
}

function promptOf(body: Json): string {
  return JSON.stringify([body['tools'] ?? [], body['system'] ?? '', body['messages'] ?? []]);
}

function cachedPrefixOf(body: Json): string {
  return JSON.stringify([recordsOf(body['tools']), body['system'] ?? '']);
}

function tokensOf(text: string): number {
  return Math.ceil(text.length / 4);
}
