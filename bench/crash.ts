/**
 * Durability: the built program is killed again and again while messages come in, and every promise is counted after.
 *
 *     npm run bench:crash [-- --messages 2000 --kills 500]
 */
import { parseArgs } from 'node:util';
import { type CrashReport, runCrashes } from '../test/support/crash-run.ts';

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '2000' },
    kills: { type: 'string', default: '500' },
  },
});
const kills = Number(values.kills);
const startedAt = performance.now();
const report = await runCrashes({
  messages: Number(values.messages),
  chats: 20,
  stops: kills,
  signal: 'SIGKILL',
  answerWithinMs: 300_000,
});
const isKept = keepsPromises(report);
process.stdout.write(`${describe(report)}\n`);
process.exitCode = isKept ? 0 : 1;

function keepsPromises(found: CrashReport): boolean {
  const { exchanges, asked, lost, unanswered, answeredTwice, unmarkedDuplicates, mostCopies } = found;
  const faults = lost + unanswered + answeredTwice + unmarkedDuplicates + found.chatsOutOfOrder;
  return faults === 0 && exchanges === asked && mostCopies <= 2;
}

function describe(found: CrashReport): string {
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  return [
    `${found.asked} messages, ${kills} kills, ${minutes} min: ${found.exchanges} exchanges`,
    `${found.lost} lost`,
    `${found.unanswered} unanswered`,
    `${found.onlyTold} interrupted twice and told to ask again`,
    `${found.answeredTwice} answered twice`,
    `${found.duplicates} replies sent twice (${found.unmarkedDuplicates} of them unmarked)`,
    `at most ${found.mostCopies} copies`,
    `${found.chatsOutOfOrder} chats out of order: ${isKept ? 'all promises kept' : 'BROKEN'}`,
  ].join(', ');
}
