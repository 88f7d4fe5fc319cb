import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { createApp } from '../../src/app.ts';
import { parseConfig } from '../../src/config.ts';
import { createConversation } from '../../src/conversation/conversation.ts';
import { reindexPolicies } from '../../src/indexing/reindex.ts';
import { createLogger } from '../../src/log.ts';
import { createHelpDesk } from '../../src/telegram/help-desk.ts';
import { UNPACED } from '../../src/telegram/pace.ts';
import { startFakeTelegram } from '../fakes/telegram.ts';
import { openBench } from '../store/support.ts';
import { eventually } from '../support/eventually.ts';
import { createFolder } from '../support/folder.ts';
import { UNBOUNDED } from '../support/help-desk.ts';
import { partsOf } from './support.ts';

const MESSAGES = 6;
const ADMIN = 77;

/** The whole program but its process, on a database in a file that the test can spoil. */
async function openProgram(t: TestContext) {
  const telegram = await startFakeTelegram();
  const folder = createFolder({ 'shop.md': '# Refunds\n\nRefunds take four working days.\n' });
  const app = createApp(
    parseConfig(
      {
        TELEGRAM_BOT_TOKEN: telegram.token,
        TELEGRAM_API_ROOT: telegram.url,
        DESK_PORT: '0',
        POLICIES_DIR: '.',
        DATABASE_PATH: 'data/desk.db',
        JOIN_SECONDS: '0',
        ADMIN_IDS: String(ADMIN),
        SEND_PACING: 'off',
        LOG_LEVEL: 'silent',
      },
      folder.path,
    ),
  );
  let hasEnded = false;
  await app.prepareIndex();
  const desk = await app.startDesk();
  app.helpDesk
    ?.run()
    .catch(() => {})
    .finally(() => {
      hasEnded = true;
    });
  const other = new Database(join(folder.path, 'data', 'desk.db'), { timeout: 0 });
  await telegram.until(() => (telegram.isPolled ? true : undefined));
  t.after(async () => {
    await app.helpDesk?.stop();
    await desk.close();
    app.close();
    other.close();
    await telegram.close();
    folder.remove();
  });
  return {
    telegram,
    /** Another program's connection to the database. */
    other,
    hasEnded: () => hasEnded,
    app,
    async health(): Promise<{ status: number; body: Record<string, unknown> }> {
      const response = await fetch(`${desk.url}/healthz`);
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    },
    write(): void {
      for (let chatId = 1; chatId <= MESSAGES; chatId += 1) {
        telegram.userWrites({ chatId, text: 'How long do refunds take?', languageCode: 'en' });
      }
    },
    async answered(): Promise<void> {
      for (let chatId = 1; chatId <= MESSAGES; chatId += 1) {
        const [sent] = await telegram.waitForSent(chatId, 1, 60_000);
        assert.match(sent?.text ?? '', /^Refunds take four working days\./);
      }
      const recorded = [...app.review.allExchanges()];
      assert.deepEqual(
        recorded.map(({ outcome }) => outcome),
        Array(MESSAGES).fill('answered'),
      );
    },
  };
}

describe('/healthz', () => {
  it('says that the program is ready, and nothing of customers', async (t) => {
    const program = await openProgram(t);
    program.write();
    await program.answered();
    const { status, body } = await program.health();
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(body), [
      'alive',
      'ready',
      'lastPollSeconds',
      'oldestWaitingSeconds',
      'databaseWritable',
    ]);
    assert.deepEqual(
      [body['ready'], body['databaseWritable'], body['oldestWaitingSeconds']],
      [true, true, null],
    );
  });
});

describe('while the database refuses, the program stays up, says it is not ready, and answers all afterwards', () => {
  it('because another program holds its lock', async (t) => {
    const program = await openProgram(t);
    program.other.exec('BEGIN IMMEDIATE');
    program.write();
    const { status, body } = await program.health();
    assert.deepEqual([status, body['ready'], body['databaseWritable']], [503, false, false]);
    program.other.exec('ROLLBACK');
    await program.answered();
    assert.equal((await program.health()).status, 200);
    assert.equal(program.hasEnded(), false);
  });
});

describe('a database that refuses when an answer is on its way', () => {
  it('TGR-04: takes nothing back: the answer stays, comes once, no error follows, and the admin is told', async (t) => {
    const program = await openProgram(t);
    const { telegram, other } = program;
    telegram.userWrites({ chatId: ADMIN, text: '/id', languageCode: 'en' });
    await telegram.waitForSent(ADMIN, 1);
    telegram.delay('sendMessage', 300);
    telegram.userWrites({ chatId: 1, text: 'How long do refunds take?', languageCode: 'en' });
    await telegram.until(() => (telegram.callsOf('sendMessage').length === 2 ? true : undefined));
    other.exec('BEGIN IMMEDIATE');
    await telegram.waitForSent(1, 1);
    await eventually(
      () => (program.app.helpDesk?.vitals.isStorageWell === false ? true : undefined),
      'a fault',
    );
    other.exec('ROLLBACK');
    const [, alert] = await telegram.waitForSent(ADMIN, 2);
    assert.match(alert?.text ?? '', /^The database could not be written for .* Nothing is lost/);
    const [exchange] = program.app.review.allExchanges();
    assert.deepEqual(
      [exchange?.outcome, exchange?.delivery, exchange?.maybeDuplicate],
      ['answered', 'sent', false],
    );
    assert.equal(telegram.sentTo(1).length, 1);
  });
});

describe('messages that meet a database which refuses', () => {
  const faults = [
    { what: 'full', spoil: 'PRAGMA max_page_count = 1', mend: 'PRAGMA max_page_count = 1000000' },
    { what: 'read-only', spoil: 'PRAGMA query_only = ON', mend: 'PRAGMA query_only = OFF' },
  ];
  for (const { what, spoil, mend } of faults) {
    it(`are answered once it is not ${what} any more`, async (t) => {
      const bench = openBench(t);
      const telegram = await startFakeTelegram();
      const folder = createFolder({ 'shop.md': '# Refunds\n\nRefunds take four working days.\n' });
      await reindexPolicies(bench.index, folder.path);
      folder.remove();
      const logger = createLogger({ level: 'silent' });
      const { index, exchanges, customers, inbox, outbox } = bench;
      const helpDesk = createHelpDesk({
        token: telegram.token,
        apiRoot: telegram.url,
        inbox,
        outbox,
        customers,
        ...partsOf(bench),
        exchanges: bench.review,
        answered: exchanges,
        pace: UNPACED,
        conversation: createConversation({
          ...UNBOUNDED,
          index,
          claude: null,
          log: exchanges,
          contact: null,
          sendSections: 5,
          now: Date.now,
          logger,
        }),
        businessName: 'Shop',
        contact: null,
        adminIds: [],
        reindex: () => assert.fail('not asked for here'),
        status: () => assert.fail('not asked for here'),
        logger,
        retryMs: 5,
      });
      t.after(async () => {
        await helpDesk.stop();
        await telegram.close();
      });
      helpDesk.run().catch(() => {});
      const write = (from: number) => {
        for (let chatId = from; chatId < from + 40; chatId += 1) {
          telegram.userWrites({ chatId, text: 'How long do refunds take?', languageCode: 'en' });
        }
      };
      write(1);
      await telegram.waitForSent(1, 1);
      bench.db.exec(spoil);
      write(101);
      await eventually(() => (helpDesk.vitals.isStorageWell ? undefined : true), 'a fault that shows');
      await sleep(50);
      bench.db.exec(mend);
      write(201);
      const isAnswered = (chatId: number) => telegram.sentTo(chatId).length === 1;
      const chatIds = [1, 101, 201].flatMap((from) => Array.from({ length: 40 }, (_, nth) => from + nth));
      await telegram.until(() => (chatIds.every(isAnswered) ? true : undefined), 30_000);
      const recorded = [...bench.review.allExchanges()];
      assert.equal(recorded.length, 120);
      assert.ok(recorded.every(({ outcome }) => outcome === 'answered'));
    });
  }
});
