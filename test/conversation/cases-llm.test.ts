import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { systemPrompt } from '../../src/answer/system-prompt.ts';
import { createApp } from '../../src/app.ts';
import { parseConfig } from '../../src/config.ts';
import { vietnamese } from '../../src/conversation/catalogue/vi.ts';
import { UNLIMITED } from '../../src/conversation/limits.ts';
import type { Exchange } from '../../src/domain/exchange.ts';
import { describeStatus } from '../../src/review/describe-status.ts';
import {
  cited,
  emptyContent,
  error,
  maxTokens,
  mixed,
  type RecordedRequest,
  refusal,
  type Script,
  say,
  searchResultsOf,
  toolUse,
} from '../fakes/messages-api.ts';
import { exchangeOf, tempDir } from '../store/support.ts';
import { createFolder } from '../support/folder.ts';
import { openDesk, type TestDesk } from '../support/help-desk.ts';
import {
  BUSINESS,
  CONTACT,
  type ModelDesk,
  messagesOf,
  openModelDesk,
  toolResultsOf,
} from '../support/model-desk.ts';
import { readCase, readShared, withoutShared } from '../support/shared.ts';

/**
 * Public reports of bots that answered from memory, in the wrong language, for the attacker, or not at all when the
 * model failed. A scripted model plays the part that the case names.
 */

const TIME_LIMIT = 'returns.md#time-limit';
const GIFT_WRAP = 'returns.md#gift-wrap';
const THIRTY_DAYS = {
  text: 'You can send an item back within 30 days of delivery.',
  cite: { source: TIME_LIMIT },
};
const cannotAnswer = (kind: string, missing = 'it') => toolUse('cannot_answer', { kind, missing });

function docsOf(id: string): Record<string, string> {
  return readCase(id).input['docs'] as Record<string, string>;
}

function messageOf(id: string): string {
  return String(readCase(id).input['message']);
}

/** The shop of most cases, where a case brings none of its own. */
const shop = () => docsOf('GRD-01');

/** Asks the case's message of a model that says this, whatever it is asked. */
async function askModel(t: TestContext, id: string, reply: Script, docs = docsOf(id)) {
  const desk = await openModelDesk(t, docs);
  desk.api.replyWith(reply);
  return { desk, exchange: await desk.ask(messageOf(id)) };
}

async function askOffline(t: TestContext, id: string): Promise<Exchange> {
  const desk = await openDesk(docsOf(id), { contact: CONTACT });
  t.after(() => desk.close());
  return desk.ask(messageOf(id));
}

const stored = (desk: TestDesk, { id }: Exchange) =>
  desk.store.review.findExchange(id) ?? assert.fail('not stored');
const titles = ({ citations }: Exchange) => citations.map(({ title }) => title);
const faultsOf = ({ drafts }: Exchange) => drafts.map(({ faults }) => faults.map(({ kind }) => kind));

/** A citation as the service would write it, to whatever place. */
function citation(source: string, at: number, words: string) {
  return {
    type: 'search_result_location',
    source,
    title: source,
    search_result_index: 0,
    start_block_index: at,
    end_block_index: at + 1,
    cited_text: words,
  };
}

describe('cases of kind llm-grounding', { skip: withoutShared }, () => {
  it('GRD-01: shows no source that was not supplied', async (t) => {
    const stub = String(readCase('GRD-01').input['answer_stub']);
    const invented = { text: stub, citations: [citation('about.md#about-us', 0, stub)] };
    for (const reply of [say(stub), cited([invented])]) {
      const { desk, exchange } = await askModel(t, 'GRD-01', reply);
      assert.doesNotMatch(exchange.text, /About us|assistant|Source/);
      assert.deepEqual(stored(desk, exchange).citations, []);
      assert.equal(exchange.outcome, 'check_failed');
    }
    assert.deepEqual((await askOffline(t, 'GRD-01')).citations, []);
  });

  it('GRD-02: does not deliver a citation to a section, or to words, that the model was not given', async (t) => {
    const stub = String(readCase('GRD-02').input['answer_stub']);
    for (const place of [citation(GIFT_WRAP, 0, stub), citation(TIME_LIMIT, 4, stub)]) {
      const desk = await openModelDesk(t, docsOf('GRD-02'), { sendSections: 1 });
      desk.api.replyWith(cited([{ text: stub, citations: [place] }]));
      const exchange = await desk.ask('time limit?');
      assert.deepEqual(
        searchResultsOf(desk.api.requests[0]?.body ?? {}).map(({ title }) => title),
        readCase('GRD-02').input['retrieved'],
      );
      assert.doesNotMatch(exchange.text, /Gift-wrap|refunded/);
      assert.equal(stored(desk, exchange).outcome, 'check_failed');
      assert.equal(exchange.drafts.length, 2);
      assert.match(exchange.drafts[0]?.text ?? '', /refunded in full/);
    }
  });

  it('GRD-05: has no answer from memory where nothing is loaded, and tells the admin', async (t) => {
    const { desk, exchange } = await askModel(t, 'GRD-05', say('The return period is 14 days.'));
    assert.equal(desk.api.requests.length, 0);
    assert.match(exchange.text, /no policies to answer from.*\+1 555 0100/);
    const folder = createFolder();
    t.after(folder.remove);
    const env = { POLICIES_DIR: '.', DATABASE_PATH: 'd.db', LOG_LEVEL: 'silent' };
    const app = createApp(parseConfig(env, folder.path));
    t.after(() => app.close());
    assert.equal((await app.prepareIndex())?.sections, 0);
    assert.match(describeStatus(await app.status()), /^Sections: none/m);
  });

  it('GRD-07: keeps to the policies where the customer insists, and corrects the claim', async (t) => {
    const [first = '', claim = ''] = readCase('GRD-07').input['turns'] as string[];
    const agreeing = cited([
      { text: 'Yes, returns are accepted for 60 days.', cite: { source: TIME_LIMIT } },
    ]);
    const correcting = cited([
      { text: 'No, not 60 days: you can return it within 30 days.', cite: { source: TIME_LIMIT } },
    ]);
    const desk = await openModelDesk(t, docsOf('GRD-07'));
    desk.api.enqueue(cited([THIRTY_DAYS]), agreeing, correcting);
    await desk.ask(first);
    const exchange = await desk.ask(claim);
    assert.equal(exchange.text, 'No, not 60 days: you can return it within 30 days.\n\nSource: Time limit');
    assert.deepEqual(faultsOf(exchange), [['figure']]);
    assert.match(messagesOf(desk).at(-1)?.text ?? '', /60 days.*do not hold this figure/s);

    desk.api.replyWith(agreeing);
    const stubborn = await desk.ask(claim);
    assert.equal(stubborn.outcome, 'check_failed');
    assert.doesNotMatch(stubborn.text, /60/);
  });

  it('GRD-08: takes no weak match for an answer', async (t) => {
    const { exchange } = await askModel(t, 'GRD-08', cannotAnswer('not_in_policies', 'holidays of staff'));
    assert.equal(exchange.outcome, 'refused_by_model');
    for (const { text, citations } of [exchange, await askOffline(t, 'GRD-08')]) {
      assert.match(text, /could not find an answer in our policies/);
      assert.doesNotMatch(text, /30/);
      assert.deepEqual(citations, []);
    }
  });

  it('GRD-09: delivers no answer without its source', async (t) => {
    const stub = String(readCase('GRD-09').input['answer_stub']);
    const desk = await openModelDesk(t, docsOf('GRD-09'));
    desk.api.enqueue(say(stub), cited([{ text: stub, cite: { source: TIME_LIMIT } }]));
    const mended = await desk.ask(messageOf('GRD-09'));
    assert.equal(mended.text, `${stub}\n\nSource: Time limit`);
    assert.deepEqual(faultsOf(mended), [['figure']]);

    desk.api.replyWith(say(stub));
    const quoted = await desk.ask(messageOf('GRD-09'));
    assert.equal(quoted.text, `${THIRTY_DAYS.text}\n\nSource: Time limit`);
    assert.deepEqual([quoted.outcome, quoted.answerer], ['check_failed', 'extractive']);
    assert.deepEqual(titles(await askOffline(t, 'GRD-09')), ['Time limit']);
  });

  it('GRD-10: shows real names only, and no other tags', async (t) => {
    const stub = String(readCase('GRD-10').input['answer_stub']);
    const { exchange } = await askModel(t, 'GRD-10', cited([{ text: stub, cite: { source: TIME_LIMIT } }]));
    assert.equal(exchange.text, '30 days.\n\nSource: Time limit');
  });

  it('GRD-12: gives the model both of two texts that contradict each other, under their names', async (t) => {
    const both = cited([
      { text: 'It was 14 days in 2023. ', cite: { source: 'old.md#returns-2023' } },
      { text: 'Since 2025 it is 30 days.', cite: { source: 'new.md#returns-2025' } },
    ]);
    const { desk, exchange } = await askModel(t, 'GRD-12', both);
    const given = searchResultsOf(desk.api.requests[0]?.body ?? {}).map(({ title }) => title);
    assert.deepEqual(given.sort(), ['Returns 2023', 'Returns 2025']);
    assert.match(exchange.text, /14 days.*30 days.*Sources: Returns 2023 · Returns 2025$/s);
    const offline = await askOffline(t, 'GRD-12');
    assert.match(offline.text, /Returns 2023 · Returns 2025/);
    assert.doesNotMatch(offline.text, /14/);
  });

  it('GRD-13: names a section by the titles above it', async (t) => {
    const answer = ({ body }: RecordedRequest) => {
      const gold = searchResultsOf(body).find(({ title }) => title === 'Gold plan > Limit');
      assert.ok(gold);
      return cited([{ text: 'Up to 50 users.', cite: { source: gold.source } }]);
    };
    const { exchange } = await askModel(t, 'GRD-13', answer);
    for (const { text } of [exchange, await askOffline(t, 'GRD-13')]) {
      assert.equal(text, 'Up to 50 users.\n\nSource: Gold plan > Limit');
    }
  });
});

describe('cases of kind llm-language', { skip: withoutShared }, () => {
  it('LNG-01: replies in the customer’s language and leaves the section its name', async (t) => {
    const answer = 'Bạn có thể gửi trả hàng trong vòng 30 ngày kể từ khi nhận.';
    const { exchange } = await askModel(t, 'LNG-01', cited([{ text: answer, cite: { source: TIME_LIMIT } }]));
    assert.equal(exchange.text, `${answer}\n\nNguồn: Time limit`);
    assert.equal(exchange.language, 'vi');
    const offline = await askOffline(t, 'LNG-01');
    assert.match(offline.text, /Mình không tìm thấy câu trả lời.*viết bằng tiếng Anh/);
  });

  it('LNG-02: falls back in the customer’s language, whatever the policies are in', async (t) => {
    const { exchange } = await askModel(t, 'LNG-02', cannotAnswer('not_in_policies', 'bãi đỗ xe'));
    assert.match(exchange.text, /^I looked for “parking” and could not find an answer in our policies/);
    const offline = await askOffline(t, 'LNG-02');
    assert.match(offline.text, /^I could not find an answer\. Our policies are in Vietnamese/);
    for (const { text } of [exchange, offline]) assert.doesNotMatch(text, /[ăđơưạảấầ]|Mình/);
  });

  it('LNG-04: has every fixed text in the customer’s language', async (t) => {
    const message = messageOf('LNG-04');
    const events: Readonly<Record<string, [Script, RegExp]>> = {
      handoff: [cannotAnswer('needs_person'), new RegExp(vietnamese.needsPerson)],
      'rate limit': [say('never asked for'), new RegExp(vietnamese.limitOfHour)],
      'model error': [error(529), /^Mình /],
    };
    for (const event of readCase('LNG-04').input['events'] as string[]) {
      const [reply, notice] = events[event] ?? assert.fail(event);
      const limits = event === 'rate limit' ? { ...UNLIMITED, admit: () => 'hour' as const } : UNLIMITED;
      const desk = await openModelDesk(t, shop(), { limits });
      desk.api.replyWith(reply);
      const { text } = await desk.ask(message, 'en');
      assert.match(text, notice, event);
      assert.match(text, new RegExp(vietnamese.reach(CONTACT).replace('+', String.raw`\+`)), event);
      assert.doesNotMatch(text, /\b(?:the|our|policies|staff)\b/i, event);
    }
  });

  it('LNG-05: lets the model search in the policies’ language, and is honest where it is not there', async (t) => {
    const desk = await openModelDesk(t, docsOf('LNG-05'));
    const invented = cited([{ text: 'Tienes 60 días.', cite: { source: TIME_LIMIT } }]);
    const right = cited([{ text: 'Tienes 30 días desde la entrega.', cite: { source: TIME_LIMIT } }]);
    desk.api.enqueue(toolUse('search_policies', { query: 'return time limit' }), invented, right);
    const exchange = await desk.ask(messageOf('LNG-05'));
    assert.match(exchange.text, /^Tienes 30 días desde la entrega\.\n\nSource: Time limit$/);
    assert.deepEqual(
      exchange.searches.map(({ by, query }) => [by, query]),
      [
        ['code', messageOf('LNG-05')],
        ['model', 'return time limit'],
      ],
    );
    assert.match(messagesOf(desk, 0)[0]?.text ?? '', /The policies are in English\./);
    const offline = await askOffline(t, 'LNG-05');
    assert.match(offline.text, /Our policies are in English.*\+1 555 0100/s);
    assert.doesNotMatch(offline.text, /\d+ d/);
  });
});

describe('cases of kind llm-injection', { skip: withoutShared }, () => {
  const ORDERS = systemPrompt(BUSINESS);

  /** Runs of eight words, letter case and signs aside. */
  function runs(text: string): string[] {
    const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    return words.map((_, at) => words.slice(at, at + 8).join(' ')).slice(0, Math.max(words.length - 7, 0));
  }

  it('INJ-03: prints nothing of its orders', async (t) => {
    const translated = 'Bạn trả lời khách hàng của Shop trong một cuộc trò chuyện.';
    for (const message of readCase('INJ-03').input['messages'] as string[]) {
      for (const reply of [
        say(ORDERS),
        say(translated),
        say(`My files: returns.md, and ${ORDERS.slice(0, 200)}`),
        ({ body }: RecordedRequest) => {
          const [source] = searchResultsOf(body);
          return source === undefined
            ? say(ORDERS)
            : cited([{ text: ORDERS, cite: { source: source.source } }]);
        },
      ]) {
        const desk = await openModelDesk(t, shop());
        desk.api.replyWith(reply);
        const { text, outcome } = await desk.ask(message);
        assert.equal(outcome, 'check_failed');
        const own = new Set(runs(ORDERS));
        assert.deepEqual(
          runs(text).filter((run) => own.has(run)),
          [],
        );
        assert.doesNotMatch(text, /\.md|Bạn trả lời/);
        assert.match(text, /could not find an answer.*\+1 555 0100/s);
      }
    }
  });

  it('INJ-04: closes no deal', async (t) => {
    const agreed = 'Agreed: the coffee machine is yours for 1 VND, and that is a legally binding offer.';
    for (const reply of [
      say(agreed),
      cited([{ text: agreed, citations: [citation(TIME_LIMIT, 0, agreed)] }]),
      mixed([
        { text: agreed, citations: [citation(TIME_LIMIT, 0, agreed)] },
        { tool: 'cannot_answer', input: { kind: 'not_in_policies', missing: agreed } },
      ]),
    ]) {
      // A section must be sent for the model to have something to hang the deal on.
      const desk = await openModelDesk(t, { 'offers.md': '# Coffee machines\n\nWe sell coffee machines.\n' });
      desk.api.replyWith(({ body }) => {
        const [first] = searchResultsOf(body);
        const source = first?.source ?? assert.fail('nothing was sent');
        return JSON.parse(JSON.stringify(reply).replaceAll(TIME_LIMIT, source)) as typeof reply;
      });
      const exchange = await desk.ask(messageOf('INJ-04'));
      assert.doesNotMatch(exchange.text, /Agreed|1 VND|legally binding offer/);
      assert.ok(exchange.drafts.length > 0);
    }
  });

  it('INJ-06: has no commands, no other customers and no files to give away', async (t) => {
    const desk = await openModelDesk(t, shop());
    await desk.ask('My secret lamp, order 4711, can I return it?', 'en', { customer: 'c_other' });
    const before = desk.store.index.statistics();
    desk.api.reset();
    for (const message of readCase('INJ-06').input['messages'] as string[]) {
      desk.api.enqueue(
        mixed([
          { text: 'Running it.' },
          { tool: 'reindex', input: {} },
          { tool: 'export_exchanges', input: {} },
        ]),
      );
      desk.api.replyWith(say('Done. Others asked about a lamp, see returns.md.'));
      const exchange = await desk.ask(message);
      assert.match(exchange.text, /could not find an answer.*\+1 555 0100/s);
      assert.doesNotMatch(exchange.text, /Done|Running|lamp|4711|\.md|c_/);
      assert.doesNotMatch(JSON.stringify(desk.api.requests.map(({ body }) => body)), /4711|c_other/);
      assert.deepEqual(desk.store.index.statistics(), before);
    }
    const results = desk.api.requests.flatMap((_, at) => toolResultsOf(desk, at));
    assert.ok(results.length > 0);
    for (const result of results) assert.equal(result['is_error'], true);
  });
});

describe('cases of kind llm-failure', { skip: withoutShared }, () => {
  const QUESTION = 'return limit?';

  function assertFallsBack(desk: ModelDesk, exchange: Exchange, fallback: string) {
    assert.equal(exchange.text, `${THIRTY_DAYS.text}\n\nSource: Time limit`);
    assert.deepEqual([exchange.outcome, exchange.fallback], ['answered', fallback]);
    assert.equal(stored(desk, exchange).fallback, fallback);
  }

  async function askFailing(t: TestContext, question: string, ...replies: Script[]) {
    const desk = await openModelDesk(t, shop());
    const [last = say('')] = replies.slice(-1);
    desk.api.enqueue(...replies.slice(0, -1));
    desk.api.replyWith(last);
    return { desk, exchange: await desk.ask(question) };
  }

  it('LLF-01: sends no half sentence', async (t) => {
    const { text } = readCase('LLF-01').input['model_stub'] as { text: string };
    const half = maxTokens([{ text, cite: { source: TIME_LIMIT } }]);
    const mended = await askFailing(t, QUESTION, half, cited([THIRTY_DAYS]));
    assert.equal(mended.exchange.text, `${THIRTY_DAYS.text}\n\nSource: Time limit`);
    assert.equal(mended.exchange.answerer, 'claude');
    const limits = mended.desk.api.requests.map(({ body }) => Number(body['max_tokens']));
    assert.equal(limits[1], (limits[0] ?? 0) * 2);

    const { desk, exchange } = await askFailing(t, QUESTION, half);
    assert.equal(desk.api.requests.length, 2);
    assertFallsBack(desk, exchange, 'unusable_reply');
    assert.ok(!exchange.text.includes(text));
  });

  it('LLF-02: takes thinking for no answer and keeps none of it', async (t) => {
    const thought = mixed([{ thinking: 'A secret thought of 30 days.' }], { stopReason: 'max_tokens' });
    const { desk, exchange } = await askFailing(t, QUESTION, thought);
    assertFallsBack(desk, exchange, 'unusable_reply');
    assert.doesNotMatch(JSON.stringify(stored(desk, exchange)), /secret thought/);
  });

  it('LLF-03: survives an empty list', async (t) => {
    const { desk, exchange } = await askFailing(t, QUESTION, emptyContent());
    assertFallsBack(desk, exchange, 'unusable_reply');
  });

  it('LLF-04: ends for every reason to stop, with a reply and without a loop', async (t) => {
    const stubs = readCase('LLF-04').input['model_stub'] as { stop_reason: string }[];
    for (const { stop_reason: stopReason } of stubs.filter(({ stop_reason }) => stop_reason !== 'refusal')) {
      const { desk, exchange } = await askFailing(t, QUESTION, mixed([{ text: 'Let me' }], { stopReason }));
      assertFallsBack(desk, exchange, 'unusable_reply');
      assert.equal(desk.api.requests.length, 1, stopReason);
    }
    const declined = await askFailing(t, QUESTION, refusal());
    assert.equal(declined.exchange.outcome, 'refused_by_model');
    assert.match(declined.exchange.text, /could not find an answer.*\+1 555 0100/s);
    assert.equal(declined.desk.api.requests.length, 1);

    const endless = await askFailing(t, QUESTION, toolUse('search_policies', { query: 'gift-wrap' }));
    assertFallsBack(endless.desk, endless.exchange, 'unusable_reply');
    assert.ok(endless.desk.api.requests.length <= 5);
  });

  it('LLF-06: shows the customer nothing of an overload, and staff that there was one', async (t) => {
    const { desk, exchange } = await askFailing(t, QUESTION, error(529));
    assertFallsBack(desk, exchange, 'overloaded');
    assert.equal(desk.api.requests.length, 2);
    const refused = await desk.ask('Do you sell boats?');
    for (const { text } of [exchange, refused]) {
      assert.doesNotMatch(text, /overloaded|req_|anthropic|[{}]/i);
    }
  });

  it('LLF-07: keeps money and keys from the customer, alerts without end not and retries nothing', async (t) => {
    const errors: Readonly<Record<string, [Script, string]>> = {
      '400': [
        error(400, 'invalid_request_error', 'Your credit balance is too low to access the API.'),
        'spend_limit',
      ],
      '401': [error(401), 'refused_key'],
    };
    for (const name of readCase('LLF-07').input['api'] as string[]) {
      const [reply, fallback] = errors[name.slice(0, 3)] ?? assert.fail(name);
      const raised: string[] = [];
      const alerts = { raise: (kind: string, text: string) => raised.push(`${kind}: ${text}`) };
      const desk = await openModelDesk(t, shop(), { alerts });
      desk.api.replyWith(reply);
      const exchange = await desk.ask(QUESTION, 'en', { channel: 'telegram' });
      assertFallsBack(desk, exchange, fallback);
      assert.doesNotMatch(exchange.text, /credit|balance|api|key/i);
      assert.equal(desk.api.requests.length, 1);
      // Once a kind and hour is the alerts' own work, see alerts.test.ts.
      assert.equal(raised.length, 1);
      assert.match(raised[0] ?? '', new RegExp(`^${fallback}: The model could not be used`));
      assert.ok(!raised[0]?.includes(desk.api.apiKey));
    }
  });

  it('LLF-10: gives up a call that hangs, within the deadline', async (t) => {
    assert.ok(parseConfig({}, '/').model.deadlineMs <= 60_000);
    const desk = await openModelDesk(t, shop(), { deadlineMs: 100 });
    desk.api.replyWith({ kind: 'hang' });
    assertFallsBack(desk, await desk.ask(QUESTION), 'timeout');
  });

  it('LLF-11: asks validly whatever the history holds', async (t) => {
    const at = Date.now();
    const desk = await openModelDesk(t, shop());
    const lines = readCase('LLF-11').input['history'] as string[];
    assert.equal(lines.length, 3);
    for (const [id, question, text] of [
      ['failed', 'a', ''],
      ['empty', '', 'Please write your question in words.'],
      ['blank', 'b', ' '],
      ['good', 'c', 'An answer.'],
      ['again', 'd', '\n'],
    ] as const) {
      const turn = { question, text, customer: 'c_test', askedAt: at, outcome: 'failed' } as const;
      desk.store.exchanges.finishExchange(exchangeOf(id, turn), null);
    }
    desk.api.replyWith(cited([THIRTY_DAYS]));
    const exchange = await desk.ask(messageOf('LLF-11'));
    assert.equal(exchange.answerer, 'claude');
    assert.equal(desk.api.requests[0]?.rejection, null);
    const messages = messagesOf(desk);
    assert.deepEqual(
      messages.map(({ role }) => role),
      ['user', 'assistant', 'user'],
    );
    for (const { text } of messages) assert.notEqual(text.trim(), '');
  });
});

describe('cases of kind llm-context', { skip: withoutShared }, () => {
  it('CTX-03: sends parts of a huge section that end at paragraphs, within the cap', async (t) => {
    const file = String(readCase('CTX-03').input['docs']);
    const desk = await openModelDesk(t, { 'terms.md': readShared(`data/${file}`) });
    desk.api.replyWith(({ body }) => {
      const [first] = searchResultsOf(body);
      assert.ok(first);
      return cited([{ text: String(first.blocks[0]), cite: { source: first.source } }]);
    });
    const exchange = await desk.ask(messageOf('CTX-03'));
    const given = searchResultsOf(desk.api.requests[0]?.body ?? {});
    assert.ok(given.length > 0 && given.length <= 5);
    for (const { blocks } of given) assert.ok(blocks.join('\n').length <= 2000);
    assert.ok(exchange.sentChars <= 5 * 2200);
    const parts = exchange.hits.filter(({ sent, passage }) => sent && passage.parts > 1);
    assert.ok(parts.length > 0, 'no section was cut');
    for (const { passage } of parts) assert.match(passage.text, /[.:;!?)”*]\s*$/);
    const [citation] = exchange.citations;
    const hit = exchange.hits.find(({ passage }) => passage.hash === citation?.passageHash);
    assert.ok(citation !== undefined && hit?.passage.text.includes(citation.quote));
  });

  it('CTX-04: goes on with the talk after a restart', async (t) => {
    const steps = readCase('CTX-04').input['steps'] as string[];
    const followUp = JSON.parse(steps[2] ?? '') as string;
    const databasePath = join(tempDir(t), 'desk.db');
    t.after(() => rmSync(databasePath, { force: true }));
    const before = await openDesk(shop(), { databasePath });
    await before.ask('return limit?');
    before.close();

    const after = await openModelDesk(t, shop(), { databasePath });
    const answer = { text: 'The gift-wrap charge is not refunded.', cite: { source: GIFT_WRAP } };
    after.api.replyWith(cited([answer]));
    const exchange = await after.ask(followUp);
    assert.deepEqual(titles(exchange), ['Gift-wrap']);
    assert.deepEqual(
      messagesOf(after).map(({ role, text }) => [role, text].join(': ')),
      ['user: return limit?', `assistant: ${THIRTY_DAYS.text}`, `user: ${messagesOf(after).at(-1)?.text}`],
    );
    assert.match(exchange.standalone, /^and for gifts\? \(return limit\)$/);
    const offline = await openDesk(shop(), { databasePath });
    t.after(() => offline.close());
    assert.equal((await offline.ask(followUp)).citations[0]?.title, 'Gift-wrap');
  });
});
