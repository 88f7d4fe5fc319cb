import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type Bench,
  claimItem,
  deliveryOf,
  exchangeOf,
  hitOf,
  indexOf,
  openBench,
  passageOf,
  reply,
  sectionOf,
  updateOf,
} from './support.ts';

function record({ exchanges }: Bench, ...ids: number[]): void {
  for (const id of ids) exchanges.finishExchange(exchangeOf(`e${id}`), null);
}

function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

const ALL = { outcome: null };

describe('review store: the list', () => {
  it('shows the newest first, with what a line needs', (t) => {
    const bench = openBench(t);
    const [refunds, cards] = [passageOf('a.md#refunds', 'three days'), passageOf('b.md#cards', 'six months')];
    const cite = (passage = refunds) => ({
      sectionId: passage.sectionId,
      title: passage.title,
      passageHash: passage.hash,
      quote: 'x',
    });
    const more = {
      hits: [hitOf(refunds, { rank: 1 }), hitOf(cards, { rank: 2 })],
      citations: [cite(cards), cite(), cite(cards)],
      outcome: 'answered',
      fallback: 'timeout',
    } as const;
    record(bench, 1);
    bench.exchanges.finishExchange(exchangeOf('e2', more), null);
    const { exchanges, next } = bench.review.listExchanges(ALL, null, 10);
    assert.equal(next, null);
    assert.deepEqual(
      exchanges.map(({ id }) => id),
      ['e2', 'e1'],
    );
    assert.deepEqual(exchanges[0], {
      id: 'e2',
      askedAt: 1_000_000,
      channel: 'terminal',
      customer: 'c_1',
      question: 'Question e2?',
      outcome: 'answered',
      text: 'The policies do not say.',
      fallback: 'timeout',
      delivery: 'none',
      citedTitles: ['Cards', 'Refunds'],
    });
    assert.deepEqual(exchanges[1]?.citedTitles, []);
  });

  it('shows every exchange once, page by page, while new ones come in between', (t) => {
    const bench = openBench(t);
    record(bench, ...numbers(1, 25));
    const seen: string[] = [];
    let before: string | null = null;
    let newest = 25;
    do {
      const page = bench.review.listExchanges(ALL, before, 4);
      assert.ok(page.exchanges.length > 0);
      seen.push(...page.exchanges.map(({ id }) => id));
      before = page.next;
      newest += 1;
      record(bench, newest);
    } while (before !== null);
    assert.deepEqual(
      seen,
      numbers(1, 25)
        .reverse()
        .map((id) => `e${id}`),
    );
  });

  it('has no next page where the last one is just full', (t) => {
    const bench = openBench(t);
    record(bench, ...numbers(1, 4));
    assert.equal(bench.review.listExchanges(ALL, null, 4).next, null);
    assert.notEqual(bench.review.listExchanges(ALL, null, 3).next, null);
    assert.deepEqual(openBench(t).review.listExchanges(ALL, null, 4), { exchanges: [], next: null });
  });

  it('shows only the outcome asked for, over pages', (t) => {
    const bench = openBench(t);
    for (const id of numbers(1, 9)) {
      const outcome = id % 3 === 0 ? 'failed' : 'answered';
      bench.exchanges.finishExchange(exchangeOf(`e${id}`, { outcome }), null);
    }
    const first = bench.review.listExchanges({ outcome: 'failed' }, null, 2);
    const second = bench.review.listExchanges({ outcome: 'failed' }, first.next, 2);
    assert.deepEqual(
      [...first.exchanges, ...second.exchanges].map(({ id }) => id),
      ['e9', 'e6', 'e3'],
    );
    assert.equal(second.next, null);
    assert.deepEqual(bench.review.listExchanges({ outcome: 'handed_off' }, null, 2).exchanges, []);
  });
});

describe('review store: all exchanges', () => {
  it('come oldest first, every one of them once, past the size of a portion', (t) => {
    const bench = openBench(t);
    const many = numbers(1, 405);
    record(bench, ...many);
    assert.deepEqual(
      [...bench.review.allExchanges()].map(({ id }) => id),
      many.map((id) => `e${id}`),
    );
  });

  it('are none in an empty desk', (t) => {
    assert.deepEqual([...openBench(t).review.allExchanges()], []);
  });

  it('can be read while other exchanges are recorded', (t) => {
    const bench = openBench(t);
    record(bench, ...numbers(1, 201));
    const seen: string[] = [];
    for (const { id } of bench.review.allExchanges()) {
      seen.push(id);
      if (id === 'e3') record(bench, 202);
    }
    assert.equal(new Set(seen).size, seen.length);
    assert.equal(seen.length, 202);
  });
});

describe('review store: the conversation around an exchange', () => {
  it("is three of the same customer's before and three after, oldest first", (t) => {
    const bench = openBench(t);
    for (const id of numbers(1, 9)) {
      bench.exchanges.finishExchange(exchangeOf(`other${id}`, { customer: 'c_2' }), null);
      bench.exchanges.finishExchange(exchangeOf(`e${id}`), null);
    }
    const ids = (id: string) => bench.review.conversationAround(id).map((turn) => turn.id);
    assert.deepEqual(ids('e5'), ['e2', 'e3', 'e4', 'e5', 'e6', 'e7', 'e8']);
    assert.deepEqual(ids('e1'), ['e1', 'e2', 'e3', 'e4']);
    assert.deepEqual(ids('e9'), ['e6', 'e7', 'e8', 'e9']);
    assert.deepEqual(ids('nope'), []);
    assert.deepEqual(bench.review.conversationAround('e1')[0], {
      id: 'e1',
      askedAt: 1_000_000,
      question: 'Question e1?',
      text: 'The policies do not say.',
      outcome: 'refused_no_hits',
    });
  });
});

describe('review store: what a section names', () => {
  it('is known as long as the index holds the same text', (t) => {
    const { index, review } = openBench(t);
    const cancelling = passageOf('a.md#cancelling', 'See Refunds.');
    const refunds = passageOf('a.md#refunds', 'three days');
    index.replace(indexOf([sectionOf([cancelling], ['a.md#refunds']), sectionOf([refunds])]));
    assert.deepEqual(review.referencesOf(cancelling), [{ id: 'a.md#refunds', title: 'Refunds' }]);
    assert.deepEqual(review.referencesOf(refunds), []);
    assert.equal(review.referencesOf(passageOf('a.md#cancelling', 'Before the edit.')), null);
  });
});

describe('review store: figures', () => {
  it('count the exchanges of each outcome that occurred', (t) => {
    const bench = openBench(t);
    assert.deepEqual(bench.review.countByOutcome(), new Map());
    record(bench, 1, 2);
    bench.exchanges.finishExchange(exchangeOf('e3', { outcome: 'answered' }), null);
    assert.deepEqual(
      bench.review.countByOutcome(),
      new Map([
        ['answered', 1],
        ['refused_no_hits', 2],
      ]),
    );
  });

  it('are zero in an empty desk', (t) => {
    assert.deepEqual(openBench(t).review.figures(0), {
      exchangesToday: 0,
      waiting: 0,
      failuresToday: 0,
      fallbacksToday: 0,
    });
  });

  it('count what belongs to today, from its first millisecond on', (t) => {
    const bench = openBench(t);
    const { exchanges, review } = bench;
    const yesterday = { askedAt: 999, outcome: 'failed', fallback: 'timeout' } as const;
    exchanges.finishExchange(exchangeOf('e1', yesterday), null);
    exchanges.finishExchange(exchangeOf('e2', { askedAt: 1000, fallback: 'timeout' }), null);
    exchanges.finishExchange(exchangeOf('e3', { askedAt: 1001, outcome: 'failed' }), null);
    assert.deepEqual(review.figures(1000), {
      exchangesToday: 2,
      waiting: 0,
      failuresToday: 1,
      fallbacksToday: 1,
    });
    assert.equal(review.figures(0).failuresToday, 2);
  });

  it('count items and replies that are not through as waiting, those of yesterday too', (t) => {
    const bench = openBench(t);
    bench.clock.now = 999;
    reply(bench, 1, 7, 'one', 'two', 'three');
    bench.outbox.claimNext([]);
    bench.inbox.acceptBatch(1, [updateOf(2, 8), updateOf(3, 9)]);
    bench.inbox.claimNext(0);
    assert.equal(bench.review.figures(1000).waiting, 5);
  });

  it('count items set aside and replies refused today as failures', (t) => {
    const bench = openBench(t);
    const failOnce = (updateId: number) => {
      const inboxId = claimItem(bench, updateId, 7);
      bench.inbox.setAside(deliveryOf(inboxId, 7, 'Sorry.'));
      bench.outbox.markFailed(bench.outbox.claimNext([])?.id ?? 0, 'Forbidden');
    };
    bench.clock.now = 999;
    failOnce(1);
    bench.clock.now = 1000;
    failOnce(2);
    assert.deepEqual(bench.review.figures(1000), {
      exchangesToday: 0,
      waiting: 0,
      failuresToday: 2,
      fallbacksToday: 0,
    });
    assert.equal(bench.review.figures(0).failuresToday, 4);
  });
});
