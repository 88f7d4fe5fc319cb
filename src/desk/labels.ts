import type { AnswererName } from '../domain/answer.ts';
import type { Channel, DeliveryState, FeedbackReason, Outcome } from '../domain/exchange.ts';
import type { ModelFault } from '../errors.ts';

/** Picks a colour; the words beside it say the same. */
export type Tone = 'good' | 'warn' | 'bad' | 'info';

interface OutcomeLabel {
  readonly label: string;
  readonly tone: Tone;
}

const OUTCOME_LABELS: Readonly<Record<Outcome, OutcomeLabel>> = {
  answered: { label: 'Answered', tone: 'good' },
  refused_no_hits: { label: 'Refused: nothing found', tone: 'warn' },
  refused_low_confidence: { label: 'Refused: weak match', tone: 'warn' },
  refused_by_model: { label: 'Refused by the model', tone: 'warn' },
  check_failed: { label: 'Check failed', tone: 'bad' },
  handed_off: { label: 'Handed to a person', tone: 'info' },
  small_talk: { label: 'Small talk', tone: 'info' },
  failed: { label: 'Failed', tone: 'bad' },
};

const CHANNEL_LABELS: Readonly<Record<Channel, string>> = {
  telegram: 'Telegram',
  terminal: 'Terminal',
  playground: 'Playground',
};

const ANSWERER_LABELS: Readonly<Record<AnswererName, string>> = {
  claude: 'the model',
  extractive: 'extractive (quotes the policies, no model)',
};

const DELIVERY_LABELS: Readonly<Record<DeliveryState, string>> = {
  none: 'nothing to deliver',
  pending: 'waiting to be sent',
  sending: 'being sent',
  sent: 'sent',
  failed: 'not delivered',
};

const FALLBACK_REASONS: Readonly<Record<ModelFault | 'limit_of_hour' | 'limit_of_day', string>> = {
  limit_of_hour: 'the customer had asked as often as one may in an hour',
  limit_of_day: 'the customer had asked as often as one may in a day',
  no_key: 'no key is set',
  refused_key: 'its key was refused',
  rejected_request: 'its service rejected the request',
  rate_limited: 'its rate limit was reached',
  spend_limit: 'its account had no money left',
  over_budget: "the day's budget was spent",
  overloaded: 'it was overloaded',
  server_error: 'its service had an error',
  unreachable: 'it could not be reached',
  timeout: 'it took too long',
  unusable_reply: 'its reply could not be used',
};

export function outcomeLabel(outcome: Outcome): OutcomeLabel {
  return OUTCOME_LABELS[outcome];
}

export function channelLabel(channel: Channel): string {
  return CHANNEL_LABELS[channel];
}

export function answererLabel(answerer: AnswererName | null): string {
  return answerer === null ? 'nobody was asked' : ANSWERER_LABELS[answerer];
}

export function deliveryLabel(delivery: DeliveryState): string {
  return DELIVERY_LABELS[delivery];
}

const FEEDBACK_REASON_LABELS: Readonly<Record<FeedbackReason, string>> = {
  wrong: 'wrong',
  unclear: 'unclear',
  not_my_question: 'not what was asked',
  wants_person: 'wants a person',
};

export function feedbackReasonLabel(reason: FeedbackReason): string {
  return FEEDBACK_REASON_LABELS[reason];
}

/** Whether staff should see the delivery in a list: it is under way, or it failed. */
export function isDeliveryOpen(delivery: DeliveryState): boolean {
  return delivery !== 'none' && delivery !== 'sent';
}

/** `model not used: rate limited`. */
export function fallbackLabel(fallback: string): string {
  return `model not used: ${fallback.replaceAll('_', ' ')}`;
}

/** Why the model was not used, to end a sentence. A word we do not know is shown as it is. */
export function fallbackReason(fallback: string): string {
  const reasons: Readonly<Record<string, string>> = FALLBACK_REASONS;
  return Object.hasOwn(reasons, fallback) ? (reasons[fallback] ?? fallback) : fallback.replaceAll('_', ' ');
}
