import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toAttemptResult } from '../../src/domain/repair.ts';
import type { SectionId } from '../../src/domain/section.ts';
import { type Bench, claimItem, deliveryOf, exchangeOf, messageTo, openBench, value } from './support.ts';

const CHAT = 7;
const EDIT = { sectionId: 'a.md#refunds' as SectionId, words: ['compensate', 'đổi trả'] };

/** An exchange of the chat's, with its answer sent. */
function answered(bench: Bench, id = 'e1', updateId = 1): void {
  const customer = bench.customers.keyFor('telegram', CHAT);
  const messages = [{ messageId: 40 + updateId, text: 'When?' }];
  const inboxId = claimItem(bench, updateId, CHAT);
  bench.exchanges.finishExchange(
    exchangeOf(id, { channel: 'telegram', customer, messages }),
    deliveryOf(inboxId, CHAT, 'An answer'),
  );
  const claimed = bench.outbox.claimNext([]);
  bench.outbox.markSent(claimed?.id ?? 0, 900);
}

function send(bench: Bench, form: string, ...texts: string[]): boolean {
  const reply = { form, text: texts.join(' '), reviewer: 'Lan' };
  return bench.repairs.sendReply(
    'e1',
    reply,
    texts.map((text) => messageTo(CHAT, text)),
  );
}

const tierOf = ({ db }: Bench) => value(db, 'SELECT tier FROM review_item');

describe('repair store', () => {
  it('keeps experiments, newest first, and the exchange as it was', (t) => {
    const bench = openBench(t);
    answered(bench);
    const before = bench.review.findExchange('e1');
    const result = toAttemptResult(exchangeOf('other', { text: 'Another answer', costUsd: 0.25 }));
    bench.repairs.keepAttempt('e1', { kind: 'rerun', sectionId: null, reviewer: 'Lan', result });
    bench.clock.now += 5;
    bench.repairs.keepAttempt('e1', { kind: 'force', sectionId: EDIT.sectionId, reviewer: 'Nam', result });
    bench.repairs.keepAttempt('gone', { kind: 'rerun', sectionId: null, reviewer: 'Lan', result });
    const [forced, again, ...none] = bench.repairs.attemptsOf('e1');
    assert.deepEqual([forced?.kind, forced?.sectionId, forced?.reviewer], ['force', 'a.md#refunds', 'Nam']);
    assert.deepEqual([again?.kind, again?.result], ['rerun', result]);
    assert.equal(none.length, 0);
    assert.deepEqual(bench.review.findExchange('e1'), before);
    assert.equal(value(bench.db, 'SELECT count(*) FROM exchange'), 1);
  });

  it('settles a proposal once, and notes each step as an event', (t) => {
    const bench = openBench(t);
    answered(bench);
    const { repairs, db } = bench;
    const id = repairs.propose('e1', EDIT, 'Lan') ?? 0;
    const other = repairs.propose('e1', EDIT, 'Lan') ?? 0;
    assert.equal(repairs.propose('gone', EDIT, 'Lan'), null);
    assert.equal(repairs.settle(id, 'applied', 'Boss', 'Re-indexed'), true);
    assert.equal(repairs.settle(id, 'dismissed', 'Nam'), false);
    assert.equal(repairs.settle(other, 'dismissed', 'Nam'), true);
    const proposal = repairs.findProposal(id);
    assert.deepEqual(proposal?.words, EDIT.words);
    assert.deepEqual(
      [proposal?.state, proposal?.settledBy, proposal?.report, proposal?.exchangeId],
      ['applied', 'Boss', 'Re-indexed', 'e1'],
    );
    assert.deepEqual(db.prepare('SELECT kind, reviewer, version FROM review_event ORDER BY id').all(), [
      { kind: 'also_asked', reviewer: 'Lan', version: 0 },
      { kind: 'also_asked', reviewer: 'Lan', version: 0 },
      { kind: 'also_asked_applied', reviewer: 'Boss', version: 0 },
      { kind: 'also_asked_dismissed', reviewer: 'Nam', version: 0 },
    ]);
  });

  it('sends what one form holds once', (t) => {
    const bench = openBench(t);
    answered(bench);
    assert.equal(send(bench, 'form-1', 'one', 'two'), true);
    assert.equal(send(bench, 'form-1', 'one', 'two'), false);
    assert.equal(send(bench, 'form-2', 'three'), true);
    assert.equal(value(bench.db, 'SELECT count(*) FROM outbox WHERE staff_reply_id IS NOT NULL'), 3);
    assert.equal(bench.repairs.sendReply('gone', { form: 'x', text: 'x', reviewer: 'x' }, []), false);
  });

  it('shows the delivery of a reply by its worst message, apart from that of the answer', (t) => {
    const bench = openBench(t);
    answered(bench);
    const tier = tierOf(bench);
    send(bench, 'form-1', 'one', 'two');
    const state = () => {
      const [reply] = bench.repairs.repliesOf('e1');
      return [reply?.delivery, reply?.deliveryError];
    };
    assert.deepEqual(state(), ['pending', null]);
    const first = bench.outbox.claimNext([]);
    assert.deepEqual(state(), ['sending', null]);
    bench.outbox.markSent(first?.id ?? 0, 901);
    assert.deepEqual(state(), ['pending', null]);
    const second = bench.outbox.claimNext([]);
    bench.outbox.markFailed(second?.id ?? 0, 'Bad Request');
    assert.deepEqual(state(), ['failed', 'Bad Request']);
    assert.equal(bench.review.findExchange('e1')?.delivery, 'sent');
    assert.equal(tierOf(bench), tier);
    send(bench, 'form-2', 'three');
    bench.outbox.markSent(bench.outbox.claimNext([])?.id ?? 0, 902);
    assert.deepEqual(state(), ['sent', null]);
  });

  it('knows where a customer can be written to, and why not', (t) => {
    const bench = openBench(t);
    answered(bench);
    bench.exchanges.finishExchange(exchangeOf('local', { channel: 'terminal' }), null);
    const { repairs, chats } = bench;
    assert.deepEqual(repairs.placeOf('e1'), { kind: 'chat', chatId: CHAT, replyToMessageId: 41 });
    assert.deepEqual(repairs.placeOf('local'), { kind: 'none' });
    chats.markUnreachable(CHAT, 'Forbidden: bot was blocked by the user');
    assert.deepEqual(repairs.placeOf('e1'), {
      kind: 'unreachable',
      reason: 'Forbidden: bot was blocked by the user',
    });
    chats.markReachable(CHAT);
    assert.equal(repairs.placeOf('e1').kind, 'chat');
    // The new chat numbers its messages anew.
    chats.moveTo(CHAT, -100);
    assert.deepEqual(repairs.placeOf('e1'), { kind: 'chat', chatId: -100, replyToMessageId: null });
  });

  it('replies within the topic that the answer went to', (t) => {
    const bench = openBench(t);
    const customer = bench.customers.keyFor('telegram', -100);
    const inboxId = claimItem(bench, 1, -100);
    bench.exchanges.finishExchange(exchangeOf('e1', { channel: 'telegram', customer }), {
      inboxId,
      messages: [{ ...messageTo(-100, 'x'), threadId: 12 }],
    });
    assert.deepEqual(bench.repairs.placeOf('e1'), {
      kind: 'chat',
      chatId: -100,
      replyToMessageId: null,
      threadId: 12,
    });
  });

  it('reads the turns before an exchange, and none after it', (t) => {
    const bench = openBench(t);
    const turn = (id: string, minute: number, more = {}) =>
      bench.exchanges.finishExchange(
        exchangeOf(id, {
          channel: 'terminal',
          question: id,
          askedAt: minute * 60_000,
          customer: 'c_a',
          ...more,
        }),
        null,
      );
    turn('old', 0);
    turn('typo', 100);
    turn('edited', 101, { updateOf: 'typo' });
    turn('strange', 102, { customer: 'c_b' });
    turn('asked', 103);
    turn('later', 104);
    const questions = (id: string, most = 6) =>
      bench.repairs.turnsBefore(id, 60 * 60_000, most).map(({ question }) => question);
    assert.deepEqual(questions('asked'), ['edited']);
    assert.deepEqual(questions('edited'), []);
    assert.deepEqual(questions('later'), ['edited', 'asked']);
    assert.deepEqual(questions('later', 1), ['asked']);
    assert.deepEqual(questions('old'), []);
  });

  it('forgets attempts, proposals and replies with the customer', (t) => {
    const bench = openBench(t);
    answered(bench);
    const result = toAttemptResult(exchangeOf('other'));
    bench.repairs.keepAttempt('e1', { kind: 'rerun', sectionId: null, reviewer: 'Lan', result });
    bench.repairs.propose('e1', EDIT, 'Lan');
    send(bench, 'form-1', 'waits');
    bench.personalData.forget(CHAT);
    for (const table of ['attempt', 'policy_proposal', 'staff_reply', 'outbox', 'review_event']) {
      assert.equal(value(bench.db, `SELECT count(*) FROM ${table}`), 0, table);
    }
  });

  it('forgets a reply that went to a group before it moved', (t) => {
    const bench = openBench(t);
    answered(bench);
    send(bench, 'form-1', 'sent long ago');
    bench.outbox.markSent(bench.outbox.claimNext([])?.id ?? 0, 901);
    bench.chats.moveTo(CHAT, -100);
    bench.personalData.forget(-100);
    assert.equal(value(bench.db, 'SELECT count(*) FROM outbox WHERE staff_reply_id IS NOT NULL'), 0);
    assert.equal(value(bench.db, "SELECT count(*) FROM outbox WHERE payload LIKE '%sent long ago%'"), 0);
  });
});
