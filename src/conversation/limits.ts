import { startOfDay } from '../domain/time.ts';
import type { CustomerLimit, Limits } from './ports.ts';

/** What limits need of the store. Times are milliseconds. */
export interface SpendingLog {
  admit(question: {
    readonly customer: string;
    readonly perHour: number;
    readonly perDay: number;
    readonly hourStart: number;
    readonly dayStart: number;
    readonly at: number;
  }): CustomerLimit | null;
  reserve(call: {
    readonly exchangeId: string;
    readonly usd: number;
    readonly budgetUsd: number;
    readonly dayStart: number;
    readonly at: number;
  }): number | null;
  settle(id: number, usd: number | null): void;
  tellOnce(recipient: string, kind: string, since: number, at: number): boolean;
}

export interface LimitsParts {
  readonly store: SpendingLog;
  readonly questionsPerHour: number;
  readonly questionsPerDay: number;
  readonly dailyBudgetUsd: number;
  readonly timeZone: string;
  readonly now: () => number;
}

const HOUR_MS = 3_600_000;

/**
 * What a customer may ask the model, and what all may spend. An hour is the last sixty minutes, a day begins at
 * midnight where the shop is. Everything is stored, so that a restart resets nothing.
 */
export function createLimits(parts: LimitsParts): Limits {
  const { store, questionsPerHour, questionsPerDay, dailyBudgetUsd, timeZone, now } = parts;

  return {
    admit(customer, channel) {
      // Terminal and playground are the owner's own.
      if (channel !== 'telegram') return null;
      const at = now();
      return store.admit({
        customer,
        perHour: questionsPerHour,
        perDay: questionsPerDay,
        hourStart: at - HOUR_MS,
        dayStart: startOfDay(at, timeZone),
        at,
      });
    },

    openPurse(exchangeId) {
      let spentUsd = 0;
      return {
        get spentUsd() {
          return spentUsd;
        },
        reserve(usd) {
          const at = now();
          const dayStart = startOfDay(at, timeZone);
          const id = store.reserve({ exchangeId, usd, budgetUsd: dailyBudgetUsd, dayStart, at });
          if (id === null) return null;
          return {
            settle(cost) {
              store.settle(id, cost);
              spentUsd += cost ?? usd;
            },
          };
        },
      };
    },

    tellsNow(customer, limit) {
      const at = now();
      const since = limit === 'hour' ? at - HOUR_MS : startOfDay(at, timeZone);
      return store.tellOnce(customer, limit, since, at);
    },
  };
}

/** For the owner's own runs that record nothing: an evaluation of a golden set. */
export const UNLIMITED: Limits = {
  admit: () => null,
  openPurse: () => {
    let spentUsd = 0;
    return {
      get spentUsd() {
        return spentUsd;
      },
      reserve: (usd) => ({
        settle(cost) {
          spentUsd += cost ?? usd;
        },
      }),
    };
  },
  tellsNow: () => true,
};
