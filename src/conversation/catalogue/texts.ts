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
  readonly limitOfHour: string;
  readonly limitOfDay: string;
  readonly overBudget: string;
  readonly noPolicies: string;
  readonly noWords: string;
  readonly somethingFailed: string;
  readonly setAside: string;
  readonly onlyText: string;
  readonly sectionGone: string;
  /** The line beneath an answer; `names` has at least one section. */
  sources(names: readonly string[]): string;
  ids(userId: number, chatId: number): string;
  readonly commands: {
    readonly start: string;
    readonly help: string;
    readonly privacy: string;
    readonly id: string;
  };
}
