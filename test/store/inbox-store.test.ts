import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import fc from 'fast-check';
import { closes } from '../../src/domain/delivery.ts';
import type { ClaimedUpdate, IncomingUpdate } from '../../src/domain/inbox.ts';
import { openDatabase } from '../../src/store/database.ts';
import { createInboxStore } from '../../src/store/inbox-store.ts';
import { createOutboxStore } from '../../src/store/outbox-store.ts';
import { IN_MEMORY } from '../../src/store/store.ts';
import {
  type Bench,
  claimItem,
  deliveryOf,
  messageTo,
  openBench,
  openStores,
  textOf,
  updateOf,
  value,
} from './support.ts';

/** The update in hand, by the id Telegram gave it. */
function updateIdOf(item: ClaimedUpdate | null): number | null {
  return item === null ? null : (JSON.parse(item.payload) as { update_id: number }).update_id;
}

/** All updates in hand together, the first with those that were joined to it. */
function groupOf(item: ClaimedUpdate | null): number[] | null {
  if (item === null) return null;
  return [item.payload, ...item.joined.map(({ payload }) => payload)].map(
    (payload) => (JSON.parse(payload) as { update_id: number }).update_id,
  );
}

function claimUpdate({ inbox }: Pick<Bench, 'inbox'>): number | null {
  return updateIdOf(inbox.claimNext(0));
}

describe('inbox store', () => {
  it('hands an update out as it came', (t) => {
    const { inbox, clock } = openBench(t);
    clock.now = 4242;
    const payload = '{"update_id":5,"message":{"text":"đổi \\" trả"}}';
    inbox.acceptBatch(1, [
      { updateId: 5, event: 'message:7:1', chatId: -1001234567890123, payload, joinable: false },
    ]);
    const item = inbox.claimNext(0);
    assert.deepEqual(item, {
      id: item?.id,
      payload,
      chatId: -1001234567890123,
      attempts: 1,
      joined: [],
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

  it('hands out a press whatever its chat has in hand or waiting, and the presses of a chat in their order', (t) => {
    const { inbox } = openBench(t);
    const press = (updateId: number, chatId: number) => updateOf(updateId, chatId, `callback:${updateId}`);
    inbox.acceptBatch(1, [textOf(1, 7), press(2, 7), textOf(3, 7), press(4, 7), press(5, 8)]);
    const claimPress = () => updateIdOf(inbox.claimPress());
    const [question, first] = [inbox.claimNext(0), inbox.claimPress()];
    assert.deepEqual([updateIdOf(question), updateIdOf(first)], [1, 2]);
    assert.deepEqual([claimPress(), claimPress()], [5, null]);
    assert.equal(inbox.claimNext(0), null);
    inbox.complete({ inboxId: first?.id ?? 0, messages: [] });
    assert.equal(claimPress(), 4);
    inbox.complete({ inboxId: question?.id ?? 0, messages: [] });
    assert.equal(updateIdOf(inbox.claimNext(0)), 3);
  });

  it('does not take up again what comes once more after it was done', (t) => {
    const bench = openBench(t);
    const inboxId = claimItem(bench, 1, 7);
    bench.inbox.complete({ inboxId, messages: [] });
    assert.equal(bench.inbox.acceptBatch(1, [updateOf(1, 7)]), 0);
    assert.equal(bench.inbox.claimNext(0), null);
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
    const first = bench.inbox.claimNext(0);
    assert.equal(updateIdOf(first), 900);
    assert.equal(bench.inbox.claimNext(0), null);
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
    const first = inbox.claimNext(0);
    inbox.release([first?.id ?? 0]);
    const again = inbox.claimNext(0);
    assert.equal(again?.id, first?.id);
    assert.deepEqual([first?.attempts, again?.attempts], [1, 2]);
  });

  it('lets the chat go on after an item is set aside, and tells the customer', (t) => {
    const bench = openBench(t);
    bench.inbox.acceptBatch(1, [updateOf(1, 7), updateOf(2, 7)]);
    const poison = bench.inbox.claimNext(0);
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
    const [done] = [bench.inbox.claimNext(0), bench.inbox.claimNext(0)];
    bench.inbox.complete({ inboxId: done?.id ?? 0, messages: [] });
    assert.equal(bench.inbox.recover(), 1);
    assert.equal(bench.inbox.recover(), 0);
    const again = bench.inbox.claimNext(0);
    assert.deepEqual([updateIdOf(again), again?.attempts], [2, 2]);
    assert.deepEqual([claimUpdate(bench), claimUpdate(bench), claimUpdate(bench)], [3, 4, null]);
  });

  it('does not reopen a finished item that is released by mistake', (t) => {
    const bench = openBench(t);
    const inboxId = claimItem(bench, 1, 7);
    bench.inbox.complete(deliveryOf(inboxId, 7, 'The answer.'));
    bench.inbox.release([inboxId]);
    assert.equal(bench.inbox.claimNext(0), null);
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

describe('inbox store, texts in quick succession', () => {
  const JOIN_MS = 1000;
  const accept = ({ inbox }: Bench, ...updates: IncomingUpdate[]) => inbox.acceptBatch(1, updates);
  const claimGroup = ({ inbox }: Bench) => groupOf(inbox.claimNext(JOIN_MS));

  it('hands them out together when their chat has been quiet for the wait', (t) => {
    const bench = openBench(t);
    accept(bench, textOf(1, 7));
    bench.clock.now += 700;
    accept(bench, textOf(2, 7), textOf(3, 7));
    bench.clock.now += JOIN_MS - 1;
    assert.equal(claimGroup(bench), null);
    assert.equal(bench.inbox.dueIn(JOIN_MS), 1);
    bench.clock.now += 1;
    assert.deepEqual(claimGroup(bench), [1, 2, 3]);
    assert.equal(bench.inbox.dueIn(JOIN_MS), null);
  });

  it('hands each out by itself, at once, where there is no wait', (t) => {
    const bench = openBench(t);
    accept(bench, textOf(1, 7), textOf(2, 7));
    const first = bench.inbox.claimNext(0);
    assert.deepEqual(groupOf(first), [1]);
    bench.inbox.complete({ inboxId: first?.id ?? 0, messages: [] });
    assert.deepEqual(groupOf(bench.inbox.claimNext(0)), [2]);
  });

  it('lets no chat wait for another', (t) => {
    const bench = openBench(t);
    accept(bench, textOf(1, 7));
    bench.clock.now += JOIN_MS;
    accept(bench, textOf(2, 8), updateOf(3, 9));
    assert.deepEqual([claimGroup(bench), claimGroup(bench), claimGroup(bench)], [[1], [3], null]);
    assert.equal(bench.inbox.dueIn(JOIN_MS), JOIN_MS);
  });

  it('ends a group where something else comes between, which keeps its place', (t) => {
    const bench = openBench(t);
    accept(bench, textOf(1, 7), textOf(2, 7), updateOf(3, 7), textOf(4, 7));
    assert.equal(claimGroup(bench), null);
    bench.clock.now += JOIN_MS;
    for (const group of [[1, 2], [3], [4]]) {
      const item = bench.inbox.claimNext(JOIN_MS);
      assert.deepEqual(groupOf(item), group);
      bench.inbox.complete({ ...closes(item ?? assert.fail()), messages: [] });
    }
  });

  it('is not parted by a press', (t) => {
    const bench = openBench(t);
    accept(bench, textOf(1, 7), updateOf(2, 7, 'callback:2'), textOf(3, 7));
    bench.clock.now += JOIN_MS;
    assert.deepEqual(claimGroup(bench), [1, 3]);
  });

  it('answers an endless writer after five times the wait', (t) => {
    const bench = openBench(t);
    for (let id = 1; id <= 6; id += 1) {
      accept(bench, textOf(id, 7));
      assert.equal(claimGroup(bench), null);
      assert.equal(bench.inbox.dueIn(JOIN_MS), Math.min(JOIN_MS, 5 * JOIN_MS - (id - 1) * 900));
      bench.clock.now += 900;
    }
    assert.deepEqual(claimGroup(bench), [1, 2, 3, 4, 5, 6]);
  });

  it('makes a question of no more than ten of a flood, and the next of the rest', (t) => {
    const bench = openBench(t);
    accept(bench, ...Array.from({ length: 12 }, (_, position) => textOf(position + 1, 7)));
    bench.clock.now += JOIN_MS;
    const first = bench.inbox.claimNext(JOIN_MS);
    assert.equal(groupOf(first)?.length, 10);
    bench.inbox.complete({ ...closes(first ?? assert.fail()), messages: [] });
    assert.deepEqual(claimGroup(bench), [11, 12]);
  });

  it('keeps waiting for nobody when the clock is set back', (t) => {
    const bench = openBench(t);
    accept(bench, textOf(1, 7));
    bench.clock.now -= 3_600_000;
    assert.deepEqual(claimGroup(bench), [1]);
  });

  it('finishes a group as one: replies, state and payload, or nothing of it', (t) => {
    const bench = openBench(t);
    accept(bench, textOf(1, 7), textOf(2, 7), textOf(3, 8));
    bench.clock.now += JOIN_MS;
    const item = bench.inbox.claimNext(JOIN_MS) ?? assert.fail();
    const notInHand = value(bench.db, 'SELECT max(id) FROM inbox') as number;
    const wrong = { ...closes(item), joined: [...closes(item).joined, notInHand] };
    assert.throws(() => bench.inbox.complete({ ...wrong, messages: [] }), /is not in hand/);
    assert.equal(value(bench.db, "SELECT count(*) FROM inbox WHERE state = 'claimed'"), 2);
    bench.inbox.complete({ ...closes(item), messages: [messageTo(7, 'one reply')] });
    assert.equal(
      value(bench.db, "SELECT count(*) FROM inbox WHERE state = 'done' AND payload = '' AND done_at > 0"),
      2,
    );
    assert.equal(value(bench.db, 'SELECT count(*) FROM outbox'), 1);
  });

  it('joins them again after a restart, with what came meanwhile', (t) => {
    const bench = openBench(t);
    accept(bench, textOf(1, 7), textOf(2, 7));
    bench.clock.now += JOIN_MS;
    assert.deepEqual(claimGroup(bench), [1, 2]);
    accept(bench, textOf(3, 7));
    assert.equal(bench.inbox.recover(), 2);
    bench.clock.now += JOIN_MS;
    const again = bench.inbox.claimNext(JOIN_MS);
    assert.deepEqual([groupOf(again), again?.attempts], [[1, 2, 3], 2]);
  });

  it('releases and sets aside the whole group', (t) => {
    const bench = openBench(t);
    accept(bench, textOf(1, 7), textOf(2, 7));
    bench.clock.now += JOIN_MS;
    const { inboxId, joined } = closes(bench.inbox.claimNext(JOIN_MS) ?? assert.fail());
    bench.inbox.release([inboxId, ...joined]);
    assert.deepEqual(claimGroup(bench), [1, 2]);
    bench.inbox.setAside({ inboxId, joined, messages: [messageTo(7, 'Sorry.')] });
    assert.equal(value(bench.db, "SELECT count(*) FROM inbox WHERE state = 'dead'"), 2);
    assert.equal(value(bench.db, 'SELECT count(*) FROM outbox'), 1);
    assert.equal(claimGroup(bench), null);
  });
});

type Step =
  | { readonly kind: 'accept'; readonly updates: readonly Sent[] }
  | { readonly kind: 'claim' }
  | { readonly kind: 'restart' }
  | { readonly kind: 'pass'; readonly ms: number }
  | { readonly kind: 'release' | 'complete' | 'setAside'; readonly at: number };

interface Sent {
  readonly id: number;
  readonly chat: number;
  readonly joinable: boolean;
}

interface Arrival extends Sent {
  readonly at: number;
  state: 'waiting' | 'held' | 'finished';
}

const sent = fc.nat(17).map((id): Sent => ({ id, chat: id % 3, joinable: id % 4 !== 3 }));
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('accept' as const),
      updates: fc.array(sent, { maxLength: 5 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('claim' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.nat(120) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('release' as const, 'complete' as const, 'setAside' as const),
      at: fc.nat(9),
    }),
  },
);

/** What the inbox must do, as plainly as it can be said: the updates by arrival, each with its state. */
class Model {
  readonly arrived: Arrival[] = [];
  readonly #held: { readonly item: ClaimedUpdate; readonly group: readonly Arrival[] }[] = [];
  readonly #inbox: Bench['inbox'];
  readonly #clock: Bench['clock'];
  readonly #joinMs: number;

  constructor({ inbox, clock }: Pick<Bench, 'inbox' | 'clock'>, joinMs: number) {
    this.#inbox = inbox;
    this.#clock = clock;
    this.#joinMs = joinMs;
  }

  run(now: Step): void {
    if (now.kind === 'accept') this.#accept(now.updates);
    else if (now.kind === 'claim') this.#claim();
    else if (now.kind === 'restart') this.#restart();
    else if (now.kind === 'pass') this.#clock.now += now.ms;
    else this.#end(now.kind, now.at);
  }

  /** Works the inbox off, as a running desk does in the end: it sleeps until something is due. */
  finishAll(): void {
    for (;;) {
      while (this.#held.length > 0) this.#end('complete', 0);
      if (this.#claim()) continue;
      const due = this.#inbox.dueIn(this.#joinMs);
      if (due === null) return;
      this.#clock.now += due;
      assert.ok(this.#claim(), 'what is due can be claimed');
    }
  }

  #accept(updates: readonly Sent[]): void {
    const fresh = new Map(updates.map((each) => [each.id, each]));
    for (const { id } of this.arrived) fresh.delete(id);
    const batch = updates.map(({ id, chat, joinable }) => ({ ...updateOf(id, chat), joinable }));
    assert.equal(this.#inbox.acceptBatch(1, batch), fresh.size);
    for (const each of fresh.values()) this.arrived.push({ ...each, at: this.#clock.now, state: 'waiting' });
  }

  #nextGroup(): Arrival[] {
    for (const chat of new Set(this.arrived.filter(isWaiting).map((each) => each.chat))) {
      const ofChat = this.arrived.filter((each) => each.chat === chat);
      const waiting = ofChat.filter(isWaiting);
      if (ofChat.some(({ state }) => state === 'held') || !this.#isReady(waiting)) continue;
      const end = waiting.findIndex(({ joinable }) => !joinable);
      return waiting.slice(0, this.#joinMs === 0 || end === 0 ? 1 : end === -1 ? 10 : Math.min(end, 10));
    }
    return [];
  }

  #isReady(waiting: readonly Arrival[]): boolean {
    const quiet = waiting.every(({ joinable, at }) => !joinable || this.#clock.now - at >= this.#joinMs);
    const isOld = this.#clock.now - (waiting[0]?.at ?? 0) >= 5 * this.#joinMs;
    return waiting[0]?.joinable === false || quiet || isOld;
  }

  #claim(): boolean {
    const group = this.#nextGroup();
    const item = this.#inbox.claimNext(this.#joinMs);
    assert.deepEqual(
      groupOf(item) ?? [],
      group.map(({ id }) => id),
    );
    if (item === null) return false;
    for (const each of group) each.state = 'held';
    this.#held.push({ item, group });
    return true;
  }

  #restart(): void {
    assert.equal(this.#inbox.recover(), this.#held.flatMap(({ group }) => group).length);
    for (const { group } of this.#held.splice(0)) for (const each of group) each.state = 'waiting';
  }

  #end(how: 'release' | 'complete' | 'setAside', at: number): void {
    const [chosen] = this.#held.splice(at % Math.max(this.#held.length, 1), 1);
    if (chosen === undefined) return;
    const { item, group } = chosen;
    for (const each of group) each.state = how === 'release' ? 'waiting' : 'finished';
    const { inboxId, joined } = closes(item);
    const text = group.map(({ id }) => id).join('+');
    if (how === 'release') this.#inbox.release([inboxId, ...joined]);
    else this.#inbox[how]({ ...deliveryOf(inboxId, group[0]?.chat ?? 0, text), joined });
  }
}

function isWaiting({ state }: Arrival): boolean {
  return state === 'waiting';
}

function walk(steps: readonly Step[], joinMs: number): void {
  const db = openDatabase(IN_MEMORY);
  try {
    const stores = openStores(db);
    const model = new Model(stores, joinMs);
    for (const each of steps) model.run(each);
    model.finishAll();
    assertAnsweredOnce(stores.outbox, model.arrived);
  } finally {
    db.close();
  }
}

/** Every update in exactly one reply, each chat's in their order. */
function assertAnsweredOnce(outbox: Bench['outbox'], arrived: readonly Arrival[]): void {
  const replied = new Map<number, number[]>();
  for (let next = outbox.claimNext([]); next !== null; next = outbox.claimNext([])) {
    outbox.markSent(next.id, 1);
    const { chatId, plain } = next.message;
    replied.set(chatId, [...(replied.get(chatId) ?? []), ...plain.split('+').map(Number)]);
  }
  for (const chat of [0, 1, 2]) {
    const ids = arrived.filter((each) => each.chat === chat).map(({ id }) => id);
    assert.deepEqual(replied.get(chat) ?? [], ids);
  }
}

describe('inbox store, whatever happens', () => {
  it('never loses, doubles or reorders an update', () => {
    const joinMs = fc.constantFrom(0, 100);
    fc.assert(fc.property(fc.array(step, { maxLength: 40 }), joinMs, walk), { numRuns: 200 });
  });

  it('keeps nothing of a finished update but that it was there', (t) => {
    const { db, inbox } = openBench(t);
    inbox.acceptBatch(1, [updateOf(1, 7)]);
    const item = inbox.claimNext(0);
    inbox.complete({ inboxId: item?.id ?? 0, messages: [] });
    assert.equal(db.prepare('SELECT payload FROM inbox').pluck().get(), '');
    assert.equal(inbox.acceptBatch(1, [updateOf(1, 7)]), 0);
  });

  it('finds its next item without looking through all that are finished', (t) => {
    const { statements, prepare } = statementsOfQueues(t);
    const queues = statements.filter((source) => !source.trim().startsWith('INSERT'));
    assert.ok(queues.some((source) => source.includes('joinable')));
    for (const source of queues) {
      const values = source.includes('@')
        ? [{ joinMs: 1, now: 1 }]
        : Array(source.split('?').length - 1).fill(0);
      const plan = prepare(`EXPLAIN QUERY PLAN ${source}`).all(...values) as { detail: string }[];
      const looks = plan.map(({ detail }) => detail).filter((detail) => /^(SCAN|SEARCH)/.test(detail));
      assert.deepEqual(
        looks.filter((detail) => !/INDEX|PRIMARY KEY/.test(detail)),
        [],
        source,
      );
    }
  });

  it('finds its next press without looking through all that wait', (t) => {
    const { statements, prepare } = statementsOfQueues(t);
    const source = statements.find((each) => each.includes('inbox AS press')) ?? '';
    const plan = prepare(`EXPLAIN QUERY PLAN ${source}`).all() as { detail: string }[];
    assert.match(plan.map(({ detail }) => detail).join('\n'), /\bpress USING INDEX inbox_presses/);
  });
});

/** What the inbox and the outbox prepare, and a way to prepare something unrecorded. */
function statementsOfQueues(t: TestContext) {
  const { db } = openBench(t);
  const statements: string[] = [];
  const prepare = db.prepare.bind(db);
  const recording = (source: string) => {
    statements.push(source);
    return prepare(source);
  };
  const recorded = Object.assign(db, { prepare: recording });
  createInboxStore(recorded, Date.now);
  createOutboxStore(recorded, Date.now);
  return { statements, prepare };
}
