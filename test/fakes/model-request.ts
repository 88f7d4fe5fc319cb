/** Reading a Messages API request, and the rules by which the real service refuses one with 400. */
import { isRecord, type Json, listOf, recordsOf } from './loopback.ts';

export interface SearchResult {
  readonly source: string;
  readonly title: string;
  /** The text of each block, in order. */
  readonly blocks: readonly string[];
  /** Among all search results of the request, tool results included. */
  readonly index: number;
  readonly cited: boolean;
  /** Index of the message that brought it. */
  readonly message: number;
}

export function searchResultsOf(body: Json): readonly SearchResult[] {
  return recordsOf(body['messages'])
    .flatMap((message, at) => flatBlocks(message).map((block) => ({ block, at })))
    .filter(({ block }) => block['type'] === 'search_result')
    .map(({ block, at }, index) => ({
      source: String(block['source']),
      title: String(block['title']),
      blocks: recordsOf(block['content']).map((part) => String(part['text'])),
      index,
      cited: areCited(block),
      message: at,
    }));
}

/** The last text a user wrote: in a tool loop the last message holds results alone, so earlier ones are looked at. */
export function questionOf(body: Json): string {
  const texts = recordsOf(body['messages'])
    .filter((message) => message['role'] === 'user')
    .flatMap(topBlocks)
    .filter((block) => block['type'] === 'text');
  return String(texts.at(-1)?.['text'] ?? '');
}

export function toolNamesOf(body: Json): readonly string[] {
  return recordsOf(body['tools']).map((tool) => String(tool['name']));
}

/** Content as a list; a bare string is one text block. */
export function topBlocks(message: Json): readonly Json[] {
  const content = message['content'];
  return typeof content === 'string' ? [{ type: 'text', text: content }] : recordsOf(content);
}

function flatBlocks(message: Json): readonly Json[] {
  return topBlocks(message).flatMap((block) =>
    block['type'] === 'tool_result' ? [block, ...recordsOf(block['content'])] : [block],
  );
}

function areCited(block: Json): boolean {
  const citations = block['citations'];
  return isRecord(citations) && citations['enabled'] === true;
}

const TOP_LEVEL = new Set(
  'model max_tokens messages system tools tool_choice stream metadata stop_sequences thinking output_config cache_control container context_management diagnostics inference_geo service_tier speed user_profile_id workspace_id mcp_servers'.split(
    ' ',
  ),
);

/** The first rule broken, in the service's words as far as they are documented; null when the request is fine. */
export function faultOf(body: Json, counting = false): string | null {
  const rules = [
    ...(counting ? [] : [maxTokensFault]),
    modelFault,
    samplingFault,
    topLevelFault,
    thinkingFault,
    messagesFault,
    contentFault,
    toolFault,
    toolPairFault,
    citationFault,
    cacheFault,
  ];
  for (const rule of rules) {
    const fault = rule(body);
    if (fault !== null) return fault;
  }
  return null;
}

function maxTokensFault(body: Json): string | null {
  const value = body['max_tokens'];
  if (value === undefined) return 'max_tokens: Field required';
  if (typeof value !== 'number' || !Number.isInteger(value))
    return 'max_tokens: Input should be a valid integer';
  if (value < 0) return 'max_tokens: Input should be greater than or equal to 0';
  return value > 128_000
    ? `max_tokens: ${value} > 128000, which is the maximum allowed number of output tokens`
    : null;
}

function modelFault(body: Json): string | null {
  return typeof body['model'] === 'string' && body['model'] !== '' ? null : 'model: Field required';
}

function samplingFault(body: Json): string | null {
  const field = ['temperature', 'top_p', 'top_k'].find((name) => body[name] !== undefined);
  return field === undefined ? null : `\`${field}\` is deprecated for this model.`;
}

function topLevelFault(body: Json): string | null {
  const field = Object.keys(body).find((name) => !TOP_LEVEL.has(name));
  return field === undefined ? null : `${field}: Extra inputs are not permitted`;
}

const EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max'];

function thinkingFault(body: Json): string | null {
  const thinking = body['thinking'];
  const config = body['output_config'];
  if (isRecord(thinking) && thinking['type'] === 'enabled') {
    return '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.';
  }
  const effort = isRecord(config) ? config['effort'] : undefined;
  if (effort === undefined || effort === null || EFFORTS.includes(String(effort))) return null;
  return `output_config.effort: Input should be ${EFFORTS.map((each) => `'${each}'`).join(', ')}`;
}

function messagesFault(body: Json): string | null {
  const messages = body['messages'];
  if (!Array.isArray(messages)) return 'messages: Field required';
  if (messages.length === 0) return 'messages: at least one message is required';
  const roles = recordsOf(messages).map((message) => message['role']);
  const wrong = roles.findIndex((role) => role !== 'user' && role !== 'assistant' && role !== 'system');
  if (wrong >= 0) return `messages.${wrong}.role: Input should be 'user' or 'assistant'`;
  if (roles[0] !== 'user') return 'messages: first message must use the "user" role';
  return roles.at(-1) === 'assistant'
    ? 'This model does not support assistant message prefill. The conversation must end with a user message.'
    : null;
}

function contentFault(body: Json): string | null {
  for (const [at, message] of recordsOf(body['messages']).entries()) {
    if (topBlocks(message).length === 0) return `messages.${at}: all messages must have non-empty content`;
    for (const block of flatBlocks(message)) {
      const fault = blockFault(block);
      if (fault !== null) return `messages.${at}.content: ${fault}`;
    }
  }
  return null;
}

function blockFault(block: Json): string | null {
  if (block['type'] === undefined) return 'type: Field required';
  if (block['type'] === 'text' && block['text'] === '') return 'text content blocks must be non-empty';
  if (block['type'] !== 'search_result') return null;
  if (typeof block['source'] !== 'string') return 'search_result.source: Field required';
  if (typeof block['title'] !== 'string') return 'search_result.title: Field required';
  const parts = listOf(block['content']);
  if (parts.length === 0) return 'search_result.content: List should have at least 1 item';
  const isText = (part: unknown) => isRecord(part) && part['type'] === 'text' && part['text'] !== '';
  return parts.every(isText) ? null : 'search_result.content: text content blocks must be non-empty';
}

function toolFault(body: Json): string | null {
  const names = toolNamesOf(body);
  if (new Set(names).size < names.length) return 'tools: Tool names must be unique.';
  const wrong = names.findIndex((name) => !/^[a-zA-Z0-9_-]{1,128}$/.test(name));
  if (wrong >= 0) return `tools.${wrong}.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`;
  const choice = body['tool_choice'];
  if (!isRecord(choice) || choice['type'] === 'none') return null;
  if (names.length === 0) return 'tool_choice: tool_choice may only be specified while providing tools';
  const chosen = choice['name'];
  return choice['type'] === 'tool' && !names.includes(String(chosen))
    ? `Tool '${chosen}' not found in provided tools`
    : null;
}

function toolPairFault(body: Json): string | null {
  const messages = recordsOf(body['messages']);
  for (const [at, message] of messages.entries()) {
    const used = idsOf(messages[at - 1], 'tool_use', 'id');
    const answered = idsOf(message, 'tool_result', 'tool_use_id');
    const stray = answered.find((id) => !used.includes(id));
    if (stray !== undefined) {
      return `messages.${at}.content: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${stray}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`;
    }
    const open = used.filter((id) => !answered.includes(id));
    if (open.length > 0) {
      return `messages.${at - 1}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;
    }
  }
  return null;
}

function idsOf(message: Json | undefined, type: string, field: string): readonly string[] {
  if (!message) return [];
  return topBlocks(message)
    .filter((block) => block['type'] === type)
    .map((block) => String(block[field]));
}

function citationFault(body: Json): string | null {
  const citable = recordsOf(body['messages'])
    .flatMap(flatBlocks)
    .filter((block) => block['type'] === 'search_result' || block['type'] === 'document');
  const cited = citable.filter(areCited).length;
  if (cited > 0 && cited < citable.length) {
    return 'Citations must be enabled on all or none of the search_result and document blocks in a request.';
  }
  const config = body['output_config'];
  return cited > 0 && isRecord(config) && isRecord(config['format'])
    ? 'output_config.format: Structured outputs cannot be used together with citations.'
    : null;
}

function cacheFault(body: Json): string | null {
  const marks = JSON.stringify(body).split('"cache_control":{').length - 1;
  return marks > 4 ? `A maximum of 4 blocks with cache_control may be provided. Found ${marks}.` : null;
}
