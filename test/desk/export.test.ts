import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { StoredExchange } from '../../src/domain/exchange.ts';
import { type Bench, openBench } from './support.ts';

let bench: Bench;
afterEach(() => bench.close());

describe('the export', () => {
  it('downloads everything as JSONL, oldest first', async () => {
    bench = await openBench();
    const asked = [await bench.ask('When do you open?'), await bench.ask('Is my money back?')];
    const { status, html, response } = await bench.get('/export.jsonl');
    assert.equal(status, 200);
    assert.equal(response.headers.get('content-type'), 'application/x-ndjson; charset=utf-8');
    assert.equal(
      response.headers.get('content-disposition'),
      'attachment; filename="citedesk-exchanges-2026-11-29.jsonl"',
    );
    const lines = html
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as StoredExchange);
    assert.deepEqual(
      lines.map(({ id, hits }) => [id, hits.length]),
      asked.map(({ id, hits }) => [id, hits.length]),
    );
  });

  it('downloads a CSV that no spreadsheet runs', async () => {
    bench = await openBench();
    await bench.ask('=HYPERLINK("http://evil.example")');
    const response = await bench.desk.request('/export.csv');
    assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8');
    const bytes = new Uint8Array(await response.arrayBuffer());
    assert.deepEqual([...bytes.slice(0, 3)], [0xef, 0xbb, 0xbf]);
    assert.ok(new TextDecoder().decode(bytes).includes(`"'=HYPERLINK(""http://evil.example"")"`));
  });

  it('reads no further once the download was given up', async () => {
    let read = 0;
    let isClosed = false;
    bench = await openBench();
    const { id } = await bench.ask('When do you open?');
    const stored = bench.store.review.findExchange(id);
    assert.ok(stored !== null);
    function* endless(exchange: StoredExchange): Generator<StoredExchange> {
      try {
        for (;;) {
          read += 1;
          yield exchange;
        }
      } finally {
        isClosed = true;
      }
    }
    const other = await openBench({
      parts: { reader: { ...bench.store.review, allExchanges: () => endless(stored) } },
    });
    try {
      const reader = (await other.desk.request('/export.jsonl')).body?.getReader();
      assert.ok(reader !== undefined);
      for (let n = 0; n < 5; n++) await reader.read();
      await reader.cancel();
      assert.ok(read < 20, String(read));
      assert.ok(isClosed);
    } finally {
      await other.close();
    }
  });

  it('breaks off and logs where reading fails midway', async () => {
    const seed = await openBench();
    bench = seed;
    const { id } = await seed.ask('When do you open?');
    const stored = seed.store.review.findExchange(id);
    assert.ok(stored !== null);
    function* failing(exchange: StoredExchange): Generator<StoredExchange> {
      yield exchange;
      throw new Error('disk gone');
    }
    const other = await openBench({
      parts: { reader: { ...seed.store.review, allExchanges: () => failing(stored) } },
    });
    try {
      await assert.rejects((await other.desk.request('/export.jsonl')).text());
      assert.ok(other.log.some((line) => line.includes('disk gone')));
    } finally {
      await other.close();
    }
  });
});
