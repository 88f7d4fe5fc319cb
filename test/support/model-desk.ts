import type { TestContext } from 'node:test';
import { createClaudeAnswerer } from '../../src/answer/claude.ts';
import { createMessagesClient } from '../../src/answer/messages-client.ts';
import { type Json, recordsOf } from '../fakes/loopback.ts';
import { type FakeMessagesApi, startFakeMessagesApi } from '../fakes/messages-api.ts';
import { topBlocks } from '../fakes/model-request.ts';
import { openDesk, type TestDesk, type TestDeskOptions } from './help-desk.ts';

export const BUSINESS = 'Shop';
export const CONTACT = '+1 555 0100';

export interface ModelDesk extends TestDesk {
  readonly api: FakeMessagesApi;
}

/** The pipeline with the real client and a fake Messages API behind it. Both end with the test. */
export async function openModelDesk(
  test: TestContext,
  files: Readonly<Record<string, string>>,
  { deadlineMs = 20_000, ...options }: TestDeskOptions & { readonly deadlineMs?: number } = {},
): Promise<ModelDesk> {
  const api = await startFakeMessagesApi();
  test.after(() => api.close());
  const model = createMessagesClient({
    apiKey: api.apiKey,
    baseUrl: api.url,
    model: 'claude-haiku-5-5',
    deadlineMs,
  });
  const claude = createClaudeAnswerer(model, BUSINESS);
  const desk = await openDesk(files, { contact: CONTACT, claude, ...options });
  test.after(() => desk.close());
  return { ...desk, api };
}

export interface SentMessage {
  readonly role: string;
  readonly blocks: readonly Json[];
  /** Its text blocks, joined. */
  readonly text: string;
}

/** The messages of a request; of the last one unless told otherwise. */
export function messagesOf({ api }: ModelDesk, request = -1): SentMessage[] {
  return recordsOf(api.requests.at(request)?.body['messages']).map((message) => {
    const blocks = topBlocks(message);
    const texts = blocks.filter(({ type }) => type === 'text').map(({ text }) => String(text));
    return { role: String(message['role']), blocks, text: texts.join('\n') };
  });
}

/** What stood in the results of the tools that were called last. */
export function toolResultsOf(desk: ModelDesk, request = -1): Json[] {
  return (messagesOf(desk, request).at(-1)?.blocks ?? []).filter(({ type }) => type === 'tool_result');
}
