import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readShared, withoutShared } from '../support/shared.ts';
import { CHAT, openTelegramBench, type TelegramBench } from './support.ts';

const ALBUM_MS = 1000;
const ONLY_TEXT =
  'I can only read text. Please type your question, then I will look it up.\n\nTo reach a person: +1 555 0100';
const PHOTO = [{ file_id: 'f', file_unique_id: 'u', width: 1, height: 1 }];
const FILE = { file_id: 'f', file_unique_id: 'u' };
const HINT = /I do not know what to do with this command/;

async function open(t: Parameters<typeof openTelegramBench>[0], joinMs?: number): Promise<TelegramBench> {
  const bench = await openTelegramBench(t, {
    contact: '+1 555 0100',
    ...(joinMs === undefined ? {} : { joinMs }),
  });
  await bench.start();
  return bench;
}

async function answerAll(bench: TelegramBench, ms?: number): Promise<void> {
  await bench.quiet(ms);
  await bench.settled();
}

describe('kinds of messages', () => {
  it('TGC-01: what holds no words gets one friendly line a minute, and no model is asked', async (t) => {
    const bench = await open(t);
    const kinds = [
      { voice: { ...FILE, duration: 1 } },
      { sticker: { ...FILE, type: 'regular', width: 1, height: 1 } },
      { location: { latitude: 1, longitude: 2 } },
      { video_note: { ...FILE, length: 1, duration: 1 } },
      { contact: { phone_number: '1', first_name: 'A' } },
      { dice: { emoji: '🎲', value: 3 } },
      { document: FILE },
      { animation: FILE, document: FILE },
      { poll: { id: '1', question: 'Which?', options: [] } },
    ];
    for (const content of kinds) bench.send(content);
    kinds.forEach((content, number) => {
      bench.send(content, 2000 + number);
    });
    bench.send({ dice: { emoji: '🎲', value: 1 }, date: 1_700_000_060 });
    await answerAll(bench);
    assert.deepEqual(bench.said(), [ONLY_TEXT, ONLY_TEXT]);
    for (const [number] of kinds.entries()) assert.deepEqual(bench.said(2000 + number), [ONLY_TEXT]);
    assert.deepEqual(bench.exchanges(), []);
  });

  it('TGC-06: a video and a poll are each answered with a word, however soon after a question', async (t) => {
    const bench = await open(t);
    bench.write('return limit?');
    await answerAll(bench);
    bench.send({ video: FILE });
    bench.send({ poll: { id: '1', question: 'Which?', options: [] }, date: 1_700_000_060 });
    await answerAll(bench);
    assert.deepEqual(bench.said(), ['You asked: return limit?', ONLY_TEXT, ONLY_TEXT]);
  });

  it('TGC-02: a message without text holds up none of those that follow', async (t) => {
    const bench = await open(t);
    bench.send({ contact: { phone_number: '1', first_name: 'A' } });
    bench.send({ text: 'return limit?' });
    await answerAll(bench);
    assert.deepEqual(bench.said(), [ONLY_TEXT, 'You asked: return limit?']);
  });

  it('takes the words beneath a picture, a video or a file for the question, edited ones too', async (t) => {
    const bench = await open(t);
    bench.send({ photo: PHOTO, caption: 'Is this lamp refundable?' }, 2001);
    bench.send({ video: FILE, caption: 'And this one?' }, 2002);
    const id = bench.send({ document: FILE, caption: 'Is tis covered?' }, 2003);
    await answerAll(bench);
    assert.deepEqual(bench.said(2001), ['You asked: Is this lamp refundable?']);
    assert.deepEqual(bench.said(2002), ['You asked: And this one?']);
    const chat = { id: 2003, type: 'private', first_name: 'A' };
    const edited = {
      message_id: id,
      date: 1,
      edit_date: 2,
      chat,
      document: FILE,
      caption: 'Is this covered?',
    };
    bench.telegram.deliver({ edited_message: edited });
    await answerAll(bench);
    assert.equal(bench.said(2003).at(-1), 'You asked: Is this covered?');
    assert.equal(bench.exchanges().at(-1)?.updateOf, bench.exchanges().at(-2)?.id);
  });

  for (const joinMs of [0, 20]) {
    it(`TGC-04: an album is one question with all its captions (texts joined: ${joinMs > 0})`, async (t) => {
      const bench = await open(t, joinMs);
      const part = (caption?: string) => ({
        photo: PHOTO,
        media_group_id: 'm1',
        ...(caption && { caption }),
      });
      bench.send(part('broken lid'));
      bench.send(part());
      bench.send(part('refund?'));
      await answerAll(bench, ALBUM_MS);
      assert.deepEqual(bench.said(), ['You asked: broken lid\nrefund?']);
      assert.equal(bench.exchanges()[0]?.question, 'broken lid\nrefund?');
    });
  }

  it('answers an album without a word once, and the text after it by itself where texts are not joined', async (t) => {
    const bench = await open(t, 0);
    for (const _ of [1, 2, 3]) bench.send({ photo: PHOTO, media_group_id: 'm1' });
    bench.send({ text: 'What is this?' });
    await answerAll(bench, ALBUM_MS);
    assert.deepEqual(bench.said(), [ONLY_TEXT, 'You asked: What is this?']);
  });

  it('TGC-07: a forwarded text and its comment are one question of the one who forwards', async (t) => {
    const bench = await open(t);
    const boss = { id: 1, is_bot: false, first_name: 'Boss' };
    bench.send({
      text: 'Invoice 88 is late',
      forward_origin: { type: 'user', date: 0, sender_user: boss },
    });
    bench.send({ text: 'what is the fee for this?' });
    await answerAll(bench);
    assert.deepEqual(bench.said(), ['You asked: Invoice 88 is late\nwhat is the fee for this?']);
    const [exchange, ...others] = bench.exchanges();
    assert.deepEqual(others, []);
    assert.equal(exchange?.customer, bench.store.customers.keyFor('telegram', CHAT));
  });

  it('hands on what a message replies to, apart from the question', async (t) => {
    const asked: unknown[] = [];
    const bench = await openTelegramBench(t, {
      answer: ({ text, repliesTo }) => {
        asked.push([text, repliesTo]);
        return {};
      },
    });
    await bench.start();
    const ours = { message_id: 1, date: 0, from: bench.telegram.bot, text: 'Gift cards last a year.' };
    const theirs = { message_id: 2, date: 0, from: { id: CHAT, is_bot: false }, text: 'my earlier words' };
    bench.send({ text: 'how long?', reply_to_message: ours }, 2001);
    bench.send({ text: 'and this?', reply_to_message: ours, quote: { text: 'a year', position: 16 } }, 2002);
    bench.send({ text: 'no reply', reply_to_message: theirs }, 2003);
    await answerAll(bench);
    assert.deepEqual(asked.sort(), [
      ['and this?', 'a year'],
      ['how long?', 'Gift cards last a year.'],
      ['no reply', null],
    ]);
  });

  it('TGB-07: a command without its question asks nobody anything', async (t) => {
    const bench = await open(t);
    const texts = [
      '/ask',
      '/search',
      `/ask@${bench.telegram.bot.username}  `,
      '/nonsense',
      '/start@otherbot',
    ];
    texts.forEach((text, number) => {
      bench.write(text, 3000 + number);
    });
    await answerAll(bench);
    for (const [number] of texts.entries()) {
      assert.equal(bench.said(3000 + number).length, 1);
      assert.match(bench.said(3000 + number)[0] ?? '', HINT);
    }
    assert.deepEqual(bench.exchanges(), []);
  });

  it('obeys a command that names this bot, and answers what follows /ask', async (t) => {
    const bench = await open(t);
    bench.write(`/id@${bench.telegram.bot.username}`, 3001);
    bench.write('/ask return limit?', 3002);
    await answerAll(bench);
    assert.match(bench.said(3001)[0] ?? '', /Your id: 3001/);
    assert.deepEqual(bench.said(3002), ['You asked: return limit?']);
  });

  it('says nothing to what nobody wrote: pinned messages and the like', async (t) => {
    const bench = await open(t);
    bench.send({ pinned_message: { message_id: 1, date: 0 } });
    bench.send({ message_auto_delete_timer_changed: { message_auto_delete_time: 60 } });
    bench.write('still here?');
    await answerAll(bench);
    assert.deepEqual(bench.said(), ['You asked: still here?']);
  });

  it('knows who has blocked it and who is back', async (t) => {
    const bench = await open(t);
    const member = (status: string, date: number) => {
      const chat = { id: CHAT, type: 'private', first_name: 'A' };
      const user = bench.telegram.bot;
      bench.telegram.deliver({
        my_chat_member: {
          chat,
          date,
          from: { id: CHAT, is_bot: false, first_name: 'A' },
          old_chat_member: { status: 'member', user },
          new_chat_member: { status, user },
        },
      });
    };
    member('kicked', 1);
    await answerAll(bench);
    assert.match(bench.store.chats.unreachableBecause(CHAT) ?? '', /blocked/);
    member('member', 2);
    await answerAll(bench);
    assert.equal(bench.store.chats.unreachableBecause(CHAT), null);
    assert.deepEqual(bench.said(), []);
  });
});

describe('messages of one chat', () => {
  it('TGU-08: are answered in their order, the second with the first in its history; other chats do not wait', async (t) => {
    let finish = () => {};
    const slow = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const histories: string[][] = [];
    const bench = await openTelegramBench(t, {
      joinMs: 0,
      answer: async ({ text, customer }) => {
        const turns = bench.store.exchanges.recentTurns(customer, 'telegram', 0, 6);
        histories.push([text, ...turns.map(({ question }) => question)]);
        if (text === 'return limit?') await slow;
        return {};
      },
    });
    await bench.start();
    bench.write('return limit?');
    bench.write('and for gifts?');
    bench.write('elsewhere?', 2002);
    await bench.telegram.waitForSent(2002, 1);
    assert.deepEqual(bench.said(), []);
    finish();
    await bench.settled();
    assert.deepEqual(bench.said(), ['You asked: return limit?', 'You asked: and for gifts?']);
    assert.deepEqual(histories.at(-1), ['and for gifts?', 'return limit?']);
  });

  it('TGU-09: do not wait for one that fails', async (t) => {
    const bench = await openTelegramBench(t, {
      joinMs: 0,
      answer: ({ text }) => {
        if (text === 'boom') throw new Error('the model throws');
        return {};
      },
    });
    await bench.start();
    bench.write('boom');
    bench.write('normal');
    await answerAll(bench);
    assert.match(bench.said()[0] ?? '', /could not handle your message/);
    assert.equal(bench.said()[1], 'You asked: normal');
  });

  it('TGL-06: are put together as they were typed where the client cut them', async (t) => {
    const bench = await open(t);
    const typed = 'abcdefghijk '.repeat(416).slice(0, 4996);
    bench.write(typed.slice(0, 4096));
    bench.write(typed.slice(4096));
    await answerAll(bench);
    const [exchange, ...others] = bench.exchanges();
    assert.deepEqual(others, []);
    assert.ok(exchange?.question === typed);
  });
});

describe('hostile updates', { skip: withoutShared }, () => {
  it('each of the collection is survived, and each message of a person answered', async (t) => {
    const bench = await open(t);
    const cases = readShared('data/hostile/telegram/updates.jsonl')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { name: string; update: Record<string, Record<string, unknown>> });
    assert.equal(cases.length, 103);
    // Each in a chat of its own, so that it is seen who was answered.
    const people = cases.flatMap(({ name, update }, number) => {
      const { message } = update;
      const chat = message?.['chat'] as { id?: unknown; type?: unknown } | null | undefined;
      if (chat?.id !== 5 || chat.type !== 'private') {
        bench.telegram.deliver(update);
        return [];
      }
      const chatId = 7000 + number;
      bench.telegram.deliver({ ...update, message: { ...message, chat: { ...chat, id: chatId } } });
      return [{ name, chatId }];
    });
    await answerAll(bench, ALBUM_MS);
    const silent = people.filter(({ chatId }) => bench.said(chatId).length === 0).map(({ name }) => name);
    assert.deepEqual(silent, [
      "message.from=\"{'id': 5, 'is_bot': True}\"",
      'non-text: new_chat_members',
      'non-text: left_chat_member',
      'non-text: migrate_to_chat_id',
      'non-text: pinned_message',
      'via bot',
    ]);
    // The longest is echoed in two messages.
    const replies = (chatId: number) => bench.said(chatId).filter((text) => !/^a+$/.test(text));
    const twice = people.filter(({ chatId }) => replies(chatId).length > 1).map(({ name }) => name);
    assert.deepEqual(twice, []);
    bench.send({ text: 'and now?' }, 6001);
    await answerAll(bench);
    assert.deepEqual(bench.said(6001), ['You asked: and now?']);
  });

  it('naughty strings in every field of a text are survived, and each message answered once', async (t) => {
    const bench = await open(t);
    const strings = JSON.parse(readShared('data/hostile/naughty/blns.json')) as string[];
    assert.equal(strings.length, 515);
    for (const [number, text] of strings.entries()) {
      const name = { first_name: text, last_name: text, username: text };
      const from = { id: 1, is_bot: false, language_code: text, ...name };
      const chat = (place: number) => ({ id: place * 10_000 + number, type: 'private', ...name });
      const replied = { message_id: 1, date: 0, from: bench.telegram.bot, text };
      bench.send({ chat: chat(1), from, text, reply_to_message: replied, quote: { text, position: 0 } });
      bench.send({ chat: chat(2), from, photo: PHOTO, caption: text, media_group_id: text });
      const entities = [{ type: 'bot_command', offset: 0, length: 6 }];
      bench.send({ chat: chat(3), from, text: `/start ${text}`, entities });
      const message = { message_id: 1, date: 0, chat: chat(4), from: bench.telegram.bot, text };
      bench.telegram.deliver({
        callback_query: { id: `n${number}`, from, chat_instance: text, data: text, message },
      });
      if (number % 100 === 99) await answerAll(bench, ALBUM_MS);
    }
    await answerAll(bench, ALBUM_MS);
    for (const [number, text] of strings.entries()) {
      for (const place of [1, 2, 3, 4]) {
        assert.equal(bench.said(place * 10_000 + number).length, 1, `${place}: ${JSON.stringify(text)}`);
      }
    }
  });
});
