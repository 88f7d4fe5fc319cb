/**
 * Speed: how long an index takes to build and a question to be searched, for Citedesk and its peers, on synthetic
 * sections. The systems take turns question by question, so that a busy moment of the machine hits all of them.
 *
 *     tsx bench/speed.ts [--sizes 14,1000] [--systems a,b] [--json]
 */
import { parseArgs } from 'node:util';
import { chooseSystems } from './choose-systems.ts';
import { quantile } from './measure.ts';
import { runBench } from './run-bench.ts';
import { SetError } from './sets.ts';
import { syntheticQuestions, syntheticSections } from './synthetic.ts';
import type { BenchSection, Searcher, System } from './system.ts';
import { formatMs, formatTable } from './table.ts';
import { ENGLISH } from './words.ts';

interface SpeedFigures {
  readonly name: string;
  readonly buildMs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Fewer than all where the system had used up its time. */
  readonly questions: number;
}

interface SpeedReport {
  readonly sections: number;
  readonly systems: readonly SpeedFigures[];
  /** Systems whose index would take too long to build. */
  readonly leftOut: readonly string[];
}

interface Runner {
  readonly name: string;
  readonly searcher: Searcher;
  readonly buildMs: number;
  readonly queryMs: number[];
}

const SIZES = '14,1000,10000,100000';
const QUESTIONS = 300;
/** Asked before the clock counts: code is compiled and caches are filled by then. */
const WARM_UP = 20;
const REFERENCE = 'fts5-stemmed';
const LONGEST_BUILD_MS = 60_000;
/** For all questions of a system at one size. */
const LONGEST_RUN_MS = 30_000;

function main(): void {
  const { values } = parseArgs({
    options: {
      sizes: { type: 'string', default: SIZES },
      systems: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const systems = chooseSystems(values.systems);
  const reports: SpeedReport[] = [];
  for (const size of parseSizes(values.sizes)) {
    const report = measureSize(size, systems, reports.at(-1));
    reports.push(report);
    if (!values.json) console.log(describeSize(report));
  }
  if (values.json) console.log(JSON.stringify({ sizes: reports }));
}

function parseSizes(list: string): number[] {
  const sizes = list.split(',').map(Number);
  if (sizes.every((size) => Number.isInteger(size) && size > 0)) return sizes.sort((a, b) => a - b);
  throw new SetError(`--sizes takes numbers of sections, like ${SIZES}; not ${list}.`);
}

function measureSize(
  size: number,
  systems: readonly System[],
  smaller: SpeedReport | undefined,
): SpeedReport {
  const sections = syntheticSections(size);
  const isTooSlow = ({ name }: System) =>
    name !== 'citedesk' && expectedBuildMs(name, size, smaller) > LONGEST_BUILD_MS;
  const runners = systems.filter((system) => !isTooSlow(system)).map((system) => build(system, sections));
  askInTurns(runners, syntheticQuestions(sections, WARM_UP + QUESTIONS));
  for (const { searcher } of runners) searcher.close?.();
  return {
    sections: size,
    systems: runners.map(toFigures),
    leftOut: systems.filter(isTooSlow).map(({ name }) => name),
  };
}

/** In proportion to the size before; what was left out there stays out. */
function expectedBuildMs(name: string, size: number, smaller: SpeedReport | undefined): number {
  if (smaller === undefined) return 0;
  const before = smaller.systems.find((system) => system.name === name);
  return before === undefined ? Number.POSITIVE_INFINITY : before.buildMs * (size / smaller.sections);
}

function build(system: System, sections: readonly BenchSection[]): Runner {
  const startedAt = performance.now();
  const searcher = system.build(sections, ENGLISH);
  return { name: system.name, searcher, buildMs: performance.now() - startedAt, queryMs: [] };
}

function askInTurns(runners: readonly Runner[], questions: readonly string[]): void {
  const spent = new Map<Runner, number>();
  questions.forEach((text, at) => {
    for (const runner of rotate(runners, at)) {
      if ((spent.get(runner) ?? 0) > LONGEST_RUN_MS) continue;
      const askedAt = performance.now();
      runner.searcher.search({ text, history: [] });
      const took = performance.now() - askedAt;
      spent.set(runner, (spent.get(runner) ?? 0) + took);
      // One so slow that its time ends with the warm-up has figures of that.
      if (at >= WARM_UP || took > LONGEST_RUN_MS / WARM_UP) runner.queryMs.push(took);
    }
  });
}

/** Everybody comes first now and then: who follows a greedy neighbour finds a cold cache. */
function rotate<T>(items: readonly T[], by: number): T[] {
  const first = by % items.length;
  return [...items.slice(first), ...items.slice(0, first)];
}

function toFigures({ name, buildMs, queryMs }: Runner): SpeedFigures {
  return {
    name,
    buildMs,
    p50Ms: quantile(queryMs, 0.5),
    p99Ms: quantile(queryMs, 0.99),
    maxMs: Math.max(...queryMs),
    questions: queryMs.length,
  };
}

function describeSize({ sections, systems, leftOut }: SpeedReport): string {
  const reference = systems.find(({ name }) => name === REFERENCE)?.p50Ms ?? Number.NaN;
  const header = ['', 'build ms', 'p50 ms', 'p99 ms', `p50 / ${REFERENCE}`, 'questions'];
  const rows = systems.map(({ name, buildMs, p50Ms, p99Ms, questions }) => [
    name,
    ...[buildMs, p50Ms, p99Ms].map(formatMs),
    (p50Ms / reference).toFixed(1),
    String(questions),
  ]);
  const ours = systems.find(({ name }) => name === 'citedesk');
  return [
    `${sections} sections\n${formatTable(header, rows)}`,
    ...(leftOut.length > 0 ? [`left out, would build for more than 60 s: ${leftOut.join(', ')}`] : []),
    ...(ours ? [`longest citedesk query (blocks the event loop): ${formatMs(ours.maxMs)} ms`] : []),
    '',
  ].join('\n');
}

await runBench(main);
