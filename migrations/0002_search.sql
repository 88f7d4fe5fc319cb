-- The index is derived: it is built anew at the next start, by the analyser that knows languages.
DROP TABLE passage_vocabulary;
DROP TABLE passage_fts;
DELETE FROM index_state;
DELETE FROM policy_file;
DROP TABLE passage;
DROP TABLE section;

CREATE TABLE section (
  id         TEXT NOT NULL PRIMARY KEY,
  position   INTEGER NOT NULL,
  file       TEXT NOT NULL,
  title      TEXT NOT NULL,
  language   TEXT NOT NULL,          -- ISO 639-1, or 'und'
  hash       TEXT NOT NULL,
  refs       TEXT NOT NULL           -- JSON array of the section ids it names
) STRICT;
CREATE INDEX section_title ON section (title);

CREATE TABLE passage (
  id           INTEGER NOT NULL PRIMARY KEY,   -- explicit: it is the row id of passage_fts
  section_id   TEXT NOT NULL REFERENCES section (id) ON DELETE CASCADE,
  part         INTEGER NOT NULL,
  parts        INTEGER NOT NULL,
  text_hash    TEXT NOT NULL REFERENCES passage_text (hash),
  title_terms  TEXT NOT NULL,        -- as indexed, separated by spaces
  body_terms   TEXT NOT NULL,
  exact_terms  TEXT NOT NULL,        -- with their marks, of the words that are written with any
  UNIQUE (section_id, part)
) STRICT;

CREATE VIRTUAL TABLE passage_fts USING fts5 (
  title, body, exact,
  content = '', contentless_delete = 1,
  tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co M* S* P*'"
);
CREATE VIRTUAL TABLE passage_vocabulary USING fts5vocab (passage_fts, row);

ALTER TABLE index_state ADD COLUMN passages INTEGER NOT NULL DEFAULT 0;
ALTER TABLE index_state ADD COLUMN languages TEXT NOT NULL DEFAULT '[]';    -- of the sections, the commonest first, JSON
ALTER TABLE index_state ADD COLUMN thesaurus TEXT NOT NULL DEFAULT '[]';    -- the shop's own lines, JSON
ALTER TABLE index_state ADD COLUMN chance_score REAL NOT NULL DEFAULT 0;    -- what a meaningless match scores
ALTER TABLE index_state ADD COLUMN threshold REAL NOT NULL DEFAULT 0;       -- the confidence of "we have a source"

ALTER TABLE passage_text ADD COLUMN language TEXT NOT NULL DEFAULT 'und';
ALTER TABLE exchange_hit ADD COLUMN answers TEXT;    -- the one of several questions that it was sent for

CREATE INDEX exchange_customer ON exchange (customer, seq);
