import type { FeedbackReason } from '../../domain/exchange.ts';

/** What is kept of a chat, for the customer's own eyes. */
export interface OwnData {
  readonly questions: number;
  /** Days, in the customer's language. */
  readonly firstDay: string;
  readonly lastDay: string;
  readonly feedback: number;
  /** The newest questions, newest first, shortened. */
  readonly recent: readonly string[];
}

/** Every fixed sentence a customer can read, in one language. Plain text; the channel adds its own markup. */
export interface Texts {
  /** Of the language itself, as an ISO 639-1 code. */
  readonly language: string;
  greeting(business: string): string;
  help(business: string): string;
  privacy(business: string): string;
  /** How to reach a person; `contact` as the owner wrote it, or null where there is none. */
  reach(contact: string | null): string;
  readonly tryOtherWords: string;
  /** `lookedFor`: the customer's own words, perhaps none. */
  notInPolicies(lookedFor: readonly string[]): string;
  /** `names` has at least one section. */
  closestTopics(names: readonly string[]): string;
  /** Beneath an answer; `part` in the customer's own words, or null where it cannot be told. */
  partMissing(part: string | null): string;
  readonly needsPerson: string;
  readonly aboutMyOrder: string;
  readonly unclear: string;
  /** For a question in a language that the policies are not in; `languages` has at least one name. */
  onlyReads(languages: readonly string[]): string;
  readonly greetBack: string;
  readonly thanksBack: string;
  readonly smallTalk: string;
  /** Above the answer to a question that was edited. */
  readonly updatedAnswer: string;
  /** Above the answer to a question that was not answered when it was asked. */
  answeredNow(question: string): string;
  /** Above the answer to a message that waited through an outage. */
  readonly answeredLate: string;
  /** Above what a member of staff wrote. */
  answeredByPerson(business: string): string;
  readonly limitOfHour: string;
  readonly limitOfDay: string;
  readonly overBudget: string;
  readonly noPolicies: string;
  readonly noWords: string;
  readonly somethingFailed: string;
  readonly setAside: string;
  /** Of an answer that was interrupted twice while it was sent. */
  readonly maybeMissed: string;
  readonly onlyText: string;
  /** For a command that there is not, or that lacks its question. */
  readonly unknownCommand: string;
  /** How to ask in a group; `username` with its @. */
  groupHelp(username: string): string;
  /** For a command that works in a private chat only. */
  readonly onlyPrivate: string;
  /** For an admin who writes in the group's name, so that nobody can tell who it is. */
  readonly anonymousAdmin: string;
  readonly sectionGone: string;
  /** Above buttons that open sections. */
  readonly suggestions: string;
  /** Beneath an answer, as buttons; Telegram shows what follows a press for a moment. */
  readonly feedback: {
    readonly helped: string;
    readonly notHelped: string;
    readonly thanks: string;
    readonly askWhy: string;
    readonly reasons: Readonly<Record<FeedbackReason, string>>;
    readonly gone: string;
  };
  /** Null: nothing is stored. */
  ownData(data: OwnData | null): string;
  readonly forget: {
    readonly confirm: string;
    readonly button: string;
    readonly done: string;
  };
  /** The line beneath an answer; `names` has at least one section. */
  sources(names: readonly string[]): string;
  ids(userId: number, chatId: number): string;
  readonly commands: {
    readonly start: string;
    readonly help: string;
    readonly privacy: string;
    readonly mydata: string;
    readonly forget: string;
    readonly id: string;
  };
  /** What works in a group. */
  readonly groupCommands: {
    readonly ask: string;
    readonly help: string;
  };
}
