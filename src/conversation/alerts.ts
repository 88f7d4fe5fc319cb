import type { OutgoingMessage } from '../domain/delivery.ts';
import { escapeHtml } from '../domain/escape-html.ts';
import type { Alerts } from './ports.ts';

/** What alerts need of the store. */
export interface AlertLog {
  alertOnce(alert: {
    readonly kind: string;
    readonly since: number;
    readonly at: number;
    readonly messages: readonly OutgoingMessage[];
  }): void;
}

export interface AlertsParts {
  readonly store: AlertLog;
  readonly adminIds: readonly number[];
  readonly now: () => number;
  /** Told when messages may wait to be sent. */
  readonly onRaised?: () => void;
}

const HOUR_MS = 3_600_000;

/**
 * Alerts as messages to every admin's private chat, whose id is the admin's own, through the outbox. Texts are the
 * caller's and must hold no words of customers and no secrets. Where there is no admin, the log has to do.
 */
export function createAlerts({ store, adminIds, now, onRaised }: AlertsParts): Alerts {
  return {
    raise(kind, text) {
      if (adminIds.length === 0) return;
      const at = now();
      store.alertOnce({ kind, since: at - HOUR_MS, at, messages: adminIds.map((id) => messageTo(id, text)) });
      onRaised?.();
    },
  };
}

function messageTo(chatId: number, text: string): OutgoingMessage {
  return { chatId, html: escapeHtml(text), plain: text, buttons: [], replyToMessageId: null };
}

/** Where nobody is to be told. */
export const NO_ALERTS: Alerts = { raise: () => {} };
