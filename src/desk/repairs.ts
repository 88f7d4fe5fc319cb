import type { StoredExchange } from '../domain/exchange.ts';
import type {
  AlsoAskedEdit,
  Attempt,
  CustomerPlace,
  EditPreview,
  Proposal,
  StaffReply,
} from '../domain/repair.ts';
import type { SectionId } from '../domain/section.ts';
import type { Verdict } from '../domain/verdict.ts';

/** What was asked for was done, or one sentence on why not. */
export type Done = { readonly ok: true } | { readonly ok: false; readonly reason: string };

/** A reply as it was typed; `form` names the form, so that sending it twice sends once. */
export interface TypedReply {
  readonly form: string;
  readonly text: string;
  readonly reviewer: string;
}

/** What the desk needs for what follows a verdict. */
export interface Repairs {
  verdictOf(exchangeId: string): Verdict | null;
  /** Newest first, like the other lists. */
  attemptsOf(exchangeId: string): readonly Attempt[];
  proposalsOf(exchangeId: string): readonly Proposal[];
  repliesOf(exchangeId: string): readonly StaffReply[];
  placeOf(exchangeId: string): CustomerPlace;
  /** The sections of the policies as they are indexed now, in the order of the files. */
  sections(): readonly { readonly id: SectionId; readonly title: string }[];
  /** Asks the exchange's question again, with one section alone where given, and keeps what comes of it. */
  rehearse(exchange: StoredExchange, onlySection: SectionId | null, reviewer: string): Promise<Done>;
  /** What the edit would make of its policy file as it is on disk now. */
  preview(edit: AlsoAskedEdit): Promise<EditPreview>;
  propose(exchangeId: string, edit: AlsoAskedEdit, reviewer: string): Promise<Done>;
  findProposal(id: number): Proposal | null;
  /** Writes a proposal into its policy file and indexes the policies anew. */
  apply(id: number, reviewer: string): Promise<Done>;
  dismiss(id: number, reviewer: string): void;
  /** Puts a reply to the customer into the outbox. */
  reply(exchange: StoredExchange, reply: TypedReply): Done;
}
