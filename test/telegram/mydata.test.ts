import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { textsFor } from '../../src/conversation/catalogue/catalogue.ts';
import { reindexPolicies } from '../../src/indexing/reindex.ts';
import { openStore } from '../../src/store/store.ts';
import { linkTo, openButtonData, sectionOfLink } from '../../src/telegram/section-links.ts';
import { exchangeOf, openBench, sectionId, tempDir, value } from '../store/support.ts';
import { createFolder } from '../support/folder.ts';
import { readCase, withoutShared } from '../support/shared.ts';
import { CHAT, openTelegramBench, type TelegramBench } from './support.ts';

async function settle(bench: TelegramBench): Promise<void> {
  await bench.quiet();
  await bench.settled();
}

async function openIndexed(t: TestContext, files: Readonly<Record<string, string>>): Promise<TelegramBench> {
  const folder = createFolder(files);
  t.after(() => folder.remove());
  const bench = await openTelegramBench(t);
  await reindexPolicies(bench.store.index, folder.path);
  await bench.start();
  return bench;
}

async function ask(bench: TelegramBench, ...texts: string[]) {
  for (const text of texts) {
    bench.write(text);
    await settle(bench);
  }
  return bench.telegram.sentTo(CHAT).at(-1) ?? assert.fail('nothing was sent');
}

const SHOP = {
  'a-returns.md':
    '# Returns\n\nHello.\n\n## Time limit\n\nThirty days.\n\n## Fees\n\nNone.\n\n## Lamps\n\nNever.\n',
  'b-pay.md': '# Paying\n\n## Cards\n\nAll of them.\n\n## Fees\n\nTwo percent.\n',
};

describe('sections that are opened', () => {
  it('are offered at the start: the first of each file, then the second, no two of one name', async (t) => {
    const bench = await openIndexed(t, SHOP);
    const start = await ask(bench, '/start');
    assert.match(start.text, new RegExp(`${textsFor('en').suggestions}$`));
    assert.deepEqual(
      start.buttons.map(({ text }) => text),
      ['📄 Time limit', '📄 Cards', '📄 Fees', '📄 Lamps'],
    );
    const opened: string[] = [];
    for (const { data } of start.buttons) {
      bench.telegram.presses({ chatId: CHAT, messageId: start.messageId, data: data ?? '' });
      await settle(bench);
      opened.push(bench.said().at(-1) ?? '');
    }
    assert.deepEqual(opened, [
      'Time limit\n\nThirty days.',
      'Cards\n\nAll of them.',
      'Fees\n\nNone.',
      'Lamps\n\nNever.',
    ]);
  });

  it('are none where there are no policies, and the greeting says nothing of them', async (t) => {
    const bench = await openTelegramBench(t);
    await bench.start();
    const start = await ask(bench, '/start');
    assert.deepEqual(start.buttons, []);
    assert.ok(!start.text.includes(textsFor('en').suggestions));
  });

  it('are opened by a deep link, and a link that leads nowhere greets', async (t) => {
    const bench = await openIndexed(t, SHOP);
    assert.equal((await ask(bench, '/start lamps')).text, 'Lamps\n\nNever.');
    for (const nowhere of ['nowhere', 'fees', 'h_0123456789abcdef', '../../etc', '"; DROP TABLE section']) {
      assert.match((await ask(bench, `/start ${nowhere}`)).text, /^Hello!/);
    }
  });

  it('TGB-06: have links that Telegram passes on, and that lead back to them', () => {
    const ids = [
      'returns.md#gift-wrap',
      'returns.md#fees',
      'delivery.md#fees',
      'vi.md#chính-sách-đổi-trả',
      `long.md#${'x'.repeat(90)}`,
      'a.md#h_x',
    ];
    const sections = ids.map((id) => ({ id: sectionId(id) }));
    for (const section of sections) {
      const link = linkTo(section.id, sections);
      assert.match(link, /^[A-Za-z0-9_-]{1,64}$/);
      assert.equal(sectionOfLink(link, sections), section);
    }
    assert.equal(linkTo(sectionId('returns.md#gift-wrap'), sections), 'gift-wrap');
    assert.equal(sectionOfLink('fees', sections), null);
  });

  it('TGB-01: have buttons that fit and work whatever their names', { skip: withoutShared }, async (t) => {
    const bench = await openIndexed(t, readCase('TGB-01').input['docs'] as Record<string, string>);
    const start = await ask(bench, '/start');
    assert.equal(start.buttons.length, 1);
    for (const { data } of start.buttons) {
      assert.ok(Buffer.byteLength(data ?? '') <= 64);
      bench.telegram.presses({ chatId: CHAT, messageId: start.messageId, data: data ?? '' });
    }
    await settle(bench);
    assert.match(bench.said().at(-1) ?? '', /^Chính sách đổi trả[\s\S]*\n\nx$/);
    const ids = ['ườ'.repeat(40), 'a'.repeat(200)].map((slug) => sectionId(`f.md#${slug}`));
    for (const id of ids) assert.ok(Buffer.byteLength(openButtonData(id, [{ id }])) <= 64);
  });
});

describe('what is stored of a chat', () => {
  it('is shown in plain words', async (t) => {
    const bench = await openTelegramBench(t, { answer: () => ({ askedAt: Date.UTC(2026, 10, 29) }) });
    await bench.start();
    assert.equal((await ask(bench, '/mydata')).text, textsFor('en').ownData(null));
    await ask(bench, 'is there parking?', 'and a garden?');
    bench.write('what do others ask?', 2002);
    await settle(bench);
    const { text } = await ask(bench, '/mydata');
    assert.match(text, /^Stored of this chat: 2 questions with my answers, of November 29, 2026\.\n/);
    assert.match(text, /– and a garden\?\n– is there parking\?\n/);
    assert.doesNotMatch(text, /others/);
  });

  it('is deleted on demand, after a second word and for this chat alone', async (t) => {
    const bench = await openTelegramBench(t);
    await bench.start();
    bench.write('the other chat', 2002);
    await ask(bench, 'my secret lamp');
    const confirm = await ask(bench, '/forget');
    assert.match(confirm.text, /cannot be undone/);
    assert.equal(bench.exchanges().length, 2, 'nothing is deleted before it is confirmed');
    const data = confirm.buttons[0]?.data ?? '';
    for (const _ of [1, 2]) {
      bench.telegram.presses({ chatId: CHAT, messageId: confirm.messageId, data, stale: true });
      await settle(bench);
    }
    assert.deepEqual(
      bench.exchanges().map(({ question }) => question),
      ['the other chat'],
    );
    assert.equal((await ask(bench, '/mydata')).text, textsFor('en').ownData(null));
    assert.deepEqual(bench.said().slice(-2), [textsFor('en').forget.done, textsFor('en').ownData(null)]);
  });

  it('is deleted with what is being answered at the time, though the button is answered at once', async (t) => {
    let finish = () => {};
    const slow = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const bench = await openTelegramBench(t, {
      joinMs: 0,
      answer: async ({ text }) => {
        if (text === 'slow') await slow;
        return {};
      },
    });
    await bench.start();
    bench.write('/forget');
    const [confirm] = await bench.telegram.waitForSent(CHAT, 1);
    bench.write('slow');
    const { messageId = 0, buttons = [] } = confirm ?? {};
    bench.telegram.presses({ chatId: CHAT, messageId, data: buttons[0]?.data ?? '' });
    await bench.telegram.until(() => (bench.telegram.callbackAnswers.length > 0 ? true : undefined));
    assert.equal(bench.said().length, 1);
    finish();
    await bench.telegram.waitFor(({ text }) => text === textsFor('en').forget.done);
    assert.deepEqual(bench.exchanges(), []);
  });

  it('leaves nothing behind in any table', (t) => {
    const bench = openBench(t);
    const { db, inbox, exchanges, customers, personalData, spending } = bench;
    const customer = customers.keyFor('telegram', CHAT);
    const payload = JSON.stringify({ text: 'my secret lamp' });
    const update = { updateId: 1, event: 'message:x', chatId: CHAT, payload, joinable: false };
    inbox.acceptBatch(1, [update]);
    const item = inbox.claimNext(0) ?? assert.fail('nothing to claim');
    const message = {
      chatId: CHAT,
      html: 'my secret lamp',
      plain: 'my secret lamp',
      buttons: [],
      replyToMessageId: null,
    };
    const messages = [{ messageId: 7, text: 'my secret lamp' }];
    exchanges.finishExchange(exchangeOf('e1', { channel: 'telegram', customer, messages }), {
      inboxId: item.id,
      messages: [message],
    });
    exchanges.giveFeedback('e1', { helped: false, reason: 'wrong' });
    spending.admit({ customer, perHour: 5, perDay: 5, hourStart: 0, dayStart: 0, at: 1 });
    spending.tellOnce(customer, 'hour', 0, 1);
    personalData.forget(CHAT);
    for (const table of [
      'exchange',
      'feedback',
      'question_message',
      'outbox',
      'customer',
      'model_question',
      'notice',
    ]) {
      assert.equal(value(db, `SELECT count(*) FROM ${table}`), 0, table);
    }
    assert.equal(value(db, "SELECT count(*) FROM inbox WHERE payload <> '' OR chat_id IS NOT NULL"), 0);
    assert.equal(inbox.acceptBatch(1, [update]), 0, 'a repeated update is still known');
    assert.notEqual(customers.keyFor('telegram', CHAT), customer);
  });

  it('cannot be read from the file afterwards', (t) => {
    const path = join(tempDir(t), 'desk.db');
    const store = openStore(path);
    const customer = store.customers.keyFor('telegram', CHAT);
    const secret = 'zebra-striped-lamp';
    for (let n = 0; n < 50; n += 1) {
      const question = `${secret} ${'x'.repeat(n * 100)}`;
      store.exchanges.finishExchange(exchangeOf(`e${n}`, { channel: 'telegram', customer, question }), null);
    }
    const files = () => ['', '-wal'].filter((end) => statSync(path + end, { throwIfNoEntry: false }));
    const holds = () => files().some((end) => readFileSync(path + end).includes(secret));
    assert.ok(holds());
    store.personalData.forget(CHAT);
    assert.equal(holds(), false);
    store.close();
  });
});
