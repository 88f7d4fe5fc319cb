import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { ModelError } from '../../src/errors.ts';
import { type Bench, openBench, textOf } from './support.ts';

let bench: Bench;
afterEach(() => bench.close());

function listedIds(html: string): string[] {
  return [...html.matchAll(/class="row-link" href="\/exchanges\/([^"]+)"/g)].map((match) => match[1] ?? '');
}

describe('the list of exchanges', () => {
  it('is where the front door leads', async () => {
    bench = await openBench();
    const { status, response } = await bench.get('/');
    assert.equal(status, 302);
    assert.equal(response.headers.get('location'), '/exchanges');
  });

  it('shows the newest first, with time, outcome, cited sections and channel', async () => {
    bench = await openBench();
    const first = await bench.ask('When do you open?');
    const second = await bench.ask('How long until the money is back?');
    const { status, html } = await bench.get('/exchanges');
    assert.equal(status, 200);
    assert.deepEqual(listedIds(html), [second.id, first.id]);
    const text = textOf(html);
    for (const part of ['29 Nov 2026, 14:02', 'Answered', 'cites Refunds', 'Opening hours', 'Terminal']) {
      assert.ok(text.includes(part), part);
    }
  });

  it('filters by outcome through links with counts', async () => {
    bench = await openBench();
    const refused = await bench.ask('Do you repair bicycles?');
    await bench.ask('Do you repair scooters?');
    const answered = await bench.ask('When do you open?');
    const { html } = await bench.get('/exchanges?outcome=answered');
    assert.deepEqual(listedIds(html), [answered.id]);
    const links = textOf(
      html.slice(html.indexOf('class="filters"'), html.indexOf('</nav>', html.indexOf('class="filters"'))),
    );
    assert.match(links, /All 3 .*Answered 1 .*Refused: nothing found 2/);
    assert.match(html, /href="\/exchanges\?outcome=answered" aria-current="true"/);
    assert.ok(
      listedIds((await bench.get(`/exchanges?outcome=${refused.outcome}`)).html).includes(refused.id),
    );
  });

  it('pages through everything, leaving out and repeating nothing, also while new ones come in', async () => {
    bench = await openBench();
    const asked: string[] = [];
    for (let n = 0; n < 120; n++) asked.push((await bench.ask(`When do you open, take ${n}?`)).id);
    const seen: string[] = [];
    let path: string | undefined = '/exchanges?outcome=answered';
    let pages = 0;
    while (path !== undefined) {
      const { html } = await bench.get(path);
      seen.push(...listedIds(html));
      pages += 1;
      await bench.ask('When do you open?');
      path = /rel="next" href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
    }
    assert.equal(pages, 3);
    assert.deepEqual(seen, asked.reverse());
  });

  it('takes unknown filters and broken cursors for absent', async () => {
    bench = await openBench();
    const { id } = await bench.ask('When do you open?');
    for (const query of [
      'outcome=nonsense',
      'before=abc',
      'before=-1',
      'before=1e9',
      `before=${'9'.repeat(30)}`,
      'before=',
      'outcome=answered&outcome=x',
      'before=%00',
    ]) {
      const { status, html } = await bench.get(`/exchanges?${query}`);
      assert.equal(status, 200, query);
      assert.deepEqual(listedIds(html), [id], query);
    }
  });

  it('says when the model was not used, and why', async () => {
    bench = await openBench();
    const claude = {
      name: 'claude' as const,
      answer: () => Promise.reject(new ModelError('rate_limited', 'Too many requests.')),
    };
    await bench.ask('When do you open?', { claude });
    assert.ok(textOf((await bench.get('/exchanges')).html).includes('model not used: rate limited'));
  });

  it('says when a reply is under way or was refused, and nothing when it was sent', async () => {
    bench = await openBench();
    const { store } = bench;
    const exchange = await bench.ask('When do you open?', { channel: 'telegram' });
    store.inbox.acceptBatch(1, [
      { updateId: 1, event: 'message:7:1', chatId: 7, payload: '{}', joinable: false },
    ]);
    const item = store.inbox.claimNext(0);
    assert.ok(item !== null);
    const message = { chatId: 7, html: 'x', plain: 'x', buttons: [], replyToMessageId: null };
    store.exchanges.finishExchange(
      { ...exchange, id: 'delivered' },
      { inboxId: item.id, messages: [message] },
    );
    assert.ok(textOf((await bench.get('/exchanges')).html).includes('waiting to be sent'));

    const claimed = store.outbox.claimNext([]);
    assert.ok(claimed !== null);
    store.outbox.markFailed(claimed.id, 'Forbidden: <b>bot</b> was blocked by the user');
    assert.ok(textOf((await bench.get('/exchanges')).html).includes('not delivered'));
    const { html } = await bench.get('/exchanges/delivered');
    assert.ok(textOf(html).includes('not delivered: Forbidden: <b>bot</b> was blocked by the user'));
    assert.ok(!html.includes('<b>bot</b>'));

    store.outbox.markSent(claimed.id, 99);
    assert.ok(
      !/not delivered|waiting to be sent|being sent/.test(textOf((await bench.get('/exchanges')).html)),
    );
  });

  it('is isolated from right-to-left text and escapes every foreign word', async () => {
    bench = await openBench();
    const hostile = '<script>alert(1)</script> "quoted" \'single\' & \u202Eesrever\u202C';
    await bench.ask(hostile);
    const { html } = await bench.get('/exchanges');
    assert.ok(!html.includes('<script>'));
    assert.ok(
      html.includes(
        '<bdi>&lt;script&gt;alert(1)&lt;/script&gt; &quot;quoted&quot; &#39;single&#39; &amp; \u202Eesrever\u202C</bdi>',
      ),
    );
    assert.ok(html.includes('Tea &amp; &lt;House&gt;'));
  });

  it('tells a new desk how to begin, and an emptied filter how to be cleared', async () => {
    bench = await openBench({ status: { bot: 'tea_house_bot' } });
    const empty = await bench.get('/exchanges');
    assert.ok(empty.html.includes('href="/playground"'));
    assert.ok(empty.html.includes('https://t.me/tea_house_bot'));
    await bench.ask('When do you open?');
    const filtered = await bench.get('/exchanges?outcome=failed');
    assert.ok(textOf(filtered.html).includes('No exchange has this outcome. Clear the filter'));
    assert.ok(textOf((await bench.get('/exchanges?before=1')).html).includes('There is nothing older.'));
  });
});
