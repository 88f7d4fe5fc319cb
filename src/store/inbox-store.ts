import type { Delivery } from '../domain/delivery.ts';
import type { ClaimedUpdate, IncomingUpdate } from '../domain/inbox.ts';
import { type Database, withoutWaiting } from './database.ts';
import { prepareReplies } from './replies.ts';

/** An endless writer is answered after so many times the wait. */
const LONGEST_WAIT = 5;
/** Messages in one question: 40,000 characters at most, and what a flood brings more is the next question. */
const MOST_JOINED = 10;
/** How long the parts of an album are waited for, whether or not texts are. */
const ALBUM_MS = 1000;

/** How long the text or album that `head` is waits for more. */
const WAIT = `CASE WHEN head.album IS NULL THEN @joinMs ELSE max(@joinMs, ${ALBUM_MS}) END`;
/** Of an item as `later`: whether it belongs to the same question as `head`. */
const BELONGS = 'later.joinable = 1 AND (@joinMs > 0 OR later.album = head.album)';

/** Of an item: whether it is a press that does not wait for its chat. */
const isPress = (item: string) => `${item}.event GLOB 'callback:*'`;

/** Of an item as `head`: the oldest waiting one, presses aside, of a chat that has none in hand. */
const IS_NEXT_OF_CHAT = `
  head.state = 'waiting' AND NOT ${isPress('head')}
  AND NOT EXISTS (
    SELECT 1 FROM inbox AS held
    WHERE held.state = 'claimed' AND held.chat_id = head.chat_id AND NOT ${isPress('held')}
  )
  AND NOT EXISTS (
    SELECT 1 FROM inbox AS earlier
    WHERE earlier.state = 'waiting' AND earlier.chat_id = head.chat_id AND earlier.id < head.id
      AND NOT ${isPress('earlier')}
  )`;

/** Updates from the moment Telegram hands them over until their replies are stored. */
export function createInboxStore(db: Database, now: () => number) {
  const completeItem = prepareReplies(db, now);
  const insert = db.prepare(`
    INSERT INTO inbox (bot_id, update_id, event, chat_id, payload, joinable, album, received_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (bot_id, update_id, event) DO NOTHING`);
  // Per chat in order, across chats in parallel. A text waits for more of its chat; one that claims to come from the
  // future (a clock was set back) holds up nobody.
  const findNext = db.prepare<[Waiting], NextRow>(`
    SELECT id, payload, chat_id, attempts, joinable, album FROM inbox AS head
    WHERE ${IS_NEXT_OF_CHAT} AND (
      joinable = 0 OR ${WAIT} = 0 OR received_at <= @now - ${LONGEST_WAIT} * ${WAIT} OR NOT EXISTS (
        SELECT 1 FROM inbox AS later
        WHERE later.state = 'waiting' AND later.chat_id = head.chat_id AND ${BELONGS}
          AND later.received_at > @now - ${WAIT} AND later.received_at <= @now
      )
    )
    ORDER BY id LIMIT 1`);
  const findFollowing = db.prepare<[number, number], FollowingRow>(`
    SELECT id, payload, joinable, album FROM inbox AS later
    WHERE state = 'waiting' AND chat_id = ? AND id > ? AND NOT ${isPress('later')}
    ORDER BY id LIMIT ${MOST_JOINED - 1}`);
  const findPress = db.prepare<[], Pick<NextRow, 'id' | 'payload' | 'chat_id' | 'attempts'>>(`
    SELECT id, payload, chat_id, attempts FROM inbox AS press
    WHERE state = 'waiting' AND ${isPress('press')} AND NOT EXISTS (
      SELECT 1 FROM inbox AS held
      WHERE held.state = 'claimed' AND held.chat_id = press.chat_id AND ${isPress('held')}
    )
    ORDER BY id LIMIT 1`);
  const findDue = db
    .prepare<[Waiting], number | null>(`
      SELECT min(min(received_at + ${LONGEST_WAIT} * ${WAIT}, ${WAIT} + (
        SELECT max(later.received_at) FROM inbox AS later
        WHERE later.state = 'waiting' AND later.chat_id = head.chat_id AND ${BELONGS}
          AND later.received_at <= @now
      )))
      FROM inbox AS head WHERE ${IS_NEXT_OF_CHAT} AND joinable = 1`)
    .pluck();
  const take = db.prepare("UPDATE inbox SET state = 'claimed', attempts = attempts + 1 WHERE id = ?");
  const putBack = db.prepare<[number]>(
    "UPDATE inbox SET state = 'waiting' WHERE id = ? AND state = 'claimed'",
  );
  const untake = db.prepare<[number]>(
    "UPDATE inbox SET state = 'waiting', attempts = attempts - 1 WHERE id = ? AND state = 'claimed'",
  );
  const reopen = db.prepare("UPDATE inbox SET state = 'waiting' WHERE state = 'claimed'");

  const acceptBatch = db.transaction((botId: number, updates: readonly IncomingUpdate[]) =>
    updates.reduce((stored, update) => {
      const { updateId, event, chatId, payload } = update;
      const joinable = update.joinable ? 1 : 0;
      const album = update.album ?? null;
      return stored + insert.run(botId, updateId, event, chatId, payload, joinable, album, now()).changes;
    }, 0),
  );
  const claim = db.transaction((joinMs: number): ClaimedUpdate | null => {
    const row = findNext.get({ joinMs, now: now() });
    if (row === undefined) return null;
    const { id, payload, chat_id: chatId, attempts } = row;
    const joined = row.joinable === 1 && chatId !== null ? followersOf(chatId, row, joinMs > 0) : [];
    for (const each of [id, ...joined.map((follower) => follower.id)]) take.run(each);
    return { id, payload, chatId, attempts: attempts + 1, joined };
  });
  const claimPress = db.transaction((): ClaimedUpdate | null => {
    const row = findPress.get();
    if (row === undefined) return null;
    const { id, payload, chat_id: chatId, attempts } = row;
    take.run(id);
    return { id, payload, chatId, attempts: attempts + 1, joined: [] };
  });
  const release = db.transaction((ids: readonly number[]) => {
    for (const id of ids) putBack.run(id);
  });

  const postpone = db.transaction((ids: readonly number[]) => {
    for (const id of ids) untake.run(id);
  });

  function followersOf(chatId: number, { id, album }: NextRow, joinsTexts: boolean) {
    const rows = findFollowing.all(chatId, id);
    const belongs = (row: FollowingRow) =>
      row.joinable === 1 && (joinsTexts || (album !== null && row.album === album));
    const end = rows.findIndex((row) => !belongs(row));
    return rows.slice(0, end === -1 ? undefined : end).map((row) => ({ id: row.id, payload: row.payload }));
  }
  const close = db.transaction((delivery: Delivery) => completeItem(delivery, null));

  return {
    /** Stores a batch whole; updates that are there already are passed over. Returns how many were new. */
    acceptBatch(botId: number, updates: readonly IncomingUpdate[]): number {
      return acceptBatch.immediate(botId, updates);
    },

    /**
     * Takes the next item but a press whose chat has none in hand, or null. A text is taken when its chat has been quiet for
     * `joinMs` (or has gone on for five times as long), with the texts that follow it; 0 takes each by itself, at once.
     * The parts of an album are taken together all the same, a second after the last.
     */
    claimNext(joinMs: number): ClaimedUpdate | null {
      return withoutWaiting(db, () => claim.immediate(joinMs));
    },

    /**
     * Takes the next press (`callback:…`), or null: Telegram wants it answered soon, whatever the chat has in hand. The
     * presses of one chat keep their order.
     */
    claimPress(): ClaimedUpdate | null {
      return withoutWaiting(db, () => claimPress.immediate());
    },

    /** In how many milliseconds the first of the texts that wait for more can be taken; null where none waits. */
    dueIn(joinMs: number): number | null {
      const at = now();
      const due = findDue.get({ joinMs, now: at }) ?? null;
      return due === null ? null : Math.max(due - at, 0);
    },

    /** Finishes an item that is no question, with its replies. */
    complete(delivery: Delivery): void {
      close.immediate(delivery);
    },

    /** Gives items back to be tried again; one that is finished stays so. */
    release(ids: readonly number[]): void {
      release.immediate(ids);
    },

    /** Gives items back as if they had never been taken: what failed was no fault of theirs. */
    postpone(ids: readonly number[]): void {
      postpone.immediate(ids);
    },

    /** Gives an item up, telling the customer, so that it cannot hold up its chat. */
    setAside(delivery: Delivery): void {
      close.immediate({ ...delivery, isSetAside: true });
    },

    /** At start: items that the last process had in hand wait again. */
    recover(): number {
      return reopen.run().changes;
    },
  };
}

interface Waiting {
  readonly joinMs: number;
  readonly now: number;
}

interface FollowingRow {
  id: number;
  payload: string;
  joinable: 0 | 1;
  album: string | null;
}

interface NextRow extends FollowingRow {
  chat_id: number | null;
  attempts: number;
}
