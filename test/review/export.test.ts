import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { StoredExchange } from '../../src/domain/exchange.ts';
import { exportExchanges } from '../../src/review/export.ts';
import { exchangeOf, hitOf, passageOf } from '../store/support.ts';

const REFUNDS = passageOf('a.md#refunds', 'three days');
const CARDS = passageOf('b.md#cards', 'six months');

function stored(more: Partial<StoredExchange> = {}): StoredExchange {
  return {
    ...exchangeOf('e1'),
    delivery: 'none',
    deliveryError: null,
    maybeDuplicate: false,
    feedback: null,
    ...more,
  };
}

function csvOf(...exchanges: readonly StoredExchange[]): string {
  return [...exportExchanges(exchanges, 'csv')].join('');
}

/** Reads CSV by the rules of RFC 4180: rows of cells. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  assert.deepEqual(row, []);
  return rows;
}

/** The one data row by column name. */
function cellsOf(exchange: StoredExchange): Record<string, string> {
  const [header = [], cells = [], ...rest] = parseCsv(csvOf(exchange).replace('\uFEFF', ''));
  assert.deepEqual(rest, []);
  assert.equal(cells.length, header.length);
  return Object.fromEntries(header.map((name, at) => [name, cells[at] ?? '']));
}

describe('exportExchanges to CSV', () => {
  it('begins with the mark by which Excel knows UTF-8, then the header', () => {
    const text = csvOf();
    assert.ok(text.startsWith('\uFEFFid,asked_at,channel,customer,question,outcome,reply,'));
    assert.ok(text.endsWith('\r\n'));
    assert.equal(text.split('\r\n').length, 2);
  });

  it('writes a row an exchange with what staff need', () => {
    const cite = (passage = REFUNDS) => ({
      sectionId: passage.sectionId,
      title: passage.title,
      passageHash: passage.hash,
      quote: 'x',
    });
    const cells = cellsOf(
      stored({
        askedAt: Date.UTC(2026, 10, 29, 13, 2),
        channel: 'telegram',
        outcome: 'answered',
        hits: [
          hitOf(REFUNDS),
          hitOf(CARDS, { rank: 2, sent: false }),
          hitOf(CARDS, { rank: 3, name: 'Gift cards' }),
        ],
        citations: [cite(), cite(CARDS), cite()],
        confidence: 0.123_456,
        answerer: 'claude',
        fallback: 'timeout',
        failure: 'ModelError',
        model: 'claude-haiku-5-5',
        usage: { inputTokens: 10, outputTokens: 20, cacheReadTokens: 0, cacheWriteTokens: 0 },
        costUsd: 0.000_15,
        searchMs: 1.234_56,
        delivery: 'failed',
        deliveryError: 'Forbidden',
        feedback: { helped: false, reason: 'unclear', givenAt: 5 },
      }),
    );
    assert.deepEqual(cells, {
      id: 'e1',
      asked_at: '2026-11-29T13:02:00.000Z',
      channel: 'telegram',
      customer: 'c_1',
      question: 'Question e1?',
      outcome: 'answered',
      reply: 'The policies do not say.',
      cited_sections: 'Refunds; Cards',
      sent_sections: 'Refunds; Gift cards',
      confidence: '0.123',
      threshold: '0.35',
      answerer: 'claude',
      fallback: 'timeout',
      failure: 'ModelError',
      model: 'claude-haiku-5-5',
      input_tokens: '10',
      output_tokens: '20',
      cost_usd: '0.00015',
      search_ms: '1.235',
      model_ms: '0',
      delivery: 'failed',
      delivery_error: 'Forbidden',
      feedback: 'did not help',
      feedback_reason: 'unclear',
    });
  });

  it('leaves a cell empty where there is nothing', () => {
    const cells = cellsOf(stored());
    for (const name of [
      'answerer',
      'model',
      'input_tokens',
      'cost_usd',
      'cited_sections',
      'delivery_error',
    ]) {
      assert.equal(cells[name], '', name);
    }
  });

  it('keeps quotes, commas, line ends and every script of a text', () => {
    for (const question of [
      'a, b',
      'say "yes"',
      '"',
      'one\ntwo\r\nthree',
      '退款 đồng 🍵',
      ' spaces ',
      "it's",
    ]) {
      assert.equal(cellsOf(stored({ question }))['question'], question);
    }
  });

  it('makes a text of what a spreadsheet would run as a formula', () => {
    const formulas = [
      '=1+1',
      '+1',
      '-1',
      '@SUM(A1)',
      '\t=1',
      '\r=1',
      ' =1',
      '\n=1',
      '\uFEFF=1',
      '＝1',
      '＋1',
      '－1',
      '＠x',
      '\tx',
    ];
    for (const text of formulas) {
      const cells = cellsOf(stored({ question: text, text, customer: text, deliveryError: text }));
      for (const name of ['question', 'reply', 'customer', 'delivery_error']) {
        assert.equal(cells[name], `'${text}`, name);
      }
    }
    assert.equal(cellsOf(stored({ hits: [hitOf(REFUNDS, { name: '=cmd()' })] }))['sent_sections'], "'=cmd()");
  });

  it('leaves texts alone that only hold such signs further in', () => {
    for (const question of ['1=1', 'a-b', 'me@x.org', 'Is 5+5 km free?', "'=1"]) {
      assert.equal(cellsOf(stored({ question }))['question'], question);
    }
  });

  it('leaves numbers of our own as numbers, negative ones too', () => {
    assert.equal(cellsOf(stored({ costUsd: -0.5 }))['cost_usd'], '-0.5');
  });
});

describe('exportExchanges to JSONL', () => {
  it('writes everything of an exchange, one a line', () => {
    const exchanges = [
      stored({ question: 'two\nlines "quoted"', hits: [hitOf(REFUNDS)] }),
      stored({ id: 'e2' }),
    ];
    const text = [...exportExchanges(exchanges, 'jsonl')].join('');
    const lines = text.split('\n');
    assert.equal(lines.pop(), '');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line) as unknown),
      exchanges,
    );
  });

  it('writes nothing for an empty desk', () => {
    assert.deepEqual([...exportExchanges([], 'jsonl')], []);
  });

  it('reads one exchange at a time', () => {
    let read = 0;
    function* exchanges() {
      for (; read < 5; read += 1) yield stored();
    }
    const pieces = exportExchanges(exchanges(), 'jsonl');
    pieces.next();
    assert.equal(read, 0);
    pieces.next();
    assert.equal(read, 1);
  });
});
