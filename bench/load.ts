/**
 * Load: questions of many chats at once against the fakes, with a model that takes no time and no limits on sending.
 * First all at once, for what is sustained, and the same again, for whether memory stays flat; then at a steady pace
 * below that, for what we add to an answer's time from the message's arrival at Telegram to the reply's. Exits with 1
 * where a promise for two cores is not kept.
 *
 *     npm run bench:load [-- --questions 1000 --chats 200 --pace 20]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { startFakeMessagesApi } from '../test/fakes/messages-api.ts';
import { type FakeTelegram, startFakeTelegram } from '../test/fakes/telegram.ts';
import { createFolder } from '../test/support/folder.ts';
import { quantile } from './measure.ts';
import { syntheticQuestions, syntheticSections } from './synthetic.ts';

/** What the program says of itself; see load-monitor.mjs. */
interface Pulse {
  readonly rssMiB: number;
  /** Since the last pulse, looked at twenty times a second. */
  readonly peakMiB: number;
  readonly cpuMs: number;
  /** Since the last pulse. */
  readonly loopDelayP99Ms: number;
}

const PROGRAM = join(import.meta.dirname, '..', 'dist', 'main.js');
const MONITOR = pathToFileURL(join(import.meta.dirname, 'load-monitor.mjs')).href;
const SECTIONS = 100;
const WARM_UP = 200;
const FIRST_CHAT = 1000;

/** Promised on two cores. */
const LEAST_ANSWERS_PER_SECOND = 60;
const SLOWEST_P99_MS = 50;
const MOST_MIB = 256;
/** A second run may leave so many times the memory that the first left. */
const FLAT = 1.1;

const { values } = parseArgs({
  options: {
    questions: { type: 'string', default: '1000' },
    chats: { type: 'string', default: '200' },
    pace: { type: 'string', default: '20' },
  },
});
const count = Number(values.questions);
const chats = Number(values.chats);
const pace = Number(values.pace);

const sections = syntheticSections(SECTIONS);
const texts = syntheticQuestions(sections, count);
const folder = createFolder({
  'policies/shop.md': sections.map(({ title, body }) => `# ${title}\n\n${body}.`).join('\n\n'),
});
const telegram = await startFakeTelegram();
const model = await startFakeMessagesApi();
const program = fork(PROGRAM, [], {
  cwd: folder.path,
  execArgv: ['--import', MONITOR],
  stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  env: {
    PATH: process.env['PATH'],
    TELEGRAM_BOT_TOKEN: telegram.token,
    TELEGRAM_API_ROOT: telegram.url,
    ANTHROPIC_API_KEY: model.apiKey,
    ANTHROPIC_BASE_URL: model.url,
    DESK_PORT: '0',
    JOIN_SECONDS: '0',
    SEND_PACING: 'off',
    QUESTIONS_PER_HOUR: '10000',
    QUESTIONS_PER_DAY: '10000',
    DAILY_BUDGET_USD: '10000',
    LOG_LEVEL: 'error',
  },
});
try {
  await telegram.until(() => (telegram.isPolled ? true : undefined), 60_000);
  await run(WARM_UP, 0);
  const before = await pulse();
  const startedAt = performance.now();
  await run(count, 0);
  const seconds = (performance.now() - startedAt) / 1000;
  const full = await pulse();
  await run(count, 0);
  const again = await pulse();
  const latencies = await run(count, 1000 / pace);
  const after = await pulse();
  const answersPerSecond = count / seconds;
  const p99Ms = quantile(latencies, 0.99);
  const peakMiB = Math.max(full.peakMiB, again.peakMiB, after.peakMiB);
  const figures = [
    `${count} questions, ${chats} chats, ${SECTIONS} sections: ${answersPerSecond.toFixed(0)} answers/s`,
    `${((full.cpuMs - before.cpuMs) / count).toFixed(1)} ms of CPU an answer`,
    `at ${pace}/s p50 ${quantile(latencies, 0.5).toFixed(0)} ms p99 ${p99Ms.toFixed(0)} ms from message to reply`,
    `event loop late by p99 ${full.loopDelayP99Ms.toFixed(0)} ms at full load, ${after.loopDelayP99Ms.toFixed(0)} ms at the pace`,
    `RSS ${[before, full, again, after].map(({ rssMiB }) => rssMiB.toFixed(0)).join(' → ')} MiB (start, full load, the same again, pace), at most ${peakMiB.toFixed(0)}`,
    `load of the machine ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
  ];
  process.stdout.write(`${figures.join(', ')}\n`);
  const broken = [
    ...(answersPerSecond < LEAST_ANSWERS_PER_SECOND ? [`under ${LEAST_ANSWERS_PER_SECOND} answers/s`] : []),
    ...(p99Ms >= SLOWEST_P99_MS ? [`p99 not under ${SLOWEST_P99_MS} ms`] : []),
    ...(peakMiB >= MOST_MIB ? [`memory not under ${MOST_MIB} MiB`] : []),
    ...(again.rssMiB > full.rssMiB * FLAT ? ['memory grows from run to run'] : []),
  ];
  if (broken.length > 0) {
    process.stdout.write(`Not kept: ${broken.join('; ')}.\n`);
    process.exitCode = 1;
  }
} finally {
  program.kill('SIGKILL');
  await telegram.close();
  await model.close();
  folder.remove();
}

/** Lets so many questions come in, `everyMs` apart, and returns how long each took to be answered. */
async function run(questions: number, everyMs: number): Promise<number[]> {
  const writtenAt = new Map<string, number>();
  const latencies: number[] = [];
  const seen = telegram.sent.length;
  const startedAt = performance.now();
  const answered = watch(seen, seen + questions, ({ chatId, replyToMessageId }, at) => {
    latencies.push(at - (writtenAt.get(`${chatId}:${replyToMessageId}`) ?? at));
  });
  for (let nth = 0; nth < questions; nth += 1) {
    const due = startedAt + nth * everyMs - performance.now();
    if (due > 0) await sleep(due);
    const chatId = FIRST_CHAT + (nth % chats);
    const { messageId } = telegram.userWrites({ chatId, text: texts[nth % texts.length] ?? '' });
    writtenAt.set(`${chatId}:${messageId}`, performance.now());
  }
  await answered;
  return latencies.sort((a, b) => a - b);
}

/** Calls back for each message from the `from`th on as it is sent, until there are `to`. */
async function watch(
  from: number,
  to: number,
  onSent: (message: FakeTelegram['sent'][number], at: number) => void,
): Promise<void> {
  let next = from;
  const look = () => {
    const at = performance.now();
    for (const message of telegram.sent.slice(next)) onSent(message, at);
    next = telegram.sent.length;
    return next >= to ? true : undefined;
  };
  await telegram.until(look, 600_000);
}

async function pulse(): Promise<Pulse> {
  program.send('pulse');
  const [told] = await once(program, 'message');
  return told as Pulse;
}
