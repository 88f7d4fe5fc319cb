import { setTimeout as sleep } from 'node:timers/promises';
import { english } from '../../src/conversation/catalogue/en.ts';
import { type FakeMessagesApi, startFakeMessagesApi } from '../fakes/messages-api.ts';
import { type FakeTelegram, startFakeTelegram } from '../fakes/telegram.ts';
import { createFolder } from './folder.ts';
import { type Program, startProgram } from './program.ts';

export interface CrashRunOptions {
  readonly messages: number;
  readonly chats: number;
  /** How often the program is ended while messages come in. */
  readonly stops: number;
  readonly signal: 'SIGKILL' | 'SIGTERM';
  readonly modelDelayMs?: number;
  readonly sendDelayMs?: number;
  readonly answerWithinMs?: number;
}

/** What became of the messages. All but `asked`, `exchanges` and `onlyTold` are faults, except duplicates that are marked. */
export interface CrashReport {
  readonly asked: number;
  readonly exchanges: number;
  readonly lost: number;
  readonly unanswered: number;
  /** Answers interrupted twice on their way, which never arrived; the customer was told to ask again. */
  readonly onlyTold: number;
  /** Questions with more than one exchange. */
  readonly answeredTwice: number;
  /** Messages whose reply came twice. */
  readonly duplicates: number;
  /** Of those, without a mark for staff. */
  readonly unmarkedDuplicates: number;
  readonly mostCopies: number;
  /** Chats whose first replies are not in the order of their messages. */
  readonly chatsOutOfOrder: number;
  readonly slowestStopMs: number;
}

interface Asked {
  readonly chatId: number;
  readonly messageId: number;
  readonly text: string;
}

interface Recorded {
  readonly question: string;
  readonly outcome: string;
  readonly maybeDuplicate: boolean;
}

const FIRST_CHAT = 1000;
const LONGEST_LIFE_MS = 400;

/** Lets messages come in while the program is ended and started again and again, at random moments of its work. */
export async function runCrashes(options: CrashRunOptions): Promise<CrashReport> {
  const telegram = await startFakeTelegram();
  // Slow enough that a signal finds questions with the model and replies on their way.
  const model = await startFakeMessagesApi({ delayMs: options.modelDelayMs ?? 60 });
  telegram.delay('sendMessage', options.sendDelayMs ?? 15);
  const folder = createFolder({ 'policies/shop.md': '# Parcels\n\nEvery parcel is sent within two days.\n' });
  try {
    return await crash(options, telegram, model, folder.path);
  } finally {
    await telegram.close();
    await model.close();
    folder.remove();
  }
}

async function crash(
  { messages, chats, stops, signal, answerWithinMs = 60_000 }: CrashRunOptions,
  telegram: FakeTelegram,
  model: FakeMessagesApi,
  cwd: string,
): Promise<CrashReport> {
  const start = () =>
    startProgram(cwd, {
      TELEGRAM_BOT_TOKEN: telegram.token,
      TELEGRAM_API_ROOT: telegram.url,
      ANTHROPIC_API_KEY: model.apiKey,
      ANTHROPIC_BASE_URL: model.url,
      QUESTIONS_PER_HOUR: '10000',
      QUESTIONS_PER_DAY: '10000',
      DAILY_BUDGET_USD: '1000',
      JOIN_SECONDS: '0',
      SEND_PACING: 'off',
      LOG_LEVEL: 'error',
    });
  const asked: Asked[] = [];
  let slowestStopMs = 0;
  let program = await start();
  try {
    for (let round = 0; round < stops; round += 1) {
      for (const end = Math.round((messages * (round + 1)) / stops); asked.length < end; ) {
        asked.push(write(telegram, asked.length + 1, chats));
      }
      await sleep(Math.random() * LONGEST_LIFE_MS);
      const stoppedAt = performance.now();
      await program.stop(signal);
      slowestStopMs = Math.max(slowestStopMs, performance.now() - stoppedAt);
      program = await start();
    }
    await allAnswered(telegram, asked, answerWithinMs);
    return { ...report(telegram, asked, chats, await exportOf(program)), slowestStopMs };
  } finally {
    await program.stop('SIGKILL');
  }
}

function write(telegram: FakeTelegram, number: number, chats: number): Asked {
  const chatId = FIRST_CHAT + (number % chats);
  const text = `When is parcel number ${number} sent?`;
  return { chatId, text, messageId: telegram.userWrites({ chatId, text }).messageId };
}

/** What is still unanswered when the time is over shows in the report. */
async function allAnswered(telegram: FakeTelegram, asked: readonly Asked[], ms: number): Promise<void> {
  const end = Date.now() + ms;
  const answered = () => {
    const replied = new Set(
      telegram.sent.map(({ chatId, replyToMessageId }) => `${chatId}:${replyToMessageId}`),
    );
    return asked.every(({ chatId, messageId }) => replied.has(`${chatId}:${messageId}`));
  };
  while (!answered() && Date.now() < end) await sleep(50);
  // The last reply is noted after Telegram has it.
  await sleep(300);
}

function report(
  telegram: FakeTelegram,
  asked: readonly Asked[],
  chats: number,
  recorded: readonly Recorded[],
): Omit<CrashReport, 'slowestStopMs'> {
  const replies = new Map<string, string[]>();
  for (const { chatId, replyToMessageId, text } of telegram.sent) {
    const key = `${chatId}:${replyToMessageId}`;
    replies.set(key, [...(replies.get(key) ?? []), text]);
  }
  const repliesTo = ({ chatId, messageId }: Asked) => replies.get(`${chatId}:${messageId}`) ?? [];
  const isNotice = (text: string) => text === english.maybeMissed;
  const copiesOf = (message: Asked) => repliesTo(message).filter((text) => !isNotice(text)).length;
  const exchangesOf = new Map<string, number>();
  for (const { question } of recorded) exchangesOf.set(question, (exchangesOf.get(question) ?? 0) + 1);
  const marked = new Set(recorded.filter((each) => each.maybeDuplicate).map(({ question }) => question));
  const twice = asked.filter((message) => copiesOf(message) > 1);
  return {
    asked: asked.length,
    exchanges: recorded.length,
    lost: asked.filter(({ text }) => !exchangesOf.has(text)).length,
    unanswered: asked.filter((message) => repliesTo(message).length === 0).length,
    onlyTold: asked.filter((message) => repliesTo(message).length > 0 && copiesOf(message) === 0).length,
    answeredTwice: [...exchangesOf.values()].filter((count) => count > 1).length,
    duplicates: twice.length,
    unmarkedDuplicates: twice.filter(({ text }) => !marked.has(text)).length,
    mostCopies: Math.max(...asked.map(copiesOf)),
    chatsOutOfOrder: Array.from({ length: chats }, (_, nth) => FIRST_CHAT + nth).filter(
      (chatId) => !isInOrder(telegram, chatId),
    ).length,
  };
}

function isInOrder(telegram: FakeTelegram, chatId: number): boolean {
  const replied = telegram.sentTo(chatId).map(({ replyToMessageId }) => replyToMessageId ?? 0);
  const first = replied.filter((id, position) => replied.indexOf(id) === position);
  return first.every((id, position) => position === 0 || id > (first[position - 1] ?? 0));
}

async function exportOf(program: Program): Promise<Recorded[]> {
  const text = await (await fetch(`${program.deskUrl}/export.jsonl`)).text();
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Recorded);
}
