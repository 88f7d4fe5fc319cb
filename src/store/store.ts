import { createAccessStore } from './access-store.ts';
import { lockForBot } from './bot-lock.ts';
import { createChatStore } from './chat-store.ts';
import { createCustomerStore } from './customer-store.ts';
import { openDatabase } from './database.ts';
import { createExchangeStore } from './exchange-store.ts';
import { createGapStore } from './gap-store.ts';
import { createHealthStore } from './health-store.ts';
import { createInboxStore } from './inbox-store.ts';
import { createIndexStore } from './index-store.ts';
import { createOutboxStore } from './outbox-store.ts';
import { createPersonalDataStore } from './personal-data-store.ts';
import { createRepairStore } from './repair-store.ts';
import { createReviewStore } from './review-store.ts';
import { createSpendingStore } from './spending-store.ts';

export { IN_MEMORY } from './database.ts';

export type Store = ReturnType<typeof openStore>;

/** Opens everything that is kept in one SQLite file. Its methods are synchronous, one transaction each. */
export function openStore(path: string, now: () => number = Date.now) {
  const db = openDatabase(path);
  let lock: { release(): void } | null = null;
  return {
    index: createIndexStore(db),
    exchanges: createExchangeStore(db, now),
    review: createReviewStore(db),
    repairs: createRepairStore(db, now),
    inbox: createInboxStore(db, now),
    outbox: createOutboxStore(db, now),
    chats: createChatStore(db, now),
    personalData: createPersonalDataStore(db),
    customers: createCustomerStore(db, now),
    spending: createSpendingStore(db),
    gaps: createGapStore(db, now),
    access: createAccessStore(db),
    health: createHealthStore(db, now),
    /** Makes this process the one that runs the bot, until the store is closed. Throws a StoreError where another does. */
    lockForBot(): void {
      lock = lockForBot(path);
    },
    close(): void {
      db.close();
      lock?.release();
    },
  };
}
