/** What a test makes the Bot API do wrong, and how often. */
import type { Json } from './loopback.ts';

export interface FaultScope {
  /** How many calls it strikes; once unless said. `Infinity` lasts until `clearFaults`. */
  readonly times?: number;
  /** Only calls with this `chat_id`. */
  readonly chatId?: number;
  /** `after`: the call takes effect and only its answer is lost, which is what makes a retry send twice. */
  readonly when?: 'before' | 'after';
}

export interface Refusal {
  readonly errorCode: number;
  readonly description?: string;
  /** Seconds; goes into `parameters.retry_after` and the Retry-After header. */
  readonly retryAfter?: number;
  readonly migrateToChatId?: number;
}

export type Effect =
  | ({ readonly kind: 'refuse' } & Refusal)
  | { readonly kind: 'html'; readonly status: number }
  | { readonly kind: 'hang' }
  | { readonly kind: 'drop' };

interface Fault {
  readonly method: string;
  readonly effect: Effect;
  readonly chatId: number | undefined;
  readonly when: 'before' | 'after';
  left: number;
}

/** Method names compare without case, as on the real server; `*` means any. */
export class Faults {
  #faults: Fault[] = [];
  readonly #delays = new Map<string, number>();

  add(method: string, effect: Effect, scope: FaultScope): void {
    this.#faults.push({
      method: method.toLowerCase(),
      effect,
      chatId: scope.chatId,
      when: scope.when ?? 'before',
      left: scope.times ?? 1,
    });
  }

  /** The oldest fault that fits strikes and is used up by one. */
  take(method: string, params: Json): { effect: Effect; when: 'before' | 'after' } | undefined {
    const fault = this.#faults.find(
      (each) =>
        each.left > 0 &&
        (each.method === '*' || each.method === method.toLowerCase()) &&
        (each.chatId === undefined || String(each.chatId) === String(params['chat_id'])),
    );
    if (fault) fault.left--;
    return fault;
  }

  delay(method: string, ms: number): void {
    this.#delays.set(method.toLowerCase(), ms);
  }

  delayOf(method: string): number {
    return this.#delays.get(method.toLowerCase()) ?? this.#delays.get('*') ?? 0;
  }

  clear(): void {
    this.#faults = [];
    this.#delays.clear();
  }
}
