import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type App, createApp } from '../../src/app.ts';
import { parseConfig } from '../../src/config.ts';
import type { RunningDesk } from '../../src/desk/desk.ts';
import { type FakeMessagesApi, startFakeMessagesApi } from '../fakes/messages-api.ts';
import { type FakeTelegram, startFakeTelegram } from '../fakes/telegram.ts';
import { eventually } from '../support/eventually.ts';
import { createFolder } from '../support/folder.ts';

const CUSTOMER = 1001;
const POLICY = '# Shop\n\n## Refunds\n\nThe money is back within three working days.\n';

describe('a reply of staff, from the desk to Telegram', () => {
  const folder = createFolder({ 'policies/shop.md': POLICY });
  let telegram: FakeTelegram;
  let model: FakeMessagesApi;
  let app: App;
  let desk: RunningDesk;
  let bot: Promise<void> | undefined;

  before(async () => {
    telegram = await startFakeTelegram();
    model = await startFakeMessagesApi();
    const env = {
      TELEGRAM_BOT_TOKEN: telegram.token,
      TELEGRAM_API_ROOT: telegram.url,
      ANTHROPIC_API_KEY: model.apiKey,
      ANTHROPIC_BASE_URL: model.url,
      POLICIES_DIR: 'policies',
      DATABASE_PATH: 'desk.db',
      DESK_PORT: '0',
      JOIN_SECONDS: '0',
      SEND_PACING: 'off',
      BUSINESS_NAME: 'Tea & Sons',
      LOG_LEVEL: 'silent',
    };
    app = createApp(parseConfig(env, folder.path));
    await app.prepareIndex();
    desk = await app.startDesk();
    bot = app.helpDesk?.run();
  });

  after(async () => {
    await app.helpDesk?.stop();
    await bot;
    await desk.close();
    app.close();
    await telegram.close();
    await model.close();
    folder.remove();
  });

  const read = async (path: string) => (await fetch(`${desk.url}${path}`)).text();

  async function post(path: string, fields: Record<string, string>): Promise<number> {
    const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(await read('/playground')) ?? [];
    const { status } = await fetch(`${desk.url}${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Origin: desk.url },
      body: new URLSearchParams({ csrf, ...fields }),
    });
    return status;
  }

  /** The exchange of a question that the customer asks now. */
  async function ask(text: string) {
    const count = telegram.sentTo(CUSTOMER).length;
    const question = telegram.userWrites({ chatId: CUSTOMER, text });
    await telegram.waitForSent(CUSTOMER, count + 1);
    const exchange = [...app.review.allExchanges()].at(-1);
    assert.equal(exchange?.question, text);
    return { path: `/exchanges/${exchange.id}`, messageId: question.messageId };
  }

  it('reaches the customer at once, as an answer to the question and marked as from a person', async () => {
    const { path, messageId } = await ask('When is the money back?');
    const [, form = ''] = /name="form" value="([^"]+)"/.exec(await read(path)) ?? [];
    const count = telegram.sentTo(CUSTOMER).length;
    for (let clicks = 0; clicks < 2; clicks += 1) {
      assert.equal(await post(`${path}/reply`, { text: 'On Friday & <surely>.', form }), 303);
    }
    const reply = (await telegram.waitForSent(CUSTOMER, count + 1)).at(-1);
    assert.equal(reply?.text, 'Tea & Sons, answered by a person:\n\nOn Friday & <surely>.');
    assert.equal(reply.replyToMessageId, messageId);
    const page = await eventuallyRead(path, /badge good">sent</);
    assert.match(page, /On Friday &amp; &lt;surely&gt;\./);
    assert.equal(telegram.sentTo(CUSTOMER).length, count + 1);
  });

  it('shows on the page that it was not delivered, and that the chat cannot be reached any more', async () => {
    const { path } = await ask('When is the money back, please?');
    const [, form = ''] = /name="form" value="([^"]+)"/.exec(await read(path)) ?? [];
    telegram.block(CUSTOMER);
    assert.equal(await post(`${path}/reply`, { text: 'Hello?', form }), 303);
    const page = await eventuallyRead(path, /badge bad">not delivered/);
    assert.match(page, /Telegram said: <bdi>Forbidden/);
    assert.match(page, /delivers nothing to this chat/);
    assert.match(page, /<dt>Delivery<\/dt><dd>sent/, 'the answer itself had arrived');
  });

  it('experiments without a word to the customer', async () => {
    const exchange = [...app.review.allExchanges()].at(0);
    const count = telegram.sent.length;
    assert.equal(await post(`/exchanges/${exchange?.id}/force`, { section: 'shop.md#refunds' }), 303);
    assert.match(await read(`/exchanges/${exchange?.id}`), /With <bdi>Refunds<\/bdi> alone/);
    assert.equal(telegram.sent.length, count);
    assert.equal([...app.review.allExchanges()].length, 2);
  });

  async function eventuallyRead(path: string, wanted: RegExp): Promise<string> {
    let page = '';
    const look = async () => {
      page = await read(path);
    };
    await look();
    return eventually(() => {
      if (wanted.test(page)) return page;
      look().catch(() => {});
      return undefined;
    }, String(wanted));
  }
});
