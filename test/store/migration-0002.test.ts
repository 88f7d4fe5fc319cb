import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import Database from 'better-sqlite3';
import { needsReindex } from '../../src/indexing/reindex.ts';
import { migrate } from '../../src/store/migrate.ts';
import { openStore } from '../../src/store/store.ts';
import { indexOfTexts, tempDir } from './support.ts';

const MIGRATIONS = join(import.meta.dirname, '..', '..', 'migrations');

/** A database as the version before made it, with an index and an exchange in it. */
function oldDatabase(dir: string): string {
  const path = join(dir, 'desk.db');
  const db = new Database(path);
  migrate(db, onlyFirst(join(dir, 'migrations-0001')));
  const matched = [{ term: 'refund', word: 'refunds', inTitle: true, score: 2.5 }];
  const query = { terms: [{ term: 'refund', word: 'refunds', stop: false, known: true, weight: 1.2 }] };
  const columns = (table: string) =>
    (
      db.pragma(`table_info(${table})`) as {
        name: string;
        notnull: number;
        dflt_value: unknown;
        type: string;
      }[]
    ).filter(({ notnull, dflt_value }) => notnull === 1 && dflt_value === null);
  const insert = (table: string, values: Readonly<Record<string, string | number | null>>) => {
    const missing = columns(table)
      .filter(({ name }) => !(name in values))
      .map(({ name, type }) => [name, type === 'TEXT' ? '' : 0] as const);
    const row = { ...Object.fromEntries(missing), ...values };
    const names = Object.keys(row);
    db.prepare(
      `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((name) => `@${name}`).join(', ')})`,
    ).run(row);
  };
  insert('passage_text', { hash: 'h1', title: 'Refunds', path: '["Shop","Refunds"]', text: 'Three days.' });
  insert('index_state', {
    id: 1,
    built_at: 5,
    policies_dir: '/policies',
    analyser_version: '1/old',
    document_chars: 20,
  });
  insert('policy_file', { file: 'a.md', hash: 'f1' });
  insert('section', {
    id: 'a.md#refunds',
    position: 0,
    file: 'a.md',
    title: 'Refunds',
    hash: 's1',
    refs: '[]',
  });
  insert('passage', { id: 1, section_id: 'a.md#refunds', part: 1, parts: 1, text_hash: 'h1' });
  insert('exchange', {
    seq: 1,
    id: 'old',
    asked_at: 1000,
    channel: 'terminal',
    customer: 'c_1',
    question: 'how long do refunds take?',
    language: 'en',
    query: JSON.stringify(query),
    confidence: 0.9,
    threshold: 0.35,
    outcome: 'answered',
    text: 'Three days.',
    spans: '[]',
  });
  insert('exchange_hit', {
    exchange_seq: 1,
    rank: 1,
    section_id: 'a.md#refunds',
    file: 'a.md',
    name: 'Refunds',
    part: 1,
    parts: 1,
    text_hash: 'h1',
    score: 2.5,
    matched: JSON.stringify(matched),
    sent: 1,
  });
  insert('citation', {
    exchange_seq: 1,
    position: 0,
    section_id: 'a.md#refunds',
    title: 'Refunds',
    text_hash: 'h1',
    quote: 'Three days.',
  });
  db.close();
  return path;
}

function onlyFirst(dir: string): string {
  mkdirSync(dir);
  copyFileSync(join(MIGRATIONS, '0001_help_desk.sql'), join(dir, '0001_help_desk.sql'));
  return dir;
}

describe('0002_search.sql', () => {
  it('keeps what was recorded and has the index built anew', (t) => {
    const dir = tempDir(t);
    const store = openStore(oldDatabase(dir));
    t.after(() => store.close());
    assert.equal(needsReindex(store.index, '/policies'), true);
    assert.equal(store.index.current(), null);
    assert.equal(store.index.postings('refund').ids.length, 0);

    const old = store.review.findExchange('old');
    assert.equal(old?.question, 'how long do refunds take?');
    assert.equal(old.text, 'Three days.');
    assert.deepEqual([old.confidence, old.threshold], [0.9, 0.35]);
    const [hit] = old.hits;
    assert.equal(hit?.passage.text, 'Three days.');
    assert.deepEqual([hit.passage.language, hit.answers, hit.sent], ['und', null, true]);
    assert.deepEqual(
      old.citations.map(({ quote }) => quote),
      ['Three days.'],
    );
    assert.equal(
      store.exchanges.recentTurns('c_1', 'terminal', 0, 1)[0]?.question,
      'how long do refunds take?',
    );

    store.index.replace(indexOfTexts({ 'a.md#refunds': 'four days' }));
    assert.equal(store.index.statistics().passages, 1);
    assert.equal(store.review.findExchange('old')?.hits[0]?.passage.text, 'Three days.');
  });
});
