/** Whether the program can do its work now. It holds nothing of customers, so anybody who watches may read it. */
export interface Health {
  readonly isReady: boolean;
  /** Since Telegram last answered a poll; null where no bot runs, or none was answered yet. */
  readonly lastPollMs: number | null;
  /** How long the oldest message that is not answered has been here; null where none waits, or nobody can tell. */
  readonly oldestWaitingMs: number | null;
  readonly isDatabaseWritable: boolean;
}
