import { randomBytes } from 'node:crypto';
import type { Channel } from '../domain/exchange.ts';
import { type Database, withoutWaiting } from './database.ts';

/** Names for chats: exchanges carry the name, and only this table knows whose it is. */
export function createCustomerStore(db: Database, now: () => number) {
  const find = db
    .prepare<[string, number], string>('SELECT key FROM customer WHERE channel = ? AND chat_id = ?')
    .pluck();
  const insert = db.prepare(
    'INSERT INTO customer (key, channel, chat_id, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );

  return {
    /** The chat's name: random, so that it tells nothing of the chat, and always the same. */
    keyFor(channel: Channel, chatId: number): string {
      const known = find.get(channel, chatId);
      if (known !== undefined) return known;
      // Whatever is stored of the customer later is waited for, and this with it.
      withoutWaiting(db, () =>
        insert.run(`c_${randomBytes(9).toString('base64url')}`, channel, chatId, now()),
      );
      return this.keyFor(channel, chatId);
    },
  };
}
