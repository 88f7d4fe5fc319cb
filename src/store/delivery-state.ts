/**
 * One word for several messages of the outbox, grouped as `o`: the worst of their states, so that nothing undelivered is
 * overlooked.
 */
export const DELIVERY_STATE = `
  CASE
    WHEN count(o.id) = 0 THEN 'none'
    WHEN sum(o.state = 'failed') > 0 THEN 'failed'
    WHEN sum(o.state = 'sending') > 0 THEN 'sending'
    WHEN sum(o.state = 'pending') > 0 THEN 'pending'
    ELSE 'sent' END`;
