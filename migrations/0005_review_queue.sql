-- What staff read lists of: a narrow line for every exchange, so that 100,000 can be sorted, filtered and counted
-- without reading what was found and said.
CREATE TABLE review_item (
  exchange_seq INTEGER NOT NULL PRIMARY KEY REFERENCES exchange (seq) ON DELETE CASCADE,
  asked_at     INTEGER NOT NULL,
  channel      TEXT NOT NULL,
  customer     TEXT NOT NULL,
  outcome      TEXT NOT NULL,
  findable     TEXT NOT NULL,        -- the question without case and marks
  cost_usd     REAL,
  search_ms    REAL NOT NULL,
  model_ms     REAL NOT NULL,
  tier         INTEGER NOT NULL,     -- how urgent; see exchange_tier
  entered      INTEGER NOT NULL,     -- rises with every entry into a tier: a list read since then knows what is new
  version      INTEGER NOT NULL DEFAULT 0,   -- of the verdict
  label        TEXT,                 -- of the verdict; null: nobody has judged it, or the judgement was undone
  verdict      TEXT                  -- JSON
) STRICT;
CREATE INDEX review_item_open ON review_item (tier, exchange_seq DESC) WHERE label IS NULL;
CREATE INDEX review_item_entered ON review_item (entered);
CREATE INDEX review_item_label ON review_item (label, exchange_seq) WHERE label IS NOT NULL;
CREATE INDEX review_item_outcome ON review_item (outcome, exchange_seq);
CREATE INDEX review_item_asked ON review_item (asked_at);
CREATE INDEX citation_section ON citation (section_id, exchange_seq);
CREATE INDEX exchange_hit_section ON exchange_hit (section_id, exchange_seq);

-- 1 not delivered, failed, or a person is wanted · 2 did not help · 3 check failed · 4 refused although the search was
-- strong · 5 answered although it was weak · 6 refused, weak: a gap · 7 sample · 8 the rest, and what no customer asked.
-- The sample is three of the 64 letters that a random id ends with: 4.7 %, and the same ones ever after.
CREATE VIEW exchange_tier AS
SELECT e.seq AS exchange_seq,
  CASE
    WHEN e.channel <> 'telegram' THEN 8
    WHEN e.outcome IN ('failed', 'handed_off') OR f.reason = 'wants_person'
      OR e.missing ->> '$.kind' = 'needs_person'
      OR EXISTS (SELECT 1 FROM outbox o WHERE o.exchange_seq = e.seq AND o.state = 'failed') THEN 1
    WHEN f.helped = 0 THEN 2
    WHEN e.outcome = 'check_failed' THEN 3
    WHEN e.outcome IN ('refused_no_hits', 'refused_low_confidence', 'refused_by_model') THEN
      CASE WHEN e.confidence >= e.threshold THEN 4 ELSE 6 END
    WHEN e.outcome = 'answered' AND e.confidence < e.threshold THEN 5
    WHEN e.outcome = 'answered' AND substr(e.id, -1) IN ('c', 'd', 'e') THEN 7
    ELSE 8
  END AS tier
FROM exchange e LEFT JOIN feedback f ON f.exchange_seq = e.seq;

-- Whoever writes these tables, the queue follows.
CREATE TRIGGER review_item_feedback_given AFTER INSERT ON feedback BEGIN
  UPDATE review_item
  SET tier = (SELECT tier FROM exchange_tier t WHERE t.exchange_seq = NEW.exchange_seq),
    entered = (SELECT coalesce(max(entered), 0) + 1 FROM review_item)
  WHERE exchange_seq = NEW.exchange_seq
    AND tier <> (SELECT tier FROM exchange_tier t WHERE t.exchange_seq = NEW.exchange_seq);
END;
CREATE TRIGGER review_item_feedback_changed AFTER UPDATE ON feedback BEGIN
  UPDATE review_item
  SET tier = (SELECT tier FROM exchange_tier t WHERE t.exchange_seq = NEW.exchange_seq),
    entered = (SELECT coalesce(max(entered), 0) + 1 FROM review_item)
  WHERE exchange_seq = NEW.exchange_seq
    AND tier <> (SELECT tier FROM exchange_tier t WHERE t.exchange_seq = NEW.exchange_seq);
END;
CREATE TRIGGER review_item_delivery_changed AFTER UPDATE OF state ON outbox
WHEN NEW.exchange_seq IS NOT NULL AND (NEW.state = 'failed' OR OLD.state = 'failed') BEGIN
  UPDATE review_item
  SET tier = (SELECT tier FROM exchange_tier t WHERE t.exchange_seq = NEW.exchange_seq),
    entered = (SELECT coalesce(max(entered), 0) + 1 FROM review_item)
  WHERE exchange_seq = NEW.exchange_seq
    AND tier <> (SELECT tier FROM exchange_tier t WHERE t.exchange_seq = NEW.exchange_seq);
END;

INSERT INTO review_item (exchange_seq, asked_at, channel, customer, outcome, findable, cost_usd, search_ms, model_ms,
  tier, entered)
SELECT e.seq, e.asked_at, e.channel, e.customer, e.outcome, to_findable(e.question), e.cost_usd, e.search_ms, e.model_ms,
  t.tier, e.seq
FROM exchange e JOIN exchange_tier t ON t.exchange_seq = e.seq;

-- What staff did, step by step. Nothing here is ever changed; it goes only with its exchange, when the customer wishes.
CREATE TABLE review_event (
  id           INTEGER NOT NULL PRIMARY KEY,
  exchange_seq INTEGER NOT NULL REFERENCES exchange (seq) ON DELETE CASCADE,
  kind         TEXT NOT NULL,
  reviewer     TEXT NOT NULL,        -- the name as it was then
  at           INTEGER NOT NULL,
  version      INTEGER NOT NULL,     -- of the verdict after it
  body         TEXT NOT NULL         -- JSON, by kind
) STRICT;
CREATE INDEX review_event_exchange ON review_event (exchange_seq, id);
CREATE TRIGGER review_event_stays BEFORE UPDATE ON review_event BEGIN
  SELECT raise(ABORT, 'a review event is never changed');
END;
