-- What a customer said of an answer; the last word counts.
CREATE TABLE feedback (
  exchange_seq INTEGER NOT NULL PRIMARY KEY REFERENCES exchange (seq) ON DELETE CASCADE,
  helped       INTEGER NOT NULL CHECK (helped IN (0, 1)),
  reason       TEXT CHECK (reason IN ('wrong', 'unclear', 'not_my_question', 'wants_person')),
  given_at     INTEGER NOT NULL
) STRICT;

-- What Telegram told us of a chat that cannot be written to as it was.
CREATE TABLE chat (
  chat_id           INTEGER NOT NULL PRIMARY KEY,
  unreachable_since INTEGER,         -- null again once the customer is back
  reason            TEXT,            -- Telegram's words
  moved_to          INTEGER          -- a group that became a supergroup has a new id
) STRICT;

-- Pictures and files sent together come as a message each, and nothing says which is the last.
ALTER TABLE inbox ADD COLUMN album TEXT;

-- Whether a customer who waited long was written to meanwhile.
CREATE INDEX outbox_chat ON outbox (chat_id, created_at);
