import type { DeskFigures } from './exchange.ts';

/** How the desk is doing, at a glance. Today begins at midnight in the configured time zone. */
export interface Status extends DeskFigures {
  readonly sections: number;
  /** Null where nothing was ever indexed. */
  readonly indexBuiltAt: number | null;
  /** The index cannot serve as it is and is built at the next start. */
  readonly needsReindex: boolean;
  /** The confidence that an evaluation chose for this index; null where the built-in one holds. */
  readonly threshold: number | null;
  /** Policy files added, changed or removed on disk since the index was built. */
  readonly changedFiles: readonly string[];
  /** The model that answers, or null where answers are extractive. */
  readonly model: string | null;
  /** The bot's @name, or null where no bot runs in this process. */
  readonly bot: string | null;
}
