import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type App, createApp } from './app.ts';
import { chat } from './cli/chat.ts';
import { loadConfig } from './cli/environment.ts';
import type { RunningDesk } from './desk/desk.ts';
import { isOperatorError } from './errors.ts';
import { count } from './indexing/report.ts';
import { describeError } from './log.ts';

/** Whatever still hangs after a signal is left; it waits in the database. */
const STOP_WITHIN_MS = 9500;

try {
  await main();
} catch (error) {
  fail(error);
}

async function main(): Promise<void> {
  const app = createApp(loadConfig());
  if (app.helpDesk !== null) app.lockForBot();
  const report = await app.prepareIndex();
  if (report !== null) say(`Read ${count(report.sections, 'section')} from the policies.`);
  for (const { file, reason } of report?.skipped ?? []) say(`Skipped ${file}: ${reason}`);
  const { sections } = await app.status();
  if (sections === 0) say(`No question can be answered: there is no policy in ${app.policiesDir}.`);
  for (const { file, reason } of report?.faulty ?? []) say(`To be mended in ${file}: ${reason}`);
  app.warmUp();
  keepHeapSmall();
  const desk = await app.startDesk();
  stopOnSignals(app, desk);
  say(`Citedesk is running. Desk: ${desk.url}`);
  if (app.publicUrl !== null) say(`Staff log in at ${app.publicUrl} with a code: /login in the bot.`);

  if (app.helpDesk !== null) return app.helpDesk.run();
  say('No TELEGRAM_BOT_TOKEN is set, so no bot is running. Ask in the terminal or on the desk.');
  if (process.stdin.isTTY) {
    await chat(app);
    say('The desk goes on; press Ctrl-C to stop.');
  }
}

/**
 * Lets the heap grow by two fifths between collections, and collects what starting up left behind. Left to itself V8
 * made a heap of 218 MiB of 54 in use, and it went on growing; an answer takes 3 % more CPU time. A growth, unlike a
 * cap, never ends a process that needs more.
 */
function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=40');
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

function stopOnSignals(app: App, desk: RunningDesk): void {
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref();
    await Promise.all([app.helpDesk?.stop(), desk.close()]);
    app.close();
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

/** One line that says what is wrong; a stack only for faults of ours. */
function fail(error: unknown): never {
  const { type, message, stack } = describeError(error);
  process.stderr.write(`citedesk: ${isOperatorError(error) ? message : (stack ?? `${type}: ${message}`)}\n`);
  process.exit(1);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
