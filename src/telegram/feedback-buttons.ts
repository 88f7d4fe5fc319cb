import type { Texts } from '../conversation/catalogue/catalogue.ts';
import type { Button } from '../domain/delivery.ts';
import { FEEDBACK_REASONS, type FeedbackReason } from '../domain/exchange.ts';

const FEEDBACK_BUTTON = /^f:([\w-]{1,40}):(y|n|r[0-3])$/;

/** What a press says of an exchange's answer. */
export interface FeedbackPress {
  readonly exchangeId: string;
  readonly helped: boolean;
  readonly reason: FeedbackReason | null;
}

/** The two buttons beneath an answer. */
export function askWhetherItHelped(exchangeId: string, { feedback }: Texts): Button[] {
  return [
    { label: feedback.helped, data: `f:${exchangeId}:y` },
    { label: feedback.notHelped, data: `f:${exchangeId}:n`, isBeside: true },
  ];
}

/** What takes their place after "did not help". */
export function askWhy(exchangeId: string, { feedback }: Texts): Button[] {
  return FEEDBACK_REASONS.map((reason, at) => ({
    label: feedback.reasons[reason],
    data: `f:${exchangeId}:r${at}`,
    isBeside: at % 2 === 1,
  }));
}

/** Reads a feedback button's data; null for anything else. */
export function readFeedbackButton(data: string): FeedbackPress | null {
  const [, exchangeId, said = ''] = FEEDBACK_BUTTON.exec(data) ?? [];
  if (exchangeId === undefined) return null;
  const reason = said.startsWith('r') ? (FEEDBACK_REASONS[Number(said.slice(1))] ?? null) : null;
  return { exchangeId, helped: said === 'y', reason };
}
