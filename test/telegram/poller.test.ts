import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { Api } from 'grammy';
import { TelegramError } from '../../src/errors.ts';
import { createLogger } from '../../src/log.ts';
import { nativeFetch } from '../../src/telegram/native-fetch.ts';
import { freeFromWebhook, type PollerParts, pollUpdates } from '../../src/telegram/poller.ts';
import { ALLOWED_UPDATES } from '../../src/telegram/updates.ts';
import { startFakeTelegram } from '../fakes/telegram.ts';
import { openBench, value } from '../store/support.ts';
import { eventually } from '../support/eventually.ts';

const DAY_MS = 24 * 60 * 60_000;

/** The real poller and inbox before the fake Telegram, without a bot. */
async function openPoller(t: TestContext) {
  const bench = openBench(t);
  const telegram = await startFakeTelegram();
  const api = new Api(telegram.token, {
    apiRoot: telegram.url,
    fetch: nativeFetch as unknown as typeof fetch,
  });
  const logged: string[] = [];
  const logger = createLogger({ level: 'debug', write: (line) => logged.push(line) });
  const stopping = new AbortController();
  const clock = { now: 0 };
  const noted = { polls: 0, faults: 0 };
  let running: Promise<void> = Promise.resolve();
  t.after(async () => {
    stopping.abort();
    await running.catch(() => {});
    await telegram.close();
  });
  return {
    ...bench,
    telegram,
    api,
    logger,
    logged,
    clock,
    noted,
    start(more: Partial<PollerParts> = {}): Promise<void> {
      running = pollUpdates(
        {
          api,
          botId: 1,
          inbox: bench.inbox,
          onStored() {},
          onPolled() {
            noted.polls += 1;
          },
          onStorageFault() {
            noted.faults += 1;
          },
          logger,
          conflictPatienceMs: 60_000,
          now: () => clock.now,
          ...more,
        },
        stopping.signal,
      );
      return running;
    },
    stored: (count: number) =>
      eventually(
        () => (value(bench.db, 'SELECT count(*) FROM inbox') === count ? true : undefined),
        `${count} updates`,
      ),
    /** Until the poll after the last batch is open. */
    polled: () =>
      telegram.until(() => (telegram.isPolled && telegram.pendingUpdates() === 0 ? true : undefined)),
    offsets: () => telegram.callsOf('getUpdates').map(({ params }) => params['offset']),
  };
}

describe('the poller', () => {
  it('always names the updates that it wants', async (t) => {
    const poller = await openPoller(t);
    void poller.start();
    await poller.polled();
    const [call] = poller.telegram.callsOf('getUpdates');
    assert.deepEqual(call?.params['allowed_updates'], [...ALLOWED_UPDATES]);
  });

  it('confirms a batch only after it is stored', async (t) => {
    const poller = await openPoller(t);
    poller.db.exec('PRAGMA query_only = ON');
    void poller.start();
    poller.telegram.userWrites({ text: 'hello' });
    await eventually(() => (poller.noted.faults > 0 ? true : undefined), 'a fault');
    assert.equal(poller.telegram.pendingUpdates(), 1);
    assert.equal(poller.noted.polls, 0);
    poller.db.exec('PRAGMA query_only = OFF');
    await poller.stored(1);
    await poller.polled();
  });

  it('carries no offset after six days without an update, so that ids which begin anew come through', async (t) => {
    const poller = await openPoller(t);
    void poller.start({ deadPollMs: 200 });
    const { updateId } = poller.telegram.userWrites({ text: 'one' });
    await poller.stored(1);
    await poller.polled();
    assert.equal(poller.offsets().at(-1), updateId + 1);
    poller.clock.now += 6 * DAY_MS + 1;
    await eventually(() => (poller.offsets().at(-1) === undefined ? true : undefined), 'no offset');
    poller.telegram.deliver({ update_id: 5, message: { message_id: 9, chat: { id: 7 }, text: 'two' } });
    await poller.stored(2);
    await eventually(() => (poller.offsets().at(-1) === 6 ? true : undefined), 'the new offset');
  });

  it('notices a poll that nobody answers, says so and polls anew', async (t) => {
    const poller = await openPoller(t);
    poller.telegram.hang('getUpdates');
    void poller.start({ deadPollMs: 100 });
    await poller.polled();
    poller.telegram.userWrites({ text: 'hello' });
    await poller.stored(1);
    assert.match(poller.logged.join(''), /no answer to a poll for 100 ms/);
  });

  it('TGU-06: puts up with another poller for a while', async (t) => {
    const poller = await openPoller(t);
    poller.telegram.fail('getUpdates', { errorCode: 409, times: 3 });
    void poller.start();
    poller.telegram.userWrites({ text: 'hello' });
    await poller.stored(1);
  });

  it('ends at once where the token is refused', async (t) => {
    const poller = await openPoller(t);
    poller.telegram.fail('getUpdates', { errorCode: 401 });
    await assert.rejects(poller.start(), TelegramError);
    assert.equal(poller.telegram.callsOf('getUpdates').length, 1);
  });
});

describe('a webhook of another program', () => {
  it('TGU-07: is named, without its secret path', async (t) => {
    const { api, logger } = await openPoller(t);
    await api.setWebhook('https://crm.example/hook/secret');
    await assert.rejects(freeFromWebhook(api, false, logger), (error) => {
      assert.ok(error instanceof TelegramError);
      assert.match(error.message, /by a webhook \(crm\.example\).*REMOVE_WEBHOOK=on/);
      assert.doesNotMatch(error.message, /secret/);
      return true;
    });
  });

  it('is removed on request, and what Telegram holds stays', async (t) => {
    const { api, logger, telegram } = await openPoller(t);
    await api.setWebhook('https://crm.example/hook');
    telegram.userWrites({ text: 'hello' });
    await freeFromWebhook(api, true, logger);
    assert.equal((await api.getWebhookInfo()).url, '');
    assert.equal(telegram.pendingUpdates(), 1);
  });

  it('is no matter where there is none', async (t) => {
    const { api, logger, telegram } = await openPoller(t);
    await freeFromWebhook(api, false, logger);
    await freeFromWebhook(api, true, logger);
    assert.equal(telegram.callsOf('deleteWebhook').length, 0);
  });
});
