import { createCustomerStore } from './customer-store.ts';
import { openDatabase } from './database.ts';
import { createExchangeStore } from './exchange-store.ts';
import { createInboxStore } from './inbox-store.ts';
import { createIndexStore } from './index-store.ts';
import { createOutboxStore } from './outbox-store.ts';
import { createReviewStore } from './review-store.ts';
import { createSpendingStore } from './spending-store.ts';

export { IN_MEMORY } from './database.ts';

export type Store = ReturnType<typeof openStore>;

/** Opens everything that is kept in one SQLite file. Its methods are synchronous, one transaction each. */
export function openStore(path: string, now: () => number = Date.now) {
  const db = openDatabase(path);
  return {
    index: createIndexStore(db),
    exchanges: createExchangeStore(db, now),
    review: createReviewStore(db),
    inbox: createInboxStore(db, now),
    outbox: createOutboxStore(db, now),
    customers: createCustomerStore(db, now),
    spending: createSpendingStore(db),
    close(): void {
      db.close();
    },
  };
}
