/**
 * Retrieval quality: Citedesk beside the search libraries a TypeScript developer would pick, on any folder of
 * `sections.jsonl` and `questions.jsonl`.
 *
 *     tsx bench/retrieval.ts [--data DIR]... [--systems a,b] [--json]
 */
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chooseSystems } from './choose-systems.ts';
import { figuresOf, type Measured, measureSystem, pool, type SetReport } from './measure.ts';
import { runBench } from './run-bench.ts';
import { checkSeeds } from './seed-checks.ts';
import { type BenchSet, findPublicSets, loadSets } from './sets.ts';
import { describeSet, describeSummary, summarise } from './summary.ts';
import type { System } from './system.ts';
import { loadLanguage } from './words.ts';

interface MeasuredSet {
  readonly set: BenchSet;
  readonly measured: readonly Measured[];
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      data: { type: 'string', multiple: true },
      systems: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const systems = chooseSystems(values.systems);
  const folders = values.data ?? findPublicSets();
  const say = (text: string) => values.json || console.log(text);

  const reports: SetReport[] = [];
  for (const folder of folders) {
    const sets: MeasuredSet[] = [];
    for (const set of loadSets(folder)) {
      const measured = await measureSet(set, systems);
      sets.push({ set, measured });
      say(describeSet(reportSet(set, measured)));
    }
    reports.push(reportFolder(folder, sets));
  }

  const ran = systems.some(({ name }) => name === 'citedesk') ? folders.flatMap(loadSets) : [];
  const summary = summarise(reports, await checkSeeds(ran));
  say(describeSummary(summary));
  if (values.json)
    console.log(JSON.stringify(values.data?.length === 1 ? reports[0] : { sets: reports, summary }));
}

async function measureSet(set: BenchSet, systems: readonly System[]): Promise<Measured[]> {
  const language = await loadLanguage(set.language);
  return systems.map((system) => measureSystem(system, set, language));
}

function reportSet({ name, questions }: BenchSet, measured: readonly Measured[]): SetReport {
  const ours = measured.find((system) => system.name === 'citedesk');
  const systems = measured.map((system) => figuresOf(system, questions, ours));
  return { set: name, questions: questions.length, systems };
}

/** A folder's one set, or its languages and, over all their questions, the whole. */
function reportFolder(folder: string, sets: readonly MeasuredSet[]): SetReport {
  const reports = sets.map(({ set, measured }) => reportSet(set, measured));
  const [first, ...others] = sets;
  const [report] = reports;
  if (first === undefined || report === undefined || others.length === 0) {
    return report ?? { set: basename(folder), questions: 0, systems: [] };
  }
  const whole: BenchSet = {
    ...first.set,
    name: basename(resolve(folder)),
    questions: sets.flatMap(({ set }) => set.questions),
  };
  const pooled = first.measured.map((_, at) => pool(sets.flatMap(({ measured }) => measured[at] ?? [])));
  return { ...reportSet(whole, pooled), languages: reports };
}

await runBench(main);
