import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type FakeMessagesApi, startFakeMessagesApi } from '../fakes/messages-api.ts';
import { type FakeTelegram, startFakeTelegram } from '../fakes/telegram.ts';
import { createFolder } from '../support/folder.ts';
import { type Program, startProgram } from '../support/program.ts';

const CUSTOMER = 1001;
const ADMIN = 77;

const POLICY = `# Bookshop

## Returns

A book can be returned within 21 days of delivery. How the money comes back is described in the *Refunds* section.

## Refunds

Refunds are paid within five working days to the card that was used.

## Gift wrapping

Gift wrapping costs 4 dollars for each book.
`;

describe('the program, from poll to desk', () => {
  const folder = createFolder({ 'policies/shop.md': POLICY });
  let telegram: FakeTelegram;
  let model: FakeMessagesApi;
  let program: Program;

  before(async () => {
    telegram = await startFakeTelegram();
    model = await startFakeMessagesApi();
    program = await startProgram(folder.path, {
      TELEGRAM_BOT_TOKEN: telegram.token,
      TELEGRAM_API_ROOT: telegram.url,
      ANTHROPIC_API_KEY: model.apiKey,
      ANTHROPIC_BASE_URL: model.url,
      JOIN_SECONDS: '0',
      SEND_PACING: 'off',
      BUSINESS_NAME: 'Bookshop & Sons',
      CONTACT: '+1 555 0100',
      ADMIN_IDS: String(ADMIN),
    });
  });

  after(async () => {
    await program.stop('SIGTERM');
    await telegram.close();
    await model.close();
    folder.remove();
  });

  async function reply(chatId: number, write: () => void) {
    const count = telegram.sentTo(chatId).length;
    write();
    const messages = await telegram.waitForSent(chatId, count + 1);
    const message = messages.at(-1);
    assert.ok(message !== undefined);
    return message;
  }

  const ask = (text: string, chatId = CUSTOMER) =>
    reply(chatId, () => telegram.userWrites({ chatId, userId: chatId, text }));

  it('greets by name, says that it is a bot and how to reach a person', async () => {
    const greeting = await ask('/start');
    assert.match(greeting.text, /Bookshop & Sons/);
    assert.match(greeting.text, /a bot, not a person/);
    assert.match(greeting.text, /\+1 555 0100/);
  });

  it('answers a question with the section below it, and types meanwhile', async () => {
    const question = telegram.userWrites({ chatId: CUSTOMER, text: 'What does gift wrapping cost?' });
    const answer = await telegram.waitFor((message) => message.text.includes('4 dollars'));
    assert.equal(answer.text, 'Gift wrapping costs 4 dollars for each book.\n\nSource: Gift wrapping');
    assert.equal(answer.replyToMessageId, question.messageId);
    assert.ok(telegram.chatActions.some(({ chatId, action }) => chatId === CUSTOMER && action === 'typing'));
  });

  it('shows the exact text behind a section button', async () => {
    const answer = telegram.sentTo(CUSTOMER).at(-1);
    const button = answer?.buttons[0];
    assert.equal(button?.text, '📄 Gift wrapping');
    const section = await reply(CUSTOMER, () => {
      telegram.presses({ chatId: CUSTOMER, messageId: answer?.messageId ?? 0, data: button?.data ?? '' });
    });
    assert.equal(section.text, 'Gift wrapping\n\nGift wrapping costs 4 dollars for each book.');
  });

  it('refuses what the policies do not say, with a next step', async () => {
    const refusal = await ask('Do you have parking for motorbikes?');
    assert.match(refusal.text, /could not find an answer/);
    assert.match(refusal.text, /\+1 555 0100/);
    assert.deepEqual(refusal.buttons, []);
  });

  it('re-indexes for the admin, and only for the admin', async () => {
    folder.write(
      'policies/shop.md',
      `${POLICY}\n## Parking\n\nMotorbikes park behind the shop for 2 dollars.\n`,
    );
    const status = await ask('/status', ADMIN);
    assert.match(status.text, /Policy files changed since: 1 \(shop\.md\)/);
    assert.match((await ask('/reindex')).text, /what to do with this command/);
    const report = await ask('/reindex', ADMIN);
    assert.match(report.text, /^Re-indexed: 4 sections in \d+ ms/);
    assert.match(report.text, /Added \(1\):\n• shop\.md#parking/);
  });

  it('answers from the new policies', async () => {
    const answer = await ask('Do you have parking for motorbikes?');
    assert.match(answer.text, /behind the shop for 2 dollars/);
    assert.match(answer.text, /Source: Parking$/);
  });

  it('shows all of it on the desk', async () => {
    const list = await (await fetch(`${program.deskUrl}/exchanges`)).text();
    for (const words of ['What does gift wrapping cost?', 'Do you have parking for motorbikes?']) {
      assert.ok(list.includes(words), words);
    }
    const [, newest] = /href="(\/exchanges\/[\w-]+)"/.exec(list) ?? [];
    const page = await (await fetch(`${program.deskUrl}${newest}`)).text();
    assert.ok(page.includes('behind the shop for 2 dollars'));
    assert.ok(page.includes('claude-haiku-5-5'));
  });

  it('stops at SIGTERM with nothing left unconfirmed', async () => {
    assert.equal(await program.stop('SIGTERM'), 0);
    assert.doesNotMatch(program.output(), /"level":"error"/);
  });
});
