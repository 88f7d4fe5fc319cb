import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { ClaimedUpdate } from '../../src/domain/inbox.ts';
import { openDatabase } from '../../src/store/database.ts';
import { IN_MEMORY } from '../../src/store/store.ts';
import {
  type Bench,
  claimItem,
  deliveryOf,
  messageTo,
  openBench,
  openStores,
  updateOf,
  value,
} from './support.ts';

/** The update in hand, by the id Telegram gave it. */
function updateIdOf(item: ClaimedUpdate | null): number | null {
  return item === null ? null : (JSON.parse(item.payload) as { update_id: number }).update_id;
}

function claimUpdate({ inbox }: Pick<Bench, 'inbox'>): number | null {
  return updateIdOf(inbox.claimNext());
}

describe('inbox store', () => {
  it('hands an update out as it came', (t) => {
    const { inbox, clock } = openBench(t);
    clock.now = 4242;
    const payload = '{"update_id":5,"message":{"text":"đổi \\" trả"}}';
    inbox.acceptBatch(1, [{ updateId: 5, event: 'message:7:1', chatId: -1001234567890123, payload }]);
    const item = inbox.claimNext();
    assert.deepEqual(item, {
      id: item?.id,
      payload,
      chatId: -1001234567890123,
      attempts: 1,
    });
  });

  it('stores an update once, however often and in whatever batches it comes', (t) => {
    const { inbox, db } = openBench(t);
    const [one, two, three] = [updateOf(1, 7), updateOf(2, 7), updateOf(3, 8)];
    assert.equal(inbox.acceptBatch(1, [one, two]), 2);
    assert.equal(inbox.acceptBatch(1, [one, two]), 0);
    assert.equal(inbox.acceptBatch(1, [two, three, three]), 1);
    assert.equal(inbox.acceptBatch(1, []), 0);
    assert.equal(value(db, 'SELECT count(*) FROM inbox'), 3);
  });

  it('does not take up again what comes once more after it was done', (t) => {
    const bench = openBench(t);
    const inboxId = claimItem(bench, 1, 7);
    bench.inbox.complete({ inboxId, messages: [] });
    assert.equal(bench.inbox.acceptBatch(1, [updateOf(1, 7)]), 0);
    assert.equal(bench.inbox.claimNext(), null);
  });

  it('tells updates apart that share a number: another event, another bot', (t) => {
    const { inbox } = openBench(t);
    assert.equal(inbox.acceptBatch(1, [updateOf(5, 7, 'message:7:1')]), 1);
    assert.equal(inbox.acceptBatch(1, [updateOf(5, 7, 'message:7:900')]), 1);
    assert.equal(inbox.acceptBatch(2, [updateOf(5, 7, 'message:7:1')]), 1);
  });

  it('stores nothing of a batch of which one update cannot be stored', (t) => {
    const { inbox, db } = openBench(t);
    const broken = { ...updateOf(2, 7), payload: null as unknown as string };
    assert.throws(() => inbox.acceptBatch(1, [updateOf(1, 7), broken, updateOf(3, 7)]), /NOT NULL/);
    assert.equal(value(db, 'SELECT count(*) FROM inbox'), 0);
  });

  it("hands a chat's updates out one at a time, in the order they came", (t) => {
    const bench = openBench(t);
    // Numbers restart at random after a quiet week: the order of arrival counts.
    bench.inbox.acceptBatch(1, [updateOf(900, 7), updateOf(5, 7)]);
    const first = bench.inbox.claimNext();
    assert.equal(updateIdOf(first), 900);
    assert.equal(bench.inbox.claimNext(), null);
    bench.inbox.complete({ inboxId: first?.id ?? 0, messages: [] });
    assert.equal(claimUpdate(bench), 5);
  });

  it("hands other chats' updates out meanwhile, the oldest first", (t) => {
    const bench = openBench(t);
    bench.inbox.acceptBatch(1, [
      updateOf(1, 7),
      updateOf(2, 7),
      updateOf(3, 8),
      updateOf(4, 9),
      updateOf(5, 8),
    ]);
    assert.deepEqual([claimUpdate(bench), claimUpdate(bench), claimUpdate(bench)], [1, 3, 4]);
    assert.equal(claimUpdate(bench), null);
  });

  it('lets updates of no chat hold up nobody', (t) => {
    const bench = openBench(t);
    bench.inbox.acceptBatch(1, [updateOf(1, null), updateOf(2, null), updateOf(3, 7)]);
    assert.deepEqual([claimUpdate(bench), claimUpdate(bench), claimUpdate(bench)], [1, 2, 3]);
  });

  it("gives a released item out again before its chat's later ones, counting the tries", (t) => {
    const { inbox } = openBench(t);
    inbox.acceptBatch(1, [updateOf(1, 7), updateOf(2, 7)]);
    const first = inbox.claimNext();
    inbox.release(first?.id ?? 0);
    const again = inbox.claimNext();
    assert.equal(again?.id, first?.id);
    assert.deepEqual([first?.attempts, again?.attempts], [1, 2]);
  });

  it('lets the chat go on after an item is set aside, and tells the customer', (t) => {
    const bench = openBench(t);
    bench.inbox.acceptBatch(1, [updateOf(1, 7), updateOf(2, 7)]);
    const poison = bench.inbox.claimNext();
    bench.inbox.setAside(deliveryOf(poison?.id ?? 0, 7, 'Sorry.'));
    assert.equal(claimUpdate(bench), 2);
    assert.equal(bench.outbox.claimNext([])?.message.plain, 'Sorry.');
    assert.equal(value(bench.db, "SELECT count(*) FROM inbox WHERE state = 'dead'"), 1);
    bench.inbox.recover();
    assert.equal(claimUpdate(bench), 2);
  });

  it('finishes an item with its replies or not at all', (t) => {
    const bench = openBench(t);
    const inboxId = claimItem(bench, 1, 7);
    const broken = { ...messageTo(7, 'x'), chatId: null as unknown as number };
    const finish = () => bench.inbox.complete({ inboxId, messages: [messageTo(7, 'fine'), broken] });
    assert.throws(finish, /NOT NULL/);
    assert.equal(value(bench.db, 'SELECT count(*) FROM outbox'), 0);
    assert.equal(value(bench.db, 'SELECT state FROM inbox'), 'claimed');
  });

  it('takes up after a restart what the last process had in hand, and nothing that was finished', (t) => {
    const bench = openBench(t);
    bench.inbox.acceptBatch(1, [updateOf(1, 7), updateOf(2, 8), updateOf(3, 9), updateOf(4, 7)]);
    const [done] = [bench.inbox.claimNext(), bench.inbox.claimNext()];
    bench.inbox.complete({ inboxId: done?.id ?? 0, messages: [] });
    assert.equal(bench.inbox.recover(), 1);
    assert.equal(bench.inbox.recover(), 0);
    const again = bench.inbox.claimNext();
    assert.deepEqual([updateIdOf(again), again?.attempts], [2, 2]);
    assert.deepEqual([claimUpdate(bench), claimUpdate(bench), claimUpdate(bench)], [3, 4, null]);
  });

  it('does not reopen a finished item that is released by mistake', (t) => {
    const bench = openBench(t);
    const inboxId = claimItem(bench, 1, 7);
    bench.inbox.complete(deliveryOf(inboxId, 7, 'The answer.'));
    bench.inbox.release(inboxId);
    assert.equal(bench.inbox.claimNext(), null);
  });

  it('does not queue replies of an item that is no longer in hand', (t) => {
    const bench = openBench(t);
    const inboxId = claimItem(bench, 1, 7);
    bench.inbox.complete(deliveryOf(inboxId, 7, 'The answer.'));
    assert.throws(() => bench.inbox.setAside(deliveryOf(inboxId, 7, 'Sorry.')));
    assert.equal(value(bench.db, 'SELECT count(*) FROM outbox'), 1);
    assert.equal(value(bench.db, 'SELECT state FROM inbox'), 'done');
  });
});

type Step =
  | { readonly kind: 'accept'; readonly updates: readonly Pick<Arrival, 'id' | 'chat'>[] }
  | { readonly kind: 'claim' }
  | { readonly kind: 'restart' }
  | { readonly kind: 'release' | 'complete' | 'setAside'; readonly at: number };

const update = fc.nat(11).map((id) => ({ id, chat: id % 3 }));
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('accept' as const),
      updates: fc.array(update, { maxLength: 5 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('claim' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('release' as const, 'complete' as const, 'setAside' as const),
      at: fc.nat(9),
    }),
  },
);

interface Arrival {
  readonly id: number;
  readonly chat: number;
  state: 'waiting' | 'held' | 'finished';
}

/** What the inbox must do, as plainly as it can be said: the updates by arrival, each with its state. */
class Model {
  readonly arrived: { readonly id: number; readonly chat: number; state: 'waiting' | 'held' | 'finished' }[] =
    [];
  readonly #held: { readonly itemId: number; readonly entry: Arrival }[] = [];
  readonly #inbox: Bench['inbox'];

  constructor(inbox: Bench['inbox']) {
    this.#inbox = inbox;
  }

  run(now: Step): void {
    if (now.kind === 'accept') this.#accept(now.updates);
    else if (now.kind === 'claim') this.#claim();
    else if (now.kind === 'restart') this.#restart();
    else this.#end(now.kind, now.at);
  }

  /** Works the inbox off, as a running desk does in the end. */
  finishAll(): void {
    do while (this.#held.length > 0) this.#end('complete', 0);
    while (this.#claim());
  }

  #accept(updates: readonly Pick<Arrival, 'id' | 'chat'>[]): void {
    const fresh = new Map(updates.map((each) => [each.id, each]));
    for (const { id } of this.arrived) fresh.delete(id);
    const batch = updates.map(({ id, chat }) => updateOf(id, chat));
    assert.equal(this.#inbox.acceptBatch(1, batch), fresh.size);
    for (const each of fresh.values()) this.arrived.push({ ...each, state: 'waiting' });
  }

  #claim(): boolean {
    const busy = new Set(this.#held.map(({ entry }) => entry.chat));
    const expected = this.arrived.find(({ state, chat }) => state === 'waiting' && !busy.has(chat));
    const item = this.#inbox.claimNext();
    assert.equal(updateIdOf(item), expected?.id ?? null);
    if (item === null || expected === undefined) return false;
    expected.state = 'held';
    this.#held.push({ itemId: item.id, entry: expected });
    return true;
  }

  #restart(): void {
    assert.equal(this.#inbox.recover(), this.#held.length);
    for (const { entry } of this.#held.splice(0)) entry.state = 'waiting';
  }

  #end(how: 'release' | 'complete' | 'setAside', at: number): void {
    const [chosen] = this.#held.splice(at % Math.max(this.#held.length, 1), 1);
    if (chosen === undefined) return;
    const { itemId, entry } = chosen;
    entry.state = how === 'release' ? 'waiting' : 'finished';
    if (how === 'release') this.#inbox.release(itemId);
    else this.#inbox[how](deliveryOf(itemId, entry.chat, `reply to ${entry.id}`));
  }
}

function walk(steps: readonly Step[]): void {
  const db = openDatabase(IN_MEMORY);
  try {
    const { inbox, outbox } = openStores(db);
    const model = new Model(inbox);
    for (const each of steps) model.run(each);
    model.finishAll();
    assertAnsweredOnce(
      outbox,
      model.arrived.map(({ id }) => id),
    );
  } finally {
    db.close();
  }
}

function assertAnsweredOnce(outbox: Bench['outbox'], ids: readonly number[]): void {
  const replies: string[] = [];
  for (let next = outbox.claimNext([]); next !== null; next = outbox.claimNext([])) {
    outbox.markSent(next.id, 1);
    replies.push(next.message.plain);
  }
  assert.deepEqual(replies.sort(), ids.map((id) => `reply to ${id}`).sort());
}

describe('inbox store, whatever happens', () => {
  it('never loses, doubles or reorders an update', () => {
    fc.assert(fc.property(fc.array(step, { maxLength: 40 }), walk), { numRuns: 100 });
  });

  it('keeps nothing of a finished update but that it was there', (t) => {
    const { db, inbox } = openBench(t);
    inbox.acceptBatch(1, [updateOf(1, 7)]);
    const item = inbox.claimNext();
    inbox.complete({ inboxId: item?.id ?? 0, messages: [] });
    assert.equal(db.prepare('SELECT payload FROM inbox').pluck().get(), '');
    assert.equal(inbox.acceptBatch(1, [updateOf(1, 7)]), 0);
  });

  it('finds its next item without looking through all that are finished', (t) => {
    const { db } = openBench(t);
    for (const [table, open, held] of [
      ['inbox', 'waiting', 'claimed'],
      ['outbox', 'pending', 'sending'],
    ]) {
      const plan = db
        .prepare<[], { detail: string }>(
          `EXPLAIN QUERY PLAN SELECT id FROM ${table} AS next WHERE state = '${open}' AND NOT EXISTS (
             SELECT 1 FROM ${table} AS held WHERE held.state = '${held}' AND held.chat_id = next.chat_id
           ) ORDER BY id LIMIT 1`,
        )
        .all();
      assert.ok(
        plan
          .filter(({ detail }) => /^(SCAN|SEARCH)/.test(detail))
          .every(({ detail }) => detail.includes('INDEX')),
      );
    }
  });
});
