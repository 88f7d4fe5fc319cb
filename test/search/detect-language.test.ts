import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { eld } from 'eld/small';
import { detectLanguage, detectReliably } from '../../src/search/detect-language.ts';
import { readLanguageTable } from '../../src/search/language-table.ts';

const TABLE = new URL('../ngrams/small.js', import.meta.resolve('eld/small'));

interface Imported {
  readonly type: string;
  readonly languages: Readonly<Record<string, string>>;
  readonly ngrams: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

const TEXTS = [
  'How long do I have to send back a jacket that does not fit?',
  'Waren können innerhalb von 30 Tagen zurückgesendet werden.',
  'Quán mở cửa từ 7 giờ sáng đến 22 giờ.',
  'phi giao hang bao nhieu',
  'Nous livrons les colis en deux jours ouvrables.',
  'Мы доставляем заказы за два рабочих дня.',
  '営業時間は何時から何時までですか',
  "it's 5\\6 o'clock",
  'ok',
  '12345',
  '',
];

describe('detecting a language', () => {
  it("reads each entry of eld's table as eld does", async () => {
    const { ngramsData } = (await import(TABLE.href)) as { ngramsData: Imported };
    const table = readLanguageTable(TABLE);
    const entries = Object.entries(ngramsData.ngrams);
    assert.ok(entries.length > 80_000);
    assert.equal(table.type, ngramsData.type);
    assert.deepEqual(table.languages, { ...ngramsData.languages });
    for (const [bytes, weights] of entries) assert.deepEqual(table.weightsOf(bytes), weights);
    assert.equal(table.weightsOf('no such'), undefined);
  });

  it('finds what eld finds, and is as sure of it', () => {
    for (const text of TEXTS) {
      const found = eld.detect(text);
      assert.equal(detectLanguage(text), found.language || 'und', text);
      assert.equal(detectReliably(text), found.isReliable() ? found.language : 'und', text);
    }
  });

  it('refuses a table that it cannot read to the end', () => {
    const folder = mkdtempSync(join(tmpdir(), 'table-'));
    const file = join(folder, 'small.js');
    const head = "export const ngramsData = {type:'S1',languages:{0:'en'},isSubset:false,ngrams:{";
    try {
      for (const text of ['', `${head}'ab':{0:1},'cd':[0,1]}};`, `${head}'ab':{0:1}`]) {
        writeFileSync(file, text);
        assert.throws(() => readLanguageTable(pathToFileURL(file)), /small\.js is no table of languages$/);
      }
      writeFileSync(file, `${head}'ab':{0:1}}};`);
      assert.deepEqual(readLanguageTable(pathToFileURL(file)).weightsOf('ab'), { 0: 1 });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
