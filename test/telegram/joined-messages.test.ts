import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toIncoming } from '../../src/telegram/updates.ts';
import { eventually } from '../support/eventually.ts';
import { CHAT, openTelegramBench, type TelegramBench } from './support.ts';

const repliesTo = ({ telegram }: TelegramBench, chatId = CHAT) =>
  telegram.sentTo(chatId).map(({ text, replyToMessageId }) => ({ text, replyToMessageId }));

/** Lets what was written be answered. */
async function answerAll(bench: TelegramBench): Promise<void> {
  await bench.quiet();
  await bench.settled();
}

describe('quick messages', () => {
  it('are one question, answered once, as a reply to the last (DLG-10)', async (t) => {
    const bench = await openTelegramBench(t);
    await bench.start();
    const texts = ['hi', 'i bought a lamp', 'last month', 'can i send it back?'];
    const ids = texts.map((text) => bench.write(text));
    await answerAll(bench);
    const [exchange, ...others] = bench.exchanges();
    assert.deepEqual(others, []);
    assert.equal(exchange?.question, texts.join('\n'));
    assert.deepEqual(
      exchange.messages,
      texts.map((text, position) => ({ messageId: ids[position], text })),
    );
    assert.deepEqual(repliesTo(bench), [
      { text: `You asked: ${texts.join('\n')}`, replyToMessageId: ids.at(-1) },
    ]);
  });

  it('of one chat are not waited for by another, nor by a command elsewhere', async (t) => {
    const bench = await openTelegramBench(t);
    await bench.start();
    bench.write('do you', 7);
    await bench.quiet();
    bench.write('and you', 8);
    bench.write('/id', 9);
    await bench.telegram.waitForSent(9, 1);
    const [reply] = await bench.telegram.waitForSent(7, 1);
    assert.equal(reply?.text, 'You asked: do you');
    assert.equal(bench.telegram.sentTo(8).length, 0);
    await answerAll(bench);
    assert.deepEqual(
      repliesTo(bench, 8).map(({ text }) => text),
      ['You asked: and you'],
    );
  });

  it('are told apart by a command between them, and all is answered in its order', async (t) => {
    const bench = await openTelegramBench(t);
    await bench.start();
    for (const text of ['one', 'two', '/id', 'three']) bench.write(text);
    await answerAll(bench);
    assert.deepEqual(
      repliesTo(bench).map(({ text }) => text),
      ['You asked: one\ntwo', `Your id: ${CHAT}\nThis chat's id: ${CHAT}`, 'You asked: three'],
    );
  });

  it('that came while the answer to others was written are the next question', async (t) => {
    let release: () => void = () => {};
    const busy = new Promise<void>((resolve) => {
      release = resolve;
    });
    const asked: string[] = [];
    const bench = await openTelegramBench(t, {
      answer: async ({ text }) => {
        asked.push(text);
        if (text === 'first') await busy;
        return {};
      },
    });
    await bench.start();
    bench.write('first');
    await bench.quiet();
    await eventually(() => (asked.length > 0 ? true : undefined), 'the first question');
    bench.write('second');
    bench.write('third');
    await bench.quiet();
    release();
    await bench.settled();
    assert.deepEqual(
      bench.exchanges().map(({ question }) => question),
      ['first', 'second\nthird'],
    );
  });

  it('that cannot be answered are set aside together, the customer told once', async (t) => {
    let tries = 0;
    const bench = await openTelegramBench(t, {
      answer: ({ text }) => {
        if (text !== 'poison\nand more') return {};
        tries += 1;
        throw new Error('the disk is full');
      },
    });
    await bench.start();
    bench.write('poison');
    bench.write('and more');
    await answerAll(bench);
    assert.equal(tries, 3);
    assert.match(repliesTo(bench).at(-1)?.text ?? '', /could not handle your message/);
    bench.write('hello?');
    await answerAll(bench);
    assert.equal(repliesTo(bench).length, 2);
    assert.deepEqual(
      bench.exchanges().map(({ question, outcome }) => [question, outcome]),
      [
        ['poison\nand more', 'failed'],
        ['hello?', 'refused_no_hits'],
      ],
    );
  });

  it('are one question still after a crash, what comes then is the next', async (t) => {
    const bench = await openTelegramBench(t);
    await bench.start();
    bench.write('one');
    bench.write('two');
    await bench.die();
    await bench.start();
    bench.write('three');
    await answerAll(bench);
    assert.deepEqual(
      bench.exchanges().map(({ question }) => question),
      ['one\ntwo', 'three'],
    );
    assert.equal(repliesTo(bench).length, 2);
  });
});

describe('an edited question', () => {
  async function answered(t: Parameters<typeof openTelegramBench>[0], ...texts: string[]) {
    const bench = await openTelegramBench(t);
    await bench.start();
    const ids = texts.map((text) => bench.write(text));
    await answerAll(bench);
    return { bench, ids: ids as [number, ...number[]] };
  }

  it('is answered anew, in reply to it and as an update of the first exchange, which stays (TGU-10)', async (t) => {
    const { bench, ids } = await answered(t, 'Can I return?');
    bench.edit(ids[0], 'Can I return a lamp?');
    await answerAll(bench);
    assert.deepEqual(
      bench.exchanges().map(({ question, updateOf }) => ({ question, updateOf })),
      [
        { question: 'Can I return?', updateOf: null },
        { question: 'Can I return a lamp?', updateOf: 'x1' },
      ],
    );
    assert.deepEqual(
      repliesTo(bench).map(({ replyToMessageId }) => replyToMessageId),
      [ids[0], ids[0]],
    );
  });

  it('is answered once, in its new words, where it was not answered yet', async (t) => {
    const bench = await openTelegramBench(t);
    await bench.start();
    const first = bench.write('Can I return?');
    const second = bench.write('pleese');
    bench.edit(second, 'please');
    bench.edit(first, 'Can I return a lamp?');
    await answerAll(bench);
    const [exchange, ...others] = bench.exchanges();
    assert.deepEqual(others, []);
    assert.equal(exchange?.question, 'Can I return a lamp?\nplease');
    assert.equal(exchange.updateOf, null);
    assert.deepEqual(repliesTo(bench), [
      { text: 'You asked: Can I return a lamp?\nplease', replyToMessageId: second },
    ]);
  });

  it('is not answered again where its text is the same (TGU-12)', async (t) => {
    const { bench, ids } = await answered(t, 'see https://example.com', 'return limit?');
    const shown = bench.telegram.chatActions.length;
    for (const [position, text] of ['see https://example.com', 'return limit?'].entries()) {
      bench.edit(ids[position] ?? 0, text);
    }
    await answerAll(bench);
    assert.equal(bench.exchanges().length, 1);
    assert.equal(repliesTo(bench).length, 1);
    assert.equal(bench.telegram.chatActions.length, shown);
  });

  it('brings the messages along that it was answered with', async (t) => {
    const { bench, ids } = await answered(t, 'i bought a lamp', 'can i send it back?');
    bench.edit(ids[0], 'i bought a book');
    await answerAll(bench);
    const update = bench.exchanges().at(-1);
    assert.equal(update?.question, 'i bought a book\ncan i send it back?');
    assert.deepEqual(
      update?.messages.map(({ messageId }) => messageId),
      ids,
    );
    assert.equal(repliesTo(bench).at(-1)?.replyToMessageId, ids[0]);
  });

  it('makes one question with a message that follows at once', async (t) => {
    const { bench, ids } = await answered(t, 'can i return it?');
    bench.edit(ids[0], 'can i return a lamp?');
    const added = bench.write('bought last month');
    await answerAll(bench);
    const update = bench.exchanges().at(-1);
    assert.deepEqual([update?.question, update?.updateOf], ['can i return a lamp?\nbought last month', 'x1']);
    assert.equal(repliesTo(bench).at(-1)?.replyToMessageId, added);
  });

  it('that is edited again updates the update', async (t) => {
    const { bench, ids } = await answered(t, 'one');
    for (const text of ['two', 'three']) {
      bench.edit(ids[0], text);
      await answerAll(bench);
    }
    assert.deepEqual(
      bench.exchanges().map(({ question, updateOf }) => [question, updateOf]),
      [
        ['one', null],
        ['two', 'x1'],
        ['three', 'x2'],
      ],
    );
  });

  it('is answered once for several edits in quick succession, and not where the last undoes them', async (t) => {
    const { bench, ids } = await answered(t, 'one');
    for (const text of ['two', 'three']) bench.edit(ids[0], text);
    await answerAll(bench);
    for (const text of ['four', 'three']) bench.edit(ids[0], text);
    await answerAll(bench);
    assert.deepEqual(
      bench.exchanges().map(({ question }) => question),
      ['one', 'three'],
    );
  });

  it('is a new question where the message was none before, or is not known', async (t) => {
    const bench = await openTelegramBench(t);
    await bench.start();
    const command = bench.write('/help');
    await answerAll(bench);
    bench.edit(command, 'help me with refunds');
    await answerAll(bench);
    const chat = { id: CHAT, type: 'private' };
    bench.telegram.deliver({
      edited_message: { message_id: 3, date: 1, edit_date: 2, chat, text: 'from before our time' },
    });
    await answerAll(bench);
    assert.deepEqual(
      bench.exchanges().map(({ question, updateOf }) => [question, updateOf]),
      [
        ['help me with refunds', null],
        ['from before our time', null],
      ],
    );
  });

  it('that becomes a command, or holds no words, is let be', async (t) => {
    const { bench, ids } = await answered(t, 'one');
    bench.edit(ids[0], '/start');
    const chat = { id: CHAT, type: 'private' };
    bench.telegram.deliver({
      edited_message: { message_id: 3, date: 1, edit_date: 2, chat, location: { latitude: 1, longitude: 2 } },
    });
    await answerAll(bench);
    assert.equal(repliesTo(bench).length, 1);
    assert.equal(bench.store.review.figures(0).failuresToday, 0);
  });

  it('is let be in a group, as the group is', async (t) => {
    const bench = await openTelegramBench(t);
    await bench.start();
    const { messageId } = bench.telegram.userWrites({ chatId: -500, userId: 9, text: 'fee?' });
    bench.telegram.edits({ chatId: -500, messageId, text: 'the fee?' });
    await answerAll(bench);
    assert.deepEqual([bench.exchanges(), bench.telegram.sentTo(-500)], [[], []]);
  });

  it('is answered once where the process died with the message and its edit in hand', async (t) => {
    const bench = await openTelegramBench(t);
    await bench.start();
    bench.edit(bench.write('fee?'), 'which fee?');
    await bench.die();
    await bench.start();
    await answerAll(bench);
    assert.deepEqual(
      bench.exchanges().map(({ question, updateOf }) => [question, updateOf]),
      [['which fee?', null]],
    );
    assert.equal(repliesTo(bench).length, 1);
  });

  it('is an update where the process died after the answer, with the edit in hand', async (t) => {
    const { bench, ids } = await answered(t, 'fee?');
    bench.edit(ids[0], 'which fee?');
    await bench.die();
    await bench.start();
    await answerAll(bench);
    assert.deepEqual(
      bench.exchanges().map(({ question, updateOf }) => [question, updateOf]),
      [
        ['fee?', null],
        ['which fee?', 'x1'],
      ],
    );
  });
});

describe('messages of bots (CST-05)', () => {
  it('are never answered, nor is what a person sends by way of a bot or a channel posts', async (t) => {
    const bench = await openTelegramBench(t);
    await bench.start();
    const chat = { id: CHAT, type: 'private', first_name: 'A' };
    const person = { id: CHAT, is_bot: false, first_name: 'A' };
    const robot = { id: 55, is_bot: true, first_name: 'R', username: 'robot' };
    const text = { message_id: 900, date: 1, chat, text: 'How long do refunds take?' };
    const entities = [{ type: 'bot_command', offset: 0, length: 5 }];
    for (const update of [
      { message: { ...text, from: robot } },
      { message: { ...text, from: bench.telegram.bot } },
      { message: { ...text, from: person, via_bot: robot } },
      { message: { ...text, from: robot, text: '/help', entities } },
      { message: { message_id: 901, date: 1, chat, from: robot, photo: [] } },
      { edited_message: { ...text, from: robot, edit_date: 2 } },
      { edited_message: { ...text, from: person, via_bot: robot, edit_date: 2 } },
    ]) {
      bench.telegram.deliver(update);
    }
    bench.store.inbox.acceptBatch(1, [
      toIncoming({
        update_id: 5,
        channel_post: { ...text, chat: { id: -9, type: 'channel', title: 'C' }, sender_chat: chat },
      } as never),
      toIncoming({ update_id: 6, some_future_kind: { text: 'x' } } as never),
    ]);
    await answerAll(bench);
    assert.deepEqual([bench.exchanges(), bench.telegram.sent], [[], []]);
    assert.equal(bench.store.review.figures(0).failuresToday, 0);
    bench.write('How long do refunds take?');
    await answerAll(bench);
    assert.equal(repliesTo(bench).length, 1);
  });
});
