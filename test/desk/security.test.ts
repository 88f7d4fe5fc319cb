import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { assetHref } from '../../src/desk/assets.ts';
import { type Bench, openBench, postForm, postQuestion, textOf } from './support.ts';

let bench: Bench;
afterEach(() => bench.close());

const CSP =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

describe('every response of the desk', () => {
  it('carries the same strict headers', async () => {
    bench = await openBench({
      parts: { ask: () => Promise.reject(new Error('the engine stalled at /srv/secret')) },
    });
    const { id } = await bench.ask('When do you open?');
    const responses = [
      ...(await Promise.all(
        [
          '/',
          '/exchanges',
          `/exchanges/${id}`,
          '/exchanges/none',
          '/playground',
          '/export.csv',
          '/export.jsonl',
          assetHref('style.css'),
          assetHref('desk.js'),
          '/nowhere',
        ].map((path) => bench.desk.request(path)),
      )),
      await postQuestion(bench.desk, 'Hello there'),
      await postQuestion(bench.desk, 'Hello', {}),
      await postQuestion(bench.desk, 'a'.repeat(70_000)),
      await bench.desk.request('/exchanges', { headers: { Host: 'evil.example' } }),
    ];
    assert.deepEqual(
      responses.map((response) => response.status),
      [302, 200, 200, 404, 200, 200, 200, 200, 200, 404, 500, 403, 413, 421],
    );
    for (const { headers } of responses) {
      assert.equal(headers.get('content-security-policy'), CSP);
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('referrer-policy'), 'no-referrer');
      assert.match(headers.get('cache-control') ?? '', /^(no-store|max-age=31536000, immutable)$/);
    }
  });

  it('holds no inline style and no inline script', async () => {
    bench = await openBench();
    const { id } = await bench.ask('How long until the money is back?');
    for (const path of ['/exchanges', `/exchanges/${id}`, '/playground', '/nowhere']) {
      const { html } = await bench.get(path);
      assert.ok(
        !/\sstyle=|<style|<script(?! type="module" src="\/assets\/\w+\/desk.js"><\/script>)|\son\w+=/i.test(
          html,
        ),
        path,
      );
      assert.equal(html.split('<h1').length, 2, `${path} has one h1`);
      assert.equal(html.split('<main').length, 2);
    }
  });
});

describe('the desk', () => {
  it('answers under loopback names only', async () => {
    bench = await openBench();
    const ask = async (host: string) =>
      (await bench.desk.request('/exchanges', { headers: { Host: host } })).status;
    for (const host of ['127.0.0.1', '127.0.0.1:3000', 'localhost:8080', 'LOCALHOST', '[::1]:3000']) {
      assert.equal(await ask(host), 200, host);
    }
    for (const host of [
      'evil.example',
      '127.0.0.1.evil.example',
      'localhost.evil.example:3000',
      '10.0.0.1',
      'evil@localhost',
      '',
    ]) {
      assert.equal(await ask(host), 421, host);
    }
  });

  it('takes forms from its own pages only', async () => {
    bench = await openBench();
    const post = async (headers: Record<string, string>) =>
      (await postQuestion(bench.desk, 'When do you open?', headers)).status;
    assert.equal(await post({ 'Sec-Fetch-Site': 'same-origin', Origin: 'null' }), 303);
    assert.equal(await post({ Origin: 'http://localhost' }), 303);
    const refused: Record<string, string>[] = [
      {},
      { Origin: 'null' },
      { Origin: 'https://evil.example' },
      { Origin: 'http://localhost:8080' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site', Origin: 'http://localhost' },
      { 'Sec-Fetch-Site': 'none' },
    ];
    for (const headers of refused) assert.equal(await post(headers), 403, JSON.stringify(headers));
    const json = await bench.desk.request('/playground', {
      method: 'POST',
      body: '{"question":"When?"}',
      headers: { 'Content-Type': 'application/json' },
    });
    assert.equal(json.status, 403);
    const foreign = { csrf: 'a'.repeat(24), question: 'When do you open?' };
    assert.equal((await postForm(bench.desk, '/playground', foreign)).status, 403);
    assert.equal([...bench.store.review.allExchanges()].length, 2);
  });

  it('shows nothing of an error, and logs it', async () => {
    bench = await openBench({
      parts: { ask: () => Promise.reject(new Error('the engine stalled at /srv/secret')) },
    });
    const response = await postQuestion(bench.desk, 'When do you open?');
    assert.equal(response.status, 500);
    const html = await response.text();
    assert.ok(textOf(html).includes('Something went wrong'));
    assert.ok(!/stalled|secret|\bat \w+ \(/.test(html));
    assert.ok(
      bench.log.some((line) => line.includes('the engine stalled') && line.includes('"level":"error"')),
    );
  });
});

describe('the state of the desk', () => {
  it('stands in the head of every page', async () => {
    bench = await openBench();
    await bench.ask('When do you open?');
    const text = textOf((await bench.get('/exchanges')).html);
    for (const part of [
      '6 sections, indexed less than a minute ago',
      'extractive answers (no key)',
      '0 messages waiting',
      '1 question today',
    ]) {
      assert.ok(text.includes(part), part);
    }
    assert.ok(!text.includes('changed on disk'));
  });

  it('names the model, the bot and what is wrong', async () => {
    bench = await openBench({
      status: {
        model: 'claude-haiku-5-5',
        bot: 'tea_bot',
        changedFiles: ['a<b.md', 'tea.md'],
        failuresToday: 2,
        fallbacksToday: 1,
      },
    });
    const { html } = await bench.get('/playground');
    const text = textOf(html);
    for (const part of [
      'answers by claude-haiku-5-5',
      'bot @tea_bot',
      '2 failures today',
      '1 today without the model',
      '2 policy files changed on disk since the index was built: run /reindex',
      'a<b.md , tea.md',
    ]) {
      assert.ok(text.includes(part), part);
    }
    assert.ok(html.includes('a&lt;b.md'));
  });

  it('says what to do where nothing is indexed', async () => {
    bench = await openBench({ isIndexed: false });
    assert.ok(
      textOf((await bench.get('/exchanges')).html).includes('No policies are indexed: put .md files'),
    );
  });

  it('cannot keep a page away when it fails', async () => {
    bench = await openBench({ parts: { status: () => Promise.reject(new Error('disk gone')) } });
    const { status, html } = await bench.get('/exchanges');
    assert.equal(status, 200);
    assert.ok(textOf(html).includes('The state of the desk cannot be told right now'));
    assert.ok(!html.includes('disk gone'));
    assert.ok(bench.log.some((line) => line.includes('disk gone')));
  });
});
