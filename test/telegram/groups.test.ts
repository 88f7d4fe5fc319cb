import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CHAT, openTelegramBench, type TelegramBench } from './support.ts';

const GROUP = -1_000_500;

async function open(t: Parameters<typeof openTelegramBench>[0]): Promise<TelegramBench> {
  const bench = await openTelegramBench(t);
  await bench.start();
  return bench;
}

async function answerAll(bench: TelegramBench): Promise<void> {
  await bench.quiet();
  await bench.settled();
}

let lastId = 100;

/** A message in the group; commands and mentions are marked as Telegram marks them. */
function say(bench: TelegramBench, text: string, more: Readonly<Record<string, unknown>> = {}): number {
  lastId += 1;
  const marks = [...text.matchAll(/(^\/\w+(?:@\w+)?)|(@\w+)/g)].map(({ 0: found, 1: command, index }) => ({
    type: command === undefined ? 'mention' : 'bot_command',
    offset: index,
    length: found.length,
  }));
  bench.telegram.deliver({
    message: {
      message_id: lastId,
      date: 1_700_000_000,
      chat: { id: GROUP, type: 'supergroup', title: 'Customers', is_forum: true },
      from: { id: 9, is_bot: false, first_name: 'Ann', language_code: 'en' },
      text,
      entities: marks,
      ...more,
    },
  });
  return lastId;
}

describe('groups', () => {
  it('TGG-02: it speaks when it is named, replied to or commanded, and by the way of a reply', async (t) => {
    const bench = await open(t);
    const { bot } = bench.telegram;
    say(bench, 'morning all');
    const named = say(bench, `@${bot.username} return limit?`);
    const ours = { message_id: 1, date: 0, from: bot, text: 'Thirty days.' };
    const replying = say(bench, 'and gifts?', { reply_to_message: ours });
    const commanded = say(bench, `/ask@${bot.username} and lamps?`);
    say(bench, 'so @somebody_else, what do you say?');
    say(bench, '/help@otherbot');
    say(bench, '/somethings');
    await answerAll(bench);
    assert.deepEqual(
      bench.telegram.sentTo(GROUP).map(({ text, replyToMessageId }) => [text, replyToMessageId]),
      [
        ['You asked: return limit?', named],
        ['You asked: and gifts?', replying],
        ['You asked: and lamps?', commanded],
      ],
    );
  });

  it('TGG-03: people who talk among themselves are not answered, and nothing of it is asked or kept', async (t) => {
    const asked: string[] = [];
    const bench = await openTelegramBench(t, {
      answer: ({ text }) => {
        asked.push(text);
        return {};
      },
    });
    await bench.start();
    say(bench, 'lunch?');
    const colleague = {
      message_id: say(bench, 'do we take returns after 40 days?'),
      date: 0,
      from: { id: 9 },
    };
    say(bench, 'no, 30', { from: { id: 10, is_bot: false, first_name: 'Bo' }, reply_to_message: colleague });
    await answerAll(bench);
    assert.deepEqual([bench.telegram.sent, asked, bench.exchanges()], [[], [], []]);
    assert.equal(bench.telegram.chatActions.length, 0);
  });

  it('knows its name in whatever case, amid a text, beneath a picture, and where it is a link to it', async (t) => {
    const bench = await open(t);
    const { bot } = bench.telegram;
    const name = `@${bot.username?.toUpperCase()}`;
    say(bench, `hey ${name}, how much is tea?`);
    const caption = `${name} is it broken?`;
    const caption_entities = [{ type: 'mention', offset: 0, length: name.length }];
    say(bench, '', { text: undefined, entities: undefined, photo: [], caption, caption_entities });
    const entities = [{ type: 'text_mention', offset: 0, length: 3, user: bot }];
    say(bench, 'bot where are you?', { entities });
    await answerAll(bench);
    assert.deepEqual(bench.said(GROUP), [
      'You asked: hey , how much is tea?',
      'You asked: is it broken?',
      'You asked: where are you?',
    ]);
  });

  it('answers in the topic that it was asked in, and takes a topic’s opening for no reply to it', async (t) => {
    const bench = await open(t);
    const { bot } = bench.telegram;
    const opening = { message_id: 7, date: 0, from: bot, forum_topic_created: { name: 'T', icon_color: 1 } };
    const topic = { message_thread_id: 7, is_topic_message: true, reply_to_message: opening };
    say(bench, 'anybody here?', topic);
    say(bench, `@${bot.username} return limit?`, topic);
    say(bench, '/id', topic);
    say(bench, `@${bot.username} outside?`, { message_thread_id: 8 });
    await answerAll(bench);
    assert.deepEqual(
      bench.telegram.sentTo(GROUP).map(({ text, params }) => [text, params['message_thread_id']]),
      [
        ['You asked: return limit?', 7],
        [`Your id: 9\nThis chat's id: ${GROUP}`, 7],
        ['You asked: outside?', undefined],
      ],
    );
  });

  it('TGG-04: an anonymous admin’s command is refused with a hint; other words in a group’s name are left alone', async (t) => {
    const bench = await open(t);
    const anonymous = {
      from: { id: 1_087_968_824, is_bot: true, first_name: 'Group', username: 'GroupAnonymousBot' },
      sender_chat: { id: GROUP, type: 'supergroup', title: 'Customers' },
    };
    say(bench, '/reindex', anonymous);
    say(bench, `@${bench.telegram.bot.username} return limit?`, anonymous);
    const channel = { id: -77, type: 'channel', title: 'News' };
    say(bench, '/help', { ...anonymous, sender_chat: channel });
    await answerAll(bench);
    assert.equal(bench.said(GROUP).length, 1);
    assert.match(bench.said(GROUP)[0] ?? '', /Remain anonymous/);
    assert.deepEqual(bench.exchanges(), []);
  });

  it('keeps what is personal or the admin’s to private chats', async (t) => {
    const bench = await open(t);
    for (const command of ['/mydata', '/forget', '/status', '/reindex']) say(bench, command);
    say(bench, '/start');
    say(bench, `@${bench.telegram.bot.username}`);
    await answerAll(bench);
    const [first, ...others] = bench.said(GROUP);
    assert.match(first ?? '', /private chat/);
    assert.deepEqual(others.slice(0, 3), [first, first, first]);
    for (const help of others.slice(3)) assert.match(help, /In this group, write @citedesk_test_bot/);
    assert.equal(others.length, 5);
  });

  it('follows a group that became a supergroup, with its name and the replies that wait', async (t) => {
    const bench = await open(t);
    const old = -600;
    const customer = bench.store.customers.keyFor('telegram', old);
    const chat = (id: number, type: string) => ({ id, type, title: 'Customers' });
    say(bench, '', { text: undefined, chat: chat(old, 'group'), migrate_to_chat_id: GROUP });
    say(bench, '', { text: undefined, chat: chat(GROUP, 'supergroup'), migrate_from_chat_id: old });
    await answerAll(bench);
    assert.equal(bench.store.customers.keyFor('telegram', GROUP), customer);
    assert.deepEqual(bench.said(GROUP), []);
    say(bench, `@${bench.telegram.bot.username} still there?`);
    await answerAll(bench);
    assert.equal(bench.exchanges()[0]?.customer, customer);
  });

  it('joins nothing that is said in a group', async (t) => {
    const bench = await open(t);
    const name = `@${bench.telegram.bot.username}`;
    say(bench, `${name} one?`);
    say(bench, `${name} two?`);
    bench.write('private words', CHAT);
    await answerAll(bench);
    assert.deepEqual(bench.said(GROUP), ['You asked: one?', 'You asked: two?']);
  });
});
