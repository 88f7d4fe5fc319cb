import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { reindexPolicies } from '../../src/indexing/reindex.ts';
import { IN_MEMORY, openDatabase } from '../../src/store/database.ts';
import { createFolder } from '../support/folder.ts';
import { openDesk, type TestDesk } from '../support/help-desk.ts';
import { readCase, withoutShared } from '../support/shared.ts';

/**
 * Public reports of words that other bots' search did not find, though the document held them in another form: bent,
 * misspelt, without marks, in a script without spaces, as another way of writing a number.
 *
 * Left to part 3: that no answer of a model to NUM-07 holds another figure than 1000, and that none of its answers to
 * REC-06 rests on a section that only stop words found.
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
  return readCase(id).input['docs'] as Record<string, string>;
}

function messagesOf(id: string): string[] {
  const { message, messages } = readCase(id).input;
  return (messages as string[]) ?? [String(message)];
}

function titlesFor(desk: TestDesk, message: string): string[] {
  return desk.search(message).hits.map(({ passage }) => passage.title);
}

function termsFor(desk: TestDesk, message: string): string[] {
  return desk.search(message).query.terms.map(({ term }) => term);
}

function unknownIn(desk: TestDesk, message: string): string[] {
  return desk
    .search(message)
    .query.terms.filter(({ known }) => !known)
    .map(({ word }) => word);
}

/** Each message of the case, and each of `more`, finds the section with its title first; one title may do for all. */
function findsTop(
  id: string,
  titles: string | readonly string[],
  more: Readonly<Record<string, string>> = {},
) {
  it(id, () =>
    withDocs(docsOf(id), (desk) => {
      const expected = [
        ...messagesOf(id).map((message, at) => [message, typeof titles === 'string' ? titles : titles[at]]),
        ...Object.entries(more),
      ];
      assert.deepEqual(
        expected.map(([message = '']) => [message, titlesFor(desk, message)[0]]),
        expected,
      );
    }),
  );
}

describe('cases of kind recall', { skip: withoutShared }, () => {
  findsTop('REC-02', 'Cards');
  it('REC-03', () =>
    withDocs(docsOf('REC-03'), async (desk) => {
      for (const message of messagesOf('REC-03')) {
        const { hits, confidence, threshold } = desk.search(message);
        // "ship" stands for the "delivery" of another section; the match is weak.
        assert.ok(hits.every(({ passage }) => passage.title !== 'To our guests'));
        assert.ok(confidence < threshold);
        const { outcome, citations } = await desk.ask(message);
        assert.deepEqual({ outcome, citations }, { outcome: 'refused_low_confidence', citations: [] });
      }
    }));
  findsTop('REC-05', 'Cards');
  it('REC-06', () =>
    withDocs(docsOf('REC-06'), async (desk) => {
      for (const message of messagesOf('REC-06')) {
        const { hits, confidence } = desk.search(message);
        assert.ok(hits.length === 0 || confidence === 0, message);
        const { citations, text } = await desk.ask(message);
        assert.deepEqual(citations, [], message);
        assert.match(text, /You can try it in other words\./);
      }
    }));
  it('REC-06: after a question, its words are used', () =>
    withDocs(docsOf('REC-06'), async (desk) => {
      for (const message of messagesOf('REC-06')) {
        await desk.ask('Is the charge for gift-wrap refunded?');
        assert.equal((await desk.ask(message)).hits[0]?.passage.title, 'Gift-wrap', message);
      }
    }));
  findsTop('REC-07', 'Warranty period');
});

describe('cases of kind stemming', { skip: withoutShared }, () => {
  findsTop('STM-02', 'Delivery', { delivering: 'Delivery' });
  findsTop('STM-04', 'Newsletter and news', { 'new card': 'New members' });
  findsTop('STM-05', 'Sanitising');
  findsTop('STM-06', 'Generic parts', { general: 'General terms' });
});

describe('cases of kind text-normalize', { skip: withoutShared }, () => {
  findsTop('NRM-02', 'Đường', { dưỡng: 'Dưỡng da', DƯỠNG: 'Dưỡng da' });
  it('NRM-02: without marks either word may be meant', () =>
    withDocs(docsOf('NRM-02'), (desk) => {
      assert.deepEqual(titlesFor(desk, 'duong').sort(), ['Dưỡng da', 'Đường']);
    }));
  findsTop('NRM-03', ['Łódź shop', 'Smørrebrød']);
  it('NRM-04', () =>
    withDocs(docsOf('NRM-04'), (desk) => {
      // "groesse" for "Größe" is left open by the case; the spelling happens to find it.
      for (const message of messagesOf('NRM-04').slice(0, 3)) {
        assert.deepEqual(titlesFor(desk, message), ['Maße und Größe'], message);
        assert.deepEqual(termsFor(desk, message), termsFor(desk, 'Straße'));
      }
    }));
  findsTop('NRM-05', 'İade');
  it('NRM-05: the policy too may be typed without the dotted capital', () =>
    withDocs({ 'tr.md': '# IADE\n\nÜrünler 14 gün içinde geri gönderilebilir.\n' }, (desk) => {
      for (const message of messagesOf('NRM-05'))
        assert.deepEqual(titlesFor(desk, message), ['IADE'], message);
    }));
  findsTop('NRM-06', 'IŞIK MAĞAZASI', { ISIK: 'IŞIK MAĞAZASI' });
  it('NRM-07', async () => {
    const text = '# Café Đà Lạt\n\nQuán mở cửa lúc 7 giờ.\n';
    const decomposed = { ['chính-sách.md'.normalize('NFD')]: text.normalize('NFD') };
    const resaved = createFolder({ ['chính-sách.md'.normalize('NFC')]: text.normalize('NFD') });
    await withDocs(decomposed, async (desk) => {
      for (const message of readCase('NRM-07').input['messages_nfc'] as string[]) {
        const { citations } = await desk.ask(message.normalize('NFC'));
        assert.deepEqual(
          citations.map(({ title }) => title),
          ['Café Đà Lạt'.normalize('NFC')],
          message,
        );
      }
      const { added, changed, removed, sections } = await reindexPolicies(desk.store.index, resaved.path);
      assert.deepEqual(
        { added, changed, removed, sections },
        { added: [], changed: [], removed: [], sections: 1 },
      );
    });
    resaved.remove();
  });
  findsTop('NRM-09', 'Plan A10');
  it('NRM-09: full-width letters bend like others', () =>
    withDocs(docsOf('NRM-09'), (desk) => {
      assert.deepEqual(termsFor(desk, 'ｐｌａｎｓ'), termsFor(desk, 'plans'));
    }));
  findsTop('NRM-11', 'Refill offer');
  // In the case itself the title says "Refill" in plain letters, and "beans" is found beside "㎏".
  it('NRM-11: a ligature and a unit in one character are their letters', () =>
    withDocs({ 'a.md': '# Offer\n\nReﬁll of 2 ㎏ beans costs less.\n' }, (desk) => {
      for (const message of messagesOf('NRM-11')) assert.deepEqual(unknownIn(desk, message), [], message);
      assert.deepEqual(termsFor(desk, 'reﬁll'), termsFor(desk, 'refill'));
    }));
});

describe('cases of kind tokenizer-script', { skip: withoutShared }, () => {
  findsTop('TOK-01', '退货政策');
  findsTop('TOK-02', '退货');
  findsTop('TOK-03', '返品について');
  findsTop('TOK-04', 'การคืนสินค้า');
  findsTop('TOK-07', 'מדיניות הַחְזָרוֹת');
  findsTop('TOK-08', 'سِيَاسَة الإِرْجَاع');
});

describe('cases of kind numbers', { skip: withoutShared }, () => {
  findsTop('NUM-02', 'Deposit');
  it('NUM-02: the đ after an amount is its currency', () =>
    withDocs(docsOf('NUM-02'), async (desk) => {
      assert.deepEqual(termsFor(desk, '15,000đ'), termsFor(desk, '15000 VND'));
      assert.match((await desk.ask('15,000đ')).text, /The deposit is 15,000 VND\./);
    }));
  it('NUM-03', () =>
    withDocs(docsOf('NUM-03'), (desk) => assert.deepEqual(titlesFor(desk, '165,41'), ['Fee A'])));
  it('NUM-04', () =>
    withDocs(docsOf('NUM-04'), (desk) => assert.deepEqual(titlesFor(desk, '1.5% fee'), ['Late fee'])));
  findsTop('NUM-06', 'Time limit');
  it('NUM-07', () =>
    withDocs(docsOf('NUM-07'), async (desk) => {
      for (const message of messagesOf('NUM-07')) {
        assert.equal(titlesFor(desk, message)[0], 'Stipend');
        assert.deepEqual((await desk.ask(message)).text.match(/\d[\d.,]*/g), ['1000']);
      }
    }));
});

describe('cases of kind typos', { skip: withoutShared }, () => {
  findsTop('TYP-01', ['Gift-wrap', 'Cards', 'Time limit']);
  findsTop('TYP-03', ['Opening hours', 'Warranty', 'Warranty']);
  findsTop('TYP-05', ['Gift-wrap', 'Gift-wrap', 'Code LC-4471'], { 'LC 4471': 'Code LC-4471' });
  // The index asks nothing of SQLite's build that could be missing.
  it('TYP-06', () => {
    const db = openDatabase(IN_MEMORY);
    const schema = db.prepare<[], string | null>('SELECT sql FROM sqlite_schema').pluck().all();
    db.close();
    assert.ok(schema.some((sql) => /tokenize = "unicode61/.test(sql ?? '')));
    assert.ok(!schema.some((sql) => /trigram/i.test(sql ?? '')));
  });
});
