import Database from 'better-sqlite3';
import { type BenchSection, HITS, type Searcher, type System } from '../system.ts';
import { wordsOf } from '../words.ts';

/** SQLite's full-text search as it comes, and what seed 2 used: every word of the question, OR, bm25. */
export const fts5: System = {
  name: 'fts5',
  build: (sections) => buildFts5(sections, { tokenizer: 'unicode61', titleWeight: 1, stopWords: [] }),
};

/** The same with what its documentation offers: Porter stemming and a weighted title; and stop words left out. */
export const fts5Stemmed: System = {
  name: 'fts5-stemmed',
  build: (sections, { stopWords }) =>
    buildFts5(sections, { tokenizer: 'porter unicode61', titleWeight: 5, stopWords }),
};

interface Fts5Options {
  readonly tokenizer: string;
  readonly titleWeight: number;
  readonly stopWords: readonly string[];
}

function buildFts5(sections: readonly BenchSection[], options: Fts5Options): Searcher {
  const db = new Database(':memory:');
  db.exec(
    `CREATE VIRTUAL TABLE section USING fts5 (id UNINDEXED, title, body, tokenize = '${options.tokenizer}')`,
  );
  const insert = db.prepare('INSERT INTO section (id, title, body) VALUES (?, ?, ?)');
  db.transaction(() => {
    for (const { id, title, body } of sections) insert.run(id, title, body);
  })();
  const find = db
    .prepare<[string], string>(
      `SELECT id FROM section WHERE section MATCH ?
       ORDER BY bm25(section, 0, ${options.titleWeight}, 1) LIMIT ${HITS}`,
    )
    .pluck();
  const stopWords = new Set(options.stopWords);
  return {
    search({ text }) {
      const words = wordsOf(text);
      const content = words.filter((word) => !stopWords.has(word));
      const asked = new Set(content.length > 0 ? content : words);
      return asked.size === 0 ? [] : find.all([...asked].map((word) => `"${word}"`).join(' OR '));
    },
    close: () => db.close(),
  };
}
