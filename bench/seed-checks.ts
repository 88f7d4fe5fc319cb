import { allFoundAt, mean, recallAt } from '../src/evaluation/metrics.ts';
import { buildCitedesk, type CitedeskSearcher } from './citedesk.ts';
import type { BenchSet } from './sets.ts';
import type { BenchQuestion } from './system.ts';
import { formatShare } from './table.ts';
import { loadLanguage } from './words.ts';

/** Something the seeds' documents must show, and whether they do. */
export interface SeedCheck {
  readonly text: string;
  readonly holds: boolean;
  /** The questions that fail it. */
  readonly failing: readonly string[];
}

const MOC_RECALL = 0.96;

/** The promises about the seeds' documents, as far as their sets were run. */
export async function checkSeeds(sets: readonly BenchSet[]): Promise<SeedCheck[]> {
  const checks: SeedCheck[] = [];
  for (const set of sets.filter(({ name }) => ['moc', 'bookstore', 'refund'].includes(name))) {
    const searcher = buildCitedesk(set.sections, await loadLanguage(set.language));
    checks.push(...(set.name === 'moc' ? checkMoc(set, searcher) : [checkRecall(set, searcher, 1)]));
    searcher.close?.();
  }
  return checks;
}

function checkMoc(set: BenchSet, searcher: CitedeskSearcher): SeedCheck[] {
  const multi = set.questions.filter(({ kind }) => kind === 'multi');
  const seeds = set.questions.filter(({ seed }) => seed);
  const all = (text: string, questions: readonly BenchQuestion[], test: (asked: BenchQuestion) => boolean) =>
    toCheck(`moc: ${text}`, questions, test);
  return [
    checkRecall(set, searcher, MOC_RECALL),
    all('several sections: all in the top 5', multi, (asked) =>
      allFoundAt(5, searcher.search(asked), asked.gold),
    ),
    all('several sections: all sent', multi, (asked) => isAllSent(asked, searcher)),
    all('the original questions: right at rank 1', seeds, (asked) =>
      asked.gold.includes(searcher.search(asked)[0] ?? ''),
    ),
    all('the original questions: all sections sent', seeds, (asked) => isAllSent(asked, searcher)),
  ];
}

function checkRecall(set: BenchSet, searcher: CitedeskSearcher, least: number): SeedCheck {
  const recall = (asked: BenchQuestion) => recallAt(3, searcher.search(asked), asked.gold);
  const average = mean(set.questions.map(recall));
  const text = `${set.name}: recall@3 ${formatShare(average)}, at least ${formatShare(least)}`;
  return { ...toCheck(text, set.questions, (asked) => recall(asked) === 1), holds: average >= least };
}

function isAllSent(asked: BenchQuestion, searcher: CitedeskSearcher): boolean {
  const sent = searcher.sent(asked);
  return allFoundAt(sent.length, sent, asked.gold);
}

function toCheck(
  text: string,
  questions: readonly BenchQuestion[],
  test: (asked: BenchQuestion) => boolean,
): SeedCheck {
  const failing = questions.filter((asked) => !test(asked)).map(({ id }) => id);
  return { text, holds: failing.length === 0, failing };
}
