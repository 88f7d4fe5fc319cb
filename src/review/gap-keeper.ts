import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { OutgoingMessage } from '../domain/delivery.ts';
import type { Exchange } from '../domain/exchange.ts';
import type {
  Asker,
  GapCentroid,
  GapNews,
  GapQuestion,
  GapSummary,
  Grouped,
  TellOutcome,
  UngroupedQuestion,
} from '../domain/gap.ts';
import type { Logger } from '../log.ts';
import { groupQuestions, toVector } from './gaps.ts';

/** What keeping the groups needs of the store. */
export interface GapLog {
  group(
    most: number,
    decide: (
      questions: readonly UngroupedQuestion[],
      centroidsOf: (terms: readonly string[]) => GapCentroid[],
    ) => readonly Grouped[],
  ): number;
  nextUnchecked(generation: number): number | null;
  questionsToCheck(id: number): GapQuestion[];
  sentHashes(seq: number): string[];
  keepCheck(id: number, generation: number, results: ReadonlyMap<number, boolean>): boolean;
  findGap(id: number, mostWords: number): GapSummary | null;
  askersOf(id: number): Asker[];
  tell(
    id: number,
    by: string,
    news: readonly GapNews[],
    leftOut: { readonly unreachable: number; readonly unanswered: number },
  ): TellOutcome;
}

export interface GapKeeperParts {
  readonly store: GapLog;
  /** Of the serving index. */
  readonly generation: () => number;
  /** What the question would be answered now, without a model; nothing is recorded. */
  readonly rehearse: (question: GapQuestion) => Promise<Exchange>;
  /** The messages that bring an asker the answer. */
  readonly present: (exchange: Exchange, asker: Asker) => readonly OutgoingMessage[];
  /** Called when messages wait in the outbox. */
  readonly onMessages: () => void;
  readonly logger: Logger;
}

export interface GapKeeper {
  /** Groups what is not grouped yet, in portions between which others run; resolves when nothing waits. */
  update(): Promise<void>;
  /**
   * Groups, then runs open groups' questions again with the index as it is and closes the groups that it answers. In the
   * background: what fails is logged, and done at the next call. One run at a time.
   */
  check(): Promise<void>;
  /** Tells those who asked that the policies answer now: once a group, however often and by whomever it is called. */
  tell(id: number, by: string): Promise<TellOutcome>;
  /** Ends what runs in the background before the store is closed. */
  stop(): void;
}

/** Grouped in one transaction: about 20 ms. */
const PORTION = 100;

/** Keeps groups of unanswered questions: takes in new ones, finds out what a new index answers, tells those who asked. */
export function createGapKeeper(parts: GapKeeperParts): GapKeeper {
  const { store, generation, rehearse, present, onMessages, logger } = parts;
  let isStopped = false;

  async function groupAll(): Promise<void> {
    while (!isStopped && store.group(PORTION, decide) === PORTION) await letOthersRun();
  }

  async function checkAll(): Promise<void> {
    // Whoever asked for it goes on first: a command that re-reads the policies may be about to close the store.
    await letOthersRun();
    await groupAll();
    while (!isStopped) {
      const current = generation();
      const id = store.nextUnchecked(current);
      if (id === null) return;
      await checkGap(id, current);
    }
  }

  async function checkGap(id: number, current: number): Promise<void> {
    const results = new Map<number, boolean>();
    for (const question of store.questionsToCheck(id)) {
      const sentThen = store.sentHashes(question.seq);
      results.set(question.seq, answersAnew(await rehearse(question), sentThen));
      await letOthersRun();
      // Of a newer index nothing is known yet.
      if (isStopped || generation() !== current) return;
    }
    if (store.keepCheck(id, current, results)) logger.info({ gap: id }, 'the policies answer a gap now');
  }

  async function writeNews(askers: readonly Asker[]): Promise<{ news: GapNews[]; unanswered: number }> {
    const news: GapNews[] = [];
    for (const asker of askers) {
      const exchange = await rehearse(asker);
      if (answersAnew(exchange, store.sentHashes(asker.seq))) {
        news.push({ seq: asker.seq, messages: present(exchange, asker) });
      }
      await letOthersRun();
    }
    return { news, unanswered: askers.length - news.length };
  }

  return {
    update: oneAtATime(groupAll, (error) => logger.error({ error }, 'questions could not be grouped')),
    check: oneAtATime(checkAll, (error) => logger.error({ error }, 'gaps could not be run again')),

    async tell(id, by) {
      const state = store.findGap(id, 0)?.state;
      if (state === undefined) return { kind: 'no_gap' };
      if (state === 'told') return { kind: 'told_before' };
      if (state === 'open') return { kind: 'not_answerable' };
      const askers = store.askersOf(id);
      const reachable = askers.filter(({ isReachable }) => isReachable);
      const { news, unanswered } = await writeNews(reachable);
      const outcome = store.tell(id, by, news, { unreachable: askers.length - reachable.length, unanswered });
      if (outcome.kind === 'told') onMessages();
      return outcome;
    },

    stop() {
      isStopped = true;
    },
  };
}

function decide(
  questions: readonly UngroupedQuestion[],
  centroidsOf: (terms: readonly string[]) => GapCentroid[],
): Grouped[] {
  const terms = new Set(questions.flatMap(({ query }) => [...toVector(query).keys()]));
  return groupQuestions(questions, centroidsOf([...terms]));
}

/** Whether it is an answer that a text brought which was not there when the question was asked. */
export function answersAnew({ outcome, citations, hits }: Exchange, sentThen: readonly string[]): boolean {
  if (outcome !== 'answered') return false;
  const sentNow = hits.filter(({ sent }) => sent).map(({ passage }) => passage.hash);
  return [...citations.map(({ passageHash }) => passageHash), ...sentNow].some(
    (hash) => !sentThen.includes(hash),
  );
}

/** Whoever calls while it runs waits for that run; an error is handled once and ends it quietly. */
function oneAtATime(work: () => Promise<void>, onError: (error: unknown) => void): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => {
    running ??= work()
      .catch(onError)
      .finally(() => {
        running = null;
      });
    return running;
  };
}
