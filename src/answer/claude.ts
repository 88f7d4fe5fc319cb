import type { AnswerSpan, Draft, TokenUsage } from '../domain/answer.ts';
import { ModelError, type ModelFault } from '../errors.ts';
import type { Answerer, AnswerRequest, AnswerResult, Purse } from './answerer.ts';
import { type CheckedAnswer, checkAnswer } from './check/check.ts';
import { createDialogue, type Dialogue, type Statement } from './dialogue.ts';
import { figureAskedFor, holdsFigure } from './figures.ts';
import type { LanguageModel, MessageReply, MessageRequest, ModelSession } from './messages-client.ts';
import { costUsd, worstCaseUsd } from './prices.ts';
import { systemPrompt } from './system-prompt.ts';

const BARE_TOKENS = 4096;

/** Faults by which the service says that it did no work; whatever else went wrong may be billed. */
const UNBILLED: readonly ModelFault[] = [
  'no_key',
  'refused_key',
  'rejected_request',
  'rate_limited',
  'spend_limit',
  'overloaded',
  'unreachable',
];

/**
 * Answers with Claude, from the sections that are sent along and from what its own searches bring, and lets through
 * only what the check proves. What it does not let through the model may write once more, with the fault named; then
 * what is left is the answer, if it still answers, or there is none.
 */
export function createClaudeAnswerer(model: LanguageModel, businessName: string): Answerer {
  const orders = systemPrompt(businessName);

  async function answer(request: AnswerRequest): Promise<AnswerResult> {
    const session = model.open();
    let usage: TokenUsage | null = null;
    const dialogue = createDialogue(request, orders, async (message) => {
      const reply = await completeMetered(session, message, model.model, request.purse);
      usage = addUsage(usage, usageOf(reply));
      return reply;
    });
    const outcome = await converse(dialogue, request, orders);
    return {
      ...outcome,
      searches: dialogue.searches,
      model: model.model,
      usage,
      costUsd: usage === null ? null : costUsd(model.model, usage),
    };
  }

  return { name: 'claude', answer };
}

type Conclusion = Pick<AnswerResult, 'answer' | 'drafts' | 'isCutDown'>;

async function converse(dialogue: Dialogue, request: AnswerRequest, orders: string): Promise<Conclusion> {
  const check = (statement: Statement) =>
    checkAnswer(statement.spans, { ...request, sent: dialogue.sent, systemPrompt: orders });

  const first = await dialogue.nextStatement();
  const checked = check(first);
  const drafts = toDrafts(first, checked);
  if (!mustMend(first, checked)) return { answer: toAnswer(first, checked), drafts, isCutDown: false };

  dialogue.objectTo(first, checked.faults);
  const second = await mend(dialogue);
  if (second === null) return { ...whatIsLeft(request, [checked]), drafts };
  const rechecked = check(second);
  const all = [...drafts, ...toDrafts(second, rechecked)];
  if (!mustMend(second, rechecked))
    return { answer: toAnswer(second, rechecked), drafts: all, isCutDown: false };
  return { ...whatIsLeft(request, [rechecked, checked]), drafts: all };
}

/** The model's second try, or null where it can no longer be reached: then the first has to do. */
async function mend(dialogue: Dialogue): Promise<Statement | null> {
  try {
    return await dialogue.nextStatement();
  } catch (error) {
    if (error instanceof ModelError) return null;
    throw error;
  }
}

/** A model that says it cannot answer has nothing to prove; what it wrote besides is dropped where it is unproven. */
function mustMend({ missing, isDeclined }: Statement, { spans, needsRetry }: CheckedAnswer): boolean {
  if (isDeclined) return false;
  return missing === null ? needsRetry : spans.length > 0 && needsRetry;
}

function toAnswer({ missing }: Statement, { spans }: CheckedAnswer): AnswerResult['answer'] {
  return spans.length > 0 ? { kind: 'grounded', spans, missing } : { kind: 'refusal', missing };
}

function toDrafts({ spans }: Statement, { faults }: CheckedAnswer): Draft[] {
  if (faults.length === 0) return [];
  return [
    {
      text: spans
        .map(({ text }) => text)
        .join('')
        .trim(),
      faults,
    },
  ];
}

/** The proven sentences of the last try that still answers; else nothing. */
function whatIsLeft(
  { question }: AnswerRequest,
  tries: readonly CheckedAnswer[],
): Pick<Conclusion, 'answer' | 'isCutDown'> {
  const left = tries.find(({ spans }) => stillAnswers(question, spans));
  return {
    answer:
      left === undefined
        ? { kind: 'refusal', missing: null }
        : { kind: 'grounded', spans: left.spans, missing: null },
    isCutDown: true,
  };
}

/** A question for a figure is not answered by the sentences around the one that held it. */
function stillAnswers(question: string, spans: readonly AnswerSpan[]): boolean {
  const wish = figureAskedFor(question);
  if (wish === null) return spans.length > 0;
  return spans.some(({ text, citations }) => citations.length > 0 && holdsFigure(text, wish.kind));
}

async function completeMetered(
  session: ModelSession,
  request: MessageRequest,
  model: string,
  purse: Purse,
): Promise<MessageReply> {
  const bytes = Buffer.byteLength(JSON.stringify(request));
  const reservation = purse.reserve(worstCaseUsd(model, bytes, request.max_tokens));
  if (reservation === null) throw new ModelError('over_budget', 'The daily budget for the model is used up.');
  try {
    const reply = await session.complete(request);
    reservation.settle(costUsd(model, usageOf(reply)));
    return reply;
  } catch (error) {
    const isUnbilled = error instanceof ModelError && UNBILLED.includes(error.fault);
    reservation.settle(isUnbilled ? 0 : null);
    throw error;
  }
}

/** The bare model, without policies, orders or check: for comparison on the command line only. */
export async function askBareModel(
  model: LanguageModel,
  question: string,
): Promise<{ text: string; model: string; usage: TokenUsage; costUsd: number | null }> {
  const reply = await model.open().complete({
    max_tokens: BARE_TOKENS,
    messages: [{ role: 'user', content: question }],
  });
  const text = reply.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
  const usage = usageOf(reply);
  return { text, model: model.model, usage, costUsd: costUsd(model.model, usage) };
}

function usageOf({ usage }: MessageReply): TokenUsage {
  return {
    inputTokens: usage?.input_tokens ?? 0,
    outputTokens: usage?.output_tokens ?? 0,
    cacheReadTokens: usage?.cache_read_input_tokens ?? 0,
    cacheWriteTokens: usage?.cache_creation_input_tokens ?? 0,
  };
}

function addUsage(sum: TokenUsage | null, usage: TokenUsage): TokenUsage {
  if (sum === null) return usage;
  return {
    inputTokens: sum.inputTokens + usage.inputTokens,
    outputTokens: sum.outputTokens + usage.outputTokens,
    cacheReadTokens: sum.cacheReadTokens + usage.cacheReadTokens,
    cacheWriteTokens: sum.cacheWriteTokens + usage.cacheWriteTokens,
  };
}
