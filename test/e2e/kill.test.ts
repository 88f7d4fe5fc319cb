import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FakeMessagesApi, startFakeMessagesApi } from '../fakes/messages-api.ts';
import { type FakeTelegram, startFakeTelegram } from '../fakes/telegram.ts';
import { createFolder } from '../support/folder.ts';
import { type Program, startProgram } from '../support/program.ts';

const MESSAGES = 100;
const CHATS = 10;
const KILLS = 10;

interface Recorded {
  readonly question: string;
  readonly outcome: string;
  readonly delivery: string;
  readonly maybeDuplicate: boolean;
}

describe('SIGKILL while messages come in', () => {
  const folder = createFolder({ 'policies/shop.md': '# Parcels\n\nEvery parcel is sent within two days.\n' });
  let telegram: FakeTelegram;
  let model: FakeMessagesApi;
  let program: Program;

  before(async () => {
    telegram = await startFakeTelegram();
    // Slow enough that a kill finds questions with the model and replies on their way.
    model = await startFakeMessagesApi({ delayMs: 60 });
    telegram.delay('sendMessage', 15);
  });

  after(async () => {
    await program.stop('SIGKILL');
    await telegram.close();
    await model.close();
    folder.remove();
  });

  const start = () =>
    startProgram(folder.path, {
      TELEGRAM_BOT_TOKEN: telegram.token,
      TELEGRAM_API_ROOT: telegram.url,
      ANTHROPIC_API_KEY: model.apiKey,
      ANTHROPIC_BASE_URL: model.url,
      JOIN_SECONDS: '0',
      LOG_LEVEL: 'error',
    });

  it(`loses none of ${MESSAGES} messages in ${KILLS} kills and answers each in exactly one exchange`, async () => {
    program = await start();
    const asked: { chatId: number; messageId: number; text: string }[] = [];
    const perKill = MESSAGES / KILLS;
    for (let round = 0; round < KILLS; round += 1) {
      for (let nth = 0; nth < perKill; nth += 1) {
        const number = asked.length + 1;
        const chatId = 1000 + (number % CHATS);
        const text = `When is parcel number ${number} sent?`;
        const { messageId } = telegram.userWrites({ chatId, userId: chatId, text });
        asked.push({ chatId, messageId, text });
        await sleep(4);
      }
      // Another moment of the work each time: while polling, with the model, while sending.
      await sleep(round * 13);
      await program.stop('SIGKILL');
      program = await start();
    }

    const isAnswered = ({ chatId, messageId }: (typeof asked)[number]) =>
      telegram.sentTo(chatId).some((sent) => sent.replyToMessageId === messageId);
    await telegram.until(() => (asked.every(isAnswered) ? true : undefined), 60_000);

    const recorded = await exportOf(program);
    assert.equal(recorded.length, MESSAGES);
    assert.deepEqual(recorded.map(({ question }) => question).sort(), asked.map(({ text }) => text).sort());
    assert.ok(recorded.every(({ outcome }) => outcome === 'answered'));

    const repliesTo = ({ chatId, messageId }: (typeof asked)[number]) =>
      telegram.sentTo(chatId).filter((sent) => sent.replyToMessageId === messageId).length;
    const twice = asked.filter((message) => repliesTo(message) > 1);
    const flagged = new Set(
      recorded.filter(({ maybeDuplicate }) => maybeDuplicate).map(({ question }) => question),
    );
    assert.ok(twice.every((message) => repliesTo(message) === 2));
    assert.ok(twice.every(({ text }) => flagged.has(text)));
  });

  it('keeps the order within each chat', () => {
    for (let chatId = 1000; chatId < 1000 + CHATS; chatId += 1) {
      const answered = telegram.sentTo(chatId).map((sent) => sent.replyToMessageId ?? 0);
      const first = answered.filter((id, position) => answered.indexOf(id) === position);
      assert.deepEqual(
        first,
        [...first].sort((a, b) => a - b),
      );
    }
  });
});

async function exportOf(program: Program): Promise<Recorded[]> {
  const text = await (await fetch(`${program.deskUrl}/export.jsonl`)).text();
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Recorded);
}
