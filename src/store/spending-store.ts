import type { OutgoingMessage } from '../domain/delivery.ts';
import { type Database, withoutWaiting } from './database.ts';

/** A question that the model is to be asked. Starts are the first milliseconds that count. */
interface Admission {
  readonly customer: string;
  readonly perHour: number;
  readonly perDay: number;
  readonly hourStart: number;
  readonly dayStart: number;
  readonly at: number;
}

interface NewReservation {
  readonly exchangeId: string;
  readonly usd: number;
  readonly budgetUsd: number;
  readonly dayStart: number;
  readonly at: number;
}

interface Alert {
  readonly kind: string;
  /** An alert of this kind since then makes another one needless. */
  readonly since: number;
  readonly at: number;
  readonly messages: readonly OutgoingMessage[];
}

/** To whom an alert counts as told, however many admins there are. */
const ADMIN = 'admin';

/** Questions, money and notices that limits count. What is decided from a count is written in its transaction. */
export function createSpendingStore(db: Database) {
  const countQuestions = db.prepare<[Admission], { hour: number; day: number }>(`
    SELECT count(*) FILTER (WHERE asked_at >= @hourStart) AS hour, count(*) FILTER (WHERE asked_at >= @dayStart) AS day
    FROM model_question WHERE customer = @customer AND asked_at >= min(@hourStart, @dayStart)`);
  const insertQuestion = db.prepare('INSERT INTO model_question (customer, asked_at) VALUES (?, ?)');
  const spentSince = db
    .prepare<[number], number>(
      'SELECT coalesce(sum(coalesce(spent_usd, reserved_usd)), 0) FROM model_call WHERE reserved_at >= ?',
    )
    .pluck();
  const insertCall = db
    .prepare<[string, number, number], number>(
      'INSERT INTO model_call (exchange_id, reserved_at, reserved_usd) VALUES (?, ?, ?) RETURNING id',
    )
    .pluck();
  const settleCall = db.prepare(
    'UPDATE model_call SET spent_usd = coalesce(?, reserved_usd) WHERE id = ? AND spent_usd IS NULL',
  );
  const noteNotice = db.prepare(`
    INSERT INTO notice (recipient, kind, told_at) VALUES (@recipient, @kind, @at)
    ON CONFLICT (recipient, kind) DO UPDATE SET told_at = @at WHERE told_at < @since`);
  const insertMessage = db.prepare('INSERT INTO outbox (chat_id, payload, created_at) VALUES (?, ?, ?)');

  const admit = db.transaction((admission: Admission): 'hour' | 'day' | null => {
    const asked = countQuestions.get(admission) ?? { hour: 0, day: 0 };
    if (asked.day >= admission.perDay) return 'day';
    if (asked.hour >= admission.perHour) return 'hour';
    insertQuestion.run(admission.customer, admission.at);
    return null;
  });
  const reserve = db.transaction(
    ({ exchangeId, usd, budgetUsd, dayStart, at }: NewReservation): number | null => {
      const fits = (spentSince.get(dayStart) ?? 0) + usd <= budgetUsd;
      return fits ? (insertCall.get(exchangeId, at, usd) ?? null) : null;
    },
  );
  const alertOnce = db.transaction(({ kind, since, at, messages }: Alert) => {
    if (noteNotice.run({ recipient: ADMIN, kind, since, at }).changes === 0) return;
    for (const message of messages) insertMessage.run(message.chatId, JSON.stringify(message), at);
  });

  return {
    /** Counts a question, or says which limit forbids it: the day's where both do, as it lasts longer. */
    admit(admission: Admission): 'hour' | 'day' | null {
      return withoutWaiting(db, () => admit.immediate(admission));
    },

    /**
     * Sets money aside for a call and returns its id; null where the day's calls and this one exceed the budget. A
     * call counts with what was set aside until it is settled, and for ever where a crash prevents that.
     */
    reserve(reservation: NewReservation): number | null {
      return withoutWaiting(db, () => reserve.immediate(reservation));
    },

    /** Notes what a call cost, once; null where nobody knows: then all that was set aside is spent. */
    settle(id: number, usd: number | null): void {
      withoutWaiting(db, () => settleCall.run(usd, id));
    },

    /** Whether nothing of the kind was told to the recipient since then; if so, it counts as told now. */
    tellOnce(recipient: string, kind: string, since: number, at: number): boolean {
      return noteNotice.run({ recipient, kind, since, at }).changes === 1;
    },

    /** Puts the messages into the outbox, unless an alert of the kind was raised since then. */
    alertOnce(alert: Alert): void {
      alertOnce.immediate(alert);
    },
  };
}
