import type { Database } from 'better-sqlite3';
import type { Citation } from '../domain/answer.ts';
import type { Delivery } from '../domain/delivery.ts';
import type { Channel, Exchange } from '../domain/exchange.ts';
import type { Hit } from '../domain/search.ts';
import { preparePassageTexts } from './passage-texts.ts';
import { prepareReplies } from './replies.ts';

/** Records exchanges. Reading them is the review store's work. */
export function createExchangeStore(db: Database, now: () => number) {
  const keepText = preparePassageTexts(db);
  const completeItem = prepareReplies(db, now);
  const insertExchange = db.prepare(`
    INSERT INTO exchange (id, inbox_id, asked_at, channel, customer, question, language, query, confidence, threshold,
      outcome, text, spans, answerer, fallback, failure, model, usage, cost_usd, search_ms, model_ms, sent_chars,
      document_chars)
    VALUES (@id, @inboxId, @askedAt, @channel, @customer, @question, @language, @query, @confidence, @threshold,
      @outcome, @text, @spans, @answerer, @fallback, @failure, @model, @usage, @costUsd, @searchMs, @modelMs,
      @sentChars, @documentChars)`);
  const insertHit = db.prepare(`
    INSERT INTO exchange_hit (exchange_seq, rank, section_id, file, name, part, parts, text_hash, score, matched,
      sent, named_by, answers)
    VALUES (@seq, @rank, @sectionId, @file, @name, @part, @parts, @textHash, @score, @matched, @sent, @namedBy, @answers)`);
  const insertCitation = db.prepare(
    'INSERT INTO citation (exchange_seq, position, section_id, title, text_hash, quote) VALUES (?, ?, ?, ?, ?, ?)',
  );

  const record = db.transaction((exchange: Exchange, delivery: Delivery | null) => {
    const { lastInsertRowid } = insertExchange.run({
      ...exchange,
      inboxId: delivery?.inboxId ?? null,
      query: JSON.stringify(exchange.query),
      spans: JSON.stringify(exchange.spans),
      usage: exchange.usage === null ? null : JSON.stringify(exchange.usage),
    });
    const seq = Number(lastInsertRowid);
    for (const hit of exchange.hits) {
      keepText(hit.passage);
      insertHit.run(toHitRow(seq, hit));
    }
    exchange.citations.forEach((citation: Citation, position) => {
      const { sectionId, title, passageHash, quote } = citation;
      insertCitation.run(seq, position, sectionId, title, passageHash, quote);
    });
    if (delivery !== null) completeItem(delivery, seq);
  });

  const lastQuestion = db
    .prepare<[string, string, number], string>(
      'SELECT question FROM exchange WHERE customer = ? AND channel = ? AND asked_at >= ? ORDER BY seq DESC LIMIT 1',
    )
    .pluck();

  return {
    lastQuestion(customer: string, channel: Channel, since: number): string | null {
      return lastQuestion.get(customer, channel, since) ?? null;
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
  };
}
