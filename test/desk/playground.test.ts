import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { type Bench, csrfOf, openBench, postQuestion, textOf } from './support.ts';

let bench: Bench;
afterEach(() => bench.close());

describe('the playground', () => {
  it('asks through the pipeline and leads to the exchange', async () => {
    bench = await openBench();
    const response = await postQuestion(bench.desk, '  When do you\r\nopen?  ');
    assert.equal(response.status, 303);
    const location = response.headers.get('location') ?? '';
    assert.match(location, /^\/exchanges\/[\w-]+$/);
    const { status, html } = await bench.get(location);
    assert.equal(status, 200);
    assert.ok(html.includes('When do you\nopen?</h1>'));
    assert.ok(textOf(html).includes('We open at 8:00'));
    assert.ok(textOf((await bench.get('/exchanges')).html).includes('Playground'));
  });

  it('shows the form again, with what was typed, where there is nothing to ask or too much', async () => {
    bench = await openBench();
    for (const empty of ['', '   ', '\r\n\t']) {
      const response = await postQuestion(bench.desk, empty);
      assert.equal(response.status, 422);
      assert.ok(textOf(await response.text()).includes('Please write a question first.'));
    }
    const long = await postQuestion(bench.desk, `</textarea><script>${'a'.repeat(4096)}`);
    assert.equal(long.status, 422);
    const html = await long.text();
    assert.ok(textOf(html).includes('The question has 4,115 characters; the most is 4,096.'));
    assert.ok(html.includes('&lt;/textarea&gt;&lt;script&gt;aaa'));
    assert.equal([...bench.store.review.allExchanges()].length, 0);
  });

  it('takes the longest question there may be, and line ends count once', async () => {
    bench = await openBench();
    const longest = `${'a'.repeat(2047)}\r\n${'b'.repeat(2048)}`;
    assert.equal((await postQuestion(bench.desk, longest)).status, 303);
  });

  it('takes a file in the place of the question for an empty one', async () => {
    bench = await openBench();
    const headers = { 'Sec-Fetch-Site': 'same-origin' };
    const form = new FormData();
    form.set('csrf', await csrfOf(bench.desk));
    form.set('question', new Blob(['When?']), 'when.txt');
    const upload = await bench.desk.request('/playground', { method: 'POST', body: form, headers });
    assert.equal(upload.status, 422);
  });

  it('refuses a body that is no form of its own', async () => {
    bench = await openBench();
    const headers = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'multipart/form-data' };
    const broken = await bench.desk.request('/playground', { method: 'POST', body: 'x', headers });
    assert.equal(broken.status, 403);
  });
});
