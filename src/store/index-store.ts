import type { Database } from 'better-sqlite3';
import type {
  AnalysedSection,
  Candidate,
  CurrentIndex,
  IndexedPassage,
  IndexStatistics,
  NewIndex,
  Postings,
} from '../domain/policy-index.ts';
import type { Passage, SectionId } from '../domain/section.ts';
import { type PassageRow, preparePassageTexts, toPassage } from './passage-texts.ts';

/** How much more a word of the title counts when FTS5 picks candidates. */
const TITLE_WEIGHT = 3;
/** In the threshold's column: none was chosen. */
const NOT_CHOSEN = 0;

interface StateRow {
  built_at: number;
  policies_dir: string;
  analyser_version: string;
  document_chars: number;
  title_terms: number;
  body_terms: number;
  passages: number;
  languages: string;
  thesaurus: string;
  chance_score: number;
  threshold: number;
}

interface IndexedRow extends PassageRow {
  refs: string;
}

interface CandidateRow extends Omit<Candidate, 'references'> {
  refs: string;
}

const CANDIDATES = `
  SELECT p.id, p.section_id AS sectionId, p.title_terms AS titleTerms, p.body_terms AS bodyTerms,
    p.exact_terms AS exactTerms, s.refs
  FROM passage p JOIN section s ON s.id = p.section_id`;

/** The index of the policies: searched, and replaced whole. */
export function createIndexStore(db: Database) {
  const state = db.prepare<[], StateRow>('SELECT * FROM index_state');
  const files = db.prepare<[], { file: string; hash: string }>(
    'SELECT file, hash FROM policy_file ORDER BY file',
  );
  const sections = db.prepare<[], { id: SectionId; title: string; hash: string }>(
    'SELECT id, title, hash FROM section ORDER BY position',
  );
  const vocabulary = db.prepare<[], { term: string; documents: number }>(
    'SELECT term, doc AS documents FROM passage_vocabulary',
  );
  const setChance = db.prepare<[number]>('UPDATE index_state SET chance_score = ?');
  const setThreshold = db.prepare<[number]>('UPDATE index_state SET threshold = ?');
  const texts = db.prepare<[], { title: string; text: string; language: string }>(`
    SELECT t.title, t.text, s.language
    FROM passage p JOIN section s ON s.id = p.section_id JOIN passage_text t ON t.hash = p.text_hash`);
  // Read one column at a time: rows of two cost a fifth more than the second walk (.87 and .72 µs a passage).
  const holding = (column: string) =>
    db
      .prepare<[string], number>(`SELECT ${column} FROM passage_fts WHERE passage_fts MATCH ? ORDER BY rowid`)
      .pluck();
  const idsHolding = holding('rowid');
  const scoresHolding = holding(`-bm25(passage_fts, ${TITLE_WEIGHT}.0, 1.0, 0.0)`);
  const candidate = db.prepare<[number], CandidateRow>(`${CANDIDATES} WHERE p.id = ?`);
  const firstPassage = db
    .prepare<[string], number>('SELECT id FROM passage WHERE section_id = ? AND part = 1')
    .pluck();
  const all = db.prepare<[], CandidateRow>(`${CANDIDATES} ORDER BY p.id`);
  const ofSection = db
    .prepare<[string], number>('SELECT id FROM passage WHERE section_id = ? ORDER BY part')
    .pluck();
  const one = db.prepare<[number], IndexedRow>(`
    SELECT p.section_id, s.file, s.refs, p.part, p.parts, p.text_hash, t.title, t.path, t.text, s.language
    FROM passage p JOIN section s ON s.id = p.section_id JOIN passage_text t ON t.hash = p.text_hash
    WHERE p.id = ?`);
  const sharingTitles = db.prepare<[], { title: string; path: string }>(`
    SELECT s.title, t.path FROM section s
    JOIN passage p ON p.section_id = s.id AND p.part = 1 JOIN passage_text t ON t.hash = p.text_hash
    WHERE s.title IN (SELECT title FROM section GROUP BY title HAVING count(*) > 1)`);

  const keepText = preparePassageTexts(db);
  const insertSection = db.prepare(
    'INSERT INTO section (id, position, file, title, language, hash, refs) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const insertPassage = db.prepare(
    `INSERT INTO passage (id, section_id, part, parts, text_hash, title_terms, body_terms, exact_terms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertTerms = db.prepare('INSERT INTO passage_fts (rowid, title, body, exact) VALUES (?, ?, ?, ?)');
  const insertFile = db.prepare('INSERT INTO policy_file (file, hash) VALUES (?, ?)');
  const insertState = db.prepare(
    `INSERT INTO index_state (id, built_at, policies_dir, analyser_version, document_chars, title_terms, body_terms,
       passages, languages, thesaurus)
     VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );

  const replace = db.transaction((index: NewIndex, measure: () => number) => {
    const before = state.get();
    db.exec(`
      INSERT INTO passage_fts (passage_fts) VALUES ('delete-all');
      DELETE FROM section; DELETE FROM policy_file; DELETE FROM index_state;`);
    let passageId = 0;
    let titleTerms = 0;
    let bodyTerms = 0;
    index.sections.forEach(({ section, passages }, position) => {
      const references = JSON.stringify(section.references);
      const { id, file, title: name, hash } = section;
      const language = passages[0]?.passage.language ?? 'und';
      insertSection.run(id, position, file, name, language, hash, references);
      for (const analysed of passages) {
        passageId += 1;
        titleTerms += analysed.titleTerms.length;
        bodyTerms += analysed.bodyTerms.length;
        const { passage } = analysed;
        const title = analysed.titleTerms.join(' ');
        const body = analysed.bodyTerms.join(' ');
        const exact = analysed.exactTerms.join(' ');
        keepText(passage);
        insertPassage.run(
          passageId,
          section.id,
          passage.part,
          passage.parts,
          passage.hash,
          title,
          body,
          exact,
        );
        insertTerms.run(passageId, title, body, exact);
      }
    });
    for (const { file, hash } of index.files) insertFile.run(file, hash);
    const { builtAt, policiesDir, analyserVersion, documentChars } = index;
    const thesaurus = JSON.stringify(index.thesaurus);
    insertState.run(
      builtAt,
      policiesDir,
      analyserVersion,
      documentChars,
      titleTerms,
      bodyTerms,
      passageId,
      JSON.stringify(languagesOf(index.sections)),
      thesaurus,
    );
    // What was chosen for this folder holds on; another folder begins anew.
    setThreshold.run(before?.policies_dir === policiesDir ? before.threshold : NOT_CHOSEN);
    setChance.run(measure());
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

    replace(index: NewIndex, measure: () => number = () => 0): void {
      replace.immediate(index, measure);
    },

    chooseThreshold(threshold: number): void {
      setThreshold.run(threshold);
    },

    statistics(): IndexStatistics {
      const row = state.get();
      const passages = row?.passages ?? 0;
      return {
        generation: row?.built_at ?? 0,
        passages,
        languages: row === undefined ? [] : (JSON.parse(row.languages) as string[]),
        thesaurus: row === undefined ? [] : (JSON.parse(row.thesaurus) as string[]),
        chanceScore: row?.chance_score ?? 0,
        threshold: row === undefined || row.threshold === NOT_CHOSEN ? null : row.threshold,
        averageTitleTerms: (row?.title_terms ?? 0) / Math.max(passages, 1),
        averageBodyTerms: (row?.body_terms ?? 0) / Math.max(passages, 1),
        documentChars: row?.document_chars ?? 0,
      };
    },

    vocabulary(): { term: string; documents: number }[] {
      return vocabulary.all();
    },

    texts(): Iterable<{ title: string; text: string; language: string }> {
      return texts.iterate();
    },

    postings(term: string): Postings {
      const quoted = quoteTerm(term);
      return {
        ids: Uint32Array.from(idsHolding.all(quoted)),
        scores: Float64Array.from(scoresHolding.all(quoted)),
      };
    },

    candidate(id: number): Candidate {
      return toCandidate(present(candidate.get(id), id));
    },

    firstPassage(section: SectionId): number | undefined {
      return firstPassage.get(section);
    },

    allCandidates(): Candidate[] {
      return all.all().map(toCandidate);
    },

    passage(id: number): IndexedPassage {
      return toIndexedPassage(present(one.get(id), id));
    },

    /** A section's passages, whole, in their order; none where there is no such section. */
    passagesOf(section: SectionId): Passage[] {
      return ofSection.all(section).map((id) => toIndexedPassage(present(one.get(id), id)).passage);
    },

    sharingTitles(): { title: string; path: string[] }[] {
      return sharingTitles.all().map(({ title, path }) => ({ title, path: JSON.parse(path) as string[] }));
    },

    read<T>(work: () => T): T {
      return db.transaction(work).deferred();
    },
  };
}

/** The languages of the sections, the commonest first. */
function languagesOf(sections: readonly AnalysedSection[]): string[] {
  const counts = new Map<string, number>();
  for (const { passages } of sections) {
    const language = passages[0]?.passage.language;
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([language]) => language);
}

/** FTS5's string form: whatever stands inside is matched as text, never read as an operator. */
function quoteTerm(term: string): string {
  return `"${term.replaceAll('"', '""').replaceAll('\0', '')}"`;
}

function present<T>(row: T | undefined, id: number): T {
  if (row === undefined) throw new Error(`the index has no passage ${id}`);
  return row;
}

function toCandidate({ refs, ...row }: CandidateRow): Candidate {
  return { ...row, references: JSON.parse(refs) as SectionId[] };
}

function toIndexedPassage(row: IndexedRow): IndexedPassage {
  return {
    passage: toPassage(row),
    references: JSON.parse(row.refs) as SectionId[],
  };
}
