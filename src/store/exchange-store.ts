import type { Database } from 'better-sqlite3';
import type { AnswerSpan, Citation } from '../domain/answer.ts';
import type { Delivery } from '../domain/delivery.ts';
import {
  bodyOf,
  type Channel,
  type Exchange,
  type Feedback,
  type QuestionMessage,
} from '../domain/exchange.ts';
import { toFindable } from '../domain/findable.ts';
import type { Hit, Query } from '../domain/search.ts';
import { preparePassageTexts } from './passage-texts.ts';
import { prepareReplies } from './replies.ts';

/** Records exchanges. Reading them is the review store's work. */
export function createExchangeStore(db: Database, now: () => number) {
  const keepText = preparePassageTexts(db);
  const completeItem = prepareReplies(db, now);
  const insertExchange = db.prepare(`
    INSERT INTO exchange (id, inbox_id, asked_at, channel, customer, question, language, query, confidence, threshold,
      outcome, text, spans, answerer, fallback, failure, model, usage, cost_usd, search_ms, model_ms, sent_chars,
      document_chars, standalone, messages, update_of, searches, missing, drafts)
    VALUES (@id, @inboxId, @askedAt, @channel, @customer, @question, @language, @query, @confidence, @threshold,
      @outcome, @text, @spans, @answerer, @fallback, @failure, @model, @usage, @costUsd, @searchMs, @modelMs,
      @sentChars, @documentChars, @standalone, @messages, @updateOf, @searches, @missing, @drafts)`);
  const insertHit = db.prepare(`
    INSERT INTO exchange_hit (exchange_seq, rank, section_id, file, name, part, parts, text_hash, score, matched,
      sent, named_by, answers, search)
    VALUES (@seq, @rank, @sectionId, @file, @name, @part, @parts, @textHash, @score, @matched, @sent, @namedBy, @answers,
      @search)`);
  const insertMessage = db.prepare(
    'INSERT OR IGNORE INTO question_message (customer, message_id, exchange_seq) VALUES (?, ?, ?)',
  );
  const insertCitation = db.prepare(
    'INSERT INTO citation (exchange_seq, position, section_id, title, text_hash, quote) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const insertReviewItem = db.prepare(`
    INSERT INTO review_item (exchange_seq, asked_at, channel, customer, outcome, findable, cost_usd, search_ms, model_ms,
      tier, entered)
    VALUES (@seq, @askedAt, @channel, @customer, @outcome, @findable, @costUsd, @searchMs, @modelMs,
      (SELECT tier FROM exchange_tier WHERE exchange_seq = @seq),
      (SELECT coalesce(max(entered), 0) + 1 FROM review_item))`);

  const record = db.transaction((exchange: Exchange, delivery: Delivery | null) => {
    const { lastInsertRowid } = insertExchange.run({
      ...exchange,
      inboxId: delivery?.inboxId ?? null,
      query: JSON.stringify(exchange.query),
      spans: JSON.stringify(exchange.spans),
      usage: exchange.usage === null ? null : JSON.stringify(exchange.usage),
      messages: JSON.stringify(exchange.messages),
      searches: JSON.stringify(exchange.searches),
      missing: exchange.missing === null ? null : JSON.stringify(exchange.missing),
      drafts: JSON.stringify(exchange.drafts),
    });
    const seq = Number(lastInsertRowid);
    for (const { messageId } of exchange.messages) {
      if (messageId !== null) insertMessage.run(exchange.customer, messageId, seq);
    }
    for (const hit of exchange.hits) {
      keepText(hit.passage);
      insertHit.run(toHitRow(seq, hit));
    }
    exchange.citations.forEach((citation: Citation, position) => {
      const { sectionId, title, passageHash, quote } = citation;
      insertCitation.run(seq, position, sectionId, title, passageHash, quote);
    });
    if (delivery !== null) completeItem(delivery, seq);
    insertReviewItem.run({ ...exchange, seq, findable: toFindable(exchange.question) });
  });

  const findRecent = db.prepare<[string, string, number, number], TurnRow>(`
    SELECT question, text, spans, asked_at, query FROM exchange AS turn
    WHERE customer = ? AND channel = ? AND asked_at >= ? AND NOT EXISTS (
      SELECT 1 FROM exchange AS edited
      WHERE edited.customer = turn.customer AND edited.seq > turn.seq AND edited.update_of = turn.id
    )
    ORDER BY seq DESC LIMIT ?`);
  const findOfMessage = db.prepare<[string, number], { id: string; messages: string }>(`
    SELECT exchange.id, exchange.messages
    FROM question_message JOIN exchange ON exchange.seq = question_message.exchange_seq
    WHERE question_message.customer = ? AND message_id = ?
    ORDER BY exchange_seq DESC LIMIT 1`);

  // A second "did not help" keeps the reason that was given meanwhile.
  const upsertFeedback = db.prepare(`
    INSERT INTO feedback (exchange_seq, helped, reason, given_at)
    SELECT seq, @helped, @reason, @at FROM exchange WHERE id = @exchangeId
    ON CONFLICT (exchange_seq) DO UPDATE
    SET helped = excluded.helped, reason = excluded.reason, given_at = excluded.given_at
    WHERE helped <> excluded.helped OR (excluded.reason IS NOT NULL AND reason IS NOT excluded.reason)`);

  return {
    /** Keeps what a customer says of an answer, the last word; returns whether it says anything new. */
    giveFeedback(exchangeId: string, { helped, reason }: Pick<Feedback, 'helped' | 'reason'>): boolean {
      return upsertFeedback.run({ exchangeId, helped: helped ? 1 : 0, reason, at: now() }).changes === 1;
    },

    /**
     * The customer's last turns on this channel since then, oldest first; `most` at most. A question that was edited
     * later is not among them, only what it became.
     */
    recentTurns(customer: string, channel: Channel, since: number, most: number) {
      return findRecent.all(customer, channel, since, most).reverse().map(toTurn);
    },

    /** The newest exchange that answers this message of the customer's; null where there is none. */
    exchangeOfMessage(customer: string, messageId: number): Pick<Exchange, 'id' | 'messages'> | null {
      const row = findOfMessage.get(customer, messageId);
      if (row === undefined) return null;
      return { id: row.id, messages: JSON.parse(row.messages) as QuestionMessage[] };
    },

    /**
     * Stores the exchange and, where it answers an inbox item, its replies and the item's completion: all of it or,
     * on an error, nothing.
     */
    finishExchange(exchange: Exchange, delivery: Delivery | null): void {
      record.immediate(exchange, delivery);
    },
  };
}

export interface TurnRow {
  question: string;
  text: string;
  spans: string;
  asked_at: number;
  query: string;
}

export function toTurn({ question, text, spans, asked_at, query }: TurnRow) {
  const answer = bodyOf({ text, spans: JSON.parse(spans) as AnswerSpan[] });
  return { question, answer, askedAt: asked_at, query: JSON.parse(query) as Query };
}

function toHitRow(seq: number, hit: Hit) {
  const { sectionId, file, part, parts, hash } = hit.passage;
  return {
    seq,
    rank: hit.rank,
    sectionId,
    file,
    name: hit.name,
    part,
    parts,
    textHash: hash,
    score: hit.score,
    matched: JSON.stringify(hit.matched),
    sent: hit.sent ? 1 : 0,
    namedBy: hit.namedBy,
    answers: hit.answers,
    search: hit.search,
  };
}
