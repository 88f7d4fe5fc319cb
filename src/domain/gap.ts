import type { OutgoingMessage } from './delivery.ts';
import type { Query } from './search.ts';

/** Closed list: nobody can be told yet; the policies answer now and nobody was told; those who asked were told. */
export const GAP_STATES = ['open', 'answerable', 'told'] as const;
export type GapState = (typeof GAP_STATES)[number];

/** A word that no policy knew, as customers wrote it, with the questions that hold it. */
export interface UnknownWord {
  readonly word: string;
  readonly questions: number;
}

/** What a question says: its terms' weights as a vector of length 1; empty where it holds no word. */
export type TermVector = ReadonlyMap<string, number>;

/** A question that is to be grouped. */
export interface UngroupedQuestion {
  readonly seq: number;
  readonly askedAt: number;
  readonly customer: string;
  readonly query: Query;
}

/** A group as new questions are compared with it: its members' vectors added up. */
export interface GapCentroid {
  readonly id: number;
  readonly terms: TermVector;
}

/** A question with the place that was found for it: a group that there is, or the new one that this question founds. */
export interface Grouped extends Omit<UngroupedQuestion, 'query'> {
  readonly terms: TermVector;
  readonly unknown: readonly string[];
  /** Of a group, or of the question that founds it. */
  readonly place: { readonly gapId: number } | { readonly foundedBy: number };
}

/** A question of a group, as it is shown and run again. */
export interface GapQuestion {
  readonly seq: number;
  readonly exchangeId: string;
  readonly askedAt: number;
  readonly customer: string;
  readonly question: string;
  readonly language: string;
  readonly query: Query;
  readonly terms: TermVector;
  /** Whether the policies answered it when it was last run again. */
  readonly isAnswerable: boolean;
}

/** A line of the list of groups. */
export interface GapSummary {
  readonly id: number;
  readonly state: GapState;
  readonly people: number;
  readonly questions: number;
  readonly openedAt: number;
  readonly lastAskedAt: number;
  readonly closedAt: number | null;
  /** The most typical of its newest questions. */
  readonly title: string;
  /** Of the newest questions, those that were run again: how many, and how many the policies answer by now. */
  readonly checked: number;
  readonly answerable: number;
  /** The commonest first. */
  readonly unknownWords: readonly UnknownWord[];
  /** Names of the sections that its newest questions were nearest to. */
  readonly closest: readonly string[];
}

/** A page of the list; `next` continues it and is null on the last page. */
export interface GapPage {
  readonly gaps: readonly GapSummary[];
  readonly next: string | null;
}

/** What became of the messages that told those who asked. */
export interface ToldState {
  readonly at: number;
  readonly by: string;
  readonly sent: number;
  readonly waiting: number;
  readonly failed: number;
  /** Their chats could not be reached then. */
  readonly unreachable: number;
  /** The policies did not answer their questions any more. */
  readonly unanswered: number;
}

/** Who asked one of a group's questions, with the newest of them. */
export interface Asker extends GapQuestion {
  readonly chatId: number;
  readonly isReachable: boolean;
  /** The message that asked; null where it is not known. */
  readonly messageId: number | null;
  readonly threadId: number | null;
}

/** Messages that answer one customer's question now. */
export interface GapNews {
  readonly seq: number;
  readonly messages: readonly OutgoingMessage[];
}

/** What telling came to. */
export type TellOutcome =
  | { readonly kind: 'told' }
  | { readonly kind: 'told_before' }
  | { readonly kind: 'not_answerable' }
  | { readonly kind: 'nobody'; readonly unreachable: number; readonly unanswered: number }
  | { readonly kind: 'no_gap' };
