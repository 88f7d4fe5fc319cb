import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Answerer } from '../../src/answer/answerer.ts';
import { createClaudeAnswerer } from '../../src/answer/claude.ts';
import { createMessagesClient } from '../../src/answer/messages-client.ts';
import { createAlerts } from '../../src/conversation/alerts.ts';
import type { Alerts } from '../../src/conversation/ports.ts';
import type { Exchange, Outcome } from '../../src/domain/exchange.ts';
import type { ModelFault } from '../../src/errors.ts';
import { IN_MEMORY, openStore, type Store } from '../../src/store/store.ts';
import {
  cited,
  cut,
  dribble,
  emptyContent,
  error,
  type FakeMessagesApi,
  hang,
  html,
  maxTokens,
  mixed,
  type Reply,
  refusal,
  reset,
  say,
  stall,
  startFakeMessagesApi,
  thinkingFirst,
  toolUse,
  truncatedJson,
} from '../fakes/messages-api.ts';
import { openDesk, type TestDesk } from '../support/help-desk.ts';

const POLICIES = { 'shop.md': '# Shop\n\n## Refunds\n\nRefunds take four working days.\n' };
const ANSWERABLE = 'How long do refunds take?';
const UNANSWERABLE = 'Is there wifi, parking, a garden?';
const CONTACT = '+1 555 0100';
const ADMIN = 7001;

/** Far beyond what any row takes that does not wait for it, on a busy machine too; far below an hour. */
const DEADLINE_MS = 20_000;
/** Of rows that end at the deadline and no sooner. */
const SHORT_DEADLINE_MS = 500;

const OF_THE_ERROR =
  /_error|req_|msg_|toolu_|anthropic|api|claude|\{|<|\bat .+:\d+|\b[45]\d\d\b|overload|limit|key|credit|doctype/iu;

interface Row {
  readonly name: string;
  /** For each of the two questions: these in turn, the last one for ever. */
  readonly replies: readonly [Reply, ...Reply[]];
  /** Null where the model is to blame for nothing. */
  readonly fallback: ModelFault | null;
  /** Of the question that the policies answer; `answered` unless given. */
  readonly outcome?: Outcome;
  readonly deadlineMs?: number;
}

const limited = (headers: Record<string, string>, code?: string) =>
  error(429, undefined, undefined, headers, code === undefined ? null : { error_code: code });
const ANSWER = cited([{ text: 'Four working days.', cite: { source: 'shop.md#refunds' } }]);

const ROWS: readonly Row[] = [
  { name: '400', replies: [error(400)], fallback: 'rejected_request' },
  { name: '401', replies: [error(401)], fallback: 'refused_key' },
  { name: '402', replies: [error(402)], fallback: 'spend_limit' },
  { name: '403', replies: [error(403)], fallback: 'refused_key' },
  { name: '404', replies: [error(404)], fallback: 'rejected_request' },
  { name: '413', replies: [error(413)], fallback: 'rejected_request' },
  { name: '429', replies: [limited({})], fallback: 'rate_limited' },
  {
    name: '429, to come back in a second',
    replies: [limited({ 'retry-after': '1' })],
    fallback: 'rate_limited',
  },
  {
    name: '429, to come back in a second, and then an answer',
    replies: [limited({ 'retry-after': '1' }), ANSWER],
    fallback: null,
  },
  {
    name: '429, to come back in an hour',
    replies: [limited({ 'retry-after': '3600' })],
    fallback: 'rate_limited',
  },
  ...['enforced_spend_limit_reached', 'contract_spend_limit_reached'].map(
    (code): Row => ({
      name: `429, ${code}`,
      replies: [limited({ 'retry-after': '1' }, code)],
      fallback: 'spend_limit',
    }),
  ),
  {
    name: '400 for want of credit',
    replies: [error(400, undefined, 'Your credit balance is too low to access the Anthropic API.')],
    fallback: 'spend_limit',
  },
  { name: '500', replies: [error(500)], fallback: 'server_error' },
  { name: '529', replies: [error(529)], fallback: 'overloaded' },
  { name: 'a reset before the headers', replies: [reset()], fallback: 'unreachable' },
  { name: 'a reset after the headers', replies: [cut()], fallback: 'unusable_reply' },
  { name: 'silence', replies: [hang()], fallback: 'timeout', deadlineMs: SHORT_DEADLINE_MS },
  {
    name: 'a stall after the headers',
    replies: [stall()],
    fallback: 'timeout',
    deadlineMs: SHORT_DEADLINE_MS,
  },
  {
    name: 'a stall half-way',
    replies: [stall(say('Half.'))],
    fallback: 'timeout',
    deadlineMs: SHORT_DEADLINE_MS,
  },
  { name: 'a byte a second', replies: [dribble()], fallback: 'timeout', deadlineMs: SHORT_DEADLINE_MS },
  { name: 'cut JSON', replies: [truncatedJson()], fallback: 'unusable_reply' },
  { name: 'HTML with status 200', replies: [html()], fallback: 'unusable_reply' },
  { name: 'no content', replies: [emptyContent()], fallback: 'unusable_reply' },
  { name: 'only thinking', replies: [thinkingFirst(mixed([]), 'Hm.')], fallback: 'unusable_reply' },
  { name: 'only blank text', replies: [say(' \n ')], fallback: 'unusable_reply' },
  { name: 'max_tokens once', replies: [maxTokens([{ text: 'Four wor' }]), ANSWER], fallback: null },
  { name: 'max_tokens always', replies: [maxTokens([{ text: 'Four wor' }])], fallback: 'unusable_reply' },
  { name: 'a refusal', replies: [refusal('cyber')], fallback: null, outcome: 'refused_by_model' },
  {
    name: 'pause_turn',
    replies: [say('Let me', { stopReason: 'pause_turn' })],
    fallback: 'unusable_reply',
  },
  {
    name: 'tool_use without end',
    replies: [toolUse('search_policies', { query: 'refunds' })],
    fallback: 'unusable_reply',
  },
  {
    name: 'tool_use of an unknown tool without end',
    replies: [toolUse('run_sql', { sql: 'DROP TABLE exchange' })],
    fallback: 'unusable_reply',
  },
  {
    name: 'model_context_window_exceeded',
    replies: [say('Four wor', { stopReason: 'model_context_window_exceeded' })],
    fallback: 'unusable_reply',
  },
];

/** What two questions lead to, and what the admin is told, where the model behaves like that. */
async function askTwo(desk: TestDesk, row: Row, beforeEach: () => void) {
  const startedAt = performance.now();
  const ask = (question: string) => {
    beforeEach();
    return desk.ask(question, null, { channel: 'telegram', customer: row.name });
  };
  const first = await ask(ANSWERABLE);
  const second = await ask(UNANSWERABLE);
  return { first, second, ms: performance.now() - startedAt };
}

/** The alerts in the outbox, each of which must be to the admin. */
function takeAlerts({ outbox }: Store): string[] {
  const texts: string[] = [];
  for (let next = outbox.claimNext([]); next !== null; next = outbox.claimNext([])) {
    assert.equal(next.message.chatId, ADMIN);
    texts.push(next.message.plain);
    outbox.markSent(next.id, 1);
  }
  return texts;
}

function assertRow(
  { first, second, ms }: Awaited<ReturnType<typeof askTwo>>,
  alerts: readonly string[],
  { fallback, outcome = 'answered' }: Row,
): void {
  assert.deepEqual([first.outcome, first.fallback], [outcome, fallback]);
  if (outcome === 'answered') {
    assert.match(first.text, /four working days\.\n\nSource: Refunds$/i);
    assert.equal(first.citations[0]?.quote, 'Refunds take four working days.');
  } else assert.ok(first.text.includes(CONTACT));
  if (fallback !== null) assertOffersPerson(second, fallback);
  for (const { text } of [first, second]) assert.doesNotMatch(text.replace(CONTACT, ''), OF_THE_ERROR);
  assert.ok(ms < 2 * DEADLINE_MS, `${ms} ms`);
  assert.equal(alerts.length, fallback === null ? 0 : 1, alerts.join('\n'));
}

function assertOffersPerson(exchange: Exchange, fallback: ModelFault): void {
  assert.deepEqual([exchange.outcome, exchange.fallback], ['refused_low_confidence', fallback]);
  assert.ok(exchange.text.includes(CONTACT), exchange.text);
}

describe('a fault of the model', { timeout: 120_000 }, () => {
  let api: FakeMessagesApi;
  let desk: TestDesk;
  let claude: Answerer;
  let alerts: Alerts;

  before(async () => {
    api = await startFakeMessagesApi();
    desk = await openDesk(POLICIES, {
      claude: { name: 'claude', answer: (request) => claude.answer(request) },
      contact: CONTACT,
      alerts: { raise: (kind, text) => alerts.raise(kind, text) },
    });
  });
  after(async () => {
    desk.close();
    await api.close();
  });

  async function hold(row: Row, baseUrl: string): Promise<void> {
    const store = openStore(IN_MEMORY);
    const { deadlineMs = DEADLINE_MS } = row;
    const model = createMessagesClient({
      apiKey: api.apiKey,
      baseUrl,
      model: 'claude-haiku-5-5',
      deadlineMs,
    });
    claude = createClaudeAnswerer(model, 'Shop');
    alerts = createAlerts({ store: store.spending, adminIds: [ADMIN], now: Date.now });
    const asked = await askTwo(desk, row, () => {
      api.reset();
      api.enqueue(...row.replies);
      api.replyWith(row.replies.at(-1) ?? row.replies[0]);
    });
    assertRow(asked, takeAlerts(store), row);
    store.close();
  }

  for (const row of ROWS) {
    it(`${row.name}: ${row.fallback ?? row.outcome ?? 'answered'}`, () => hold(row, api.url));
  }

  it('a refused connection: unreachable', async () => {
    const gone = await startFakeMessagesApi();
    await gone.close();
    await hold({ name: 'a refused connection', replies: [hang()], fallback: 'unreachable' }, gone.url);
  });
});
