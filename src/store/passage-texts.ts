import type { Database } from 'better-sqlite3';
import type { Passage } from '../domain/section.ts';

/** Keeps a passage's text under its hash; a text that is already there is left as it is. */
export function preparePassageTexts(db: Database): (passage: Passage) => void {
  const insert = db.prepare<[string, string, string, string, string]>(
    `INSERT INTO passage_text (hash, title, path, language, text) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (hash) DO NOTHING`,
  );
  return ({ hash, title, path, language, text }) =>
    insert.run(hash, title, JSON.stringify(path), language, text);
}
