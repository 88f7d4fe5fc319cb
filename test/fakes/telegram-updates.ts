/**
 * The update queue as the Bot API keeps it: only an `offset` above an id forgets that update, one poller waits at a
 * time and an older one is turned away (telegram-bot-api Client.cpp, tdlib TQueue.cpp).
 */
import { isRecord, type Json } from './loopback.ts';

export interface PollParams {
  readonly offset: number;
  readonly limit: number;
  readonly timeoutSeconds: number;
}

export type PollOutcome =
  | { readonly updates: readonly Json[] }
  | { readonly conflict: string }
  | { readonly gone: true };

interface Entry {
  readonly id: number;
  readonly update: Json;
  /** Set by `redeliver`: shown once whatever the offset says, as after a lost acknowledgement. */
  again: boolean;
}

interface Waiting {
  readonly params: PollParams;
  end(outcome: PollOutcome): void;
}

const NOT_BY_DEFAULT = new Set(['chat_member', 'message_reaction', 'message_reaction_count']);

export class UpdateQueue {
  nextId = 730_000_001;
  #pending: Entry[] = [];
  #confirmed: Entry[] = [];
  #allowed: readonly string[] = [];
  #waiting: Waiting | null = null;

  get size(): number {
    return this.#pending.length;
  }

  get allowed(): readonly string[] {
    return this.#allowed;
  }

  /** True while a client holds a long poll open. */
  get isPolled(): boolean {
    return this.#waiting !== null;
  }

  /** Sticky, as in Telegram: it holds until another list comes, and touches no update that is already queued. */
  allow(types: readonly string[]): void {
    this.#allowed = types;
  }

  /** Returns the id, also of an update of a type that is not allowed and so is not queued. */
  push(update: Json): number {
    const given = update['update_id'];
    const id = typeof given === 'number' ? given : this.nextId;
    this.nextId = Math.max(this.nextId, id + 1);
    if (this.#isAllowed(update))
      this.#pending.push({ id, update: { update_id: id, ...update }, again: false });
    this.#wake();
    return id;
  }

  redeliver(ids?: readonly number[]): readonly number[] {
    const wanted = (entry: Entry) => ids === undefined || ids.includes(entry.id);
    const chosen = this.#confirmed.filter(wanted);
    this.#confirmed = this.#confirmed.filter((entry) => !wanted(entry));
    this.#pending.unshift(...chosen.map((entry) => ({ ...entry, again: true })));
    this.#wake();
    return chosen.map((entry) => entry.id);
  }

  poll(params: PollParams, signal: AbortSignal): Promise<PollOutcome> {
    this.interrupt(
      'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
    );
    this.#forget(params.offset);
    const updates = this.#take(params);
    if (updates.length > 0 || params.timeoutSeconds <= 0) return Promise.resolve({ updates });
    return this.#wait(params, signal);
  }

  /** Ends a waiting poll with 409. */
  interrupt(conflict: string): void {
    this.#waiting?.end({ conflict });
  }

  clear(): void {
    this.#confirmed.push(...this.#pending);
    this.#pending = [];
  }

  close(): void {
    this.#waiting?.end({ gone: true });
  }

  #wait(params: PollParams, signal: AbortSignal): Promise<PollOutcome> {
    return new Promise((resolve) => {
      const end = (outcome: PollOutcome) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
        if (this.#waiting === waiting) this.#waiting = null;
        resolve(outcome);
      };
      const leave = () => end({ gone: true });
      const timer = setTimeout(() => end({ updates: [] }), Math.min(params.timeoutSeconds, 50) * 1000);
      const waiting: Waiting = { params, end };
      this.#waiting = waiting;
      signal.addEventListener('abort', leave);
    });
  }

  #wake(): void {
    if (!this.#waiting) return;
    const updates = this.#take(this.#waiting.params);
    if (updates.length > 0) this.#waiting.end({ updates });
  }

  #take({ limit }: PollParams): readonly Json[] {
    const batch = this.#pending.slice(0, Math.min(Math.max(limit, 1), 100));
    for (const entry of batch) entry.again = false;
    return batch.map((entry) => entry.update);
  }

  /** An offset more than 10 beyond the newest id is not believed: the answer starts at the oldest update. */
  #forget(offset: number): void {
    if (offset === 0 || offset > this.nextId + 10) return;
    const kept = new Set(
      offset < 0
        ? this.#pending.slice(offset)
        : this.#pending.filter((entry) => entry.again || entry.id >= offset),
    );
    this.#confirmed.push(...this.#pending.filter((entry) => !kept.has(entry)));
    this.#pending = [...kept];
  }

  #isAllowed(update: Json): boolean {
    const type = Object.keys(update).find((key) => isRecord(update[key]));
    if (type === undefined) return true;
    return this.#allowed.length === 0 ? !NOT_BY_DEFAULT.has(type) : this.#allowed.includes(type);
  }
}
