-- Unanswered questions, grouped by likeness. What a group adds up to follows from its members by triggers, so that
-- nothing of a customer is left in it when the customer's exchanges go.
CREATE TABLE gap (
  id          INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,   -- never given anew: a link leads to its group or nowhere
  opened_at   INTEGER NOT NULL,
  closed_at   INTEGER,               -- since when the policies answer its questions
  checked     INTEGER NOT NULL DEFAULT 0,   -- the index with which its questions were last run again
  told_at     INTEGER,
  told_by     TEXT,
  unreachable INTEGER NOT NULL DEFAULT 0,   -- of those who were to be told
  unanswered  INTEGER NOT NULL DEFAULT 0,
  people      INTEGER NOT NULL DEFAULT 0,
  questions   INTEGER NOT NULL DEFAULT 0,
  last_seq    INTEGER NOT NULL DEFAULT 0    -- its newest question
) STRICT;
CREATE INDEX gap_open ON gap (people DESC, last_seq DESC) WHERE closed_at IS NULL AND told_at IS NULL;
CREATE INDEX gap_answerable ON gap (people DESC, last_seq DESC) WHERE closed_at IS NOT NULL AND told_at IS NULL;
CREATE INDEX gap_told ON gap (people DESC, last_seq DESC) WHERE told_at IS NOT NULL;

-- Questions that are to be grouped.
CREATE TABLE gap_waiting (
  exchange_seq INTEGER NOT NULL PRIMARY KEY REFERENCES exchange (seq) ON DELETE CASCADE
) STRICT;

CREATE TABLE gap_member (
  exchange_seq INTEGER NOT NULL PRIMARY KEY REFERENCES exchange (seq) ON DELETE CASCADE,
  gap_id       INTEGER NOT NULL REFERENCES gap (id) ON DELETE CASCADE,
  customer     TEXT NOT NULL,
  terms        TEXT NOT NULL,        -- JSON: what each term of the question weighs, as a vector of length 1
  unknown      TEXT NOT NULL,        -- JSON: the words that no policy knew
  answerable   INTEGER NOT NULL DEFAULT 0 CHECK (answerable IN (0, 1))
) STRICT;
CREATE INDEX gap_member_gap ON gap_member (gap_id, exchange_seq);
CREATE INDEX gap_member_customer ON gap_member (gap_id, customer);

-- The members' vectors added up.
CREATE TABLE gap_term (
  gap_id    INTEGER NOT NULL REFERENCES gap (id) ON DELETE CASCADE,
  term      TEXT NOT NULL,
  weight    REAL NOT NULL,
  questions INTEGER NOT NULL,
  PRIMARY KEY (gap_id, term)
) STRICT, WITHOUT ROWID;
CREATE INDEX gap_term_term ON gap_term (term);

CREATE TABLE gap_word (
  gap_id    INTEGER NOT NULL REFERENCES gap (id) ON DELETE CASCADE,
  word      TEXT NOT NULL,
  questions INTEGER NOT NULL,
  PRIMARY KEY (gap_id, word)
) STRICT, WITHOUT ROWID;

-- What was sent to tell those who asked.
CREATE TABLE gap_message (
  outbox_id    INTEGER NOT NULL PRIMARY KEY REFERENCES outbox (id) ON DELETE CASCADE,
  gap_id       INTEGER NOT NULL REFERENCES gap (id) ON DELETE CASCADE,
  exchange_seq INTEGER NOT NULL REFERENCES exchange (seq) ON DELETE CASCADE
) STRICT;
CREATE INDEX gap_message_gap ON gap_message (gap_id);
CREATE INDEX gap_message_exchange ON gap_message (exchange_seq);

CREATE TRIGGER gap_member_joined AFTER INSERT ON gap_member BEGIN
  INSERT INTO gap_term (gap_id, term, weight, questions)
    SELECT NEW.gap_id, key, value, 1 FROM json_each(NEW.terms) WHERE true
    ON CONFLICT (gap_id, term) DO UPDATE SET weight = weight + excluded.weight, questions = questions + 1;
  INSERT INTO gap_word (gap_id, word, questions)
    SELECT NEW.gap_id, value, 1 FROM json_each(NEW.unknown) WHERE true
    ON CONFLICT (gap_id, word) DO UPDATE SET questions = questions + 1;
  UPDATE gap SET questions = questions + 1, last_seq = max(last_seq, NEW.exchange_seq),
    people = people + NOT EXISTS (
      SELECT 1 FROM gap_member
      WHERE gap_id = NEW.gap_id AND customer = NEW.customer AND exchange_seq <> NEW.exchange_seq)
  WHERE id = NEW.gap_id;
END;
CREATE TRIGGER gap_member_left AFTER DELETE ON gap_member BEGIN
  UPDATE gap_term SET questions = questions - 1,
    weight = weight - (SELECT value FROM json_each(OLD.terms) WHERE key = term)
  WHERE gap_id = OLD.gap_id AND term IN (SELECT key FROM json_each(OLD.terms));
  DELETE FROM gap_term WHERE gap_id = OLD.gap_id AND questions = 0;
  UPDATE gap_word SET questions = questions - 1
  WHERE gap_id = OLD.gap_id AND word IN (SELECT value FROM json_each(OLD.unknown));
  DELETE FROM gap_word WHERE gap_id = OLD.gap_id AND questions = 0;
  -- What is left may all be answered: it is run again.
  UPDATE gap SET questions = questions - 1, checked = 0,
    last_seq = coalesce((SELECT max(exchange_seq) FROM gap_member WHERE gap_id = OLD.gap_id), 0),
    people = people - NOT EXISTS (
      SELECT 1 FROM gap_member WHERE gap_id = OLD.gap_id AND customer = OLD.customer)
  WHERE id = OLD.gap_id;
  DELETE FROM gap WHERE id = OLD.gap_id AND questions = 0;
END;

-- Refused and not judged otherwise (the tiers 4 and 6 hold refusals alone), handed over for want of a policy, or judged
-- to lack one.
CREATE VIEW gap_question AS
SELECT r.exchange_seq FROM review_item r
WHERE r.channel = 'telegram' AND (
  r.label = 'missing_policy'
  OR r.label IS NULL AND (
    r.tier IN (4, 6)
    OR r.outcome = 'handed_off'
      AND (SELECT e.missing ->> '$.kind' FROM exchange e WHERE e.seq = r.exchange_seq) = 'not_in_policies'));

CREATE TRIGGER gap_question_asked AFTER INSERT ON review_item BEGIN
  INSERT INTO gap_waiting SELECT exchange_seq FROM gap_question WHERE exchange_seq = NEW.exchange_seq;
END;
CREATE TRIGGER gap_question_judged AFTER UPDATE OF tier, label ON review_item
WHEN NEW.tier <> OLD.tier OR NEW.label IS NOT OLD.label BEGIN
  DELETE FROM gap_waiting WHERE exchange_seq = NEW.exchange_seq;
  DELETE FROM gap_member WHERE exchange_seq = NEW.exchange_seq
    AND NOT EXISTS (SELECT 1 FROM gap_question WHERE exchange_seq = NEW.exchange_seq);
  INSERT INTO gap_waiting
    SELECT exchange_seq FROM gap_question q
    WHERE q.exchange_seq = NEW.exchange_seq
      AND NOT EXISTS (SELECT 1 FROM gap_member m WHERE m.exchange_seq = q.exchange_seq);
END;

INSERT INTO gap_waiting SELECT exchange_seq FROM gap_question;
