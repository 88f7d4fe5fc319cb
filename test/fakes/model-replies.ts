/** What a test has the model say, or how it has the service fail. Built here, put on the wire by `model-wire.ts`. */
import type { Json } from './loopback.ts';
import { type SearchResult, searchResultsOf } from './model-request.ts';

export interface Cite {
  readonly source: string;
  /** Words of the block to cite, compared without case; the first block unless given. */
  readonly contains?: string;
  /** How many blocks from there; one unless given. */
  readonly blocks?: number;
}

/** A text block. `cite` becomes true citations; `citations` goes out as it stands, so it can be false. */
export interface Span {
  readonly text: string;
  readonly cite?: Cite | readonly Cite[];
  readonly citations?: readonly Json[];
}

export interface ToolCall {
  readonly tool: string;
  readonly input: unknown;
  readonly id?: string;
}

export interface Thought {
  /** Empty as the service sends it by default, signed all the same. */
  readonly thinking: string;
  readonly signature?: string;
}

export interface RawBlock {
  readonly raw: Json;
}

export type Part = Span | ToolCall | Thought | RawBlock;

export interface MessageOptions {
  readonly stopReason?: string;
  readonly stopDetails?: Json | null;
  /** Laid over the counted usage. */
  readonly usage?: Json;
}

export interface MessageReply extends MessageOptions {
  readonly kind: 'message';
  readonly parts: readonly Part[];
}

export interface ErrorReply {
  readonly kind: 'error';
  readonly status: number;
  readonly type: string;
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly details: Json | null;
}

export type Reply =
  | MessageReply
  | ErrorReply
  | { readonly kind: 'hang' }
  | { readonly kind: 'reset' }
  | { readonly kind: 'stall'; readonly of: MessageReply | null }
  | { readonly kind: 'dribble'; readonly of: MessageReply; readonly everyMs: number }
  | { readonly kind: 'cut'; readonly of: MessageReply }
  | { readonly kind: 'html'; readonly status: number }
  | { readonly kind: 'truncated'; readonly of: MessageReply }
  | {
      readonly kind: 'streamError';
      readonly of: MessageReply;
      readonly type: string;
      readonly message: string;
    };

const SOME_TEXT: MessageReply = { kind: 'message', parts: [{ text: 'Refunds take five working days.' }] };

/** An answer of spans, each with its true citation. A source or words that the request lacks fail the call with 500. */
export function cited(spans: readonly Span[], options: MessageOptions = {}): MessageReply {
  return mixed(spans, options);
}

export function say(text: string, options: MessageOptions = {}): MessageReply {
  return mixed([{ text }], options);
}

export function toolUse(name: string, input: unknown, options: MessageOptions = {}): MessageReply {
  return mixed([{ tool: name, input }], options);
}

/** Any parts in any order; `stop_reason` is `tool_use` if one calls a tool, else `end_turn`. */
export function mixed(parts: readonly Part[], options: MessageOptions = {}): MessageReply {
  return { kind: 'message', parts, ...options };
}

/** Content blocks as they stand. */
export function rawContent(blocks: readonly Json[], options: MessageOptions = {}): MessageReply {
  return mixed(
    blocks.map((raw) => ({ raw })),
    options,
  );
}

export function thinkingFirst(reply: MessageReply, thinking = ''): MessageReply {
  return { ...reply, parts: [{ thinking }, ...reply.parts] };
}

export function refusal(
  category: string | null = 'general_harms',
  explanation: string | null = null,
): MessageReply {
  return mixed([], { stopReason: 'refusal', stopDetails: { type: 'refusal', category, explanation } });
}

/** Cut off by `max_tokens`; without spans thinking used up all of them and there is no text. */
export function maxTokens(spans: readonly Span[] = []): MessageReply {
  return mixed(spans.length > 0 ? spans : [{ thinking: '' }], { stopReason: 'max_tokens' });
}

export function emptyContent(): MessageReply {
  return mixed([]);
}

export function error(
  status: number,
  type: string = ERROR_TYPES[status] ?? 'api_error',
  message: string = ERROR_MESSAGES[status] ?? 'Error',
  headers: Readonly<Record<string, string>> = {},
  details: Json | null = null,
): ErrorReply {
  return { kind: 'error', status, type, message, headers, details };
}

/** No answer, ever. */
export function hang(): Reply {
  return { kind: 'hang' };
}

/** The connection is reset before the headers. */
export function reset(): Reply {
  return { kind: 'reset' };
}

/** Headers and then silence; with a reply, the first half of its body and then silence. */
export function stall(of: MessageReply | null = null): Reply {
  return { kind: 'stall', of };
}

/** One byte at a time. */
export function dribble(of: MessageReply = SOME_TEXT, everyMs = 1000): Reply {
  return { kind: 'dribble', of, everyMs };
}

/** The socket is cut half-way through the body. */
export function cut(of: MessageReply = SOME_TEXT): Reply {
  return { kind: 'cut', of };
}

/** A captive portal: 200 and a web page. */
export function html(status = 200): Reply {
  return { kind: 'html', status };
}

/** A properly ended body that holds half a JSON document; a stream ends amid an event. */
export function truncatedJson(of: MessageReply = SOME_TEXT): Reply {
  return { kind: 'truncated', of };
}

/** An `error` event half-way through the stream; without `stream: true` a plain error of that type. */
export function streamError(
  type = 'overloaded_error',
  message = 'Overloaded',
  of: MessageReply = SOME_TEXT,
): Reply {
  return { kind: 'streamError', of, type, message };
}

const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  504: 'timeout_error',
  529: 'overloaded_error',
};

const ERROR_MESSAGES: Readonly<Record<number, string>> = {
  401: 'invalid x-api-key',
  402: 'Your credit balance is too low to access the Anthropic API.',
  403: 'Your API key does not have permission to use the specified resource.',
  404: 'model: not found',
  413: 'Request exceeds the maximum size',
  429: 'This request would exceed the rate limit for your organization.',
  500: 'Internal server error',
  529: 'Overloaded',
};

/** The script asks for something the request does not offer. */
export class ScriptError extends Error {}

/** Content blocks for the wire. */
export function blocksOf(reply: MessageReply, body: Json, nextId: () => string): readonly Json[] {
  const results = searchResultsOf(body);
  return reply.parts.map((part) => {
    if ('raw' in part) return part.raw;
    if ('thinking' in part) {
      const signature = part.signature ?? Buffer.from(`fake signature ${part.thinking}`).toString('base64');
      return { type: 'thinking', thinking: part.thinking, signature };
    }
    if ('tool' in part) {
      const id = part.id ?? `toolu_01${nextId()}`;
      return { type: 'tool_use', id, name: part.tool, input: part.input, caller: { type: 'direct' } };
    }
    return { type: 'text', text: part.text, citations: citationsOf(part, results) };
  });
}

/** As the model does, it cites only where the request enabled citations. */
function citationsOf(span: Span, results: readonly SearchResult[]): readonly Json[] | null {
  if (span.citations) return span.citations;
  const cites = span.cite === undefined ? [] : [span.cite].flat();
  const citations = cites.flatMap((cite) => citationOf(cite, results));
  return citations.length > 0 ? citations : null;
}

function citationOf(cite: Cite, results: readonly SearchResult[]): readonly Json[] {
  const sources = results.filter((result) => result.source === cite.source);
  if (sources.length === 0) {
    const there = results.map((result) => result.source).join(', ') || 'none';
    throw new ScriptError(`No search_result has the source '${cite.source}' (there: ${there})`);
  }
  const words = cite.contains?.toLowerCase() ?? '';
  const result = sources.find(({ blocks }) => blocks.some((block) => block.toLowerCase().includes(words)));
  if (!result) throw new ScriptError(`No block of '${cite.source}' contains '${cite.contains}'`);
  if (!result.cited) return [];
  const start = result.blocks.findIndex((block) => block.toLowerCase().includes(words));
  const end = Math.min(start + (cite.blocks ?? 1), result.blocks.length);
  return [
    {
      type: 'search_result_location',
      source: result.source,
      title: result.title,
      search_result_index: result.index,
      start_block_index: start,
      end_block_index: end,
      cited_text: result.blocks.slice(start, end).join(''),
    },
  ];
}
