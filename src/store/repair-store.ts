import type { Database } from 'better-sqlite3';
import type { OutgoingMessage } from '../domain/delivery.ts';
import type { DeliveryState } from '../domain/exchange.ts';
import type {
  AlsoAskedEdit,
  Attempt,
  AttemptKind,
  AttemptResult,
  CustomerPlace,
  Proposal,
  ProposalState,
  StaffReply,
} from '../domain/repair.ts';
import type { SectionId } from '../domain/section.ts';
import type { Verdict } from '../domain/verdict.ts';
import { DELIVERY_STATE } from './delivery-state.ts';
import { type TurnRow, toTurn } from './exchange-store.ts';
import { PLACE_COLUMNS, type PlaceColumns } from './question-place.ts';

interface AttemptRow {
  id: number;
  kind: AttemptKind;
  section_id: SectionId | null;
  reviewer: string;
  at: number;
  result: string;
}

interface ProposalRow {
  id: number;
  exchange_id: string;
  section_id: SectionId;
  words: string;
  state: ProposalState;
  proposed_by: string;
  proposed_at: number;
  settled_by: string | null;
  settled_at: number | null;
  report: string | null;
}

interface ReplyRow {
  id: number;
  text: string;
  reviewer: string;
  at: number;
  delivery: DeliveryState;
  error: string | null;
}

interface PlaceRow extends PlaceColumns {
  reason: string | null;
}

/** What to keep of an experiment. */
export type NewAttempt = Omit<Attempt, 'id' | 'at'>;

export interface NewStaffReply {
  /** The form that it was typed into. */
  readonly form: string;
  readonly text: string;
  readonly reviewer: string;
}

/** What follows a verdict: experiments, words for the policies, replies to the customer. */
export function createRepairStore(db: Database, now: () => number) {
  const seqOf = db.prepare<[string], number>('SELECT seq FROM exchange WHERE id = ?').pluck();
  const insertAttempt = db.prepare(
    'INSERT INTO attempt (exchange_seq, kind, section_id, reviewer, at, result) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const attempts = db.prepare<[string], AttemptRow>(`
    SELECT a.id, a.kind, a.section_id, a.reviewer, a.at, a.result
    FROM attempt a JOIN exchange e ON e.seq = a.exchange_seq WHERE e.id = ? ORDER BY a.id DESC`);

  // A question that was edited later was asked as it was then, unless this exchange is what it became.
  const turnsBefore = db.prepare<{ id: string; lastMs: number; most: number }, TurnRow>(`
    SELECT turn.question, turn.text, turn.spans, turn.asked_at, turn.query
    FROM exchange e JOIN exchange turn ON turn.customer = e.customer AND turn.channel = e.channel AND turn.seq < e.seq
    WHERE e.id = @id AND turn.asked_at >= e.asked_at - @lastMs AND NOT EXISTS (
      SELECT 1 FROM exchange edited
      WHERE edited.customer = e.customer AND edited.seq > turn.seq AND edited.seq <= e.seq
        AND edited.update_of = turn.id
    )
    ORDER BY turn.seq DESC LIMIT @most`);

  const insertProposal = db
    .prepare<[number, SectionId, string, string, number], number>(`
      INSERT INTO policy_proposal (exchange_seq, section_id, words, proposed_by, proposed_at)
      VALUES (?, ?, ?, ?, ?) RETURNING id`)
    .pluck();
  const proposalColumns = `
    SELECT p.id, e.id AS exchange_id, p.section_id, p.words, p.state, p.proposed_by, p.proposed_at, p.settled_by,
      p.settled_at, p.report
    FROM policy_proposal p JOIN exchange e ON e.seq = p.exchange_seq`;
  const proposals = db.prepare<[string], ProposalRow>(`${proposalColumns} WHERE e.id = ? ORDER BY p.id DESC`);
  const proposal = db.prepare<[number], ProposalRow>(`${proposalColumns} WHERE p.id = ?`);
  const settleProposal = db
    .prepare<[ProposalState, string, number, string | null, number], number>(`
      UPDATE policy_proposal SET state = ?, settled_by = ?, settled_at = ?, report = ?
      WHERE id = ? AND state = 'proposed' RETURNING exchange_seq`)
    .pluck();
  const insertEvent = db.prepare(`
    INSERT INTO review_event (exchange_seq, kind, reviewer, at, version, body)
    SELECT exchange_seq, ?, ?, ?, version, ? FROM review_item WHERE exchange_seq = ?`);

  const insertReply = db
    .prepare<[number, string, string, string, number], number>(`
      INSERT INTO staff_reply (exchange_seq, form, text, reviewer, at) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (form) DO NOTHING RETURNING id`)
    .pluck();
  const insertMessage = db.prepare(
    'INSERT INTO outbox (staff_reply_id, chat_id, payload, created_at) VALUES (?, ?, ?, ?)',
  );
  const replies = db.prepare<[string], ReplyRow>(`
    SELECT r.id, r.text, r.reviewer, r.at, ${DELIVERY_STATE} AS delivery,
      group_concat(o.error, '; ') FILTER (WHERE o.state = 'failed') AS error
    FROM staff_reply r JOIN exchange e ON e.seq = r.exchange_seq LEFT JOIN outbox o ON o.staff_reply_id = r.id
    WHERE e.id = ? GROUP BY r.id ORDER BY r.id DESC`);
  const place = db.prepare<[string], PlaceRow>(`
    SELECT ${PLACE_COLUMNS}, CASE WHEN t.unreachable_since IS NOT NULL THEN coalesce(t.reason, '') END AS reason
    FROM exchange e JOIN customer c ON c.key = e.customer AND c.channel = 'telegram'
      LEFT JOIN chat t ON t.chat_id = c.chat_id
    WHERE e.id = ? AND e.channel = 'telegram'`);
  const verdict = db
    .prepare<[string], string>(`
      SELECT i.verdict FROM review_item i JOIN exchange e ON e.seq = i.exchange_seq
      WHERE e.id = ? AND i.label IS NOT NULL AND i.verdict IS NOT NULL`)
    .pluck();

  const propose = db.transaction(
    (exchangeId: string, edit: AlsoAskedEdit, reviewer: string): number | null => {
      const seq = seqOf.get(exchangeId);
      if (seq === undefined) return null;
      const id = insertProposal.get(seq, edit.sectionId, JSON.stringify(edit.words), reviewer, now()) ?? null;
      insertEvent.run('also_asked', reviewer, now(), JSON.stringify({ proposal: id, ...edit }), seq);
      return id;
    },
  );
  const settle = db.transaction(
    (id: number, state: 'applied' | 'dismissed', reviewer: string, report: string | null): boolean => {
      const seq = settleProposal.get(state, reviewer, now(), report, id);
      if (seq === undefined) return false;
      const body = JSON.stringify({ proposal: id, ...(report === null ? {} : { report }) });
      insertEvent.run(`also_asked_${state}`, reviewer, now(), body, seq);
      return true;
    },
  );
  const sendReply = db.transaction(
    (exchangeId: string, reply: NewStaffReply, messages: readonly OutgoingMessage[]): boolean => {
      const seq = seqOf.get(exchangeId);
      if (seq === undefined) return false;
      const id = insertReply.get(seq, reply.form, reply.text, reply.reviewer, now());
      if (id === undefined) return false;
      for (const message of messages) insertMessage.run(id, message.chatId, JSON.stringify(message), now());
      return true;
    },
  );

  return {
    /** Keeps an experiment; nothing where the exchange was deleted meanwhile. */
    keepAttempt(exchangeId: string, attempt: NewAttempt): void {
      const seq = seqOf.get(exchangeId);
      if (seq === undefined) return;
      const { kind, sectionId, reviewer, result } = attempt;
      insertAttempt.run(seq, kind, sectionId, reviewer, now(), JSON.stringify(result));
    },

    /** Newest first. */
    attemptsOf(exchangeId: string): Attempt[] {
      return attempts.all(exchangeId).map(({ section_id: sectionId, result, ...row }) => ({
        ...row,
        sectionId,
        result: JSON.parse(result) as AttemptResult,
      }));
    },

    /** What was said before an exchange within that time, oldest first; `most` turns at most. */
    turnsBefore(exchangeId: string, lastMs: number, most: number) {
      return turnsBefore.all({ id: exchangeId, lastMs, most }).reverse().map(toTurn);
    },

    /** Keeps words for a section until an admin applies or somebody dismisses them; null where there is no such exchange. */
    propose(exchangeId: string, edit: AlsoAskedEdit, reviewer: string): number | null {
      return propose.immediate(exchangeId, edit, reviewer);
    },

    /** Newest first. */
    proposalsOf(exchangeId: string): Proposal[] {
      return proposals.all(exchangeId).map(toProposal);
    },

    findProposal(id: number): Proposal | null {
      const row = proposal.get(id);
      return row === undefined ? null : toProposal(row);
    },

    /** Notes what became of a proposal; false where it was settled before. */
    settle(
      id: number,
      state: 'applied' | 'dismissed',
      reviewer: string,
      report: string | null = null,
    ): boolean {
      return settle.immediate(id, state, reviewer, report);
    },

    /** Where the exchange's customer can be written to. */
    placeOf(exchangeId: string): CustomerPlace {
      const row = place.get(exchangeId);
      if (row === undefined) return { kind: 'none' };
      if (row.reason !== null) return { kind: 'unreachable', reason: row.reason };
      const { chat_id: chatId, message_id: replyToMessageId, thread_id: threadId } = row;
      return { kind: 'chat', chatId, replyToMessageId, ...(threadId === null ? {} : { threadId }) };
    },

    /** Puts a reply into the outbox, once for each form; false where that form's was kept before. */
    sendReply(exchangeId: string, reply: NewStaffReply, messages: readonly OutgoingMessage[]): boolean {
      return sendReply.immediate(exchangeId, reply, messages);
    },

    /** Newest first. */
    repliesOf(exchangeId: string): StaffReply[] {
      return replies.all(exchangeId).map(({ error, ...row }) => ({ ...row, deliveryError: error }));
    },

    /** The verdict as it stands; null where there is none. */
    verdictOf(exchangeId: string): Verdict | null {
      const json = verdict.get(exchangeId);
      return json === undefined ? null : (JSON.parse(json) as Verdict);
    },
  };
}

function toProposal(row: ProposalRow): Proposal {
  return {
    id: row.id,
    exchangeId: row.exchange_id,
    sectionId: row.section_id,
    words: JSON.parse(row.words) as string[],
    state: row.state,
    proposedBy: row.proposed_by,
    proposedAt: row.proposed_at,
    settledBy: row.settled_by,
    settledAt: row.settled_at,
    report: row.report,
  };
}
