import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createAlerts } from '../../src/conversation/alerts.ts';
import type { OutgoingMessage } from '../../src/domain/delivery.ts';
import { type Bench, openBench } from '../store/support.ts';

const HOUR = 3_600_000;

function alertsOf({ spending, clock }: Bench, adminIds: readonly number[]) {
  return createAlerts({ store: spending, adminIds, now: () => clock.now });
}

function messages({ db }: Bench): OutgoingMessage[] {
  const payloads = db.prepare<[], string>('SELECT payload FROM outbox ORDER BY id').pluck().all();
  return payloads.map((payload) => JSON.parse(payload) as OutgoingMessage);
}

describe('alerts', () => {
  it('reach every admin, with nothing that Telegram reads as markup', (t) => {
    const bench = openBench(t);
    alertsOf(bench, [11, 22]).raise('refused_key', 'Key refused: <check> & mend.');
    const message = {
      html: 'Key refused: &lt;check&gt; &amp; mend.',
      plain: 'Key refused: <check> & mend.',
      buttons: [],
      replyToMessageId: null,
    };
    assert.deepEqual(messages(bench), [
      { chatId: 11, ...message },
      { chatId: 22, ...message },
    ]);
  });

  it('come once a kind and hour, however often they are raised', (t) => {
    const bench = openBench(t);
    const alerts = alertsOf(bench, [11]);
    for (let raised = 0; raised < 50; raised += 1) alerts.raise('overloaded', 'Overloaded.');
    alerts.raise('over_budget', 'No money.');
    bench.clock.now += HOUR;
    alerts.raise('overloaded', 'Overloaded.');
    assert.deepEqual(
      messages(bench).map(({ plain }) => plain),
      ['Overloaded.', 'No money.'],
    );
    bench.clock.now += 1;
    alerts.raise('overloaded', 'Still overloaded.');
    assert.equal(messages(bench).at(-1)?.plain, 'Still overloaded.');
  });

  it('say when there may be something to send', (t) => {
    const { spending, clock } = openBench(t);
    let told = 0;
    const raiseFor = (adminIds: readonly number[]) =>
      createAlerts({ store: spending, adminIds, now: () => clock.now, onRaised: () => told++ }).raise(
        'x',
        'X.',
      );
    raiseFor([]);
    assert.equal(told, 0);
    raiseFor([11]);
    assert.equal(told, 1);
  });

  it('are nothing where there is no admin, and are not taken for told when one comes', (t) => {
    const bench = openBench(t);
    alertsOf(bench, []).raise('overloaded', 'Overloaded.');
    assert.deepEqual(messages(bench), []);
    alertsOf(bench, [11]).raise('overloaded', 'Overloaded.');
    assert.equal(messages(bench).length, 1);
  });
});
