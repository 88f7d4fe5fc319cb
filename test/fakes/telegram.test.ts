import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { Api, GrammyError, HttpError } from 'grammy';
import type { Update } from 'grammy/types';
import { isRecord } from './loopback.ts';
import { commandKey, type FakeTelegram, startFakeTelegram } from './telegram.ts';

let telegram: FakeTelegram;
let api: Api;

beforeEach(async () => {
  telegram = await startFakeTelegram();
  api = new Api(telegram.token, { apiRoot: telegram.url });
});

afterEach(() => telegram.close());

function refusedWith(code: number, words: string | RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof GrammyError, String(error));
    assert.equal(error.error_code, code);
    if (typeof words === 'string') assert.equal(error.description, words);
    else assert.match(error.description, words);
    return true;
  };
}

const ids = (updates: readonly Update[]) => updates.map((update) => update.update_id);

describe('fake Telegram: the door', () => {
  it('names the bot', async () => {
    const me = await api.getMe();
    assert.deepEqual([me.id, me.username, me.is_bot], [telegram.bot.id, 'citedesk_test_bot', true]);
  });

  it('refuses a wrong token and an unknown method', async () => {
    const stranger = new Api('1:wrong', { apiRoot: telegram.url });
    await assert.rejects(stranger.getMe(), refusedWith(401, 'Unauthorized'));
    await assert.rejects(api.getUserProfilePhotos(1), refusedWith(404, /method not found/));
  });

  it('takes parameters from a query and from a form, nested ones as JSON text', async () => {
    telegram.userWrites({ chatId: 7, text: 'hi' });
    const base = `${telegram.url}/bot${telegram.token}`;
    await fetch(`${base}/sendMessage?chat_id=7&text=by%20query`);
    const form = new URLSearchParams({
      chat_id: '7',
      text: 'by form',
      reply_markup: JSON.stringify({ inline_keyboard: [[{ text: 'A', callback_data: 'a' }]] }),
    });
    await fetch(`${base}/SENDMESSAGE`, { method: 'POST', body: form });
    assert.deepEqual(
      telegram.sentTo(7).map((sent) => [sent.text, sent.buttons.length]),
      [
        ['by query', 0],
        ['by form', 1],
      ],
    );
  });

  it('comes back on the same port, so that a bot in another process finds it again', async () => {
    const { port } = telegram;
    await telegram.close();
    telegram = await startFakeTelegram({ port, token: '5:other' });
    assert.equal(telegram.port, port);
    assert.equal((await new Api('5:other', { apiRoot: telegram.url }).getMe()).id, 5);
  });
});

describe('fake Telegram: updates', () => {
  it('keeps an update until a higher offset confirms it', async () => {
    const { updateId } = telegram.userWrites({ text: 'one' });
    telegram.userWrites({ text: 'two' });
    assert.deepEqual(ids(await api.getUpdates()), [updateId, updateId + 1]);
    assert.deepEqual(ids(await api.getUpdates({ offset: updateId })), [updateId, updateId + 1]);
    assert.deepEqual(ids(await api.getUpdates({ offset: updateId + 1 })), [updateId + 1]);
    assert.equal(telegram.pendingUpdates(), 1);
    assert.deepEqual(ids(await api.getUpdates({ offset: updateId + 2 })), []);
    assert.equal(telegram.pendingUpdates(), 0);
  });

  it('gives a hundred at most, and the last N for a negative offset', async () => {
    for (let n = 0; n < 105; n++) telegram.userWrites({ text: `message ${n}` });
    assert.equal((await api.getUpdates({ limit: 100 })).length, 100);
    assert.equal((await api.getUpdates({ limit: 3 })).length, 3);
    assert.equal((await api.getUpdates({ offset: -2 })).length, 2);
    assert.equal(telegram.pendingUpdates(), 2);
  });

  it('holds a long poll open and wakes it with the first update', async () => {
    const poll = api.getUpdates({ timeout: 5 });
    await telegram.until(() => telegram.isPolled || undefined);
    const { updateId } = telegram.userWrites({ text: 'wake up' });
    assert.deepEqual(ids(await poll), [updateId]);
  });

  it('ends a long poll empty when its time is over', async () => {
    assert.deepEqual(await api.getUpdates({ timeout: 0.1 }), []);
  });

  it('turns the older of two pollers away with 409', async () => {
    const older = api.getUpdates({ timeout: 5 });
    await telegram.until(() => telegram.isPolled || undefined);
    const newer = api.getUpdates({ timeout: 5 });
    await assert.rejects(older, refusedWith(409, /^Conflict: terminated by other getUpdates request/));
    telegram.userWrites({ text: 'for the newer' });
    assert.equal((await newer).length, 1);
  });

  it('loses nothing when the poller hangs up', async () => {
    const leaving = new AbortController();
    const url = `${telegram.url}/bot${telegram.token}/getUpdates?timeout=5`;
    const poll = fetch(url, { signal: leaving.signal });
    await telegram.until(() => telegram.isPolled || undefined);
    leaving.abort();
    await assert.rejects(poll);
    telegram.userWrites({ text: 'still there?' });
    assert.equal((await api.getUpdates()).length, 1);
  });

  it('refuses polling while a webhook is set', async () => {
    await api.setWebhook('https://example.org/hook');
    assert.equal((await api.getWebhookInfo()).url, 'https://example.org/hook');
    await assert.rejects(
      api.getUpdates(),
      refusedWith(409, /can't use getUpdates method while webhook is active/),
    );
    telegram.userWrites({ text: 'waits' });
    await api.deleteWebhook({ drop_pending_updates: true });
    assert.deepEqual(await api.getUpdates(), []);
  });

  it('remembers allowed_updates, and touches nothing that is queued already', async () => {
    const reaction = { message_reaction: { chat: { id: 5, type: 'private' } } };
    telegram.deliver(reaction);
    assert.equal(telegram.pendingUpdates(), 0, 'reactions are not among the default');
    await api.getUpdates({ allowed_updates: ['message_reaction'] });
    telegram.userWrites({ text: 'not asked for' });
    telegram.deliver(reaction);
    await api.getUpdates();
    telegram.deliver(reaction);
    assert.equal(telegram.pendingUpdates(), 2);
    await api.getUpdates({ allowed_updates: ['message'] });
    assert.equal(telegram.pendingUpdates(), 2);
  });

  it('brings confirmed updates again whatever the offset, with the same ids', async () => {
    const { updateId } = telegram.userWrites({ text: 'once' });
    await api.getUpdates({ offset: updateId });
    await api.getUpdates({ offset: updateId + 1 });
    assert.deepEqual(telegram.redeliver(), [updateId]);
    assert.deepEqual(ids(await api.getUpdates({ offset: updateId + 1 })), [updateId]);
    assert.deepEqual(await api.getUpdates({ offset: updateId + 1 }), []);
  });

  it('answers from the oldest update when the offset is far beyond the newest id', async () => {
    const { updateId } = telegram.userWrites({ text: 'old numbering' });
    await api.getUpdates({ offset: updateId + 1 });
    telegram.setNextUpdateId(42);
    telegram.userWrites({ text: 'new numbering' });
    assert.deepEqual(ids(await api.getUpdates({ offset: updateId + 1 })), [42]);
    assert.equal(telegram.pendingUpdates(), 1, 'such an offset confirms nothing');
    await api.getUpdates({ offset: 43 });
    assert.equal(telegram.pendingUpdates(), 0);
  });

  it('delivers raw updates, also malformed ones, under their own id if they bring one', async () => {
    telegram.deliver({ update_id: 900_000_000, message: { sticker: {} } });
    telegram.deliver({ some_future_kind: { a: 1 } });
    assert.deepEqual(ids(await api.getUpdates()), [900_000_000, 900_000_001]);
  });
});

describe('fake Telegram: users', () => {
  it('marks a leading command and says who wrote where', async () => {
    telegram.userWrites({
      chatId: 7,
      text: '/start@citedesk_test_bot hello',
      languageCode: 'de',
      firstName: 'Ada',
    });
    telegram.userWrites({ chatId: -100, userId: 7, text: 'and/or' });
    const [command, plain] = await api.getUpdates();
    assert.deepEqual(command?.message?.entities, [{ type: 'bot_command', offset: 0, length: 24 }]);
    assert.deepEqual(command?.message?.from, {
      id: 7,
      is_bot: false,
      first_name: 'Ada',
      language_code: 'de',
    });
    assert.equal(command?.message?.chat.type, 'private');
    assert.equal(plain?.message?.entities, undefined);
    assert.equal(plain?.message?.chat.type, 'supergroup');
    assert.equal(plain?.message?.from.language_code, 'de', 'a user keeps their name and language');
  });

  it('lets users reply to the bot and edit their own messages', async () => {
    const { messageId } = telegram.userWrites({ chatId: 7, text: 'frist' });
    const answer = await api.sendMessage(7, 'An answer');
    telegram.userWrites({ chatId: 7, text: 'why?', replyToMessageId: answer.message_id });
    telegram.edits({ chatId: 7, messageId, text: 'first' });
    const [, reply, edit] = await api.getUpdates();
    assert.equal(reply?.message?.reply_to_message?.text, 'An answer');
    assert.deepEqual([edit?.edited_message?.text, edit?.edited_message?.message_id], ['first', messageId]);
    assert.throws(() => telegram.edits({ chatId: 7, messageId: answer.message_id, text: 'x' }));
  });

  it('presses only buttons that are there, unless the press is stale', async () => {
    telegram.userWrites({ chatId: 7, text: 'hi' });
    const { message_id: messageId } = await api.sendMessage(7, 'Did that help?', {
      reply_markup: { inline_keyboard: [[{ text: 'Yes', callback_data: 'up' }]] },
    });
    assert.throws(() => telegram.presses({ chatId: 7, messageId, data: 'down' }), /no button "down" .*up/);
    telegram.presses({ chatId: 7, messageId, data: 'down', stale: true });
    const callbackId = telegram.presses({ chatId: 7, messageId, data: 'up' });
    const query = (await api.getUpdates()).at(-1)?.callback_query;
    assert.deepEqual([query?.id, query?.data, query?.from.id], [callbackId, 'up', 7]);
    assert.equal(query?.message?.message_id, messageId);
  });

  it('takes a callback answer in time and refuses it later or for another query', async () => {
    telegram.userWrites({ chatId: 7, text: 'hi' });
    const callbackId = telegram.presses({ chatId: 7, messageId: 1, data: 'x', stale: true });
    await api.answerCallbackQuery(callbackId, { text: 'Thanks', show_alert: true });
    assert.deepEqual(
      telegram.callbackAnswers.map(({ at, ...answer }) => answer),
      [{ callbackId, text: 'Thanks', showAlert: true }],
    );
    await assert.rejects(
      api.answerCallbackQuery(callbackId, { text: 'x'.repeat(201) }),
      refusedWith(400, /TOO_LONG/),
    );
    telegram.expireCallbacks();
    const late = refusedWith(
      400,
      'Bad Request: query is too old and response timeout expired or query ID is invalid',
    );
    await assert.rejects(api.answerCallbackQuery(callbackId), late);
    await assert.rejects(api.answerCallbackQuery('17'), late);
  });
});

describe('fake Telegram: sendMessage', () => {
  beforeEach(() => telegram.userWrites({ chatId: 7, text: 'hi' }));

  const asHtml = (text: string) => api.sendMessage(7, text, { parse_mode: 'HTML' });

  it('keeps what was sent, as it reads and as it came', async () => {
    const message = await api.sendMessage(7, '<b>Refunds</b> &amp; <i>returns</i>\n', {
      parse_mode: 'HTML',
      reply_parameters: { message_id: 1 },
      reply_markup: {
        inline_keyboard: [
          [{ text: 'Yes', callback_data: 'up' }],
          [{ text: 'Site', url: 'https://example.org' }],
        ],
      },
    });
    const [sent] = telegram.sent;
    assert.equal(message.text, 'Refunds & returns');
    assert.equal(sent?.text, 'Refunds & returns');
    assert.equal(sent?.html, '<b>Refunds</b> &amp; <i>returns</i>\n');
    assert.deepEqual(
      [sent?.parseMode, sent?.replyToMessageId, sent?.messageId],
      ['HTML', 1, message.message_id],
    );
    assert.deepEqual(sent?.buttons, [
      { text: 'Yes', data: 'up', url: null },
      { text: 'Site', data: null, url: 'https://example.org' },
    ]);
    assert.deepEqual(sent?.entities, [
      { type: 'bold', offset: 0, length: 7 },
      { type: 'italic', offset: 10, length: 7 },
    ]);
    assert.equal(sent?.params['chat_id'], 7);
    assert.equal(message.reply_to_message?.text, 'hi');
  });

  it('refuses text that is empty, blank, too long parsed or too long raw', async () => {
    await assert.rejects(api.sendMessage(7, ''), refusedWith(400, 'Bad Request: message text is empty'));
    await assert.rejects(asHtml('<b> \n</b>'), refusedWith(400, 'Bad Request: text must be non-empty'));
    await assert.rejects(
      api.sendMessage(7, 'x'.repeat(4097)),
      refusedWith(400, 'Bad Request: message is too long'),
    );
    await assert.rejects(asHtml('x'.repeat(32_769)), refusedWith(400, 'Bad Request: text is too long'));
    await asHtml(`<b>${'&amp;'.repeat(4096)}</b>`);
    await api.sendMessage(7, '👍'.repeat(4096));
  });

  it('refuses bad HTML with the real words and byte offsets', async () => {
    const cases: readonly [string, string][] = [
      ['é <br>', 'Unsupported start tag "br" at byte offset 3'],
      ['a <b', 'Unclosed start tag at byte offset 2'],
      ['5 < 6 > 4', 'Unsupported start tag "" at byte offset 2'],
      ['<b>bold', 'Can\'t find end tag corresponding to start tag "b"'],
      ['bold</b>', 'Unexpected end tag at byte offset 4'],
      ['<b><i>x</b></i>', 'Unmatched end tag at byte offset 7, expected "</i>", found "</b>"'],
      ['<a href>x</a>', 'Expected equal sign in declaration of an attribute of the tag "a" at byte offset 0'],
      ['<span>x</span>', 'Tag "span" must have class "tg-spoiler" at byte offset 0'],
    ];
    for (const [html, words] of cases) {
      await assert.rejects(
        asHtml(html),
        refusedWith(400, `Bad Request: can't parse entities: ${words}`),
        html,
      );
    }
    assert.equal(telegram.sent.length, 0);
  });

  it('decodes four names and numbers, and keeps any other ampersand', async () => {
    const { text } = await asHtml('&lt;&gt;&amp;&quot;&#65;&#x1F44D; &nbsp; &copy; R&D &');
    assert.equal(text, '<>&"A👍 &nbsp; &copy; R&D &');
  });

  it('knows every tag of the mode', async () => {
    const message = await asHtml(
      '<a href="https://e.org?a=1&amp;b=2">l</a><tg-spoiler>s</tg-spoiler><pre><code class="language-ts">c</code></pre><blockquote expandable>q</blockquote>',
    );
    assert.deepEqual(
      message.entities?.map((entity) => entity.type),
      ['text_link', 'spoiler', 'pre', 'expandable_blockquote'],
    );
    assert.ok(
      message.entities?.some((each) => each.type === 'text_link' && each.url === 'https://e.org?a=1&b=2'),
    );
  });

  it('counts callback data in bytes', async () => {
    const press = (data: string) =>
      api.sendMessage(7, 'x', { reply_markup: { inline_keyboard: [[{ text: 'b', callback_data: data }]] } });
    await press('é'.repeat(32));
    await assert.rejects(press('é'.repeat(33)), refusedWith(400, 'Bad Request: BUTTON_DATA_INVALID'));
    await assert.rejects(press(''), refusedWith(400, 'Bad Request: BUTTON_DATA_INVALID'));
  });

  it('refuses an unknown chat and a chat that blocked the bot', async () => {
    await assert.rejects(api.sendMessage(8, 'x'), refusedWith(400, 'Bad Request: chat not found'));
    telegram.block(7);
    await assert.rejects(api.sendMessage(7, 'x'), refusedWith(403, 'Forbidden: bot was blocked by the user'));
    await assert.rejects(api.sendChatAction(7, 'typing'), refusedWith(403, /blocked/));
    telegram.unblock(7);
    await api.sendMessage(7, 'x');
  });

  it('refuses a reply to a message that is gone, unless told not to mind', async () => {
    const reply = (allow: boolean) =>
      api.sendMessage(7, 'x', {
        reply_parameters: { message_id: 999, allow_sending_without_reply: allow },
      });
    await assert.rejects(reply(false), refusedWith(400, 'Bad Request: message to be replied not found'));
    assert.equal((await reply(true)).reply_to_message, undefined);
    assert.equal(telegram.sent[0]?.replyToMessageId, null);
  });
});

describe('fake Telegram: edits and the rest', () => {
  beforeEach(() => telegram.userWrites({ chatId: 7, text: 'hi' }));

  const keyboard = { inline_keyboard: [[{ text: 'Yes', callback_data: 'up' }]] };

  it('edits text and keyboard, and says when nothing changed', async () => {
    const { message_id: id } = await api.sendMessage(7, 'first', { reply_markup: keyboard });
    await assert.rejects(
      api.editMessageText(7, id, '<b></b>first', { parse_mode: 'HTML', reply_markup: keyboard }),
      refusedWith(400, /^Bad Request: message is not modified/),
    );
    await assert.rejects(
      api.editMessageReplyMarkup(7, id, { reply_markup: keyboard }),
      refusedWith(400, /not modified/),
    );
    await api.editMessageReplyMarkup(7, id);
    await api.editMessageText(7, id, 'second');
    assert.deepEqual(
      telegram.edited.map((edit) => [edit.text, edit.buttons.length]),
      [
        ['first', 0],
        ['second', 0],
      ],
    );
    assert.equal(telegram.sent[0]?.text, 'first');
    assert.deepEqual(
      telegram.shown(7).map((sent) => sent.text),
      ['second'],
    );
  });

  it('edits only what the bot wrote and what is there', async () => {
    await assert.rejects(
      api.editMessageText(7, 1, 'x'),
      refusedWith(400, "Bad Request: message can't be edited"),
    );
    await assert.rejects(
      api.editMessageText(7, 99, 'x'),
      refusedWith(400, 'Bad Request: message to edit not found'),
    );
  });

  it('deletes a message', async () => {
    const { message_id: messageId } = await api.sendMessage(7, 'gone');
    await api.deleteMessage(7, messageId);
    assert.deepEqual(telegram.deleted, [{ chatId: 7, messageId }]);
    assert.deepEqual(telegram.shown(7), []);
    await assert.rejects(api.deleteMessage(7, messageId), refusedWith(400, /message to delete not found/));
  });

  it('records chat actions', async () => {
    await api.sendChatAction(7, 'typing');
    assert.deepEqual(
      telegram.chatActions.map(({ chatId, action }) => [chatId, action]),
      [[7, 'typing']],
    );
  });

  it('keeps commands by scope and language', async () => {
    const start = [{ command: 'start', description: 'Begin' }];
    const scope = { type: 'chat', chat_id: 7 } as const;
    await api.setMyCommands(start);
    await api.setMyCommands(start, { scope, language_code: 'de' });
    assert.deepEqual([...telegram.commands.keys()], ['default', 'chat:7|de']);
    assert.equal(commandKey(scope, 'de'), 'chat:7|de');
    assert.deepEqual(await api.getMyCommands({ scope, language_code: 'de' }), start);
    assert.deepEqual(await api.getMyCommands({ scope }), []);
    await api.deleteMyCommands();
    assert.deepEqual([...telegram.commands.keys()], ['chat:7|de']);
    await assert.rejects(
      api.setMyCommands(start, { scope: { type: 'chat', chat_id: 8 } }),
      refusedWith(400, 'Bad Request: chat not found'),
    );
    await assert.rejects(
      api.setMyCommands([{ command: 'Bad Name', description: 'x' }]),
      refusedWith(400, 'Bad Request: BOT_COMMAND_INVALID'),
    );
  });

  it('takes descriptions', async () => {
    await api.setMyDescription('Ask me.', { language_code: 'en' });
    await api.setMyShortDescription('Help desk');
    assert.deepEqual(
      [...telegram.profile],
      [
        ['description|en', 'Ask me.'],
        ['short_description', 'Help desk'],
      ],
    );
  });
});

describe('fake Telegram: faults', () => {
  beforeEach(() => telegram.userWrites({ chatId: 7, text: 'hi' }));

  it('answers 429 with the time to wait in body and header, as often as told', async () => {
    telegram.fail('sendMessage', { errorCode: 429, retryAfter: 3, times: 2 });
    await assert.rejects(api.sendMessage(7, 'x'), (error: unknown) => {
      assert.ok(error instanceof GrammyError);
      assert.equal(error.parameters.retry_after, 3);
      return refusedWith(429, 'Too Many Requests: retry after 3')(error);
    });
    const raw = await fetch(`${telegram.url}/bot${telegram.token}/sendMessage?chat_id=7&text=x`);
    assert.equal(raw.headers.get('retry-after'), '3');
    await api.sendMessage(7, 'x');
  });

  it('strikes one chat or one method alone', async () => {
    telegram.userWrites({ chatId: 8, text: 'hi' });
    telegram.fail('*', { errorCode: 500, chatId: 8, times: Number.POSITIVE_INFINITY });
    await api.sendMessage(7, 'x');
    await assert.rejects(api.sendMessage(8, 'x'), refusedWith(500, 'Internal Server Error'));
    await assert.rejects(api.sendChatAction(8, 'typing'), refusedWith(500, 'Internal Server Error'));
    telegram.clearFaults();
    await api.sendMessage(8, 'x');
  });

  it('answers with a page instead of JSON', async () => {
    telegram.failWithHtml('sendMessage');
    await assert.rejects(api.sendMessage(7, 'x'), HttpError);
    await api.sendMessage(7, 'x');
  });

  it('drops the connection before the message is taken, or after', async () => {
    telegram.dropConnection('sendMessage', 'before');
    await assert.rejects(api.sendMessage(7, 'x'), HttpError);
    assert.equal(telegram.sent.length, 0);
    telegram.dropConnection('sendMessage', 'after');
    await assert.rejects(api.sendMessage(7, 'x'), HttpError);
    assert.equal(telegram.sent.length, 1);
  });

  it('hangs until the client gives up', async () => {
    telegram.hang('sendMessage', { when: 'after' });
    const hasty = new Api(telegram.token, { apiRoot: telegram.url, timeoutSeconds: 0.1 });
    await assert.rejects(hasty.sendMessage(7, 'x'), HttpError);
    await telegram.waitForSent(7, 1);
  });

  it('delays a method', async () => {
    telegram.delay('sendMessage', 60);
    const before = performance.now();
    await api.sendMessage(7, 'x');
    assert.ok(performance.now() - before >= 55);
    telegram.delay('sendMessage', 0);
  });

  it('logs every call, also those a fault struck', async () => {
    telegram.fail('sendMessage', { errorCode: 500 });
    await assert.rejects(api.sendMessage(7, 'x'));
    assert.deepEqual(
      telegram.callsOf('sendMessage').map((call) => call.params['text']),
      ['x'],
    );
  });
});

describe('fake Telegram: waiting', () => {
  beforeEach(() => telegram.userWrites({ chatId: 7, text: 'hi' }));

  it('finds a message sent before or after the wait began', async () => {
    const later = telegram.waitFor((sent) => sent.text === 'second');
    await api.sendMessage(7, 'first');
    await api.sendMessage(7, 'second');
    assert.equal((await later).text, 'second');
    assert.equal((await telegram.waitFor((sent) => sent.text === 'first')).text, 'first');
    assert.equal((await telegram.waitForSent(7, 2)).length, 2);
  });

  it('says what happened instead when the wait is in vain', async () => {
    await api.sendMessage(7, 'something else');
    await assert.rejects(
      telegram.waitFor(() => false, 30),
      /in vain: 1 messages sent.*something else.*1 updates unconfirmed/,
    );
  });

  it('closes although a poll and a hanging call are open', async () => {
    telegram.hang('getMe');
    const open = [api.getUpdates({ offset: 999_000_000_000, timeout: 30 }), api.getMe()];
    await telegram.until(() => telegram.callsOf('getMe').at(0));
    await telegram.close();
    const outcomes = await Promise.allSettled(open);
    assert.ok(isRecord(outcomes[1]) && outcomes[1]['status'] === 'rejected');
  });
});
