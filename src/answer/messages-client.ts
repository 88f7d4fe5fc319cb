import Anthropic from '@anthropic-ai/sdk';
import { ModelError, type ModelFault } from '../errors.ts';

export type MessageRequest = Omit<Anthropic.MessageCreateParamsNonStreaming, 'model'>;
export type MessageReply = Anthropic.Message;

/** What answering needs of a language model. */
export interface LanguageModel {
  readonly model: string;
  /** One request, one reply, within the deadline. Throws nothing but ModelErrors. */
  complete(request: MessageRequest): Promise<MessageReply>;
}

export interface MessagesClientOptions {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly model: string;
  /** From the first try to giving up. */
  readonly deadlineMs: number;
}

/**
 * The Messages API. The SDK's own timeout is per try and ends with the headers, and it sleeps as long as a
 * retry-after says; so the deadline is an abort signal over everything, body and retries included.
 */
export function createMessagesClient(options: MessagesClientOptions): LanguageModel {
  const { apiKey, baseUrl, model, deadlineMs } = options;
  const client = new Anthropic({
    apiKey,
    // Given explicitly, or the SDK would look for a token of its own in the environment.
    authToken: null,
    baseURL: baseUrl,
    maxRetries: 1,
    timeout: deadlineMs,
    logLevel: 'off',
  });
  return {
    model,
    async complete(request) {
      const signal = AbortSignal.timeout(deadlineMs);
      try {
        return checkShape(await client.messages.create({ ...request, model }, { signal }));
      } catch (error) {
        if (error instanceof ModelError) throw error;
        throw toModelError(error, signal.aborted);
      }
    },
  };
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
  return (
    typeof reply === 'object' &&
    reply !== null &&
    'content' in reply &&
    Array.isArray(reply.content) &&
    reply.content.every(isBlock)
  );
}

function isBlock(block: unknown): boolean {
  if (typeof block !== 'object' || block === null || !('type' in block)) return false;
  return block.type !== 'text' || ('text' in block && typeof block.text === 'string');
}

function toModelError(error: unknown, isLate: boolean): ModelError {
  const requestId = error instanceof Anthropic.APIError ? (error.requestID ?? null) : null;
  const fault = isLate ? 'timeout' : faultOf(error);
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
  rate_limited: 'the rate or spend limit is reached',
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
  return faultOfStatus(error.status);
}

function faultOfStatus(status: number): ModelFault {
  if ([401, 402, 403].includes(status)) return 'refused_key';
  if (status === 429) return 'rate_limited';
  if (status === 529) return 'overloaded';
  return status >= 500 ? 'server_error' : 'rejected_request';
}
