import type { Alerts } from '../conversation/ports.ts';
import type { Logger } from '../log.ts';
import { describeAge } from '../review/describe-status.ts';

export interface StaffAlertsParts {
  readonly alerts: Alerts;
  readonly adminIds: readonly number[];
  readonly logger: Logger;
  readonly now: () => number;
}

/** What the admins are told of messages and replies. None of it throws: what is told of has happened already. */
export interface StaffAlerts {
  tellUnreachable(chatId: number, reason: string): void;
  tellSetAside(): void;
  /** Told when the database takes writes again: before, no alert could be stored. */
  noteStorage(isWell: boolean): void;
}

export function createStaffAlerts({ alerts, adminIds, logger, now }: StaffAlertsParts): StaffAlerts {
  let refusedSince: number | null = null;

  function tell(kind: string, text: string): boolean {
    try {
      alerts.raise(kind, text);
      return true;
    } catch (error) {
      logger.error({ error }, 'the admins could not be told');
      return false;
    }
  }

  return {
    tellUnreachable(chatId, reason) {
      // An admin who never wrote to the bot would be told of it in vain, hour after hour.
      if (adminIds.includes(chatId)) return;
      tell('unreachable', `A reply could not be delivered (${reason}). The desk shows which one.`);
    },

    tellSetAside() {
      tell(
        'set_aside',
        'A message failed three times and was set aside; the customer was told. The log says why.',
      );
    },

    noteStorage(isWell) {
      if (!isWell) refusedSince ??= now();
      else if (refusedSince !== null) {
        const duration = describeAge(now() - refusedSince);
        const isTold = tell(
          'storage',
          `The database could not be written for ${duration} (locked, full or read-only). Nothing is lost: what waited is being answered now.`,
        );
        if (isTold) refusedSince = null;
      }
    },
  };
}
