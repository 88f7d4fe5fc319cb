import { UsageError } from '../errors.ts';
import type { Retrieval } from './evaluation.ts';

/** With fewer, a threshold fits these very questions and no others. */
const FEWEST_ANSWERABLE = 10;
const FEWEST_UNANSWERABLE = 5;

/** The one in use, and the one to use from now on. */
export interface ChosenThreshold {
  readonly before: number;
  readonly after: number;
}

/**
 * The best threshold for the search that customers meet. Throws a UsageError, one sentence, where that was not evaluated,
 * where there are too few questions to choose by, or where none does better than refusing nothing.
 */
export function chooseThreshold({ strategies, sweep }: Retrieval): ChosenThreshold {
  const served = strategies.find(
    ({ strategy }) => strategy.ranking === 'citedesk' && strategy.chunking.kind === 'section',
  );
  if (served === undefined) {
    throw new UsageError("--save-threshold needs the strategy 'section', which is how customers are served.");
  }
  const unanswerable = served.questions.filter(({ kind }) => kind === 'unanswerable').length;
  if (served.judged < FEWEST_ANSWERABLE || unanswerable < FEWEST_UNANSWERABLE) {
    throw new UsageError(
      `--save-threshold needs ${FEWEST_ANSWERABLE} answerable and ${FEWEST_UNANSWERABLE} unanswerable golden questions at least to choose by; there are ${served.judged} and ${unanswerable}.`,
    );
  }
  if (sweep === null || sweep.best.letThrough.length === unanswerable) {
    throw new UsageError(
      '--save-threshold: no threshold tells the answerable golden questions from the unanswerable ones, so none was saved.',
    );
  }
  return { before: sweep.inUse.threshold, after: sweep.best.threshold };
}
