import type { AnswerSpan, Citation, TokenUsage } from '../domain/answer.ts';
import type { Hit } from '../domain/search.ts';
import { ModelError } from '../errors.ts';
import type { Answerer, AnswerRequest, AnswerResult } from './answerer.ts';
import { keepSentCitations } from './check.ts';
import type { LanguageModel, MessageReply, MessageRequest } from './messages-client.ts';
import { costUsd } from './prices.ts';
import { type Sentence, splitSentences } from './sentences.ts';
import { systemPrompt } from './system-prompt.ts';

/** Thinking counts in it, so it is far above what an answer of a few sentences takes. */
const MOST_TOKENS = 4096;

const CANNOT_ANSWER: NonNullable<MessageRequest['tools']>[number] = {
  name: 'cannot_answer',
  description:
    'Say that the search results do not answer the question. Call it instead of writing an answer.',
  input_schema: {
    type: 'object',
    properties: {
      kind: { type: 'string', enum: ['not_in_policies', 'needs_person'] },
      missing: { type: 'string', description: 'What the search results do not say, in a few words.' },
    },
    required: ['kind', 'missing'],
  },
};

/**
 * Answers with Claude, from the sections that are sent along and no others. What is not cited to one of them is
 * no answer: then, and where the model says so itself, the result is a refusal.
 */
export function createClaudeAnswerer(model: LanguageModel, businessName: string): Answerer {
  return {
    name: 'claude',
    async answer(request) {
      const reply = await model.complete(toMessageRequest(request, businessName));
      const spans = keepSentCitations(readSpans(reply, request.sent), request.sent);
      const isGrounded = spans.some((span) => span.citations.length > 0);
      return {
        answer: isGrounded ? { kind: 'grounded', spans } : { kind: 'refusal' },
        ...accountFor(model.model, reply),
      };
    },
  };
}

/** The bare model, without policies, orders or check: for comparison on the command line only. */
export async function askBareModel(
  model: LanguageModel,
  question: string,
): Promise<{ text: string } & Omit<AnswerResult, 'answer'>> {
  const reply = await model.complete({
    max_tokens: MOST_TOKENS,
    messages: [{ role: 'user', content: question }],
  });
  return { text: textOf(reply), ...accountFor(model.model, reply) };
}

function toMessageRequest(request: AnswerRequest, businessName: string): MessageRequest {
  return {
    max_tokens: MOST_TOKENS,
    system: systemPrompt(businessName),
    tools: [CANNOT_ANSWER],
    metadata: { user_id: request.customer },
    messages: [
      {
        role: 'user',
        content: [...request.sent.map(toSearchResult), { type: 'text', text: request.question }],
      },
    ],
  };
}

/** One text block a sentence: the block is the smallest thing the model can cite. */
function toSearchResult(hit: Hit) {
  return {
    type: 'search_result' as const,
    source: sourceOf(hit),
    title: hit.name,
    content: splitSentences(hit.passage.text).map((sentence) => ({
      type: 'text' as const,
      text: blockText(sentence),
    })),
    citations: { enabled: true },
  };
}

function blockText({ text, header }: Sentence): string {
  return header === null ? text : `${header}\n${text}`;
}

/** The section's id, and the part where the section was cut. */
function sourceOf({ passage }: Hit): string {
  return passage.parts === 1 ? passage.sectionId : `${passage.sectionId}/${passage.part}`;
}

function readSpans(reply: MessageReply, sent: readonly Hit[]): AnswerSpan[] {
  if (reply.stop_reason === 'max_tokens') {
    throw new ModelError('unusable_reply', "The model's answer was cut at the token limit.");
  }
  return reply.content.flatMap((block): AnswerSpan[] =>
    block.type === 'text'
      ? [{ text: block.text, citations: (block.citations ?? []).flatMap((given) => toCitation(given, sent)) }]
      : [],
  );
}

type GivenCitation = NonNullable<
  Extract<MessageReply['content'][number], { type: 'text' }>['citations']
>[number];

/** The words are taken from what was sent, by block, and not from the citation: it might be made up. */
function toCitation(given: GivenCitation, sent: readonly Hit[]): Citation[] {
  if (given.type !== 'search_result_location') return [];
  const hit = sent.find((candidate) => sourceOf(candidate) === given.source);
  if (hit === undefined) return [];
  const cited = splitSentences(hit.passage.text).slice(given.start_block_index, given.end_block_index);
  if (cited.length === 0) return [];
  return [
    {
      sectionId: hit.passage.sectionId,
      title: hit.name,
      passageHash: hit.passage.hash,
      quote: cited.map((sentence) => sentence.text).join('\n'),
    },
  ];
}

function textOf(reply: MessageReply): string {
  return reply.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
}

function accountFor(model: string, reply: MessageReply): Omit<AnswerResult, 'answer'> {
  const usage: TokenUsage = {
    inputTokens: reply.usage?.input_tokens ?? 0,
    outputTokens: reply.usage?.output_tokens ?? 0,
    cacheReadTokens: reply.usage?.cache_read_input_tokens ?? 0,
    cacheWriteTokens: reply.usage?.cache_creation_input_tokens ?? 0,
  };
  return { model, usage, costUsd: costUsd(model, usage) };
}
