-- What an exchange needs beyond question and answer, so that staff can see how it came about.
ALTER TABLE exchange ADD COLUMN standalone TEXT NOT NULL DEFAULT '';   -- the question with the words of earlier turns
ALTER TABLE exchange ADD COLUMN messages TEXT NOT NULL DEFAULT '[]';   -- JSON: the customer's messages it was made of
ALTER TABLE exchange ADD COLUMN update_of TEXT;                        -- the exchange whose question was edited into this
ALTER TABLE exchange ADD COLUMN searches TEXT NOT NULL DEFAULT '[]';   -- JSON: every search, code's first
ALTER TABLE exchange ADD COLUMN missing TEXT;                          -- JSON: what could not be answered, and why
ALTER TABLE exchange ADD COLUMN drafts TEXT NOT NULL DEFAULT '[]';     -- JSON: what the check found in the model's texts
UPDATE exchange SET standalone = question;

ALTER TABLE exchange_hit ADD COLUMN search INTEGER NOT NULL DEFAULT 0; -- which of the searches brought it

-- Which exchange answered a message, for the customer who edits it afterwards. Message ids are the chat's own.
CREATE TABLE question_message (
  customer     TEXT NOT NULL,
  message_id   INTEGER NOT NULL,
  exchange_seq INTEGER NOT NULL REFERENCES exchange (seq) ON DELETE CASCADE,
  PRIMARY KEY (customer, message_id, exchange_seq)
) STRICT;
CREATE INDEX question_message_exchange ON question_message (exchange_seq);

-- Quick messages are joined to one question: which items may be.
ALTER TABLE inbox ADD COLUMN joinable INTEGER NOT NULL DEFAULT 0 CHECK (joinable IN (0, 1));
CREATE INDEX inbox_chat_waiting ON inbox (chat_id, id) WHERE state = 'waiting';

-- Money: reserved before a call of the model, settled after it. What a crash leaves unsettled counts as spent.
CREATE TABLE model_call (
  id           INTEGER NOT NULL PRIMARY KEY,
  exchange_id  TEXT NOT NULL,
  reserved_at  INTEGER NOT NULL,
  reserved_usd REAL NOT NULL,
  spent_usd    REAL                  -- null until settled
) STRICT;
CREATE INDEX model_call_reserved_at ON model_call (reserved_at);

-- Questions that the model was asked for a customer, one a row: what the limits count.
CREATE TABLE model_question (
  id       INTEGER NOT NULL PRIMARY KEY,
  customer TEXT NOT NULL,
  asked_at INTEGER NOT NULL
) STRICT;
CREATE INDEX model_question_customer ON model_question (customer, asked_at);

-- What was said already and is not said again within its period: notices of a limit, alerts to the admin.
CREATE TABLE notice (
  recipient TEXT NOT NULL,           -- a customer's key, or 'admin'
  kind      TEXT NOT NULL,
  told_at   INTEGER NOT NULL,
  PRIMARY KEY (recipient, kind)
) STRICT;
