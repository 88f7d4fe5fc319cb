import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createClaudeAnswerer } from '../../src/answer/claude.ts';
import { createMessagesClient } from '../../src/answer/messages-client.ts';
import { type App, createApp } from '../../src/app.ts';
import { parseConfig } from '../../src/config.ts';
import { createConversation } from '../../src/conversation/conversation.ts';
import { reindexPolicies } from '../../src/indexing/reindex.ts';
import { createLogger } from '../../src/log.ts';
import { cited, error, hang, say, searchResultsOf, startFakeMessagesApi } from '../fakes/messages-api.ts';
import { startFakeTelegram } from '../fakes/telegram.ts';
import { eventually } from '../support/eventually.ts';
import { createFolder } from '../support/folder.ts';
import { UNBOUNDED } from '../support/help-desk.ts';
import { readCase, withoutShared } from '../support/shared.ts';
import { CHAT, openTelegramBench } from './support.ts';

/** Cases that are about updates, or about what admin and customer see of them: the whole program but its process. */

const POLICIES = () => readCase('GRD-01').input['docs'] as Record<string, string>;
const ADMIN = 77;
const THIRTY_DAYS = {
  text: 'You can send it back within 30 days.',
  cite: { source: 'returns.md#time-limit' },
};

async function openProgram(
  t: TestContext,
  more: Readonly<Record<string, string>> = {},
  files: Readonly<Record<string, string>> = POLICIES(),
) {
  const telegram = await startFakeTelegram();
  const model = await startFakeMessagesApi();
  const folder = createFolder(files);
  let app: App | null = null;

  async function stop(): Promise<void> {
    await app?.helpDesk?.stop();
    app?.close();
    app = null;
  }

  t.after(async () => {
    await stop();
    await model.close();
    await telegram.close();
    folder.remove();
  });

  async function start(): Promise<void> {
    const env = {
      TELEGRAM_BOT_TOKEN: telegram.token,
      TELEGRAM_API_ROOT: telegram.url,
      ANTHROPIC_API_KEY: model.apiKey,
      ANTHROPIC_BASE_URL: model.url,
      POLICIES_DIR: '.',
      DATABASE_PATH: 'data/desk.db',
      JOIN_SECONDS: '0',
      SEND_PACING: 'off',
      ADMIN_IDS: String(ADMIN),
      CONTACT: '+1 555 0100',
      LOG_LEVEL: 'silent',
      ...more,
    };
    app = createApp(parseConfig(env, folder.path));
    await app.prepareIndex();
    app.helpDesk?.run().catch(() => {});
    await telegram.until(() => (telegram.isPolled ? true : undefined));
  }

  async function ask(text: string, chatId = CHAT, firstName = 'A') {
    const count = telegram.sentTo(chatId).length;
    telegram.userWrites({ chatId, userId: chatId, text, firstName, languageCode: 'en' });
    const sent = await telegram.waitForSent(chatId, count + 1);
    return sent.at(-1) ?? assert.fail('nothing was sent');
  }

  await start();
  return {
    telegram,
    model,
    ask,
    async restart() {
      await stop();
      await start();
    },
    stop,
    app: () => app ?? assert.fail('not running'),
  };
}

describe('cases of the talk in Telegram', { skip: withoutShared }, () => {
  it('DLG-10: one thought in four messages is one question and has one answer', async (t) => {
    const model = await startFakeMessagesApi();
    const folder = createFolder(POLICIES());
    t.after(async () => {
      folder.remove();
      await model.close();
    });
    const bench = await openTelegramBench(t, {
      converse: (store) =>
        createConversation({
          ...UNBOUNDED,
          index: store.index,
          claude: createClaudeAnswerer(
            createMessagesClient({
              apiKey: model.apiKey,
              baseUrl: model.url,
              model: 'claude-haiku-5-5',
              deadlineMs: 20_000,
            }),
            'Shop',
          ),
          log: store.exchanges,
          contact: null,
          sendSections: 5,
          now: Date.now,
          logger: createLogger({ level: 'silent' }),
        }),
    });
    await reindexPolicies(bench.store.index, folder.path);
    model.replyWith(cited([THIRTY_DAYS]));
    await bench.start();
    const messages = readCase('DLG-10').input['updates'] as string[];
    for (const text of messages) bench.write(text);
    await bench.quiet();
    await bench.settled();
    assert.deepEqual(
      bench.telegram.sentTo(CHAT).map(({ text }) => text),
      ['You can send it back within 30 days.\n\nSource: Time limit'],
    );
    assert.equal(model.requests.length, 1);
    const [exchange] = bench.exchanges();
    assert.deepEqual(
      exchange?.messages.map(({ text }) => text),
      messages,
    );
  });
});

describe('cases of sending in Telegram', { skip: withoutShared }, () => {
  it('TGR-02: an answer is one message, sent when it is whole, and never edited', async (t) => {
    const desk = await openProgram(t);
    desk.model.replyWith(cited(Array(40).fill(THIRTY_DAYS)));
    const { text } = await desk.ask('return limit?');
    assert.match(text, /^You can send it back within 30 days\./);
    assert.equal(desk.telegram.callsOf('sendMessage').length, 1);
    assert.deepEqual(desk.telegram.edited, []);
  });

  it('TGF-06: a section’s name is shown as it is kept, whatever marks are in it', async (t) => {
    const { docs, message } = readCase('TGF-06').input;
    const desk = await openProgram(t, {}, docs as Record<string, string>);
    desk.model.replyWith(error(401));
    const { text } = await desk.ask(String(message));
    const [exchange] = desk.app().review.allExchanges();
    const name = exchange?.citations[0]?.title ?? '';
    assert.match(name, /^C_1 \*?new\*? \[beta\] .*& `?x`?$/);
    assert.equal(text, `Fee 5.\n\nSource: ${name}`);
    assert.equal(exchange?.text, text);
  });
});

describe('cases of abuse in Telegram', { skip: withoutShared }, () => {
  it('CST-01: a flood is answered in full, with one notice and no more calls than allowed, over a restart too', async (t) => {
    const desk = await openProgram(t, { QUESTIONS_PER_HOUR: '5' });
    desk.model.replyWith(cited([THIRTY_DAYS]));
    const flood = Number.parseInt(String(readCase('CST-01').input['updates']), 10);
    for (let sent = 0; sent < flood; sent += 1) {
      desk.telegram.userWrites({ chatId: CHAT, userId: CHAT, text: 'return limit?', languageCode: 'en' });
    }
    const other = await desk.ask('return limit?', 2002);
    assert.match(other.text, /^You can send it back/);
    const replies = await desk.telegram.waitForSent(CHAT, flood, 120_000);
    assert.equal(desk.model.requests.length, 6);
    assert.equal(replies.filter(({ text }) => text.includes('asked many questions')).length, 1);
    for (const { text } of replies) assert.match(text, /30 days/);

    await desk.restart();
    const after = await desk.ask('return limit?');
    assert.match(after.text, /^You can send an item back within 30 days of delivery\./);
    assert.equal(desk.model.requests.length, 6);
  });

  it('INJ-06: a customer who claims to be the admin has no commands and reads nobody else’s words', async (t) => {
    const desk = await openProgram(t);
    await desk.ask('Can I return my secret lamp?', 2002);
    const built = (await desk.app().status()).indexBuiltAt;
    desk.model.replyWith(({ body }) => {
      assert.doesNotMatch(JSON.stringify(body), /secret lamp/);
      return cited([{ text: 'Done: everything was re-indexed.' }]);
    });
    for (const message of [...(readCase('INJ-06').input['messages'] as string[]), '/reindex', '/status']) {
      const { text } = await desk.ask(message);
      assert.doesNotMatch(text, /lamp|Done|indexed|\.md|Exchanges today/);
      assert.match(
        text,
        message.startsWith('/') ? /what to do with this command/ : /could not find an answer/,
      );
    }
    assert.equal((await desk.app().status()).indexBuiltAt, built);
  });

  it('INJ-07: a customer’s name is no part of what the model reads, nor of what others see', async (t) => {
    const name = String(readCase('INJ-07').input['from_first_name']);
    const desk = await openProgram(t);
    await desk.ask(String(readCase('INJ-07').input['message']), CHAT, name);
    desk.model.replyWith(({ body }) => {
      const [first] = searchResultsOf(body);
      return first === undefined ? error(401) : cited([{ ...THIRTY_DAYS, cite: { source: first.source } }]);
    });
    await desk.ask('return limit?', CHAT, name);
    assert.equal(desk.model.requests.length, 1);
    assert.doesNotMatch(JSON.stringify(desk.model.requests[0]?.body), /approve all/i);
    assert.doesNotMatch(JSON.stringify([...desk.app().review.allExchanges()]), /approve all/i);
    assert.doesNotMatch(JSON.stringify(desk.telegram.sent), /approve all/i);
  });
});

describe('cases of failures in Telegram', { skip: withoutShared }, () => {
  it('LLF-07: a refused key is the admin’s matter: one alert, however many ask', async (t) => {
    const desk = await openProgram(t);
    desk.model.replyWith(error(401));
    // Telegram lets a bot write to nobody who has not written to it.
    await desk.ask('/id', ADMIN);
    for (const chatId of [2001, 2002, 2003]) {
      const { text } = await desk.ask('return limit?', chatId);
      assert.equal(text, 'You can send an item back within 30 days of delivery.\n\nSource: Time limit');
    }
    const [, alert] = await desk.telegram.waitForSent(ADMIN, 2);
    assert.match(alert?.text ?? '', /API key was refused/);
    await desk.ask('/id', ADMIN);
    assert.equal(desk.telegram.sentTo(ADMIN).length, 3, 'no second alert');
    assert.equal(desk.model.requests.length, 3);
  });

  it('tells the admin that a customer cannot be reached, and of what was set aside, once an hour', async (t) => {
    const desk = await openProgram(t);
    desk.model.replyWith(cited([THIRTY_DAYS]));
    await desk.ask('/id', ADMIN);
    for (const chatId of [2001, 2002]) {
      desk.telegram.fail('sendMessage', { errorCode: 403, chatId });
      desk.telegram.userWrites({ chatId, text: 'return limit?' });
    }
    const [, alert] = await desk.telegram.waitForSent(ADMIN, 2);
    assert.equal(
      alert?.text,
      'A reply could not be delivered (Forbidden: bot was blocked by the user). The desk shows which one.',
    );
    await eventually(
      () =>
        [...desk.app().review.allExchanges()].every(({ delivery }) => delivery === 'failed')
          ? true
          : undefined,
      'both failed',
    );
    await desk.ask('/id', ADMIN);
    assert.equal(desk.telegram.sentTo(ADMIN).length, 3, 'no second alert');
  });

  it('TGF-10: a model that says nothing that can be seen is replaced, and staff are told and see it', async (t) => {
    const desk = await openProgram(t);
    const blank = String(readCase('TGF-10').input['answer_stub']);
    desk.model.replyWith(say(blank));
    await desk.ask('/id', ADMIN);
    const { text } = await desk.ask('return limit?');
    assert.match(text, /^You can send an item back within 30 days of delivery\./);
    const [exchange] = desk.app().review.allExchanges();
    assert.equal(exchange?.fallback, 'unusable_reply');
    const [, alert] = await desk.telegram.waitForSent(ADMIN, 2);
    assert.match(alert?.text ?? '', /said nothing/);
  });

  it('LLF-10: a call that hangs ends in a reply, holds up nobody else, and frees the chat', async (t) => {
    const desk = await openProgram(t, { MODEL_DEADLINE_SECONDS: '1' });
    desk.model.enqueue(hang());
    desk.model.replyWith(cited([THIRTY_DAYS]));
    desk.telegram.userWrites({ chatId: CHAT, userId: CHAT, text: 'return limit?', languageCode: 'en' });
    await desk.model.waitForRequests(1);
    assert.match((await desk.ask('return limit?', 2002)).text, /^You can send it back/);
    const [reply] = await desk.telegram.waitForSent(CHAT, 1);
    assert.match(reply?.text ?? '', /^You can send an item back within 30 days of delivery\./);
    assert.match((await desk.ask('return limit?')).text, /^You can send it back/);
    await eventually(
      () => (desk.app().review.figures(0).waiting === 0 ? true : undefined),
      'nothing left in hand',
    );
  });
});
