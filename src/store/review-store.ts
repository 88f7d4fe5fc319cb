import type { Database } from 'better-sqlite3';
import type { AnswererName, AnswerSpan, Citation, Draft, Missing, TokenUsage } from '../domain/answer.ts';
import type {
  Channel,
  ConversationTurn,
  DeliveryState,
  DeskFigures,
  ExchangeFilter,
  ExchangePage,
  ExchangeSummary,
  Feedback,
  FeedbackReason,
  Outcome,
  QuestionMessage,
  StoredExchange,
} from '../domain/exchange.ts';
import type { Hit, Query, SearchRecord, TermMatch } from '../domain/search.ts';
import type { NamedSection, Passage, SectionId } from '../domain/section.ts';
import { DELIVERY_STATE } from './delivery-state.ts';
import { type PassageRow, toPassage } from './passage-texts.ts';

/** Of an exchange's replies. */
const DELIVERY = `(SELECT ${DELIVERY_STATE} FROM outbox o WHERE o.exchange_seq = e.seq)`;

interface ExchangeRow {
  seq: number;
  id: string;
  asked_at: number;
  channel: Channel;
  customer: string;
  question: string;
  language: string;
  query: string;
  confidence: number;
  threshold: number;
  outcome: Outcome;
  text: string;
  spans: string;
  answerer: AnswererName | null;
  fallback: string | null;
  failure: string | null;
  model: string | null;
  usage: string | null;
  cost_usd: number | null;
  search_ms: number;
  model_ms: number;
  sent_chars: number;
  document_chars: number;
  standalone: string;
  messages: string;
  update_of: string | null;
  searches: string;
  missing: string | null;
  drafts: string;
  delivery: DeliveryState;
  delivery_error: string | null;
  maybe_duplicate: number;
  helped: number | null;
  reason: FeedbackReason | null;
  given_at: number | null;
}

interface HitRow extends PassageRow {
  rank: number;
  name: string;
  score: number;
  matched: string;
  sent: number;
  named_by: SectionId | null;
  answers: string | null;
  search: number;
}

interface CitationRow {
  section_id: SectionId;
  title: string;
  text_hash: string;
  quote: string;
}

type SummaryRow = Pick<
  ExchangeRow,
  | 'seq'
  | 'id'
  | 'asked_at'
  | 'channel'
  | 'customer'
  | 'question'
  | 'outcome'
  | 'text'
  | 'fallback'
  | 'delivery'
> & { cited: string };

interface TurnRow {
  id: string;
  asked_at: number;
  question: string;
  text: string;
  outcome: Outcome;
}

/** Nulls where the section names none. */
interface NamedRow {
  section_id: SectionId | null;
  title: string | null;
}

/** Exchanges shown of a conversation before and after one. */
const TURNS_EACH_WAY = 3;

/** Reads what was recorded, for staff and for export. */
export function createReviewStore(db: Database) {
  const page = db.prepare<{ outcome: string | null; before: number; limit: number }, SummaryRow>(`
    SELECT e.seq, e.id, e.asked_at, e.channel, e.customer, e.question, e.outcome, e.text, e.fallback,
      ${DELIVERY} AS delivery,
      (SELECT json_group_array(t.title) FROM
        (SELECT title, min(position) AS first FROM citation c
         WHERE c.exchange_seq = e.seq GROUP BY c.section_id ORDER BY first) t) AS cited
    FROM exchange e
    WHERE e.seq < @before AND (@outcome IS NULL OR e.outcome = @outcome)
    ORDER BY e.seq DESC LIMIT @limit`);
  const exchangeColumns = `
    SELECT e.*, f.helped, f.reason, f.given_at, ${DELIVERY} AS delivery,
      (SELECT group_concat(o.error, '; ') FROM outbox o WHERE o.exchange_seq = e.seq AND o.state = 'failed')
        AS delivery_error,
      (SELECT coalesce(max(o.maybe_duplicate), 0) FROM outbox o WHERE o.exchange_seq = e.seq) AS maybe_duplicate
    FROM exchange e LEFT JOIN feedback f ON f.exchange_seq = e.seq`;
  const one = db.prepare<[string], ExchangeRow>(`${exchangeColumns} WHERE e.id = ?`);
  const after = db.prepare<[number], ExchangeRow>(
    `${exchangeColumns} WHERE e.seq > ? ORDER BY e.seq LIMIT 200`,
  );
  const hits = db.prepare<[number], HitRow>(`
    SELECT h.rank, h.section_id, h.file, h.name, h.part, h.parts, h.text_hash, t.title, t.path, t.language, t.text, h.score, h.matched,
      h.sent, h.named_by, h.answers, h.search
    FROM exchange_hit h JOIN passage_text t ON t.hash = h.text_hash
    WHERE h.exchange_seq = ? ORDER BY h.rank`);
  const citations = db.prepare<[number], CitationRow>(`
    SELECT section_id, title, text_hash, quote FROM citation WHERE exchange_seq = ? ORDER BY position`);
  const around = db.prepare<{ id: string; most: number }, TurnRow>(`
    WITH this AS (SELECT seq, customer FROM exchange WHERE id = @id)
    SELECT id, asked_at, question, text, outcome FROM (
      SELECT * FROM (SELECT e.* FROM exchange e, this
        WHERE e.customer = this.customer AND e.seq <= this.seq ORDER BY e.seq DESC LIMIT @most + 1)
      UNION ALL
      SELECT * FROM (SELECT e.* FROM exchange e, this
        WHERE e.customer = this.customer AND e.seq > this.seq ORDER BY e.seq LIMIT @most))
    ORDER BY seq`);
  const references = db.prepare<{ section: string; hash: string }, NamedRow>(`
    SELECT r.value AS section_id, n.title
    FROM section s LEFT JOIN json_each(s.refs) r LEFT JOIN section n ON n.id = r.value
    WHERE s.id = @section
      AND EXISTS (SELECT 1 FROM passage p WHERE p.section_id = s.id AND p.text_hash = @hash)
    ORDER BY r.key`);
  const outcomes = db.prepare<[], { outcome: Outcome; count: number }>(
    'SELECT outcome, count(*) AS count FROM exchange GROUP BY outcome',
  );
  const figures = db.prepare<{ since: number }, DeskFigures>(`
    SELECT
      (SELECT count(*) FROM exchange WHERE asked_at >= @since) AS exchangesToday,
      (SELECT count(*) FROM inbox WHERE state IN ('waiting', 'claimed'))
        + (SELECT count(*) FROM outbox WHERE state IN ('pending', 'sending')) AS waiting,
      (SELECT count(*) FROM exchange WHERE asked_at >= @since AND outcome = 'failed')
        + (SELECT count(*) FROM inbox WHERE received_at >= @since AND state = 'dead'
            AND NOT EXISTS (SELECT 1 FROM exchange WHERE exchange.inbox_id = inbox.id))
        + (SELECT count(*) FROM outbox WHERE created_at >= @since AND state = 'failed') AS failuresToday,
      (SELECT count(*) FROM exchange WHERE asked_at >= @since AND fallback IS NOT NULL) AS fallbacksToday`);

  function toExchange(row: ExchangeRow): StoredExchange {
    return {
      id: row.id,
      askedAt: row.asked_at,
      channel: row.channel,
      customer: row.customer,
      question: row.question,
      messages: JSON.parse(row.messages) as QuestionMessage[],
      updateOf: row.update_of,
      standalone: row.standalone,
      language: row.language,
      query: JSON.parse(row.query) as Query,
      hits: hits.all(row.seq).map(toHit),
      searches: JSON.parse(row.searches) as SearchRecord[],
      confidence: row.confidence,
      threshold: row.threshold,
      outcome: row.outcome,
      text: row.text,
      spans: JSON.parse(row.spans) as AnswerSpan[],
      citations: citations.all(row.seq).map(toCitation),
      missing: row.missing === null ? null : (JSON.parse(row.missing) as Missing),
      drafts: JSON.parse(row.drafts) as Draft[],
      answerer: row.answerer,
      fallback: row.fallback,
      failure: row.failure,
      model: row.model,
      usage: row.usage === null ? null : (JSON.parse(row.usage) as TokenUsage),
      costUsd: row.cost_usd,
      searchMs: row.search_ms,
      modelMs: row.model_ms,
      sentChars: row.sent_chars,
      documentChars: row.document_chars,
      delivery: row.delivery,
      deliveryError: row.delivery_error,
      maybeDuplicate: row.maybe_duplicate === 1,
      feedback: toFeedback(row),
    };
  }

  return {
    /** Newest first; `before` is the `next` of the page before, or null for the first. */
    listExchanges(filter: ExchangeFilter, before: string | null, limit: number): ExchangePage {
      const from = before === null ? Number.MAX_SAFE_INTEGER : Number(before);
      const rows = page.all({ outcome: filter.outcome, before: from, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return {
        exchanges: shown.map(toSummary),
        next: rows.length > limit && last !== undefined ? String(last.seq) : null,
      };
    },

    findExchange(id: string): StoredExchange | null {
      const row = one.get(id);
      return row === undefined ? null : toExchange(row);
    },

    /** An exchange among those of the same customer, three before and three after at most, oldest first. */
    conversationAround(id: string): ConversationTurn[] {
      return around
        .all({ id, most: TURNS_EACH_WAY })
        .map(({ asked_at: askedAt, ...turn }) => ({ ...turn, askedAt }));
    },

    /** The sections that a passage's section names; null where the index no longer holds this text. */
    referencesOf({ sectionId, hash }: Pick<Passage, 'sectionId' | 'hash'>): NamedSection[] | null {
      const rows = references.all({ section: sectionId, hash });
      if (rows.length === 0) return null;
      return rows.flatMap(({ section_id: named, title }) =>
        named === null || title === null ? [] : [{ id: named, title }],
      );
    },

    /** All exchanges, oldest first, read in small portions so that any number of them fits in memory. */
    *allExchanges(): Generator<StoredExchange> {
      let seq = 0;
      for (;;) {
        const rows = after.all(seq);
        for (const row of rows) yield toExchange(row);
        const last = rows.at(-1);
        if (last === undefined) return;
        seq = last.seq;
      }
    },

    countByOutcome(): ReadonlyMap<Outcome, number> {
      return new Map(outcomes.all().map(({ outcome, count }) => [outcome, count]));
    },

    /** `since`: where today began, in milliseconds. */
    figures(since: number): DeskFigures {
      return figures.get({ since }) ?? { exchangesToday: 0, waiting: 0, failuresToday: 0, fallbacksToday: 0 };
    },
  };
}

function toFeedback({ helped, reason, given_at: givenAt }: ExchangeRow): Feedback | null {
  return helped === null || givenAt === null ? null : { helped: helped === 1, reason, givenAt };
}

function toSummary(row: SummaryRow): ExchangeSummary {
  return {
    id: row.id,
    askedAt: row.asked_at,
    channel: row.channel,
    customer: row.customer,
    question: row.question,
    outcome: row.outcome,
    text: row.text,
    fallback: row.fallback,
    delivery: row.delivery,
    citedTitles: JSON.parse(row.cited) as string[],
  };
}

function toHit(row: HitRow): Hit {
  return {
    rank: row.rank,
    score: row.score,
    passage: toPassage(row),
    name: row.name,
    matched: JSON.parse(row.matched) as TermMatch[],
    sent: row.sent === 1,
    namedBy: row.named_by,
    answers: row.answers,
    search: row.search,
  };
}

function toCitation(row: CitationRow): Citation {
  return {
    sectionId: row.section_id,
    title: row.title,
    passageHash: row.text_hash,
    quote: row.quote,
  };
}
