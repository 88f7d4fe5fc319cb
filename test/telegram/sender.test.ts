import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { Api } from 'grammy';
import type { OutgoingMessage } from '../../src/domain/delivery.ts';
import { createLogger } from '../../src/log.ts';
import { nativeFetch } from '../../src/telegram/native-fetch.ts';
import { createPace, type Limits, UNPACED } from '../../src/telegram/pace.ts';
import { createSender } from '../../src/telegram/sender.ts';
import { type FakeTelegram, startFakeTelegram } from '../fakes/telegram.ts';
import { claimItem, messageTo, openBench } from '../store/support.ts';
import { eventually } from '../support/eventually.ts';

/** The real sender and outbox before the fake Telegram, without a bot. */
async function openSender(t: TestContext, limits?: Limits) {
  const bench = openBench(t);
  const telegram = await startFakeTelegram();
  const sender = createSender({
    api: new Api(telegram.token, { apiRoot: telegram.url, fetch: nativeFetch as unknown as typeof fetch }),
    outbox: bench.outbox,
    chats: bench.chats,
    pace: limits === undefined ? UNPACED : createPace(limits, () => performance.now()),
    logger: createLogger({ level: 'silent' }),
    retryMs: 1,
  });
  t.after(async () => {
    await sender.drain();
    await telegram.close();
  });
  let updates = 0;
  return {
    ...bench,
    telegram,
    wake: sender.wake,
    /** Stores messages of a chat that has written, and sends them. */
    send(chatId: number, ...messages: (string | Partial<OutgoingMessage>)[]): void {
      telegram.userWrites({ chatId, text: 'hello' });
      updates += 1;
      const inboxId = claimItem(bench, updates, chatId);
      const toMessage = (message: string | Partial<OutgoingMessage>) =>
        typeof message === 'string'
          ? messageTo(chatId, message)
          : { ...messageTo(chatId, 'text'), ...message };
      bench.inbox.complete({ inboxId, messages: messages.map(toMessage) });
      sender.wake();
    },
    states: () => bench.db.prepare('SELECT state, error FROM outbox ORDER BY id').raw().all(),
    async settled(): Promise<void> {
      const open = bench.db
        .prepare("SELECT count(*) FROM outbox WHERE state IN ('pending', 'sending')")
        .pluck();
      await eventually(() => (open.get() === 0 ? true : undefined), 'an empty outbox');
    },
  };
}

const sends = (telegram: FakeTelegram, chatId: number) =>
  telegram.callsOf('sendMessage').filter(({ params }) => Number(params['chat_id']) === chatId);

describe('the sender', () => {
  it('shows no preview of a link', async (t) => {
    const desk = await openSender(t);
    desk.send(7, 'https://shop.example');
    await desk.settled();
    const [call] = sends(desk.telegram, 7);
    assert.deepEqual(call?.params['link_preview_options'], { is_disabled: true });
  });

  it('TGF-01: sends as plain text, once, what Telegram cannot parse', async (t) => {
    const desk = await openSender(t);
    desk.send(7, { html: '<b>Price is 20,000 VND', plain: 'Price is 20,000 VND. Fees' });
    await desk.settled();
    assert.deepEqual(
      desk.telegram.sentTo(7).map(({ text }) => text),
      ['Price is 20,000 VND. Fees'],
    );
    assert.equal(sends(desk.telegram, 7).length, 2);
  });

  it('TGR-01: obeys retry_after in that chat, and sends to others meanwhile', async (t) => {
    const desk = await openSender(t);
    desk.telegram.fail('sendMessage', { errorCode: 429, retryAfter: 1, chatId: 7 });
    desk.send(7, 'one', 'two');
    desk.send(8, 'other');
    await desk.telegram.waitForSent(8, 1);
    assert.equal(desk.telegram.sentTo(7).length, 0);
    await desk.settled();
    assert.deepEqual(
      desk.telegram.sentTo(7).map(({ text }) => text),
      ['one', 'two'],
    );
    const [first, second] = sends(desk.telegram, 7);
    assert.ok((second?.at ?? 0) - (first?.at ?? 0) >= 990);
  });

  it('keeps to its pace in a chat, and sends to others meanwhile', async (t) => {
    const desk = await openSender(t, { perChatMs: 200, perGroupAMinute: 20, perSecond: 1000 });
    desk.send(7, 'one', 'two', 'three');
    desk.send(8, 'other');
    await desk.telegram.waitForSent(8, 1);
    assert.ok(desk.telegram.sentTo(7).length < 3);
    await desk.settled();
    const at = sends(desk.telegram, 7).map((call) => call.at);
    assert.equal(at.length, 3);
    for (const [before, after] of [at.slice(0, 2), at.slice(1)]) {
      assert.ok((after ?? 0) - (before ?? 0) >= 195, `${at}`);
    }
  });

  it('keeps to its pace over all chats', async (t) => {
    const startedAt = Date.now();
    const desk = await openSender(t, { perChatMs: 0, perGroupAMinute: 20, perSecond: 4 });
    for (let chatId = 1; chatId <= 7; chatId += 1) desk.send(chatId, 'text');
    await desk.settled();
    const at = desk.telegram.callsOf('sendMessage').map((call) => call.at);
    assert.equal(at.length, 7);
    // Four at once, then one every quarter of a second.
    assert.ok((at[6] ?? 0) - startedAt >= 750);
  });

  it('notes that a chat cannot be reached, and does not try again', async (t) => {
    const desk = await openSender(t);
    desk.telegram.block(7);
    desk.send(7, 'one', 'two');
    await desk.settled();
    desk.send(8, 'other');
    await desk.settled();
    const blocked = 'Forbidden: bot was blocked by the user';
    assert.deepEqual(desk.states(), [
      ['failed', blocked],
      ['failed', blocked],
      ['sent', null],
    ]);
    assert.equal(sends(desk.telegram, 7).length, 1);
    assert.equal(desk.chats.unreachableBecause(7), blocked);
  });

  it('lets one refused message fail without giving up its chat', async (t) => {
    const desk = await openSender(t);
    desk.telegram.fail('sendMessage', { errorCode: 400, description: 'Bad Request: message is too long' });
    desk.send(7, 'one', 'two');
    await desk.settled();
    assert.deepEqual(desk.states(), [
      ['failed', 'Bad Request: message is too long'],
      ['sent', null],
    ]);
    assert.equal(desk.chats.unreachableBecause(7), null);
  });

  it('TGG-07: follows a group to its new id, with what waits for it and what comes later', async (t) => {
    const desk = await openSender(t);
    desk.telegram.userWrites({ chatId: -1002, text: 'hello' });
    desk.telegram.fail('sendMessage', {
      errorCode: 400,
      description: 'Bad Request: group chat was upgraded to a supergroup chat',
      migrateToChatId: -1002,
      chatId: -100,
      times: Number.POSITIVE_INFINITY,
    });
    desk.send(-100, 'one', 'two');
    await desk.settled();
    desk.send(-100, 'three');
    await desk.settled();
    assert.deepEqual(
      desk.telegram.sentTo(-1002).map(({ text }) => text),
      ['one', 'two', 'three'],
    );
    assert.equal(sends(desk.telegram, -100).length, 1);
  });

  for (const [id, words] of [
    ['TGG-09', 'message thread not found'],
    ['TGG-11', 'TOPIC_CLOSED'],
    ['TGG-11', 'TOPIC_DELETED'],
  ] as const) {
    it(`${id}: sends to the chat, once, where its topic is gone (${words})`, async (t) => {
      const desk = await openSender(t);
      desk.telegram.fail('sendMessage', { errorCode: 400, description: `Bad Request: ${words}` });
      desk.send(-100, { threadId: 5 });
      await desk.settled();
      assert.deepEqual(
        sends(desk.telegram, -100).map(({ params }) => params['message_thread_id']),
        [5, undefined],
      );
      assert.equal(desk.telegram.sentTo(-100).length, 1);
      assert.deepEqual(desk.states(), [['sent', null]]);
    });
  }

  it('sends as plain text to the chat where neither the markup nor the topic can be had', async (t) => {
    const desk = await openSender(t);
    desk.telegram.fail('sendMessage', {
      errorCode: 400,
      description: "Bad Request: can't parse entities: <b>",
    });
    desk.telegram.fail('sendMessage', { errorCode: 400, description: 'Bad Request: TOPIC_CLOSED' });
    desk.send(-100, { threadId: 5, html: '<b>fee', plain: 'fee' });
    await desk.settled();
    assert.deepEqual(
      desk.telegram.sentTo(-100).map(({ text, parseMode }) => [text, parseMode]),
      [['fee', null]],
    );
  });

  it('TGG-10: takes a message for sent that Telegram put outside its topic', async (t) => {
    const desk = await openSender(t);
    // The fake's results name no topic, as Telegram's sometimes do not.
    desk.send(-100, { threadId: 5 });
    await desk.settled();
    assert.equal(sends(desk.telegram, -100).length, 1);
    assert.deepEqual(desk.states(), [['sent', null]]);
  });

  it('TGU-15: repeats once, and marks, a reply whose connection was cut', async (t) => {
    const desk = await openSender(t);
    desk.telegram.dropConnection('sendMessage', 'before');
    desk.send(7, 'text');
    await desk.settled();
    assert.equal(desk.telegram.sentTo(7).length, 1);
    assert.equal(desk.db.prepare('SELECT maybe_duplicate FROM outbox').pluck().get(), 1);
  });
});
