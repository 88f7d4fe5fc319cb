import type { Database } from 'better-sqlite3';
import type { Passage, SectionId } from '../domain/section.ts';

/** Keeps a passage's text under its hash; a text that is already there is left as it is. */
export function preparePassageTexts(db: Database): (passage: Passage) => void {
  const insert = db.prepare<[string, string, string, string, string]>(
    `INSERT INTO passage_text (hash, title, path, language, text) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (hash) DO NOTHING`,
  );
  return ({ hash, title, path, language, text }) =>
    insert.run(hash, title, JSON.stringify(path), language, text);
}

/** The columns that make up a passage, from the index or from what was recorded. */
export interface PassageRow {
  section_id: SectionId;
  file: string;
  title: string;
  path: string;
  part: number;
  parts: number;
  language: string;
  text: string;
  text_hash: string;
}

export function toPassage(row: PassageRow): Passage {
  return {
    sectionId: row.section_id,
    file: row.file,
    title: row.title,
    path: JSON.parse(row.path) as string[],
    part: row.part,
    parts: row.parts,
    language: row.language,
    text: row.text,
    hash: row.text_hash,
  };
}
