-- Experiments of staff's: an exchange's question asked again, or with one section alone. Never sent to anybody.
CREATE TABLE attempt (
  id           INTEGER NOT NULL PRIMARY KEY,
  exchange_seq INTEGER NOT NULL REFERENCES exchange (seq) ON DELETE CASCADE,
  kind         TEXT NOT NULL CHECK (kind IN ('rerun', 'force')),
  section_id   TEXT,                 -- the one that was given, of `force`
  reviewer     TEXT NOT NULL,        -- the name as it was then
  at           INTEGER NOT NULL,
  result       TEXT NOT NULL         -- JSON
) STRICT;
CREATE INDEX attempt_exchange ON attempt (exchange_seq, id);

-- A customer's words that a section of the policies should be found by. They may tell of the customer, so they go with
-- the exchange.
CREATE TABLE policy_proposal (
  id           INTEGER NOT NULL PRIMARY KEY,
  exchange_seq INTEGER NOT NULL REFERENCES exchange (seq) ON DELETE CASCADE,
  section_id   TEXT NOT NULL,
  words        TEXT NOT NULL,        -- JSON array
  state        TEXT NOT NULL DEFAULT 'proposed' CHECK (state IN ('proposed', 'applied', 'dismissed')),
  proposed_by  TEXT NOT NULL,
  proposed_at  INTEGER NOT NULL,
  settled_by   TEXT,
  settled_at   INTEGER,
  report       TEXT                  -- what applying it changed, in words
) STRICT;
CREATE INDEX policy_proposal_exchange ON policy_proposal (exchange_seq, id);

-- What staff wrote to the customer. `form` is the form it was typed into: sent twice, it counts once.
CREATE TABLE staff_reply (
  id           INTEGER NOT NULL PRIMARY KEY,
  exchange_seq INTEGER NOT NULL REFERENCES exchange (seq) ON DELETE CASCADE,
  form         TEXT NOT NULL UNIQUE,
  text         TEXT NOT NULL,
  reviewer     TEXT NOT NULL,
  at           INTEGER NOT NULL
) STRICT;
CREATE INDEX staff_reply_exchange ON staff_reply (exchange_seq, id);

-- Such a message has no exchange_seq: whether the answer itself arrived is another matter.
ALTER TABLE outbox ADD COLUMN staff_reply_id INTEGER REFERENCES staff_reply (id) ON DELETE CASCADE;
CREATE INDEX outbox_staff_reply ON outbox (staff_reply_id);
