/**
 * Where an exchange's question can be answered: columns of a query in which `e` is the exchange and `c` its customer.
 * A group that moved has numbered its messages and topics anew, so those of its earlier chat do not count.
 */
export const PLACE_COLUMNS = `
  c.chat_id,
  (SELECT max(q.message_id) FROM question_message q WHERE q.exchange_seq = e.seq) AS message_id,
  (SELECT o.payload ->> '$.threadId' FROM outbox o
   WHERE o.exchange_seq = e.seq AND o.chat_id = c.chat_id ORDER BY o.id LIMIT 1) AS thread_id`;

export interface PlaceColumns {
  chat_id: number;
  message_id: number | null;
  thread_id: number | null;
}
