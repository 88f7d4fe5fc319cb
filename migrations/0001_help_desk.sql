-- Times are milliseconds since 1970 (UTC). JSON columns hold what is only ever read whole.

-- Texts as they were sent, addressed by their hash: exchanges outlive every re-index.
CREATE TABLE passage_text (
  hash  TEXT NOT NULL PRIMARY KEY,
  title TEXT NOT NULL,
  path  TEXT NOT NULL,               -- JSON array of titles
  text  TEXT NOT NULL
) STRICT;

-- The index: derived from the policy files, replaced whole in one transaction.
CREATE TABLE section (
  id         TEXT NOT NULL PRIMARY KEY,
  position   INTEGER NOT NULL,
  file       TEXT NOT NULL,
  title      TEXT NOT NULL,
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
  UNIQUE (section_id, part)
) STRICT;

-- Contentless: it holds the analyser's terms, never the policies' own words. The terms come folded and stemmed,
-- so the tokenizer only has to split at spaces and must not fold again.
CREATE VIRTUAL TABLE passage_fts USING fts5 (
  title, body,
  content = '', contentless_delete = 1,
  tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co M* S* P*'"
);
CREATE VIRTUAL TABLE passage_vocabulary USING fts5vocab (passage_fts, row);

CREATE TABLE policy_file (
  file TEXT NOT NULL PRIMARY KEY,
  hash TEXT NOT NULL                 -- of the bytes: tells which files changed since
) STRICT;

CREATE TABLE index_state (
  id               INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  built_at         INTEGER NOT NULL,
  policies_dir     TEXT NOT NULL,
  analyser_version TEXT NOT NULL,
  document_chars   INTEGER NOT NULL,
  title_terms      INTEGER NOT NULL, -- totals over all passages, for average lengths
  body_terms       INTEGER NOT NULL
) STRICT;

-- Who wrote: the key stands in every exchange, the chat's own id only here.
CREATE TABLE customer (
  key        TEXT NOT NULL PRIMARY KEY,
  channel    TEXT NOT NULL,
  chat_id    INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (channel, chat_id)
) STRICT;

-- Everything Telegram gave us, stored before Telegram may forget it.
CREATE TABLE inbox (
  id          INTEGER NOT NULL PRIMARY KEY,
  bot_id      INTEGER NOT NULL,
  update_id   INTEGER NOT NULL,
  event       TEXT NOT NULL,         -- what it is about (message, callback …): update ids restart at random after a quiet week
  chat_id     INTEGER,               -- null where an update belongs to no chat
  payload     TEXT NOT NULL,         -- the update, which names its sender: emptied when the item is finished
  received_at INTEGER NOT NULL,
  state       TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'claimed', 'done', 'dead')),
  attempts    INTEGER NOT NULL DEFAULT 0,
  done_at     INTEGER,
  UNIQUE (bot_id, update_id, event)
) STRICT;
-- One a state: SQLite uses a partial index only for the very condition it was made with.
CREATE INDEX inbox_waiting ON inbox (id) WHERE state = 'waiting';
CREATE INDEX inbox_claimed ON inbox (chat_id) WHERE state = 'claimed';

CREATE TABLE exchange (
  seq            INTEGER NOT NULL PRIMARY KEY,
  id             TEXT NOT NULL UNIQUE,
  inbox_id       INTEGER UNIQUE REFERENCES inbox (id),  -- one exchange a message at most
  asked_at       INTEGER NOT NULL,
  channel        TEXT NOT NULL,
  customer       TEXT NOT NULL,
  question       TEXT NOT NULL,
  language       TEXT NOT NULL,
  query          TEXT NOT NULL,      -- JSON
  confidence     REAL NOT NULL,
  threshold      REAL NOT NULL,
  outcome        TEXT NOT NULL,
  text           TEXT NOT NULL,
  spans          TEXT NOT NULL,      -- JSON
  answerer       TEXT,
  fallback       TEXT,
  failure        TEXT,
  model          TEXT,
  usage          TEXT,               -- JSON
  cost_usd       REAL,
  search_ms      REAL NOT NULL,
  model_ms       REAL NOT NULL,
  sent_chars     INTEGER NOT NULL,
  document_chars INTEGER NOT NULL
) STRICT;
CREATE INDEX exchange_outcome ON exchange (outcome, seq);
CREATE INDEX exchange_asked ON exchange (asked_at);

CREATE TABLE exchange_hit (
  exchange_seq INTEGER NOT NULL REFERENCES exchange (seq) ON DELETE CASCADE,
  rank         INTEGER NOT NULL,
  section_id   TEXT NOT NULL,
  file         TEXT NOT NULL,
  name         TEXT NOT NULL,        -- as people read it then
  part         INTEGER NOT NULL,
  parts        INTEGER NOT NULL,
  text_hash    TEXT NOT NULL REFERENCES passage_text (hash),
  score        REAL NOT NULL,
  matched      TEXT NOT NULL,        -- JSON: per term, what it contributed
  sent         INTEGER NOT NULL CHECK (sent IN (0, 1)),
  named_by     TEXT,                 -- the section that pulled this one in
  PRIMARY KEY (exchange_seq, rank)
) STRICT;

CREATE TABLE citation (
  exchange_seq INTEGER NOT NULL REFERENCES exchange (seq) ON DELETE CASCADE,
  position     INTEGER NOT NULL,
  section_id   TEXT NOT NULL,
  title        TEXT NOT NULL,        -- as the customer read it then
  text_hash    TEXT NOT NULL REFERENCES passage_text (hash),
  quote        TEXT NOT NULL,        -- the cited words as they were
  PRIMARY KEY (exchange_seq, position)
) STRICT;

-- Replies on their way. A row found 'sending' at start was interrupted between sending and noting it.
CREATE TABLE outbox (
  id              INTEGER NOT NULL PRIMARY KEY,
  inbox_id        INTEGER REFERENCES inbox (id),
  exchange_seq    INTEGER REFERENCES exchange (seq) ON DELETE SET NULL,
  chat_id         INTEGER NOT NULL,
  payload         TEXT NOT NULL,     -- JSON: the message as it is to be sent
  state           TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'sending', 'sent', 'failed')),
  attempts        INTEGER NOT NULL DEFAULT 0,
  maybe_duplicate INTEGER NOT NULL DEFAULT 0 CHECK (maybe_duplicate IN (0, 1)),
  message_id      INTEGER,
  error           TEXT,
  created_at      INTEGER NOT NULL,
  sent_at         INTEGER
) STRICT;
CREATE INDEX outbox_pending ON outbox (id) WHERE state = 'pending';
CREATE INDEX outbox_sending ON outbox (chat_id) WHERE state = 'sending';
CREATE INDEX outbox_exchange ON outbox (exchange_seq);
