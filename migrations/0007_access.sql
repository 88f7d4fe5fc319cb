-- A code that the bot gave to one of the staff, until it is typed into the desk's page. One each: a new one replaces it.
CREATE TABLE login_code (
  staff_id   INTEGER NOT NULL PRIMARY KEY,   -- the Telegram id
  hash       BLOB NOT NULL,                  -- SHA-256: the code itself is kept nowhere
  name       TEXT NOT NULL,                  -- as Telegram gave it
  expires_at INTEGER NOT NULL,
  tries      INTEGER NOT NULL DEFAULT 0      -- wrong codes that were entered while it lived
) STRICT;

-- Browsers in which somebody is logged in. What they may do is not kept here: it is asked anew on every request.
CREATE TABLE session (
  hash       BLOB NOT NULL PRIMARY KEY,      -- SHA-256 of the token in the browser's cookie
  staff_id   INTEGER NOT NULL,
  name       TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  seen_at    INTEGER NOT NULL
) STRICT;
CREATE INDEX session_staff ON session (staff_id);

-- Wrong codes of late, over the whole desk: the page that asks for a code knows nobody yet.
CREATE TABLE login_attempt (
  at INTEGER NOT NULL
) STRICT;

-- A message that holds a code is emptied once it is sent or given up, whoever notes that.
CREATE TRIGGER outbox_secret_goes AFTER UPDATE OF state ON outbox
WHEN NEW.state IN ('sent', 'failed') AND NEW.payload ->> '$.isSecret' BEGIN
  UPDATE outbox SET payload = '{}' WHERE id = NEW.id;
END;
