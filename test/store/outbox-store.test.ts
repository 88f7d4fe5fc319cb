import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ClaimedMessage, OutgoingMessage } from '../../src/domain/delivery.ts';
import {
  type Bench,
  claimItem,
  deliveryOf,
  exchangeOf,
  messageTo,
  openBench,
  reply,
  value,
} from './support.ts';

function claim({ outbox }: Bench, ...held: number[]): ClaimedMessage {
  const claimed = outbox.claimNext(held);
  assert.ok(claimed !== null, 'nothing to send');
  return claimed;
}

function next(bench: Bench, ...held: number[]): string | null {
  return bench.outbox.claimNext(held)?.message.plain ?? null;
}

/** An exchange of chat 7 whose replies wait to be sent. */
function exchangeWithReplies(bench: Bench, ...plain: string[]): void {
  const inboxId = claimItem(bench, 1, 7);
  bench.exchanges.finishExchange(exchangeOf('e1', { channel: 'telegram' }), deliveryOf(inboxId, 7, ...plain));
}

/** What a customer is told of an answer that was interrupted twice. */
function notice({ chatId }: OutgoingMessage, language: string): OutgoingMessage {
  return messageTo(chatId, `perhaps missed (${language})`);
}

function state({ review }: Bench): readonly unknown[] {
  const stored = review.findExchange('e1');
  return [stored?.delivery, stored?.deliveryError, stored?.maybeDuplicate];
}

describe('outbox store', () => {
  it('hands a message out as it was stored', (t) => {
    const bench = openBench(t);
    const inboxId = claimItem(bench, 1, 7);
    const message = {
      ...messageTo(-1001234567890123, 'đồng & "quotes"'),
      buttons: [{ label: 'Refunds', data: 's:1' }],
      replyToMessageId: 55,
    };
    bench.inbox.complete({ inboxId, messages: [message] });
    assert.deepEqual(claim(bench).message, message);
  });

  it('sends within a chat in order and one at a time, to other chats meanwhile', (t) => {
    const bench = openBench(t);
    reply(bench, 1, 7, 'one', 'two');
    reply(bench, 2, 8, 'three');
    const first = claim(bench);
    assert.equal(first.message.plain, 'one');
    assert.equal(next(bench), 'three');
    assert.equal(next(bench), null);
    bench.outbox.markSent(first.id, 901);
    assert.equal(next(bench), 'two');
  });

  it('leaves held chats alone and sends them in order later', (t) => {
    const bench = openBench(t);
    reply(bench, 1, 7, 'one', 'two');
    reply(bench, 2, 8, 'three');
    assert.equal(next(bench, 7), 'three');
    assert.equal(next(bench, 7, 8), null);
    assert.equal(next(bench), 'one');
  });

  it('goes on with the chat after a reply was refused for good', (t) => {
    const bench = openBench(t);
    reply(bench, 1, 7, 'one', 'two');
    bench.outbox.markFailed(claim(bench).id, 'Forbidden');
    assert.equal(next(bench), 'two');
  });

  it('sends a message again that surely was not sent, before the later ones and as often as it takes', (t) => {
    const bench = openBench(t);
    exchangeWithReplies(bench, 'one', 'two');
    for (let tries = 0; tries < 10; tries += 1) {
      const claimed = claim(bench);
      assert.equal(claimed.message.plain, 'one');
      bench.outbox.retry(claimed.id);
    }
    assert.deepEqual(state(bench), ['pending', null, false]);
  });

  it('sends a message once more, marked, of which nobody knows whether it was sent', (t) => {
    const bench = openBench(t);
    exchangeWithReplies(bench, 'one');
    assert.equal(bench.outbox.retryOnce(claim(bench).id), true);
    assert.deepEqual(state(bench), ['pending', null, true]);
    assert.equal(bench.outbox.retryOnce(claim(bench).id), false);
    assert.equal(next(bench), null);
  });

  it('counts only tries that may have arrived against the one repetition', (t) => {
    const bench = openBench(t);
    exchangeWithReplies(bench, 'one');
    bench.outbox.retry(claim(bench).id);
    bench.outbox.retry(claim(bench).id);
    assert.equal(bench.outbox.retryOnce(claim(bench).id), true);
    bench.outbox.retry(claim(bench).id);
    assert.equal(bench.outbox.retryOnce(claim(bench).id), false);
  });

  it('repeats after a restart what was interrupted while sending, marked, and gives up the second time', (t) => {
    const bench = openBench(t);
    exchangeWithReplies(bench, 'one', 'two');
    claim(bench);
    assert.equal(bench.outbox.recover(notice), 1);
    assert.deepEqual(state(bench), ['pending', null, true]);
    assert.equal(claim(bench).message.plain, 'one');
    assert.equal(bench.outbox.recover(notice), 0);
    assert.deepEqual(state(bench), ['failed', 'interrupted while sending, twice', true]);
    assert.equal(next(bench), 'two');
    bench.outbox.markSent(2, 900);
    assert.equal(next(bench), 'perhaps missed (en)');
  });

  it('tells the customer of an answer that was given up, until that was sent for sure', (t) => {
    const bench = openBench(t);
    exchangeWithReplies(bench, 'one');
    for (const expected of ['one', 'perhaps missed (en)', 'perhaps missed (en)']) {
      for (const _ of [1, 2]) {
        assert.equal(claim(bench).message.plain, expected);
        bench.outbox.recover(notice);
      }
    }
    bench.outbox.markSent(claim(bench).id, 901);
    assert.equal(next(bench), null);
    assert.equal(state(bench)[0], 'failed');
  });

  it('gives up after a restart on a message that was repeated already for want of an answer', (t) => {
    const bench = openBench(t);
    exchangeWithReplies(bench, 'one');
    bench.outbox.retryOnce(claim(bench).id);
    claim(bench);
    assert.equal(bench.outbox.recover(notice), 0);
    assert.equal(next(bench), 'perhaps missed (en)');
    assert.equal(state(bench)[0], 'failed');
  });

  it('leaves alone at a restart what waits, was sent or failed', (t) => {
    const bench = openBench(t);
    reply(bench, 1, 7, 'sent', 'failed', 'waits');
    bench.outbox.markSent(claim(bench).id, 901);
    bench.outbox.markFailed(claim(bench).id, 'Forbidden');
    assert.equal(bench.outbox.recover(notice), 0);
    assert.equal(value(bench.db, 'SELECT sum(maybe_duplicate) FROM outbox'), 0);
    assert.equal(next(bench), 'waits');
    assert.equal(next(bench), null);
  });

  it('notes when and as which message a reply was sent', (t) => {
    const bench = openBench(t);
    reply(bench, 1, 7, 'one');
    bench.clock.now = 5000;
    bench.outbox.markSent(claim(bench).id, 901);
    assert.deepEqual(bench.db.prepare('SELECT state, message_id, sent_at, error FROM outbox').all(), [
      { state: 'sent', message_id: 901, sent_at: 5000, error: null },
    ]);
  });
});

describe('delivery of an exchange', () => {
  it('is none where there was nothing to deliver', (t) => {
    const bench = openBench(t);
    exchangeWithReplies(bench);
    assert.deepEqual(state(bench), ['none', null, false]);
  });

  it('goes from pending through sending to sent', (t) => {
    const bench = openBench(t);
    exchangeWithReplies(bench, 'one');
    assert.equal(state(bench)[0], 'pending');
    const { id } = claim(bench);
    assert.equal(state(bench)[0], 'sending');
    bench.outbox.markSent(id, 901);
    assert.deepEqual(state(bench), ['sent', null, false]);
  });

  it('is sent only when all of several messages are', (t) => {
    const bench = openBench(t);
    exchangeWithReplies(bench, 'one', 'two');
    bench.outbox.markSent(claim(bench).id, 901);
    assert.equal(state(bench)[0], 'pending');
    const { id } = claim(bench);
    assert.equal(state(bench)[0], 'sending');
    bench.outbox.markSent(id, 902);
    assert.equal(state(bench)[0], 'sent');
  });

  it("is failed, with Telegram's words, as soon as one of several messages failed", (t) => {
    const bench = openBench(t);
    exchangeWithReplies(bench, 'one', 'two', 'three');
    bench.outbox.markFailed(claim(bench).id, 'Forbidden: bot was blocked by the user');
    bench.outbox.markSent(claim(bench).id, 902);
    assert.deepEqual(state(bench), ['failed', 'Forbidden: bot was blocked by the user', false]);
    bench.outbox.markFailed(claim(bench).id, 'Bad Request');
    assert.equal(state(bench)[1], 'Forbidden: bot was blocked by the user; Bad Request');
  });

  it('is the same in the list as on the page of the exchange', (t) => {
    const bench = openBench(t);
    exchangeWithReplies(bench, 'one', 'two');
    bench.outbox.markFailed(claim(bench).id, 'Forbidden');
    assert.equal(bench.review.listExchanges({ outcome: null }, null, 5).exchanges[0]?.delivery, 'failed');
  });
});
