import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SearchResult } from '../../src/domain/search.ts';
import { formatPath } from '../../src/domain/section.ts';
import { openDesk, type TestDesk } from '../support/help-desk.ts';
import { readCase, readShared, withoutShared } from '../support/shared.ts';

/**
 * Public reports of questions that broke other bots' search, and of documents that hid their answers from it. How
 * these documents are cut is tested in test/policies/cases.test.ts; here is what questions to them find.
 *
 * Left to a later part:
 * - part 2: the second message of REAL-01 ("how old" for "age": a thesaurus), the message of REAL-09 (the Arabic
 *   article: stemming) and that of REAL-15 as it stands ("hesap" for "hesabı": stemming);
 * - part 3: the figure check of REAL-08, and that examples in REAL-12 are not obeyed.
 */

async function withDocs<T>(
  docs: Readonly<Record<string, string>>,
  work: (desk: TestDesk) => T | Promise<T>,
): Promise<T> {
  const desk = await openDesk(docs);
  try {
    return await work(desk);
  } finally {
    desk.close();
  }
}

function docsOf(id: string): Record<string, string> {
  const { docs, md } = readCase(id).input;
  return (docs as Record<string, string>) ?? { 'policy.md': String(md) };
}

function messagesOf(id: string): string[] {
  const { message, messages } = readCase(id).input;
  return (messages as string[]) ?? [String(message)];
}

function realFile(id: string): Record<string, string> {
  const path = String(readCase(id).input['file']);
  return { [path.split('/').at(-1) ?? path]: readShared(`data/${path}`) };
}

function topTitle(result: SearchResult): string | undefined {
  return result.hits[0]?.passage.title;
}

function textOf(result: SearchResult): string {
  return result.hits.map(({ passage }) => passage.text).join('\n');
}

describe('cases of kind fts-syntax', { skip: withoutShared }, () => {
  const findsTop = (id: string, title: string, more: readonly string[] = []) =>
    it(id, () =>
      withDocs(docsOf(id), (desk) => {
        for (const message of [...messagesOf(id), ...more]) {
          assert.equal(topTitle(desk.search(message)), title, message);
        }
      }),
    );
  const findsNothing = (id: string) =>
    it(id, () =>
      withDocs(docsOf(id), (desk) => {
        for (const message of messagesOf(id)) assert.deepEqual(desk.search(message).hits, [], message);
      }),
    );

  findsTop('FTS-03', 'Cards', ['I don’t have cheques, cards ok?']);
  findsTop('FTS-04', 'Gift-wrap');
  it('FTS-04: a column name typed by a customer is a plain word', () =>
    withDocs(docsOf('FTS-04'), (desk) => {
      for (const column of ['title', 'body']) {
        const { query, hits } = desk.search(`${column}:gift`);
        assert.deepEqual(
          query.terms.map(({ word }) => word),
          [column, 'gift'],
        );
        assert.equal(hits[0]?.passage.title, 'Gift-wrap');
      }
    }));
  it('FTS-05', () =>
    withDocs(docsOf('FTS-05'), (desk) => {
      const odd = desk.search('you said "30 days right?');
      assert.equal(topTitle(odd), 'Time limit');
      assert.deepEqual(odd.hits, desk.search('you said "30 days" right?').hits);
    }));
  findsTop('FTS-08', 'Gift-wrap', ['gift-wrap']);
  findsNothing('FTS-09');
  it('FTS-09: the customer is asked for words and no section is used', () =>
    withDocs(docsOf('FTS-09'), async (desk) => {
      for (const message of messagesOf('FTS-09')) {
        const exchange = await desk.ask(message);
        assert.equal(exchange.outcome, 'refused_no_hits');
        assert.match(exchange.text, /write your question in words/);
        assert.equal(exchange.sentChars, 0);
      }
    }));
  findsNothing('FTS-10');
  findsTop('FTS-12', 'Version 20.04');
  it('FTS-13', () =>
    withDocs(docsOf('FTS-13'), (desk) => {
      assert.equal(desk.search('returns::gift wrap').hits[0]?.passage.file, 'returns.md');
    }));
  // The times of this case are measured in bench/, not here.
  it('FTS-14', () =>
    withDocs(docsOf('FTS-14'), (desk) => {
      const many = Array.from({ length: 2000 }, (_, number) => `word${number}x`).join(' ');
      assert.equal(topTitle(desk.search(`${'('.repeat(300)}gift${')'.repeat(300)}`)), 'Gift-wrap');
      assert.equal(topTitle(desk.search('gift '.repeat(5000))), 'Gift-wrap');
      assert.equal(topTitle(desk.search(`${many} gift-wrap`)), 'Gift-wrap');
    }));
  findsTop('FTS-16', 'Gift-wrap');
  findsTop('FTS-17', 'Cards');
});

describe('cases of kind md-split: what questions find', { skip: withoutShared }, () => {
  it('MDS-12', () =>
    withDocs(docsOf('MDS-12'), (desk) => assert.match(textOf(desk.search('30 days')), /30 days/)));
  it('MDS-15', () =>
    withDocs(docsOf('MDS-15'), (desk) => assert.deepEqual(desk.search('90 days draft').hits, [])));
  it('MDS-19', () =>
    withDocs(docsOf('MDS-19'), async (desk) => {
      const [top] = desk.search('return fees').hits;
      assert.equal(top && formatPath(top.passage.path), 'Returns > Fees');
      const exchange = await desk.ask('How much are return fees?');
      assert.match(exchange.text, /10,000/);
      assert.match(exchange.text, /Source: Returns > Fees$/);
    }));
  it('MDS-20', () =>
    withDocs(docsOf('MDS-20'), (desk) => {
      assert.deepEqual(
        desk
          .search('fees')
          .hits.map(({ passage }) => passage.text)
          .sort(),
        ['a', 'b', 'c'],
      );
    }));
  it('MDS-24', () => {
    const rows = Array.from({ length: 200 }, (_, n) => `| City_${n} | ${n} | ${n * 2} |`).join('\n');
    const md = `# Fees\n| City | Standard | Express |\n|---|---|---|\n${rows}\n`;
    return withDocs({ 'fees.md': md }, (desk) => {
      const [top] = desk.search('express fee City_150').hits;
      assert.match(top?.passage.text ?? '', /^City \| Standard \| Express\n/);
      assert.match(top?.passage.text ?? '', /^City_150 \| 150 \| 300$/m);
    });
  });
  it('MDS-28', () =>
    withDocs(docsOf('MDS-28'), async (desk) => {
      assert.match((await desk.ask('Is the tea hot?')).text, /Source: (Menu > Tea > )?Tea$/);
      assert.equal(desk.search('iced tea cold').hits[0]?.name, 'Iced tea');
    }));
  it('MDS-30', () => {
    const filler = 'The parties keep to what they have agreed upon in writing. '.repeat(15).trim();
    const before = Array.from({ length: 62 }, () => filler).join('\n\n');
    const md = `# Terms\n\n${before}\n\nDeposits are returned in 9 days.\n\n${filler}\n\n${filler}\n`;
    return withDocs({ 'terms.md': md }, async (desk) => {
      const [top] = desk.search('when is the deposit returned').hits;
      assert.match(top?.passage.text ?? '', /Deposits are returned in 9 days\./);
      assert.equal(top?.passage.title, 'Terms');
      const exchange = await desk.ask('when is the deposit returned');
      assert.equal(exchange.text, 'Deposits are returned in 9 days.\n\nSource: Terms');
    });
  });
  it('MDS-34', () =>
    withDocs(docsOf('MDS-34'), async (desk) => {
      const [top] = desk.search('price of L').hits;
      assert.match(top?.passage.text ?? '', /^size \| ml \| price\n(.*\n)*L \| 400 \| 39,000$/);
    }));
  it('MDS-35', () =>
    withDocs(docsOf('MDS-35'), (desk) => {
      const sent = desk.search('is refund full').hits.filter((hit) => hit.sent);
      assert.ok(sent.some(({ passage }) => passage.text.includes('Except sale goods')));
    }));
});

describe('cases of kind real-file: what questions find', { skip: withoutShared }, () => {
  const finds = (id: string, message: string, title: string) =>
    it(`${id}: ${message}`, () =>
      withDocs(realFile(id), (desk) => assert.equal(topTitle(desk.search(message)), title)));

  finds('REAL-01', "who's who", '1. Who’s Who');
  finds('REAL-01', 'who’s who', '1. Who’s Who');
  finds('REAL-01', 'minimum age', '3. Minimum Age Requirements');
  it('REAL-04', () =>
    withDocs(realFile('REAL-04'), (desk) => {
      const titles = desk.search('tải xuống').hits.map(({ passage }) => passage.title);
      assert.ok(!titles.includes('Tải Xuống'));
    }));
  it('REAL-08', () =>
    withDocs(realFile('REAL-08'), (desk) => {
      assert.match(
        desk.search('phone 1-800-222-0364').hits[0]?.passage.text ?? '',
        /(?<!\u200B)1-800-222-0364/,
      );
    }));
  it('REAL-09', () =>
    withDocs(realFile('REAL-09'), (desk) => {
      assert.match(topTitle(desk.search('ما هي مسؤوليات التنفيذ')) ?? '', /مسؤوليات/);
    }));
  finds('REAL-11', 'υποχρεωσεις', 'Οι υποχρεώσεις μας');
  finds('REAL-11', 'ΥΠΟΧΡΕΩΣΕΙΣ μας', 'Οι υποχρεώσεις μας');
  it('REAL-12', () =>
    withDocs(realFile('REAL-12'), (desk) => {
      assert.match(topTitle(desk.search('LLM01?')) ?? '', /^LLM01:/);
    }));
  it('REAL-13', () =>
    withDocs(realFile('REAL-13'), (desk) => {
      const [top] = desk.search('Firefox Relay の利用資格').hits;
      assert.match(top?.passage.path.join(' > ') ?? '', /Firefox Relay/);
    }));
  it('REAL-15', () => {
    const paths = readCase('REAL-15').input['files'] as string[];
    const docs = Object.fromEntries(
      paths.map((path) => [path.split('/').at(-1), readShared(`data/${path}`)]),
    );
    return withDocs(docs, (desk) => {
      const files = desk.search('HESABINIZIN').hits.map(({ passage }) => passage.file);
      assert.ok(files.length > 0);
      assert.deepEqual(
        files.filter((file) => !file.endsWith('.md')),
        [],
      );
    });
  });
  it('REAL-16', () =>
    withDocs(realFile('REAL-16'), (desk) => {
      const [top] = desk.search('who to go to for managers').hits;
      assert.match(top?.name ?? '', /RESOURCES FOR MANAGERS > /);
    }));
  it('REAL-18', () =>
    withDocs(realFile('REAL-18'), async (desk) => {
      const question = 'I was charged but meant to cancel, do I get it back?';
      assert.equal(topTitle(desk.search(question)), 'Examples of full refunds we’d grant.');
      assert.doesNotMatch((await desk.ask(question)).text, /\{\{|\]\(/);
    }));
  it('REAL-20', () =>
    withDocs(realFile('REAL-20'), (desk) => {
      assert.match(textOf(desk.search('can I share adapted material?')), /Share Adapted Material/i);
    }));
  finds('REAL-21', 'cam ket cua chung toi', 'Cam kết của chúng tôi');
  finds('REAL-21', 'tieu chuan', 'Tiêu chuẩn của chúng tôi');
  finds('REAL-21', 'trach nhiem', 'Trách nhiệm của chúng tôi');
});
