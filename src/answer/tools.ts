import { MISSING_KINDS, type Missing, type MissingKind } from '../domain/answer.ts';
import type { MessageReply, MessageRequest } from './messages-client.ts';

const SEARCH = 'search_policies';
const CANNOT_ANSWER = 'cannot_answer';
export const TOOL_NAMES: readonly string[] = [SEARCH, CANNOT_ANSWER];

/** A longer query is no query. */
const LONGEST_QUERY = 500;
const LONGEST_MISSING = 300;

/** All that the model can do besides writing: look again, and say that it cannot answer. Neither changes anything. */
export const TOOLS: NonNullable<MessageRequest['tools']> = [
  {
    name: SEARCH,
    description:
      "Search the policies again, in your own words. Use it when the search results do not answer the question: with other words for the same thing (compensate: refund), with the name of a section that a result points to, or in the policies' own language where the customer writes another. At most two searches a question.",
    input_schema: {
      type: 'object',
      properties: { query: { type: 'string', description: 'A few words that the policies would use.' } },
      required: ['query'],
    },
  },
  {
    name: CANNOT_ANSWER,
    description:
      "Say that the policies do not answer the question, or a part of it. Where they answer a part, write that part and call this for the rest. Kinds: not_in_policies: the policies do not say. needs_person: the customer wants or needs a member of staff. about_my_order: it depends on the customer's own order, account, payment or booking, which you cannot see. small_talk: nothing is asked. unclear: it could mean several things, or nothing that you understand.",
    input_schema: {
      type: 'object',
      properties: {
        kind: { type: 'string', enum: [...MISSING_KINDS] },
        missing: { type: 'string', description: "What is not answered, in the customer's words." },
      },
      required: ['kind', 'missing'],
    },
  },
];

type ToolUse = Extract<MessageReply['content'][number], { type: 'tool_use' }>;

/** What the model asks of us with one tool call. */
export type ToolCall =
  | { readonly kind: 'search'; readonly id: string; readonly query: string }
  | { readonly kind: 'cannot_answer'; readonly id: string; readonly missing: Missing }
  | { readonly kind: 'invalid'; readonly id: string };

/** The tool calls of a reply; what the tools do not know is `invalid`, whatever the model put there. */
export function readToolCalls(reply: MessageReply): ToolCall[] {
  return reply.content.flatMap((block) => (block.type === 'tool_use' ? [readToolCall(block)] : []));
}

function readToolCall({ id, name, input }: ToolUse): ToolCall {
  const given = (typeof input === 'object' && input !== null ? input : {}) as Readonly<
    Record<string, unknown>
  >;
  if (name === SEARCH && typeof given['query'] === 'string' && given['query'].trim() !== '') {
    return { kind: 'search', id, query: given['query'].trim().slice(0, LONGEST_QUERY) };
  }
  if (name === CANNOT_ANSWER) {
    const about =
      typeof given['missing'] === 'string' ? given['missing'].trim().slice(0, LONGEST_MISSING) : '';
    return { kind: 'cannot_answer', id, missing: { kind: toMissingKind(given['kind']), about } };
  }
  return { kind: 'invalid', id };
}

function toMissingKind(value: unknown): MissingKind {
  return MISSING_KINDS.find((kind) => kind === value) ?? 'not_in_policies';
}
