import type { Database } from 'better-sqlite3';
import type { CurrentIndex, IndexedPassage, IndexStatistics, NewIndex } from '../domain/policy-index.ts';
import type { Passage, SectionId } from '../domain/section.ts';
import { preparePassageTexts } from './passage-texts.ts';

/** How much more a word of the title counts when FTS5 picks candidates. */
const TITLE_WEIGHT = 3;

interface StateRow {
  built_at: number;
  policies_dir: string;
  analyser_version: string;
  document_chars: number;
  title_terms: number;
  body_terms: number;
}

interface PassageRow {
  section_id: string;
  file: string;
  refs: string;
  part: number;
  parts: number;
  text_hash: string;
  title: string;
  path: string;
  text: string;
  title_terms: string;
  body_terms: string;
}

const PASSAGE_COLUMNS = `
  p.section_id, s.file, s.refs, p.part, p.parts, p.text_hash, t.title, t.path, t.text, p.title_terms, p.body_terms
  FROM passage p JOIN section s ON s.id = p.section_id JOIN passage_text t ON t.hash = p.text_hash`;

/** The index of the policies: searched, and replaced whole. */
export function createIndexStore(db: Database) {
  const state = db.prepare<[], StateRow>('SELECT * FROM index_state');
  const files = db.prepare<[], { file: string; hash: string }>(
    'SELECT file, hash FROM policy_file ORDER BY file',
  );
  const sections = db.prepare<[], { id: SectionId; title: string; hash: string }>(
    'SELECT id, title, hash FROM section ORDER BY position',
  );
  const countPassages = db.prepare<[], number>('SELECT count(*) FROM passage').pluck();
  const frequency = db.prepare<[string], number>('SELECT doc FROM passage_vocabulary WHERE term = ?').pluck();
  const matching = db.prepare<[string, number], PassageRow>(`
    WITH found AS MATERIALIZED (
      SELECT rowid, bm25(passage_fts, ${TITLE_WEIGHT}.0, 1.0) AS distance
      FROM passage_fts WHERE passage_fts MATCH ? ORDER BY distance LIMIT ?
    )
    SELECT ${PASSAGE_COLUMNS} JOIN found ON found.rowid = p.id ORDER BY found.distance, p.id`);
  const ofSection = db.prepare<[string], PassageRow>(
    `SELECT ${PASSAGE_COLUMNS} WHERE p.section_id = ? ORDER BY p.part`,
  );
  const titled = db.prepare<[string], number>('SELECT count(*) FROM section WHERE title = ?').pluck();
  const all = db.prepare<[], PassageRow>(`SELECT ${PASSAGE_COLUMNS} ORDER BY s.position, p.part`);

  const keepText = preparePassageTexts(db);
  const insertSection = db.prepare(
    'INSERT INTO section (id, position, file, title, hash, refs) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const insertPassage = db.prepare(
    `INSERT INTO passage (id, section_id, part, parts, text_hash, title_terms, body_terms)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertTerms = db.prepare('INSERT INTO passage_fts (rowid, title, body) VALUES (?, ?, ?)');
  const insertFile = db.prepare('INSERT INTO policy_file (file, hash) VALUES (?, ?)');
  const insertState = db.prepare(
    `INSERT INTO index_state (id, built_at, policies_dir, analyser_version, document_chars, title_terms, body_terms)
     VALUES (1, ?, ?, ?, ?, ?, ?)`,
  );

  const replace = db.transaction((index: NewIndex) => {
    db.exec(`
      INSERT INTO passage_fts (passage_fts) VALUES ('delete-all');
      DELETE FROM section; DELETE FROM policy_file; DELETE FROM index_state;`);
    let passageId = 0;
    let titleTerms = 0;
    let bodyTerms = 0;
    index.sections.forEach(({ section, passages }, position) => {
      const references = JSON.stringify(section.references);
      insertSection.run(section.id, position, section.file, section.title, section.hash, references);
      for (const analysed of passages) {
        passageId += 1;
        titleTerms += analysed.titleTerms.length;
        bodyTerms += analysed.bodyTerms.length;
        const { passage } = analysed;
        const title = analysed.titleTerms.join(' ');
        const body = analysed.bodyTerms.join(' ');
        keepText(passage);
        insertPassage.run(passageId, section.id, passage.part, passage.parts, passage.hash, title, body);
        insertTerms.run(passageId, title, body);
      }
    });
    for (const { file, hash } of index.files) insertFile.run(file, hash);
    const { builtAt, policiesDir, analyserVersion, documentChars } = index;
    insertState.run(builtAt, policiesDir, analyserVersion, documentChars, titleTerms, bodyTerms);
  });

  return {
    current(): CurrentIndex | null {
      const row = state.get();
      if (row === undefined) return null;
      return {
        builtAt: row.built_at,
        policiesDir: row.policies_dir,
        analyserVersion: row.analyser_version,
        files: files.all(),
        sections: sections.all(),
      };
    },

    replace(index: NewIndex): void {
      replace.immediate(index);
    },

    statistics(): IndexStatistics {
      const row = state.get();
      const passages = countPassages.get() ?? 0;
      return {
        passages,
        averageTitleTerms: (row?.title_terms ?? 0) / Math.max(passages, 1),
        averageBodyTerms: (row?.body_terms ?? 0) / Math.max(passages, 1),
        documentChars: row?.document_chars ?? 0,
      };
    },

    documentFrequencies(terms: readonly string[]): ReadonlyMap<string, number> {
      const found = new Map<string, number>();
      for (const term of terms) {
        const documents = frequency.get(term);
        if (documents !== undefined) found.set(term, documents);
      }
      return found;
    },

    candidates(terms: readonly string[], limit: number): IndexedPassage[] {
      if (terms.length === 0) return [];
      return matching.all(terms.map(quoteTerm).join(' OR '), limit).map(toIndexedPassage);
    },

    passagesOf(ids: readonly SectionId[]): IndexedPassage[] {
      return ids.flatMap((id) => ofSection.all(id).map(toIndexedPassage));
    },

    isAmbiguous(title: string): boolean {
      return (titled.get(title) ?? 0) > 1;
    },

    allPassages(): IndexedPassage[] {
      return all.all().map(toIndexedPassage);
    },
  };
}

/** FTS5's string form: whatever stands inside is matched as text, never read as an operator. */
function quoteTerm(term: string): string {
  return `"${term.replaceAll('"', '""').replaceAll('\0', '')}"`;
}

function toIndexedPassage(row: PassageRow): IndexedPassage {
  const passage: Passage = {
    sectionId: row.section_id as SectionId,
    file: row.file,
    title: row.title,
    path: JSON.parse(row.path) as string[],
    part: row.part,
    parts: row.parts,
    text: row.text,
    hash: row.text_hash,
  };
  return {
    passage,
    titleTerms: splitTerms(row.title_terms),
    bodyTerms: splitTerms(row.body_terms),
    references: JSON.parse(row.refs) as SectionId[],
  };
}

function splitTerms(terms: string): string[] {
  return terms === '' ? [] : terms.split(' ');
}
