import type { Citation } from './answer.ts';
import type { DeliveryState, Exchange } from './exchange.ts';
import type { Hit } from './search.ts';
import type { SectionId } from './section.ts';

/** Closed list: the question asked again with today's policies, or with one section and no other. */
export type AttemptKind = 'rerun' | 'force';

/** A section among an attempt's hits; `hashes` are those of its passages that were sent. */
export interface AttemptSection extends Pick<Hit, 'name' | 'sent' | 'score'> {
  readonly sectionId: SectionId;
  readonly hashes: readonly string[];
}

/** What came of an experiment, as it is kept. */
export interface AttemptResult
  extends Pick<
    Exchange,
    'outcome' | 'text' | 'spans' | 'answerer' | 'fallback' | 'model' | 'costUsd' | 'searchMs' | 'modelMs'
  > {
  readonly citations: readonly Citation[];
  /** Each section once, best first. */
  readonly sections: readonly AttemptSection[];
}

/** An experiment of staff's. */
export interface Attempt {
  readonly id: number;
  readonly kind: AttemptKind;
  /** The one that was given, of `force`. */
  readonly sectionId: SectionId | null;
  readonly reviewer: string;
  readonly at: number;
  readonly result: AttemptResult;
}

/** Words to be written into a policy file, so that a section is found by them. */
export interface AlsoAskedEdit {
  readonly sectionId: SectionId;
  readonly words: readonly string[];
}

export type ProposalState = 'proposed' | 'applied' | 'dismissed';

export interface Proposal extends AlsoAskedEdit {
  readonly id: number;
  readonly exchangeId: string;
  readonly state: ProposalState;
  readonly proposedBy: string;
  readonly proposedAt: number;
  readonly settledBy: string | null;
  readonly settledAt: number | null;
  /** What applying it changed, in words. */
  readonly report: string | null;
}

/** What staff wrote to a customer, with what became of it. */
export interface StaffReply {
  readonly id: number;
  readonly text: string;
  readonly reviewer: string;
  readonly at: number;
  readonly delivery: DeliveryState;
  /** Telegram's words, where it refused. */
  readonly deliveryError: string | null;
}

/** Where a customer can be written to; `unreachable` says why not. */
export type CustomerPlace =
  | {
      readonly kind: 'chat';
      readonly chatId: number;
      readonly replyToMessageId: number | null;
      readonly threadId?: number;
    }
  | { readonly kind: 'unreachable'; readonly reason: string }
  | { readonly kind: 'none' };

/** A file as it is and as it would be; or one sentence on why it cannot be changed. */
export type EditPreview =
  | { readonly ok: true; readonly file: string; readonly before: string; readonly after: string }
  | { readonly ok: false; readonly reason: string };

/** What is kept of an exchange that was only rehearsed. */
export function toAttemptResult(exchange: Exchange): AttemptResult {
  const { outcome, text, spans, citations, answerer, fallback, model, costUsd, searchMs, modelMs } = exchange;
  const kept = { outcome, text, spans, citations, answerer, fallback, model, costUsd, searchMs, modelMs };
  return { ...kept, sections: sectionsOf(exchange.hits) };
}

/** The sections that hits belong to, each once, best first. */
export function sectionsOf(hits: readonly Hit[]): AttemptSection[] {
  const sections = new Map<SectionId, AttemptSection>();
  for (const { passage, name, sent, score } of hits) {
    const { sectionId, hash } = passage;
    const known = sections.get(sectionId) ?? { sectionId, name, sent: false, score, hashes: [] };
    sections.set(sectionId, {
      ...known,
      sent: known.sent || sent,
      hashes: sent ? [...known.hashes, hash] : known.hashes,
    });
  }
  return [...sections.values()];
}
