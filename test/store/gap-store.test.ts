import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Exchange, Outcome } from '../../src/domain/exchange.ts';
import type { Query } from '../../src/domain/search.ts';
import { groupQuestions, toVector } from '../../src/review/gaps.ts';
import { type Bench, exchangeOf, hitOf, messageTo, openBench, passageOf, reply, value } from './support.ts';

const REFUNDS = passageOf('a.md#refunds', 'three days');
const CARDS = passageOf('b.md#cards', 'six months');

function queryOf(text: string): Query {
  return {
    terms: text.split(' ').map((word) => ({
      term: word.toLowerCase(),
      word,
      stop: false,
      known: word !== 'wifi' && word !== 'unicorn',
      weight: 1,
      forms: [],
      recalled: false,
    })),
  };
}

/** Records a refused question of a Telegram customer; the chat's number is the customer's. */
function ask(bench: Bench, id: string, text: string, chatId = 1, more: Partial<Exchange> = {}): void {
  const customer = bench.customers.keyFor('telegram', chatId);
  const messages = [{ messageId: chatId * 100 + Number(id.replace(/\D/g, '')), text }];
  const asked = { channel: 'telegram', customer, question: text, messages, query: queryOf(text) } as const;
  bench.exchanges.finishExchange(exchangeOf(id, { ...asked, ...more }), null);
}

/** Groups all that waits, in portions of `most`. */
function group({ gaps }: Bench, most = 100): void {
  let taken = most;
  while (taken === most) {
    taken = gaps.group(most, (questions, centroidsOf) =>
      groupQuestions(
        questions,
        centroidsOf([...new Set(questions.flatMap(({ query }) => [...toVector(query).keys()]))]),
      ),
    );
  }
}

function judge({ db }: Bench, id: string, label: string | null): void {
  db.prepare(
    'UPDATE review_item SET label = ? WHERE exchange_seq = (SELECT seq FROM exchange WHERE id = ?)',
  ).run(label, id);
}

function list({ gaps }: Bench) {
  return gaps.listGaps('open', null, 50, 5).gaps;
}

/** The ids of each group's exchanges, oldest first. */
function partition(bench: Bench): string[][] {
  return list(bench)
    .map(({ id }) =>
      bench.gaps
        .questionsOf(id, Number.MAX_SAFE_INTEGER, 1000)
        .map(({ exchangeId }) => exchangeId)
        .reverse(),
    )
    .sort((a, b) => String(a).localeCompare(String(b)));
}

/** A closed group of two customers. */
function openClosed(t: TestContext): Bench & { readonly gapId: number } {
  const bench = openBench(t);
  ask(bench, 'e1', 'wifi password', 1);
  ask(bench, 'e2', 'wifi password', 2);
  ask(bench, 'e3', 'fast wifi password', 1);
  group(bench);
  const gapId = list(bench)[0]?.id ?? assert.fail('no group');
  assert.ok(
    bench.gaps.keepCheck(
      gapId,
      5,
      new Map([
        [1, true],
        [2, true],
        [3, true],
      ]),
    ),
  );
  return { ...bench, gapId };
}

const messages = (text: string) => [
  { chatId: 999, html: text, plain: text, buttons: [], replyToMessageId: null },
];

describe('which questions make gaps', () => {
  it('takes refusals in Telegram, and what was handed over for want of a policy', (t) => {
    const bench = openBench(t);
    const outcomes: readonly Outcome[] = [
      'answered',
      'refused_no_hits',
      'refused_low_confidence',
      'refused_by_model',
      'check_failed',
      'small_talk',
      'failed',
    ];
    outcomes.forEach((outcome, at) => {
      ask(bench, `o${at}`, 'wifi', 1, { outcome });
    });
    ask(bench, 'h7', 'wifi', 1, { outcome: 'handed_off', missing: { kind: 'not_in_policies', about: '' } });
    ask(bench, 'h8', 'wifi', 1, { outcome: 'handed_off', missing: { kind: 'needs_person', about: '' } });
    ask(bench, 't9', 'wifi', 1, { channel: 'playground' });
    group(bench);
    assert.deepEqual(partition(bench), [['o1', 'o2', 'o3', 'h7']]);
  });

  it('adds what is judged to lack a policy, and lets go what is judged otherwise until that is undone', (t) => {
    const bench = openBench(t);
    ask(bench, 'e1', 'wifi');
    ask(bench, 'e2', 'wifi', 2);
    ask(bench, 'e3', 'wifi', 3, { outcome: 'answered', confidence: 1 });
    judge(bench, 'e3', 'missing_policy');
    group(bench);
    assert.deepEqual(partition(bench), [['e1', 'e2', 'e3']]);
    judge(bench, 'e2', 'missing_policy');
    judge(bench, 'e1', 'good');
    judge(bench, 'e3', null);
    assert.deepEqual(partition(bench), [['e2']]);
    assert.deepEqual([list(bench)[0]?.people, list(bench)[0]?.questions], [1, 1]);
    judge(bench, 'e1', null);
    group(bench);
    assert.deepEqual(partition(bench), [['e1', 'e2']]);
  });

  it('lets go what waits to be grouped and is judged otherwise meanwhile', (t) => {
    const bench = openBench(t);
    ask(bench, 'e1', 'wifi');
    assert.equal(bench.gaps.countWaiting(), 1);
    judge(bench, 'e1', 'retrieval_miss');
    assert.equal(bench.gaps.countWaiting(), 0);
  });

  it('lets go a question whose customer says more, which makes it urgent', (t) => {
    const bench = openBench(t);
    ask(bench, 'e1', 'wifi');
    group(bench);
    bench.exchanges.giveFeedback('e1', { helped: false, reason: 'wants_person' });
    assert.deepEqual(partition(bench), []);
  });
});

describe('groups in the store', () => {
  it('are the same in portions of any size and however the rows lie: the order is that of asking', (t) => {
    const texts = ['wifi password', 'park car', 'wifi fast', 'car wash', 'password lost', 'fast car', 'dog'];
    const build = (shuffle: (bench: Bench) => void, most: number) => {
      const bench = openBench(t);
      texts.forEach((text, at) => {
        ask(bench, `e${at}`, text, at);
      });
      shuffle(bench);
      group(bench, most);
      return partition(bench);
    };
    const asAsked = build(() => {}, 100);
    assert.ok(asAsked.length > 1 && asAsked.length < texts.length);
    assert.deepEqual(
      build(() => {}, 1),
      asAsked,
    );
    const shuffled = build(({ db }) => {
      db.exec(`
        BEGIN; DELETE FROM gap_waiting;
        INSERT INTO gap_waiting VALUES (5), (2), (7), (1), (6), (3), (4); COMMIT`);
    }, 3);
    assert.deepEqual(shuffled, asAsked);
  });

  it('stand in the order of people, then of the newest question, page by page', (t) => {
    const bench = openBench(t);
    ask(bench, 'e1', 'dog', 1);
    ask(bench, 'e2', 'dog', 1);
    ask(bench, 'e3', 'wifi', 1);
    ask(bench, 'e4', 'wifi', 2);
    ask(bench, 'e5', 'parking', 1);
    group(bench);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = bench.gaps.listGaps('open', cursor, 2, 5);
      seen.push(...page.gaps.map(({ title, people, questions }) => `${title} ${people} ${questions}`));
      cursor = page.next;
    } while (cursor !== null);
    assert.deepEqual(seen, ['wifi 2 2', 'parking 1 1', 'dog 1 2']);
    assert.deepEqual(bench.gaps.countGaps(), { open: 3, answerable: 0, told: 0 });
  });

  it('are named by their most typical question and know unknown words and the nearest sections', (t) => {
    const bench = openBench(t);
    const hits = [hitOf(CARDS), hitOf(REFUNDS, { rank: 2, score: 1 })];
    ask(bench, 'e1', 'wifi password', 1, { hits });
    ask(bench, 'e2', 'wifi password please unicorn', 2, { hits: [hitOf(CARDS)], askedAt: 2_000_000 });
    ask(bench, 'e3', 'wifi Password', 3);
    group(bench);
    const [gap] = list(bench);
    assert.equal(gap?.title, 'wifi Password');
    assert.deepEqual(gap?.unknownWords, [
      { word: 'wifi', questions: 3 },
      { word: 'unicorn', questions: 1 },
    ]);
    assert.deepEqual(gap?.closest, ['Cards', 'Refunds']);
    assert.deepEqual([gap?.openedAt, gap?.lastAskedAt], [1_000_000, 1_000_000]);
  });

  it('lose members, counts and words with a customer who is forgotten, and end with the last', (t) => {
    const bench = openBench(t);
    ask(bench, 'e1', 'wifi password', 1);
    ask(bench, 'e2', 'wifi unicorn password', 2);
    ask(bench, 'e3', 'unicorn wifi password', 2);
    group(bench);
    bench.personalData.forget(2);
    const [gap] = list(bench);
    assert.deepEqual([gap?.people, gap?.questions, gap?.title], [1, 1, 'wifi password']);
    assert.deepEqual(gap?.unknownWords, [{ word: 'wifi', questions: 1 }]);
    for (const table of ['gap_term', 'gap_word', 'gap_member']) {
      const rows = bench.db.prepare(`SELECT * FROM ${table}`).all();
      assert.doesNotMatch(JSON.stringify(rows), /unicorn/, table);
    }
    const weights = bench.db.prepare('SELECT term, round(weight, 9) AS weight FROM gap_term').all();
    const half = Number(Math.SQRT1_2.toFixed(9));
    assert.deepEqual(weights, [
      { term: 'password', weight: half },
      { term: 'wifi', weight: half },
    ]);
    ask(bench, 'e4', 'unicorn', 3);
    bench.personalData.forget(3);
    bench.personalData.forget(1);
    for (const table of ['gap', 'gap_waiting', 'gap_member', 'gap_term', 'gap_word']) {
      assert.equal(value(bench.db, `SELECT count(*) FROM ${table}`), 0, table);
    }
  });

  it('close only where all of the newest questions are answered, and take no more questions then', (t) => {
    const bench = openBench(t);
    ask(bench, 'e1', 'wifi', 1);
    ask(bench, 'e2', 'wifi', 2);
    group(bench);
    const id = bench.gaps.nextUnchecked(5) ?? assert.fail('nothing to check');
    assert.equal(
      bench.gaps.keepCheck(
        id,
        5,
        new Map([
          [1, true],
          [2, false],
        ]),
      ),
      false,
    );
    assert.deepEqual([list(bench)[0]?.answerable, list(bench)[0]?.checked], [1, 2]);
    assert.equal(bench.gaps.nextUnchecked(5), null);
    assert.equal(bench.gaps.nextUnchecked(6), id);
    assert.equal(
      bench.gaps.keepCheck(
        id,
        6,
        new Map([
          [1, true],
          [2, true],
        ]),
      ),
      true,
    );
    assert.equal(bench.gaps.nextUnchecked(7), null);
    assert.equal(bench.gaps.findGap(id, 5)?.state, 'answerable');
    ask(bench, 'e3', 'wifi', 3);
    group(bench);
    assert.deepEqual(partition(bench), [['e3']]);
    assert.deepEqual(bench.gaps.countGaps(), { open: 1, answerable: 1, told: 0 });
  });

  it('are run again where a question that kept them open was judged to be something else', (t) => {
    const bench = openBench(t);
    ask(bench, 'e1', 'wifi', 1);
    ask(bench, 'e2', 'wifi', 2);
    group(bench);
    const id = bench.gaps.nextUnchecked(5) ?? assert.fail('nothing to check');
    bench.gaps.keepCheck(
      id,
      5,
      new Map([
        [1, true],
        [2, false],
      ]),
    );
    judge(bench, 'e2', 'good');
    assert.equal(bench.gaps.nextUnchecked(5), id);
  });

  it('stay open where a question came while the others were run again', (t) => {
    const bench = openBench(t);
    ask(bench, 'e1', 'wifi', 1);
    group(bench);
    const id = bench.gaps.nextUnchecked(5) ?? assert.fail('nothing to check');
    ask(bench, 'e2', 'wifi', 2);
    group(bench);
    assert.equal(bench.gaps.keepCheck(id, 5, new Map([[1, true]])), false);
  });
});

describe('telling those who asked', () => {
  it('knows each customer once, by the newest question, with its message and whether the chat can be reached', (t) => {
    const bench = openClosed(t);
    bench.chats.markUnreachable(2, 'blocked');
    const askers = bench.gaps.askersOf(bench.gapId);
    assert.deepEqual(
      askers.map(({ exchangeId, chatId, isReachable, messageId, threadId }) => {
        return { exchangeId, chatId, isReachable, messageId, threadId };
      }),
      [
        { exchangeId: 'e2', chatId: 2, isReachable: false, messageId: 202, threadId: null },
        { exchangeId: 'e3', chatId: 1, isReachable: true, messageId: 103, threadId: null },
      ],
    );
  });

  it('goes into the topic that asked, unless the group has moved since and numbers its topics anew', (t) => {
    const bench = openClosed(t);
    bench.db
      .prepare(`
        INSERT INTO outbox (exchange_seq, chat_id, payload, state, created_at)
        SELECT seq, 1, ?, 'sent', 1 FROM exchange WHERE id = 'e3'`)
      .run(JSON.stringify({ ...messageTo(1, 'x'), threadId: 12 }));
    const topic = () =>
      bench.gaps.askersOf(bench.gapId).find(({ exchangeId }) => exchangeId === 'e3')?.threadId;
    assert.equal(topic(), 12);
    bench.chats.moveTo(1, -100);
    assert.equal(topic(), null);
  });

  it('happens once, whoever tries again, and goes to the chat as it is now', (t) => {
    const bench = openClosed(t);
    bench.chats.moveTo(1, -100);
    const news = [2, 3].map((seq) => ({ seq, messages: messages(`news ${seq}`) }));
    const none = { unreachable: 0, unanswered: 0 };
    assert.deepEqual(bench.gaps.tell(bench.gapId, 'Lan', news, none), { kind: 'told' });
    assert.deepEqual(bench.gaps.tell(bench.gapId, 'Minh', news, none), { kind: 'told_before' });
    const sent = [bench.outbox.claimNext([]), bench.outbox.claimNext([]), bench.outbox.claimNext([])];
    assert.deepEqual(
      sent.map((claimed) => claimed && [claimed.message.chatId, claimed.message.plain]),
      [[2, 'news 2'], [-100, 'news 3'], null],
    );
    bench.outbox.markSent(sent[0]?.id ?? 0, 1);
    bench.outbox.markFailed(sent[1]?.id ?? 0, 'blocked');
    assert.deepEqual(bench.gaps.toldStateOf(bench.gapId), {
      at: bench.clock.now,
      by: 'Lan',
      sent: 1,
      waiting: 0,
      failed: 1,
      ...none,
    });
    assert.equal(bench.gaps.findGap(bench.gapId, 5)?.state, 'told');
    assert.equal(bench.review.findExchange('e3')?.delivery, 'none', 'the reply of then is another matter');
  });

  it('leaves out who was forgotten meanwhile, and notes nothing where nobody is left', (t) => {
    const bench = openClosed(t);
    bench.personalData.forget(2);
    const news = [{ seq: 2, messages: messages('news') }];
    const leftOut = { unreachable: 1, unanswered: 0 };
    assert.deepEqual(bench.gaps.tell(bench.gapId, 'Lan', news, leftOut), { kind: 'nobody', ...leftOut });
    assert.equal(bench.gaps.toldStateOf(bench.gapId), null);
    assert.equal(bench.outbox.claimNext([]), null);
  });

  it('is refused for open groups and for none', (t) => {
    const bench = openBench(t);
    ask(bench, 'e1', 'wifi');
    group(bench);
    const none = { unreachable: 0, unanswered: 0 };
    assert.equal(bench.gaps.tell(1, 'Lan', [], none).kind, 'not_answerable');
    assert.equal(bench.gaps.tell(99, 'Lan', [], none).kind, 'no_gap');
  });

  it('leaves nothing of a customer who is forgotten afterwards', (t) => {
    const bench = openClosed(t);
    const news = [2, 3].map((seq) => ({ seq, messages: messages(`news ${seq}`) }));
    bench.gaps.tell(bench.gapId, 'Lan', news, { unreachable: 0, unanswered: 0 });
    reply(bench, 1, 2, 'another message');
    bench.personalData.forget(1);
    bench.personalData.forget(2);
    for (const table of ['gap', 'gap_message', 'outbox', 'gap_member']) {
      assert.equal(value(bench.db, `SELECT count(*) FROM ${table}`), 0, table);
    }
  });
});
