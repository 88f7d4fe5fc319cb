import type { AnswerSpan, CheckFault, Missing } from '../domain/answer.ts';
import type { Hit, SearchResult } from '../domain/search.ts';
import { showsSomething } from '../domain/shows-something.ts';
import { ModelError } from '../errors.ts';
import type { AnswerRequest, Turn } from './answerer.ts';
import type { MessageReply, MessageRequest } from './messages-client.ts';
import { isCitable, readSpans, toSearchResult } from './search-results.ts';
import { readToolCalls, TOOLS, type ToolCall } from './tools.ts';

/** Thinking counts in it, so it is far above what an answer of a few sentences takes. */
const MOST_TOKENS = 4096;
const MOST_SEARCHES = 2;
/** Replies before the model has to come to an end: two searches, a call too many, and the answer. */
const MOST_REPLIES = 5;
/** Characters of earlier turns, about 1,500 tokens. */
const MOST_HISTORY = 6000;
/** A pasted page is cut: the search has seen all of it, and the model needs the question. */
const LONGEST_QUESTION = 12_000;

type Message = MessageRequest['messages'][number];

/** What the model said last: an answer, or why there is none. */
export interface Statement {
  readonly spans: readonly AnswerSpan[];
  readonly missing: Missing | null;
  /** The service itself declined; there is neither answer nor reason. */
  readonly isDeclined: boolean;
}

/** One exchange's talk with the model: it may search again, and be asked to mend what it wrote. */
export interface Dialogue {
  /** Everything that the model was given so far. */
  readonly sent: readonly Hit[];
  readonly searches: readonly { readonly query: string; readonly result: SearchResult }[];
  /** Throws a ModelError where the model comes to no end or cannot be used. */
  nextStatement(): Promise<Statement>;
  /** Says what is wrong with the last statement, so that the next one mends it. */
  objectTo(statement: Statement, faults: readonly CheckFault[]): void;
}

/** `complete` sends one request; its errors are passed on. */
export function createDialogue(
  request: AnswerRequest,
  systemPrompt: string,
  complete: (request: MessageRequest) => Promise<MessageReply>,
): Dialogue {
  const sent = request.sent.filter(isCitable);
  const searches: { query: string; result: SearchResult }[] = [];
  const messages: Message[] = [...toHistory(request.history), firstMessage(request, sent)];
  let maxTokens = MOST_TOKENS;

  async function nextStatement(): Promise<Statement> {
    for (let replies = 0; replies < MOST_REPLIES; replies += 1) {
      const reply = await complete(toRequest());
      if (reply.stop_reason === 'refusal') return { spans: [], missing: null, isDeclined: true };
      if (reply.stop_reason === 'max_tokens' && maxTokens === MOST_TOKENS) {
        maxTokens = MOST_TOKENS * 2;
        continue;
      }
      refuseUnfinished(reply);
      const calls = readToolCalls(reply);
      const final = calls.find((call) => call.kind === 'cannot_answer');
      const isSearching = calls.some((call) => call.kind === 'search') && searches.length < MOST_SEARCHES;
      if (calls.length === 0 || (final !== undefined && !isSearching)) {
        return { spans: readSpans(reply, sent), missing: final?.missing ?? null, isDeclined: false };
      }
      messages.push({ role: 'assistant', content: reply.content as Message['content'] });
      messages.push({ role: 'user', content: calls.map(toResult) });
    }
    throw new ModelError('unusable_reply', 'The model kept calling tools and came to no answer.');
  }

  function toRequest(): MessageRequest {
    return {
      max_tokens: maxTokens,
      system: [{ type: 'text', text: systemPrompt, cache_control: { type: 'ephemeral' } }],
      tools: TOOLS,
      metadata: { user_id: request.customer },
      messages,
    };
  }

  function toResult(call: ToolCall) {
    const { kind, id } = call;
    const say = (text: string) => ({ type: 'tool_result' as const, tool_use_id: id, content: text });
    if (kind === 'invalid')
      return { ...say('There is no such tool, or its input is wrong.'), is_error: true };
    if (kind === 'cannot_answer') return say('Look at the search results first.');
    if (searches.length >= MOST_SEARCHES) {
      return say('No more searches. Answer from what you have, or call cannot_answer.');
    }
    const result = request.search(call.query);
    searches.push({ query: call.query, result });
    const fresh = result.hits.filter((hit) => hit.sent && isCitable(hit) && !isSent(hit));
    sent.push(...fresh);
    if (fresh.length === 0) return say('The search brought nothing that you do not have already.');
    return { type: 'tool_result' as const, tool_use_id: id, content: fresh.map(toSearchResult) };
  }

  function isSent({ passage }: Hit): boolean {
    return sent.some(
      (other) => other.passage.sectionId === passage.sectionId && other.passage.hash === passage.hash,
    );
  }

  return {
    sent,
    searches,
    nextStatement,
    objectTo({ spans }, faults) {
      const text = spans
        .map((span) => span.text)
        .join('')
        .trim();
      if (text !== '') messages.push({ role: 'assistant', content: text });
      const objection = { type: 'text' as const, text: describeFaults(faults) };
      const last = messages.at(-1);
      if (last?.role === 'user' && Array.isArray(last.content)) last.content.push(objection);
      else messages.push({ role: 'user', content: [objection] });
    },
  };
}

/** What is not a whole reply is none: half a sentence must not pass for an answer. */
function refuseUnfinished({ stop_reason: reason, content }: MessageReply): void {
  if (reason === 'max_tokens') {
    throw new ModelError('unusable_reply', "The model's answer was cut at the token limit.");
  }
  if (reason === 'pause_turn' || reason === 'model_context_window_exceeded') {
    throw new ModelError('unusable_reply', `The model stopped before its answer (${reason}).`);
  }
  const saysSomething = content.some(
    (block) => block.type === 'tool_use' || (block.type === 'text' && showsSomething(block.text)),
  );
  if (!saysSomething) throw new ModelError('unusable_reply', 'The model said nothing.');
}

function firstMessage({ question, repliesTo, situation }: AnswerRequest, sent: readonly Hit[]): Message {
  const replied = repliesTo === null ? '' : `The customer replies to this message: “${repliesTo}”`;
  const asked = question.slice(0, LONGEST_QUESTION);
  const texts = [situation, replied, asked].filter((text) => text.trim() !== '');
  return {
    role: 'user',
    content: [...sent.map(toSearchResult), ...texts.map((text) => ({ type: 'text' as const, text }))],
  };
}

/**
 * The newest turns that fit the budget, as messages: user and assistant by turns, none of them empty, as the service
 * demands. A turn without a question or without an answer is left out.
 */
function toHistory(turns: readonly Turn[]): Message[] {
  const kept: Message[] = [];
  let left = MOST_HISTORY;
  for (const { question, answer } of [...turns].reverse()) {
    if (question.trim() === '' || answer.trim() === '') continue;
    left -= question.length + answer.length;
    if (left < 0) break;
    kept.unshift({ role: 'user', content: question }, { role: 'assistant', content: answer });
  }
  return kept;
}

const OBJECTIONS: Readonly<Record<CheckFault['kind'], string>> = {
  uncited: 'it cites nothing',
  citation: 'it cites a section that you were not given',
  figure: 'the words that it cites do not hold this figure',
  link: 'the words that it cites do not hold this link or address',
  prompt: 'it repeats your orders',
  internal: 'it names something internal',
};

function describeFaults(faults: readonly CheckFault[]): string {
  const lines = faults.map(
    ({ kind, sentence, detail }) =>
      `- “${sentence}”: ${OBJECTIONS[kind]}${kind === 'uncited' ? '' : ` (${detail})`}.`,
  );
  const listed = lines.length === 0 ? '' : `\n${lines.join('\n')}`;
  return `Your answer was not sent to the customer, because its sentences are not all proven by the search results.${listed}\nWrite it again: state only what you can cite, or call cannot_answer.`;
}
