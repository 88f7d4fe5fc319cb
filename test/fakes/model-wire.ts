/** Replies on the wire: one JSON document, or the events of a stream, whole or broken in a chosen way. */
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from './loopback.ts';
import type { ErrorReply } from './model-replies.ts';

/** What is written, in pieces; a break happens between two of them. */
export type Pieces = readonly string[];

export interface Wire {
  readonly contentType: string;
  readonly pieces: Pieces;
}

/** Half of the text is a piece, so that a cut lands inside the document. */
export function jsonWire(message: Json): Wire {
  const text = JSON.stringify(message);
  const half = Math.ceil(text.length / 2);
  return { contentType: 'application/json', pieces: [text.slice(0, half), text.slice(half)] };
}

export function streamWire(message: Json): Wire {
  return {
    contentType: 'text/event-stream; charset=utf-8',
    pieces: eventsOf(message).map(eventText),
  };
}

export function eventText(event: Json): string {
  return `event: ${event['type']}\ndata: ${JSON.stringify(event)}\n\n`;
}

function eventsOf(message: Json): readonly Json[] {
  const { content, stop_reason, stop_details, usage, ...rest } = message;
  const counted = usage as Json;
  const blocks = content as readonly Json[];
  return [
    {
      type: 'message_start',
      message: {
        ...rest,
        content: [],
        stop_reason: null,
        stop_details: null,
        usage: { ...counted, output_tokens: 1 },
      },
    },
    { type: 'ping' },
    ...blocks.flatMap(blockEvents),
    {
      type: 'message_delta',
      delta: { stop_reason, stop_sequence: null, stop_details, container: null },
      usage: {
        input_tokens: counted['input_tokens'],
        cache_creation_input_tokens: counted['cache_creation_input_tokens'],
        cache_read_input_tokens: counted['cache_read_input_tokens'],
        output_tokens: counted['output_tokens'],
        output_tokens_details: counted['output_tokens_details'],
        server_tool_use: null,
      },
    },
    { type: 'message_stop' },
  ];
}

function blockEvents(block: Json, index: number): readonly Json[] {
  const [start, deltas] = startAndDeltas(block, index);
  return [
    { type: 'content_block_start', index, content_block: start },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ];
}

function startAndDeltas(block: Json, index: number): readonly [Json, readonly Json[]] {
  switch (block['type']) {
    case 'text': {
      const texts = slices(String(block['text'])).map((text) => ({ type: 'text_delta', text }));
      const citations = ((block['citations'] ?? []) as readonly Json[]).map((citation) => ({
        type: 'citations_delta',
        citation,
      }));
      // The real service may send a citation before or after the text it belongs to: clients must bear both.
      const deltas = index % 2 === 0 ? [...citations, ...texts] : [...texts, ...citations];
      return [{ ...block, text: '', citations: block['citations'] ? [] : null }, deltas];
    }
    case 'thinking': {
      const thoughts = slices(String(block['thinking'])).map((thinking) => ({
        type: 'thinking_delta',
        thinking,
      }));
      const signature = { type: 'signature_delta', signature: block['signature'] };
      return [{ ...block, thinking: '', signature: '' }, [...thoughts, signature]];
    }
    case 'tool_use': {
      const json = ['', ...slices(JSON.stringify(block['input']))];
      return [
        { ...block, input: {} },
        json.map((partial_json) => ({ type: 'input_json_delta', partial_json })),
      ];
    }
    default:
      return [block, []];
  }
}

/** By code points: half a surrogate pair does not survive UTF-8. */
function slices(text: string): readonly string[] {
  const points = [...text];
  const length = Math.max(4, Math.ceil(points.length / 5));
  return Array.from({ length: Math.ceil(points.length / length) }, (_, at) =>
    points.slice(at * length, (at + 1) * length).join(''),
  );
}

export function writeWhole(response: ServerResponse, { contentType, pieces }: Wire, status = 200): void {
  response.writeHead(status, { 'content-type': contentType });
  for (const piece of pieces) response.write(piece);
  response.end();
}

export function writeHalf(response: ServerResponse, { contentType, pieces }: Wire): void {
  response.writeHead(200, { 'content-type': contentType });
  response.flushHeaders();
  for (const piece of firstHalf(pieces)) response.write(piece);
}

export function firstHalf(pieces: Pieces): Pieces {
  return pieces.slice(0, Math.ceil(pieces.length / 2));
}

export async function writeDribbling(
  response: ServerResponse,
  { contentType, pieces }: Wire,
  everyMs: number,
  signal: AbortSignal,
): Promise<void> {
  response.writeHead(200, { 'content-type': contentType });
  response.flushHeaders();
  for (const byte of Buffer.from(pieces.join(''))) {
    if (response.destroyed || signal.aborted) return;
    response.write(Buffer.of(byte));
    await sleep(everyMs, undefined, { signal }).catch(() => undefined);
  }
  response.end();
}

export function writeError(response: ServerResponse, reply: ErrorReply, requestId: string): void {
  const { status, type, message, headers, details } = reply;
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(
    JSON.stringify({
      type: 'error',
      error: { type, message, ...(details ? { details } : {}) },
      request_id: requestId,
    }),
  );
}
