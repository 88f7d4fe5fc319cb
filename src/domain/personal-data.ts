/** What is stored of a chat, as its customer may see it. Times are milliseconds. */
export interface PersonalData {
  readonly questions: number;
  readonly firstAt: number;
  readonly lastAt: number;
  /** How many answers the customer said something of. */
  readonly feedback: number;
  /** The newest questions, newest first. */
  readonly recent: readonly string[];
}
