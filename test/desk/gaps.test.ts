import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Bench, type BenchOptions, openBench, postForm, textOf } from './support.ts';

const PARKING =
  '# Tea house\n\n## Parking\n\nYou can park your car in the yard behind the house. Bicycles stand at the door.\n';

async function open(t: TestContext, options: BenchOptions = {}): Promise<Bench> {
  const bench = await openBench(options);
  t.after(() => bench.close());
  return bench;
}

/** Asks in Telegram, a customer a question. */
async function askAll(bench: Bench, ...questions: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [at, question] of questions.entries()) {
    ids.push((await bench.ask(question, { channel: 'telegram', chatId: at + 1 })).id);
  }
  return ids;
}

/** Re-reads the policies with a section on parking, and waits for the groups that this closes. */
async function answerParking(bench: Bench): Promise<string> {
  await writeFile(join(bench.policiesDir, 'parking.md'), PARKING);
  await bench.reindex();
  for (let tries = 0; tries < 500; tries += 1) {
    const { html } = await bench.get('/gaps?tab=answerable');
    const [, path] = /href="(\/gaps\/\d+)"/.exec(html) ?? [];
    if (path !== undefined) return path;
    await sleep(10);
  }
  return assert.fail('no group was closed');
}

describe('the list of gaps', () => {
  it('says in every tab what to do where there is none', async (t) => {
    const bench = await open(t);
    assert.match(textOf((await bench.get('/gaps')).html), /No open gaps/);
    assert.match(textOf((await bench.get('/gaps?tab=answerable')).html), /send the bot \/reindex/);
    assert.match(textOf((await bench.get('/gaps?tab=told')).html), /Nobody was told yet/);
    assert.match(textOf((await bench.get('/gaps?tab=open&cursor=0-0')).html), /There are no more groups/);
  });

  it('shows groups by the people who asked, with unknown words and the nearest sections', async (t) => {
    const bench = await open(t);
    await askAll(
      bench,
      'Do you have wifi?',
      'Where can I park my car?',
      'can I park a car here',
      'delivery drone price?',
    );
    const { html } = await bench.get('/gaps');
    const text = textOf(html);
    assert.match(text, /Open 3/);
    assert.match(text, /2 people.* park .*2 questions · last asked 29 Nov 2026, 14:02/);
    assert.ok(text.indexOf('car') < text.indexOf('wifi'), 'more people come first');
    assert.match(html, /<bdi class="unknown">wifi<\/bdi>/);
    assert.match(text, /nearest Delivery fee/);
    assert.match(html, /aria-current="page">Gaps/);
  });

  it('goes on where a page ends', async (t) => {
    const bench = await open(t);
    const words = Array.from({ length: 26 }, (_, at) => `Zork${String.fromCharCode(97 + at)}x`);
    await askAll(bench, ...words);
    const first = await bench.get('/gaps');
    const [, next = ''] = /rel="next" href="([^"]+)"/.exec(first.html) ?? [];
    const second = await bench.get(next.replaceAll('&amp;', '&'));
    const titles = [first, second].flatMap(({ html }) =>
      [...html.matchAll(/<bdi>(Zork[a-z]x)/g)].map(([, word]) => word),
    );
    assert.deepEqual(titles, words.reverse());
  });

  it('takes made-up links for the first page', async (t) => {
    const bench = await open(t);
    await askAll(bench, 'Do you have wifi?');
    for (const path of ['/gaps?cursor=x', '/gaps?tab=nonsense', '/gaps?cursor=1-2-3']) {
      assert.match((await bench.get(path)).html, /Do you have wifi/, path);
    }
  });
});

describe('the page of a gap', () => {
  it('links to the exchanges and drafts what is to be written', async (t) => {
    const bench = await open(t);
    const [first = '', second = ''] = await askAll(
      bench,
      'Where can I park my car?',
      '<b>car</b> park --> free?',
    );
    const [, path = ''] = /href="(\/gaps\/\d+)"/.exec((await bench.get('/gaps')).html) ?? [];
    const { html } = await bench.get(path);
    assert.match(html, new RegExp(`href="/exchanges/${first}"`));
    assert.match(html, new RegExp(`href="/exchanges/${second}"`));
    assert.match(html, /in 2 of 2 questions/);
    assert.match(html, /<textarea[^>]*>## (?:Car park|Park car)/);
    assert.match(textOf(html), /- bcar\/b park – free\?/);
    assert.doesNotMatch(html, /<b>car|\/tell"/);
  });

  it('shows many questions page by page', async (t) => {
    const bench = await open(t);
    await askAll(bench, ...Array.from({ length: 52 }, (_, at) => `Is there wifi ${at + 1}?`));
    const [, path = ''] = /href="(\/gaps\/\d+)"/.exec((await bench.get('/gaps')).html) ?? [];
    const first = await bench.get(path);
    const [, next = ''] = /rel="next" href="([^"]+)"/.exec(first.html) ?? [];
    const second = await bench.get(next);
    const shown = [first, second].map(
      ({ html }) => html.match(/<bdi>Is there wifi \d+\?<\/bdi><\/a>/g) ?? [],
    );
    assert.deepEqual(
      shown.map(({ length }) => length),
      [50, 2],
    );
    assert.equal(new Set(shown.flat()).size, 52);
  });

  it('says that there is no such group, for made-up numbers too', async (t) => {
    const bench = await open(t);
    for (const path of ['/gaps/7', '/gaps/x', '/gaps/-1', '/gaps/99999999999999999999']) {
      const { status, html } = await bench.get(path);
      assert.equal(status, 404, path);
      assert.match(html, /No such gap/);
    }
    assert.equal((await postForm(bench.desk, '/gaps/7/tell', {})).status, 404);
  });

  it('tells those who asked once, and says so to whoever presses again', async (t) => {
    const bench = await open(t);
    await askAll(bench, 'Where can I park my car?', 'can I park a car here');
    await bench.get('/gaps');
    const path = await answerParking(bench);
    assert.match(textOf((await bench.get(path)).html), /Tell the 2 people who asked/);

    const pressed = await postForm(bench.desk, `${path}/tell`, {});
    assert.equal(pressed.status, 303);
    assert.equal(pressed.headers.get('location'), `${path}#told`);
    const again = await postForm(bench.desk, `${path}/tell`, {});
    assert.equal(again.status, 409);
    assert.match(
      textOf(await again.text()),
      /Told before\. .*Told by this computer on .*: 0 sent, 2 waiting, 0 failed/,
    );
    assert.match(textOf((await bench.get('/gaps?tab=told')).html), /Told 1 .*2 people/);
  });

  it('does not tell of what is still open, and not without the token', async (t) => {
    const bench = await open(t);
    await askAll(bench, 'Where can I park my car?');
    const [, path = ''] = /href="(\/gaps\/\d+)"/.exec((await bench.get('/gaps')).html) ?? [];
    const refused = await postForm(bench.desk, `${path}/tell`, {});
    assert.equal(refused.status, 409);
    assert.match(
      textOf(await refused.text()),
      /Nobody was told\. The policies do not answer these questions yet/,
    );
    assert.equal((await postForm(bench.desk, `${path}/tell`, { csrf: 'forged' })).status, 403);
    assert.equal(bench.store.outbox.claimNext([]), null);
  });

  it('says who could not be told where nobody could', async (t) => {
    const bench = await open(t);
    await askAll(bench, 'Where can I park my car?');
    await bench.get('/gaps');
    const path = await answerParking(bench);
    bench.store.chats.markUnreachable(1, 'blocked');
    const refused = await postForm(bench.desk, `${path}/tell`, {});
    assert.match(textOf(await refused.text()), /Nobody was told\. 1 person could not be reached\./);
    assert.match(textOf((await bench.get(path)).html), /Tell the person who asked/);
  });
});
