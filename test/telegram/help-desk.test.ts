import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { textsFor } from '../../src/conversation/catalogue/catalogue.ts';
import { createConversation } from '../../src/conversation/conversation.ts';
import type { Exchange } from '../../src/domain/exchange.ts';
import { TelegramError } from '../../src/errors.ts';
import { reindexPolicies } from '../../src/indexing/reindex.ts';
import { createLogger } from '../../src/log.ts';
import { IN_MEMORY, openStore, type Store } from '../../src/store/store.ts';
import { createHelpDesk, type HelpDesk, type HelpDeskParts } from '../../src/telegram/help-desk.ts';
import { UNPACED } from '../../src/telegram/pace.ts';
import { type FakeTelegram, startFakeTelegram } from '../fakes/telegram.ts';
import { eventually } from '../support/eventually.ts';
import { createFolder } from '../support/folder.ts';
import { UNBOUNDED } from '../support/help-desk.ts';
import { partsOf } from './support.ts';

const ADMIN = 77;
const CHAT = 1001;

const POLICY = `# Shop

## Refunds & returns

Refunds take four working days.

## Long

${'The parties keep to what they agreed upon. '.repeat(40)}

${'The shop keeps to what it agreed upon. '.repeat(40)}

${'Everybody keeps to what was agreed upon with a zebra. '.repeat(30)}
`;

describe('the help desk in Telegram', () => {
  let telegram: FakeTelegram;
  let store: Store;
  let helpDesk: HelpDesk;
  let running: Promise<void>;
  let logged: string[];
  const folder = createFolder({ 'shop.md': POLICY });

  /** Wires the real bot to the fake Telegram; a test may put its own part in. */
  async function start(overrides: Partial<HelpDeskParts> = {}): Promise<void> {
    const logger = createLogger({ level: 'debug', write: (line) => logged.push(line) });
    const conversation = createConversation({
      ...UNBOUNDED,
      index: store.index,
      claude: null,
      log: store.exchanges,
      contact: 'desk@example.com',
      sendSections: 5,
      now: Date.now,
      logger,
    });
    helpDesk = createHelpDesk({
      token: telegram.token,
      apiRoot: telegram.url,
      inbox: store.inbox,
      outbox: store.outbox,
      pace: UNPACED,
      exchanges: store.review,
      answered: store.exchanges,
      customers: store.customers,
      ...partsOf(store),
      conversation,
      businessName: 'Shop',
      contact: 'desk@example.com',
      adminIds: [ADMIN],
      reindex: () => reindexPolicies(store.index, folder.path),
      status: () => assert.fail('not asked for here'),
      logger,
      retryMs: 5,
      conflictPatienceMs: 300,
      ...overrides,
    });
    running = helpDesk.run();
    running.catch(() => {});
    await telegram.until(() => (telegram.isPolled ? true : undefined));
  }

  beforeEach(async () => {
    logged = [];
    telegram = await startFakeTelegram();
    store = openStore(IN_MEMORY);
    await reindexPolicies(store.index, folder.path);
  });

  afterEach(async () => {
    await helpDesk.stop();
    store.close();
    await telegram.close();
  });

  async function ask(text: string, chatId = CHAT, languageCode = 'en') {
    const count = telegram.sentTo(chatId).length;
    telegram.userWrites({ chatId, userId: chatId, text, languageCode });
    const sent = await telegram.waitForSent(chatId, count + 1);
    const last = sent.at(-1);
    assert.ok(last);
    return last;
  }

  const exchanges = (): Exchange[] => [...store.review.allExchanges()];

  /** Until what was sent is also noted. */
  const settled = () =>
    eventually(
      () =>
        [...store.review.allExchanges()].every(({ delivery }) => !['pending', 'sending'].includes(delivery))
          ? true
          : undefined,
      'every reply sent or failed',
    );

  it('speaks the customer’s language', async () => {
    await start();
    assert.match((await ask('/start', 5, 'vi')).text, /Xin chào! .*Shop[\s\S]*desk@example\.com/);
    assert.match((await ask('/help', 5, 'vi')).text, /nhắn câu hỏi/);
    assert.match((await ask('/privacy', 6, 'en')).text, /random name/);
  });

  it('tells anybody their id and the chat’s', async () => {
    await start();
    assert.equal((await ask('/id', 4242)).text, "Your id: 4242\nThis chat's id: 4242");
  });

  it('has a friendly line for everything that is no text, and help for a command that there is not', async () => {
    await start();
    const from = { id: CHAT, is_bot: false, first_name: 'A', language_code: 'en' };
    const chat = { id: CHAT, type: 'private', first_name: 'A' };
    const began = Math.floor(Date.now() / 1000) - 300;
    for (const [number, content] of [
      { sticker: { file_id: 'f', file_unique_id: 'u', type: 'regular', width: 1, height: 1 } },
      { voice: { file_id: 'f', file_unique_id: 'u', duration: 1 } },
      { photo: [] },
      { location: { latitude: 1, longitude: 2 } },
    ].entries()) {
      const before = telegram.sentTo(CHAT).length;
      const date = began + 60 * number;
      telegram.deliver({ message: { message_id: 900 + number, date, chat, from, ...content } });
      const sent = await telegram.waitForSent(CHAT, before + 1);
      assert.match(sent.at(-1)?.text ?? '', /I can only read text/);
    }
    assert.match((await ask('/nonsense')).text, /what to do with this command/);
  });

  it('says nothing in groups', async () => {
    await start();
    telegram.userWrites({ chatId: -500, userId: 9, text: 'How long do refunds take?' });
    await ask('How long do refunds take?');
    assert.equal(telegram.sentTo(-500).length, 0);
    await eventually(() => (store.review.figures(0).waiting === 0 ? true : undefined), 'an empty inbox');
  });

  it('escapes what it sends and names the section as a button', async () => {
    await start();
    const answer = await ask('How long do refunds take?');
    assert.equal(answer.parseMode, 'HTML');
    assert.match(answer.html, /<i>Source: Refunds &amp; returns<\/i>$/);
    assert.deepEqual(
      answer.buttons.map(({ text }) => text),
      ['📄 Refunds & returns', '👍 That helped', '👎 That did not help'],
    );
    assert.ok(answer.buttons.every(({ data }) => Buffer.byteLength(data ?? '') <= 64));
  });

  it('marks the answer to an edited question as such', async () => {
    await start();
    const { messageId } = telegram.userWrites({ chatId: CHAT, text: 'Is there parking?' });
    await telegram.waitForSent(CHAT, 1);
    telegram.edits({ chatId: CHAT, messageId, text: 'How long do refunds take?' });
    const [, answer] = await telegram.waitForSent(CHAT, 2);
    assert.equal(
      answer?.text,
      `${textsFor('en').updatedAnswer}\n\nRefunds take four working days.\n\nSource: Refunds & returns`,
    );
    assert.equal(answer.replyToMessageId, messageId);
  });

  it('shows a section as it was cited, after it has changed and after it is gone', async () => {
    await start();
    const answer = await ask('How long do refunds take?');
    const emptied = createFolder({ 'other.md': '# Other\n\nNothing of refunds.\n' });
    await reindexPolicies(store.index, emptied.path);
    telegram.presses({ chatId: CHAT, messageId: answer.messageId, data: answer.buttons[0]?.data ?? '' });
    const section = await telegram.waitFor(({ text }) => text.startsWith('Refunds & returns'));
    assert.match(section.text, /Refunds take four working days\.$/);
    await telegram.until(() => (telegram.callbackAnswers.length === 1 ? true : undefined));
    emptied.remove();
  });

  it('shows a section to nobody but the chat it was cited in, and a friendly line for an unknown button', async () => {
    await start();
    const answer = await ask('How long do refunds take?');
    const data = answer.buttons[0]?.data ?? '';
    await ask('/start', 2002);
    const [message] = telegram.sentTo(2002);
    for (const pressed of [data, 's:nope:0', 's:::', `${data}9`, 'x']) {
      const before = telegram.sentTo(2002).length;
      telegram.presses({ chatId: 2002, messageId: message?.messageId ?? 0, data: pressed, stale: true });
      const sent = await telegram.waitForSent(2002, before + 1);
      assert.match(sent.at(-1)?.text ?? '', /not available any more/);
    }
  });

  it('sends a long section in several messages that fit', async () => {
    await start();
    const answer = await ask('Who keeps to what was agreed upon with a zebra?');
    assert.match(answer.text, /zebra/);
    telegram.presses({ chatId: CHAT, messageId: answer.messageId, data: answer.buttons[0]?.data ?? '' });
    const section = await telegram.waitFor(({ text }) => text.startsWith('Long'));
    assert.ok(section.text.length <= 4096);
  });

  it('shows the admin’s commands to the admin alone', async () => {
    telegram.userWrites({ chatId: ADMIN, userId: ADMIN, text: '/start' });
    await start();
    await telegram.until(() => telegram.commands.get(`chat:${ADMIN}`));
    const names = (key: string) => telegram.commands.get(key)?.map(({ command }) => command);
    assert.deepEqual(names('default'), ['start', 'help', 'privacy', 'mydata', 'forget', 'id']);
    assert.deepEqual(names('default|vi'), ['start', 'help', 'privacy', 'mydata', 'forget', 'id']);
    assert.deepEqual(names(`chat:${ADMIN}`), [
      'start',
      'help',
      'privacy',
      'mydata',
      'forget',
      'id',
      'reindex',
      'status',
    ]);
  });

  it('sends what others put into its outbox when told so, and not before it runs', async () => {
    await start();
    await ask('/id', ADMIN);
    await helpDesk.stop();
    const message = {
      chatId: ADMIN,
      html: 'Mind this.',
      plain: 'Mind this.',
      buttons: [],
      replyToMessageId: null,
    };
    const raise = (kind: string) => {
      store.spending.alertOnce({ kind, since: 0, at: 1, messages: [message] });
      helpDesk.sendWaiting();
    };
    const begun = start();
    raise('early');
    assert.equal(telegram.sentTo(ADMIN).length, 1);
    await begun;
    await telegram.waitForSent(ADMIN, 2);
    raise('late');
    assert.equal((await telegram.waitForSent(ADMIN, 3)).at(-1)?.text, 'Mind this.');
  });

  it('offers in groups, in each language, what works there', async () => {
    await start();
    for (const [language, ask] of [
      ['', 'Ask a question'],
      ['|vi', 'Đặt câu hỏi'],
    ]) {
      const menu = await telegram.until(() => telegram.commands.get(`all_group_chats${language}`));
      assert.deepEqual(
        menu.map(({ command }) => command),
        ['ask', 'help'],
      );
      assert.equal(menu[0]?.description, ask);
    }
  });

  it('shows that it is there while words wait for more of them', async () => {
    await start({ joinMs: 60_000 });
    telegram.userWrites({ chatId: CHAT, text: 'refunds?' });
    telegram.userWrites({ chatId: -100, text: 'lunch?' });
    await telegram.until(() => (telegram.chatActions.length > 0 ? true : undefined));
    assert.deepEqual(
      telegram.chatActions.map(({ chatId, action }) => [chatId, action]),
      [[CHAT, 'typing']],
    );
    assert.deepEqual(exchanges(), []);
  });

  it('gives the admin one clear sentence when the policies cannot be read', async () => {
    await start({ reindex: () => reindexPolicies(store.index, '/nowhere/policies') });
    assert.match(
      (await ask('/reindex', ADMIN)).text,
      /^The policies folder \/nowhere\/policies cannot be opened/,
    );
    assert.match((await ask('How long do refunds take?')).text, /four working days/);
  });

  it('goes on after updates that nobody could understand', async () => {
    await start();
    await ask('/start');
    telegram.deliver({ message: {} });
    const chat = { id: CHAT, type: 'private' };
    telegram.deliver({
      callback_query: { id: 'q1', from: { id: 9 }, chat_instance: 'x', game_short_name: 'g' },
    });
    telegram.deliver({ message: { message_id: 900, date: 1, chat, text: 'How long do refunds take?' } });
    const sent = await telegram.waitForSent(CHAT, 2);
    assert.match(sent.at(-1)?.text ?? '', /four working days/);
    await eventually(() => (store.review.figures(0).waiting === 0 ? true : undefined), 'an empty inbox');
    assert.equal(store.review.figures(0).failuresToday, 0);
  });

  it('answers an update that is delivered again only once', async () => {
    await start();
    const { updateId } = telegram.userWrites({ chatId: CHAT, text: 'How long do refunds take?' });
    await telegram.waitForSent(CHAT, 1);
    telegram.redeliver([updateId]);
    await ask('/id');
    assert.equal(exchanges().length, 1);
    assert.equal(telegram.sentTo(CHAT).length, 2);
  });

  it('answers update ids that begin again low after a quiet week', async () => {
    await start();
    telegram.setNextUpdateId(900_000_000);
    await ask('How long do refunds take?');
    telegram.setNextUpdateId(5);
    await ask('How long do refunds take?');
    assert.equal(exchanges().length, 2);
  });

  it('answers one chat while another waits for the model, and each chat in its order', async () => {
    const release: (() => void)[] = [];
    const slow = new Promise<void>((resolve) => release.push(resolve));
    await start({
      conversation: {
        ask: async (question, options) => {
          if (question.text.startsWith('slow')) await slow;
          const exchange = { ...template, id: `id-${question.text.replace(/\W/g, '')}`, text: question.text };
          store.exchanges.finishExchange(exchange, options?.deliver?.(exchange) ?? null);
          return exchange;
        },
      },
    });
    telegram.userWrites({ chatId: 1, userId: 1, text: 'slow one' });
    telegram.userWrites({ chatId: 1, userId: 1, text: 'second' });
    telegram.userWrites({ chatId: 2, userId: 2, text: 'quick' });
    await telegram.waitForSent(2, 1);
    assert.equal(telegram.sentTo(1).length, 0);
    release[0]?.();
    const sent = await telegram.waitForSent(1, 2);
    assert.deepEqual(
      sent.map(({ text }) => text),
      ['slow one', 'second'],
    );
  });

  it('tries a message that fails three times, then tells the customer and goes on', async () => {
    let tries = 0;
    await start({
      conversation: {
        ask: async () => {
          tries += 1;
          throw new Error('the disk is full');
        },
      },
    });
    assert.match((await ask('poison')).text, /could not handle your message/);
    assert.equal(tries, 3);
    assert.match((await ask('/id')).text, /Your id/);
    assert.equal(store.review.figures(0).failuresToday, 1);
  });

  describe('when Telegram makes trouble', () => {
    it('sends as plain text what it cannot parse', async () => {
      await start();
      telegram.fail('sendMessage', { errorCode: 400, description: "Bad Request: can't parse entities: x" });
      const answer = await ask('How long do refunds take?');
      assert.equal(answer.parseMode, null);
      assert.equal(answer.text, 'Refunds take four working days.\n\nSource: Refunds & returns');
    });

    it('waits as long as it is told, in that chat alone', async () => {
      await start();
      await ask('/start', 2);
      telegram.fail('sendMessage', { errorCode: 429, retryAfter: 1, chatId: CHAT });
      telegram.userWrites({ chatId: CHAT, text: 'How long do refunds take?' });
      const refused = await telegram.until(() =>
        telegram.callsOf('sendMessage').find(({ params }) => params['chat_id'] === CHAT),
      );
      await ask('How long do refunds take?', 2);
      assert.equal(telegram.sentTo(CHAT).length, 0);
      const [answer] = await telegram.waitForSent(CHAT, 1);
      assert.ok((answer?.at ?? 0) - refused.at >= 990);
      await settled();
      assert.ok(exchanges().every((exchange) => 'delivery' in exchange && exchange.delivery === 'sent'));
    });

    it('notes a customer who blocked the bot and does not try again', async () => {
      await start();
      await ask('/start');
      telegram.block(CHAT);
      telegram.userWrites({ chatId: CHAT, text: 'How long do refunds take?' });
      const stored = await eventually(findFailed, 'a reply that failed');
      assert.match(stored.deliveryError ?? '', /bot was blocked by the user/);
      assert.equal(telegram.callsOf('sendMessage').length, 2);
    });

    it('repeats once, and marks, a reply of which nobody knows whether it arrived', async () => {
      await start();
      telegram.dropConnection('sendMessage', 'after');
      telegram.userWrites({ chatId: CHAT, text: 'How long do refunds take?' });
      await telegram.waitForSent(CHAT, 2);
      await settled();
      const [stored] = [...store.review.allExchanges()];
      assert.deepEqual([stored?.delivery, stored?.maybeDuplicate], ['sent', true]);
    });

    it('gives up a reply after two sends without an answer', async () => {
      await start();
      telegram.dropConnection('sendMessage', 'before', { times: 5 });
      telegram.userWrites({ chatId: CHAT, text: 'How long do refunds take?' });
      const stored = await eventually(findFailed, 'a reply that failed');
      assert.match(stored.deliveryError ?? '', /no answer from Telegram, twice/);
      assert.equal(telegram.callsOf('sendMessage').length, 2);
    });

    for (const [what, fail] of [
      ['a gateway that answers with a web page', () => telegram.failWithHtml('sendMessage', { status: 502 })],
      [
        'errors of its own',
        () => telegram.fail('sendMessage', { errorCode: 500, description: 'x', times: 3 }),
      ],
    ] as const) {
      it(`loses no reply to ${what}`, async () => {
        await start();
        telegram.failWithHtml('getMe', { status: 502, times: 2 });
        fail();
        telegram.userWrites({ chatId: CHAT, text: 'How long do refunds take?' });
        // The pauses before another try are real: half a second, one, two.
        await eventually(
          () => (telegram.callsOf('sendMessage').length >= 2 ? true : undefined),
          'a second try',
        );
        await settled();
        const [stored] = [...store.review.allExchanges()];
        assert.equal(stored?.delivery, 'sent');
        assert.equal(telegram.sentTo(CHAT).length, 1);
      });
    }

    it('waits out errors while polling', async () => {
      telegram.failWithHtml('getUpdates', { status: 502 });
      await start();
      assert.match((await ask('How long do refunds take?')).text, /four working days/);
    });

    it('gives way to another program that polls with its token, after a while and in clear words', async () => {
      await start();
      telegram.fail('getUpdates', {
        errorCode: 409,
        description: 'Conflict: terminated by other getUpdates request',
        times: 100,
      });
      telegram.userWrites({ chatId: CHAT, text: 'wakes the poll' });
      await assert.rejects(running, (error) => {
        assert.ok(error instanceof TelegramError);
        assert.match(error.message, /^Another program polls with this bot token; stop it/);
        return true;
      });
    });

    it('puts up with another program that is gone in time', async () => {
      telegram.fail('getUpdates', {
        errorCode: 409,
        description: 'Conflict: terminated by other getUpdates request',
      });
      await start({ conflictPatienceMs: 5000 });
      assert.match((await ask('How long do refunds take?')).text, /four working days/);
    });

    it('ends at once when the token is revoked', async () => {
      await start();
      telegram.fail('getUpdates', { errorCode: 401, description: 'Unauthorized', times: 100 });
      telegram.userWrites({ chatId: CHAT, text: 'wakes the poll' });
      await assert.rejects(
        running,
        /Telegram refused the bot token \(401 Unauthorized\); check TELEGRAM_BOT_TOKEN/,
      );
    });
  });

  it('logs neither the token nor what customers write', async () => {
    await start();
    telegram.dropConnection('sendMessage', 'before', { times: 2 });
    telegram.fail('sendChatAction', { errorCode: 500, description: 'x' });
    telegram.userWrites({ chatId: CHAT, text: 'How long do zebra refunds take?' });
    await eventually(
      () => (logged.join('').includes('could not be sent') ? true : undefined),
      'a line in the log',
    );
    await settled();
    const log = logged.join('');
    assert.ok(log.length > 0);
    assert.ok(!log.includes(telegram.token));
    assert.doesNotMatch(log, /zebra|refunds/i);
  });

  const findFailed = () => [...store.review.allExchanges()].find(({ delivery }) => delivery === 'failed');

  const template: Exchange = {
    id: '',
    askedAt: 0,
    channel: 'telegram',
    customer: 'c',
    question: '',
    messages: [],
    updateOf: null,
    standalone: '',
    language: 'en',
    query: { terms: [] },
    hits: [],
    searches: [],
    confidence: 0,
    threshold: 0,
    outcome: 'refused_no_hits',
    text: '',
    spans: [],
    citations: [],
    missing: null,
    drafts: [],
    answerer: null,
    fallback: null,
    failure: null,
    model: null,
    usage: null,
    costUsd: null,
    searchMs: 0,
    modelMs: 0,
    sentChars: 0,
    documentChars: 0,
  };
});
