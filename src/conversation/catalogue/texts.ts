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
  readonly notInPolicies: string;
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
