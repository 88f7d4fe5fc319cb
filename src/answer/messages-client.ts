import { setTimeout as sleep } from 'node:timers/promises';
import Anthropic from '@anthropic-ai/sdk';
import { ModelError, type ModelFault } from '../errors.ts';

export type MessageRequest = Omit<Anthropic.MessageCreateParamsNonStreaming, 'model'>;
export type MessageReply = Anthropic.Message;

/** What answering needs of a language model. */
export interface LanguageModel {
  readonly model: string;
  /** For the requests that one question takes; the deadline, from now on, is for all of them together. */
  open(): ModelSession;
}

export interface ModelSession {
  /** One request, one reply, within the session's deadline. Throws nothing but ModelErrors. */
  complete(request: MessageRequest): Promise<MessageReply>;
}

export interface MessagesClientOptions {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly model: string;
  /** From opening a session to giving up. */
  readonly deadlineMs: number;
}

/**
 * The Messages API. The SDK's own timeout is per try and ends with the headers, and it sleeps as long as a
 * retry-after says; so the deadline is an abort signal over everything, body and retry included, and the retry is
 * ours.
 */
export function createMessagesClient(options: MessagesClientOptions): LanguageModel {
  const { apiKey, baseUrl, model, deadlineMs } = options;
  const client = new Anthropic({
    apiKey,
    // Given explicitly, or the SDK would look for a token of its own in the environment.
    authToken: null,
    baseURL: baseUrl,
    maxRetries: 0,
    timeout: deadlineMs,
    logLevel: 'off',
  });
  return {
    model,
    open() {
      const deadline: Deadline = {
        signal: AbortSignal.timeout(deadlineMs),
        endsAt: performance.now() + deadlineMs,
      };
      return {
        async complete(request) {
          const send = () => client.messages.create({ ...request, model }, { signal: deadline.signal });
          try {
            return checkShape(await sendTwice(send, deadline));
          } catch (error) {
            if (error instanceof ModelError) throw error;
            throw toModelError(error, deadline.signal.aborted);
          }
        },
      };
    },
  };
}

interface Deadline {
  readonly signal: AbortSignal;
  /** On the clock of `performance.now()`. */
  readonly endsAt: number;
}

/** Once more where that may help and there is time for it. */
async function sendTwice<T>(send: () => Promise<T>, deadline: Deadline): Promise<T> {
  try {
    return await send();
  } catch (error) {
    const waitMs = retryDelay(error);
    if (waitMs === null || performance.now() + waitMs >= deadline.endsAt) throw error;
    await sleep(waitMs);
    try {
      return await send();
    } catch (second) {
      // What the service said at first tells more than that it then said nothing in time.
      throw deadline.signal.aborted ? error : second;
    }
  }
}

const RETRY_PAUSE_MS = 500;

/** How long to wait before the same request may go better; null where it will not. */
function retryDelay(error: unknown): number | null {
  if (error instanceof Anthropic.APIConnectionTimeoutError) return null;
  if (error instanceof Anthropic.APIConnectionError) return RETRY_PAUSE_MS;
  if (!(error instanceof Anthropic.APIError) || error.status === undefined) return null;
  const advice = error.headers?.get('x-should-retry');
  const isPassing = [408, 409, 429].includes(error.status) || error.status >= 500;
  if (faultOf(error) === 'spend_limit' || advice === 'false' || !(isPassing || advice === 'true'))
    return null;
  return Math.max(RETRY_PAUSE_MS, retryAfterMs(error.headers?.get('retry-after') ?? ''));
}

/** A number of seconds or a date; 0 where it is neither. */
function retryAfterMs(header: string): number {
  const seconds = Number(header);
  const ms = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1000;
  return Number.isNaN(ms) ? 0 : ms;
}

/**
 * A proxy's HTML with status 200 reaches us as a string that the types call a message, and a message may be empty;
 * only a refusal says something by saying nothing.
 */
function checkShape(reply: unknown): MessageReply {
  if (isMessage(reply) && (reply.content.length > 0 || reply.stop_reason === 'refusal')) return reply;
  throw new ModelError('unusable_reply', 'The model replied with something that is no message.');
}

function isMessage(reply: unknown): reply is MessageReply {
  return isRecord(reply) && Array.isArray(reply['content']) && reply['content'].every(isBlock);
}

/** Whether a block holds what answering reads of its type. */
function isBlock(block: unknown): boolean {
  if (!isRecord(block)) return false;
  switch (block['type']) {
    case 'text':
      return typeof block['text'] === 'string' && isCitations(block['citations'] ?? []);
    case 'tool_use':
      return typeof block['id'] === 'string' && typeof block['name'] === 'string' && isRecord(block['input']);
    default:
      return typeof block['type'] === 'string';
  }
}

function isCitations(citations: unknown): boolean {
  return Array.isArray(citations) && citations.every(isRecord);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toModelError(error: unknown, isLate: boolean): ModelError {
  const answered = error instanceof Anthropic.APIError && error.status !== undefined;
  const requestId = answered ? (error.requestID ?? null) : null;
  const fault = isLate && !answered ? 'timeout' : faultOf(error);
  return new ModelError(fault, `The model could not be used: ${EXPLANATIONS[fault]}.`, {
    cause: error,
    requestId,
  });
}

const EXPLANATIONS: Readonly<Record<ModelFault, string>> = {
  no_key: 'there is no API key; set ANTHROPIC_API_KEY',
  refused_key: 'the API key was refused; check ANTHROPIC_API_KEY and the account behind it',
  rejected_request:
    'the request was rejected; its reason is beside this line, often ANTHROPIC_MODEL or the account',
  rate_limited: 'the rate limit is reached',
  spend_limit: 'the account is out of credit or its spend limit is reached; see its billing page',
  over_budget: "the day's budget is spent; see DAILY_BUDGET_USD",
  overloaded: 'it is overloaded',
  server_error: 'its server failed',
  unreachable: 'it cannot be reached; check the network and ANTHROPIC_BASE_URL',
  timeout: 'it did not answer in time',
  unusable_reply: 'its reply was cut short or unreadable',
};

function faultOf(error: unknown): ModelFault {
  if (error instanceof Anthropic.APIConnectionTimeoutError) return 'timeout';
  if (error instanceof Anthropic.APIConnectionError) return 'unreachable';
  if (!(error instanceof Anthropic.APIError) || error.status === undefined) return 'unusable_reply';
  return wantsMoney(error) ? 'spend_limit' : faultOfStatus(error.status);
}

/** Words of two rejections (400) that carry no code: no credit, and the limit that the organisation set itself. */
const WANTS_MONEY = /credit balance is too low|specified API usage limits/i;

/** Whether waiting is no use: somebody has to pay or to raise a limit. */
function wantsMoney({
  status,
  type,
  errorCode,
  apiMessage,
}: InstanceType<typeof Anthropic.APIError>): boolean {
  if (status === 402 || type === 'billing_error' || errorCode?.includes('spend_limit')) return true;
  return status === 400 && typeof apiMessage === 'string' && WANTS_MONEY.test(apiMessage);
}

function faultOfStatus(status: number): ModelFault {
  if (status === 401 || status === 403) return 'refused_key';
  if (status === 429) return 'rate_limited';
  if (status === 529) return 'overloaded';
  return status >= 500 ? 'server_error' : 'rejected_request';
}
