import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApp } from '../../src/app.ts';
import { parseConfig } from '../../src/config.ts';
import { startFakeTelegram } from '../fakes/telegram.ts';
import { createFolder } from '../support/folder.ts';

const ADMIN = 77;
const OPENING = '# Shop\n\n## Opening hours\n\nWe open at 8:00 and close at 21:00.\n';
const PARKING = '\n## Parking\n\nYou can park your car in the yard behind the house.\n';

/** The whole program but its process. */
async function openProgram(t: TestContext) {
  const telegram = await startFakeTelegram();
  const folder = createFolder({ 'policies/shop.md': OPENING });
  const env = {
    TELEGRAM_BOT_TOKEN: telegram.token,
    TELEGRAM_API_ROOT: telegram.url,
    DESK_PORT: '0',
    POLICIES_DIR: 'policies',
    DATABASE_PATH: 'data/desk.db',
    JOIN_SECONDS: '0',
    SEND_PACING: 'off',
    ADMIN_IDS: String(ADMIN),
    LOG_LEVEL: 'silent',
  };
  const app = createApp(parseConfig(env, folder.path));
  await app.prepareIndex();
  const desk = await app.startDesk();
  app.helpDesk?.run().catch(() => {});
  await telegram.until(() => (telegram.isPolled ? true : undefined));
  t.after(async () => {
    await app.helpDesk?.stop();
    await desk.close();
    app.close();
    await telegram.close();
    folder.remove();
  });

  async function say(text: string, chatId: number) {
    const count = telegram.sentTo(chatId).length;
    const { messageId } = telegram.userWrites({
      chatId,
      userId: chatId,
      text,
      firstName: 'A',
      languageCode: 'en',
    });
    await telegram.waitForSent(chatId, count + 1);
    return messageId;
  }
  const page = async (path: string) => (await fetch(`${desk.url}${path}`)).text();

  return { telegram, folder, say, page, url: desk.url };
}

/** Where the group stands that the re-index closes; it does so behind the reply to the command. */
async function answerableGap(page: (path: string) => Promise<string>): Promise<string> {
  for (let tries = 0; tries < 500; tries += 1) {
    const [, path] = /href="(\/gaps\/\d+)"/.exec(await page('/gaps?tab=answerable')) ?? [];
    if (path !== undefined) return path;
    await sleep(10);
  }
  return assert.fail('no group was closed');
}

describe('a gap, from the question to the news', () => {
  it('closes after /reindex, and whoever asked gets the answer as a reply, once', async (t) => {
    const { telegram, folder, say, page, url } = await openProgram(t);
    const asked = await say('Where can I park my car?', 1001);
    const askedToo = await say('may I park a car', 1002);
    assert.match(await page('/gaps'), /<strong>2<\/strong> people/);

    folder.write('policies/shop.md', OPENING + PARKING);
    await say('/reindex', ADMIN);
    const path = await answerableGap(page);
    const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(await page(path)) ?? [];

    const press = () =>
      fetch(`${url}${path}/tell`, {
        method: 'POST',
        body: new URLSearchParams({ csrf }),
        headers: { 'Sec-Fetch-Site': 'same-origin' },
        redirect: 'manual',
      });
    const answers = await Promise.all([press(), press()]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 409]);
    for (const [chatId, question, messageId] of [
      [1001, 'Where can I park my car?', asked],
      [1002, 'may I park a car', askedToo],
    ] as const) {
      const sent = (await telegram.waitForSent(chatId, 2)).at(-1);
      assert.equal(
        sent?.text,
        `You asked: “${question}”. Our policies answer this now:\n\nYou can park your car in the yard behind the house.\n\nSource: Parking`,
      );
      assert.equal(sent?.replyToMessageId, messageId);
      assert.equal(sent?.buttons.length, 0);
    }
    assert.match(await (await press()).text(), /Told before/);
    assert.equal(telegram.sentTo(1001).length, 2);
    assert.match(await page(path), /<strong>Told<\/strong> by <bdi>this computer<\/bdi>.*: 2 sent\./);
  });
});
