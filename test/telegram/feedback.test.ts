import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { textsFor } from '../../src/conversation/catalogue/catalogue.ts';
import type { FeedbackReason } from '../../src/domain/exchange.ts';
import { askWhetherItHelped, askWhy } from '../../src/telegram/feedback-buttons.ts';
import type { SentMessage } from '../fakes/telegram.ts';
import { hitOf, passageOf } from '../store/support.ts';
import { eventually } from '../support/eventually.ts';
import { CHAT, openTelegramBench, type TelegramBench } from './support.ts';

const REFUNDS = passageOf('a.md#refunds', 'three days');
const CITATION = {
  sectionId: REFUNDS.sectionId,
  title: REFUNDS.title,
  passageHash: REFUNDS.hash,
  quote: 'three days',
};
const ANSWER = {
  outcome: 'answered' as const,
  spans: [{ text: 'Three days.', citations: [] }],
  text: 'Three days.\n\nSource: Refunds',
};
const WHY = ['It is wrong', 'It is unclear', 'It is not what I asked', 'I want a person'];

/** A bench whose chat has one answer, which comes with the two buttons. */
async function openAnswered(t: TestContext): Promise<{ bench: TelegramBench; answer: SentMessage }> {
  const bench = await openTelegramBench(t, { answer: () => ANSWER, contact: '+1 555 0100' });
  await bench.start();
  bench.write('how long?');
  await settle(bench);
  return { bench, answer: bench.telegram.sentTo(CHAT)[0] ?? assert.fail('no answer') };
}

async function settle(bench: TelegramBench): Promise<void> {
  await bench.quiet();
  await bench.settled();
}

/** Presses the button of that label on the answer as it stands, or as it once stood. */
async function press(bench: TelegramBench, { messageId, chatId }: SentMessage, label: string, data?: string) {
  const shown = bench.telegram.shown(chatId).find((message) => message.messageId === messageId);
  const button = shown?.buttons.find(({ text }) => text.includes(label));
  const stale = button === undefined;
  bench.telegram.presses({ chatId, messageId, data: data ?? button?.data ?? '', stale });
  await settle(bench);
}

const labels = ({ telegram }: TelegramBench) => telegram.shown(CHAT)[0]?.buttons.map(({ text }) => text);
const feedbackOf = (bench: TelegramBench) => bench.exchanges()[0]?.feedback;

/** What was said, in the toast over the chat. */
async function toasts(bench: TelegramBench, count: number): Promise<(string | null)[]> {
  const answers = await bench.telegram.until(() => {
    const { callbackAnswers } = bench.telegram;
    return callbackAnswers.length >= count ? callbackAnswers : undefined;
  });
  return answers.map(({ text }) => text);
}

const edits = (bench: TelegramBench, count: number) =>
  bench.telegram.until(() => (bench.telegram.edited.length >= count ? true : undefined));

describe('feedback', () => {
  it('is asked for beneath an answer, in one row, and kept with the exchange', async (t) => {
    const { bench, answer } = await openAnswered(t);
    assert.deepEqual(labels(bench), ['👍 That helped', '👎 That did not help']);
    const { inline_keyboard: rows } = answer.params['reply_markup'] as { inline_keyboard: unknown[][] };
    assert.equal(rows.length, 1);
    assert.equal(feedbackOf(bench), null);
    await press(bench, answer, 'That helped');
    await edits(bench, 1);
    assert.deepEqual(feedbackOf(bench), { helped: true, reason: null, givenAt: feedbackOf(bench)?.givenAt });
    assert.deepEqual(labels(bench), []);
    assert.deepEqual(await toasts(bench, 1), ['Thank you!']);
    assert.equal(bench.said().length, 1);
  });

  it('is not asked for beneath a refusal or small talk, nor in a group', async (t) => {
    const bench = await openTelegramBench(t, { answer: ({ text }) => (text === 'real?' ? ANSWER : {}) });
    await bench.start();
    bench.write('how long?');
    bench.write('/ask real?', -500);
    await settle(bench);
    assert.deepEqual(
      bench.telegram.sent.map(({ text, buttons }) => [text, buttons]),
      [
        ['Three days.\n\nSource: Refunds', []],
        ['You asked: how long?', []],
      ],
    );
  });

  it('asks why something did not help, and says how to reach a person to whom that is why', async (t) => {
    const { bench, answer } = await openAnswered(t);
    await press(bench, answer, 'did not help');
    await edits(bench, 1);
    assert.deepEqual(labels(bench), WHY);
    assert.equal(feedbackOf(bench)?.reason, null);
    await press(bench, answer, 'I want a person');
    await edits(bench, 2);
    assert.equal(feedbackOf(bench)?.reason, 'wants_person');
    assert.deepEqual(labels(bench), []);
    assert.deepEqual(bench.said().slice(1), ['To reach a person: +1 555 0100']);
    assert.deepEqual(await toasts(bench, 2), ['Thank you. If you like, tell us why.', 'Thank you!']);
  });

  it('TGB-03: is applied once however often it is pressed and however late Telegram finds it', async (t) => {
    const { bench, answer } = await openAnswered(t);
    const { id } = bench.exchanges()[0] ?? assert.fail('no exchange');
    bench.telegram.fail('answerCallbackQuery', {
      errorCode: 400,
      description: 'Bad Request: query is too old and response timeout expired or query ID is invalid',
    });
    for (const _ of [1, 2]) await press(bench, answer, 'no such button', `f:${id}:r3`);
    assert.equal(feedbackOf(bench)?.reason, 'wants_person');
    assert.deepEqual(bench.said().slice(1), ['To reach a person: +1 555 0100']);
    bench.write('still there?');
    await settle(bench);
    assert.equal(bench.exchanges().length, 2);
  });

  it('is taken, and its button answered, while the chat waits for the model', async (t) => {
    let finish = () => {};
    const slow = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const asked: string[] = [];
    const bench = await openTelegramBench(t, {
      joinMs: 0,
      answer: async ({ text }) => {
        asked.push(text);
        if (text === 'slow') await slow;
        return ANSWER;
      },
    });
    await bench.start();
    bench.write('how long?');
    const [answer] = await bench.telegram.waitForSent(CHAT, 1);
    bench.write('slow');
    bench.write('next');
    await eventually(() => (asked.includes('slow') ? true : undefined), 'a question in hand');
    const data = answer?.buttons.find(({ text }) => text.includes('did not help'))?.data ?? '';
    bench.telegram.presses({ chatId: CHAT, messageId: answer?.messageId ?? 0, data });
    assert.deepEqual(await toasts(bench, 1), ['Thank you. If you like, tell us why.']);
    assert.equal(feedbackOf(bench)?.helped, false);
    assert.equal(bench.exchanges().length, 1);
    finish();
    await bench.settled();
    assert.deepEqual(asked, ['how long?', 'slow', 'next']);
    assert.equal(bench.said().length, 3);
  });

  it('lets the last word count, and keeps a reason that is not taken back', async (t) => {
    const { bench, answer } = await openAnswered(t);
    const { id } = bench.exchanges()[0] ?? assert.fail('no exchange');
    const say = (what: string) => press(bench, answer, 'no such button', `f:${id}:${what}`);
    await say('n');
    await say('r0');
    await say('n');
    assert.deepEqual([feedbackOf(bench)?.helped, feedbackOf(bench)?.reason], [false, 'wrong']);
    await say('r1');
    assert.equal(feedbackOf(bench)?.reason, 'unclear' satisfies FeedbackReason);
    await say('y');
    assert.deepEqual([feedbackOf(bench)?.helped, feedbackOf(bench)?.reason], [true, null]);
  });

  it('is taken from nobody but the chat that was answered, nor where the press names no answer', async (t) => {
    const { bench, answer } = await openAnswered(t);
    const { id } = bench.exchanges()[0] ?? assert.fail('no exchange');
    bench.write('/id', 2002);
    const [other] = await bench.telegram.waitForSent(2002, 1);
    await press(bench, other ?? answer, 'no such button', `f:${id}:y`);
    await press(bench, answer, 'no such button', 'f:nothing:y');
    assert.equal(feedbackOf(bench), null);
    const gone = textsFor('en').feedback.gone;
    assert.deepEqual(await toasts(bench, 2), [gone, gone]);
  });

  it('is taken from a keyboard that Telegram does not show us any more', async (t) => {
    const { bench } = await openAnswered(t);
    const { id } = bench.exchanges()[0] ?? assert.fail('no exchange');
    const chat = { id: CHAT, type: 'private', first_name: 'A' };
    const from = { id: CHAT, is_bot: false, first_name: 'A', language_code: 'vi' };
    const callback = { id: 'old', from, chat_instance: '1', data: `f:${id}:y` };
    bench.telegram.deliver({ callback_query: { ...callback, message: { chat, message_id: 1, date: 0 } } });
    await settle(bench);
    assert.equal(feedbackOf(bench)?.helped, true);
    assert.deepEqual(await toasts(bench, 1), ['Cảm ơn bạn!']);
  });

  it('TGB-02: fits Telegram’s buttons whatever the exchange’s id', () => {
    for (const id of ['9007199254740991', 'x'.repeat(40)]) {
      const texts = textsFor('vi');
      for (const { data } of [...askWhetherItHelped(id, texts), ...askWhy(id, texts)]) {
        assert.ok(Buffer.byteLength(data) <= 64, data);
      }
    }
  });

  it('leaves the buttons of sections where they are', async (t) => {
    const bench = await openTelegramBench(t, {
      answer: () => ({
        ...ANSWER,
        spans: [{ text: 'Three days.', citations: [CITATION] }],
        citations: [CITATION],
        hits: [hitOf(REFUNDS)],
      }),
    });
    await bench.start();
    bench.write('how long?');
    await settle(bench);
    const [answer] = bench.telegram.sentTo(CHAT);
    await press(bench, answer ?? assert.fail('no answer'), 'did not help');
    await edits(bench, 1);
    assert.deepEqual(labels(bench), ['📄 Refunds', ...WHY]);
  });
});
