import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import Database from 'better-sqlite3';
import { cutPolicies } from '../../src/evaluation/chunking.ts';
import { parseGolden } from '../../src/evaluation/golden.ts';
import { fts5Words, rankByFts5 } from '../../src/evaluation/rankings/fts5.ts';
import { rankByIdf } from '../../src/evaluation/rankings/idf.ts';
import type { TextDocument } from '../../src/evaluation/rankings/ranking.ts';
import { rankByTfIdf } from '../../src/evaluation/rankings/tfidf.ts';
import { policiesOf } from './support.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const THREE: readonly TextDocument[] = [
  { id: 'a', text: 'tea tea milk' },
  { id: 'b', text: 'tea cake' },
  { id: 'c', text: 'cake' },
];

function near(actual: number | undefined, expected: number): void {
  assert.ok(actual !== undefined && Math.abs(actual - expected) < 1e-9, `${actual} is not ${expected}`);
}

describe('rankByIdf', () => {
  it('adds up the rarity of the shared words, each once', () => {
    const found = rankByIdf(THREE, [])('Milk, tea and tea');
    assert.deepEqual(
      found.map(({ id }) => id),
      ['a', 'b'],
    );
    near(found[0]?.score, Math.log(3) + Math.log(3 / 2));
    near(found[1]?.score, Math.log(3 / 2));
  });

  it('leaves stop words out', () => {
    assert.deepEqual(rankByIdf(THREE, ['tea'])('tea'), []);
  });
});

describe('rankByTfIdf', () => {
  it('is the cosine of tf · ln(N / df)', () => {
    const [tea, milk] = [Math.log(3 / 2), Math.log(3)];
    const found = rankByTfIdf(THREE)('tea');
    assert.deepEqual(
      found.map(({ id }) => id),
      ['b', 'a'],
    );
    near(found[0]?.score, 1 / Math.sqrt(2));
    near(found[1]?.score, (2 * tea) / Math.sqrt((2 * tea) ** 2 + milk ** 2));
  });

  it('is 1 for the document itself, and stays a number where every document has the word', () => {
    near(rankByTfIdf(THREE)('tea tea milk')[0]?.score, 1);
    assert.deepEqual(rankByTfIdf([{ id: 'a', text: 'tea' }])('tea'), [{ id: 'a', score: 0 }]);
  });
});

describe('rankByFts5', () => {
  const sample = readFileSync(join(ROOT, 'policies', 'moc.md'), 'utf8');
  const { chunks } = cutPolicies(policiesOf(sample), { kind: 'section' });
  const golden = readFileSync(join(ROOT, 'golden', 'moc.jsonl'), 'utf8');
  const questions = parseGolden([{ name: 'moc', text: golden }]).map(({ question }) => question);

  it("scores every golden question just as SQLite's own bm25 does", () => {
    const db = new Database(':memory:');
    db.exec('CREATE VIRTUAL TABLE chunk USING fts5 (text)');
    const insert = db.prepare('INSERT INTO chunk (rowid, text) VALUES (?, ?)');
    chunks.forEach(({ text }, at) => {
      insert.run(at, text);
    });
    const find = db.prepare<[string], { at: number; score: number }>(
      'SELECT rowid AS at, -bm25(chunk) AS score FROM chunk WHERE chunk MATCH ? ORDER BY rank, rowid',
    );
    const rank = rankByFts5(chunks);
    for (const question of questions) {
      const asked = [...new Set(fts5Words(question))].map((word) => `"${word}"`).join(' OR ');
      const theirs = asked === '' ? [] : find.all(asked);
      const ours = rank(question);
      assert.equal(ours.length, theirs.length, question);
      theirs.forEach(({ at, score }, position) => {
        near(ours[position]?.score, score);
        assert.equal(ours[position]?.id, chunks[at]?.id, question);
      });
    }
    db.close();
  });

  it('cuts words just as SQLite does', () => {
    const texts = [
      sample,
      ...questions,
      'Café naïve Ångström ộ Ộ đ Đ ß ı İ ñ e\u0301x x\u0301',
      "it's e-mail_x 15,000 ½ Ⅷ",
    ];
    const db = new Database(':memory:');
    db.exec(
      "CREATE VIRTUAL TABLE one USING fts5 (text); CREATE VIRTUAL TABLE word USING fts5vocab (one, 'row')",
    );
    for (const text of texts) db.prepare('INSERT INTO one (text) VALUES (?)').run(text);
    const theirs = db.prepare<[], string>('SELECT term FROM word').pluck().all();
    db.close();
    // SQLite's tables are older than some emoji and take these for words.
    const known = theirs.filter((term) => !/\p{Emoji_Presentation}/u.test(term));
    assert.deepEqual([...new Set(texts.flatMap(fts5Words))].sort(), known.sort());
  });
});
