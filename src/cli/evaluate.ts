import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createClaudeAnswerer } from '../answer/claude.ts';
import { createApp, secretsOf } from '../app.ts';
import type { Config } from '../config.ts';
import { NO_ALERTS } from '../conversation/alerts.ts';
import { createConversation } from '../conversation/conversation.ts';
import { UNLIMITED } from '../conversation/limits.ts';
import { PolicyError, UsageError } from '../errors.ts';
import { type JudgedAnswers, judgeAnswers } from '../evaluation/answers.ts';
import { type Baseline, formatBaseline, parseBaseline, toBaseline } from '../evaluation/baseline.ts';
import { type ChosenThreshold, chooseThreshold } from '../evaluation/choose-threshold.ts';
import { cutPolicies } from '../evaluation/chunking.ts';
import { isBroken } from '../evaluation/comparison.ts';
import { completeEvaluation, type Evaluation, evaluateRetrieval } from '../evaluation/evaluation.ts';
import { type GoldenFile, type GoldenQuestion, parseGolden } from '../evaluation/golden.ts';
import { type PolicyTexts, readPolicyTexts } from '../evaluation/policy-texts.ts';
import { buildIndex, type CitedeskOptions, type OpenIndex } from '../evaluation/rankings/citedesk.ts';
import { renderReport } from '../evaluation/report-html.ts';
import { toJsonEvaluation } from '../evaluation/report-json.ts';
import { formatEvaluation } from '../evaluation/report-text.ts';
import { DEFAULT_STRATEGIES, parseStrategies } from '../evaluation/strategy.ts';
import { createLogger } from '../log.ts';
import { IN_MEMORY, openStore } from '../store/store.ts';
import { readArguments, refusePositionals } from './arguments.ts';
import { loadConfig } from './environment.ts';
import { readChosenThreshold, refuseOtherIndex, saveThreshold } from './stored-threshold.ts';

const GOLDEN_DIR = 'golden';
const OPTIONS = {
  policies: { type: 'string' },
  golden: { type: 'string' },
  strategies: { type: 'string', default: DEFAULT_STRATEGIES },
  k: { type: 'string', default: '1,2,3,5' },
  answers: { type: 'boolean' },
  offline: { type: 'boolean' },
  baseline: { type: 'string' },
  'save-baseline': { type: 'string' },
  'save-threshold': { type: 'boolean' },
  report: { type: 'string' },
  verbose: { type: 'boolean' },
} as const;

/**
 * Judges search and answers by the golden questions, on an index of its own in memory. Of the database it reads the chosen
 * threshold, and changes that only with --save-threshold. The exit code is 1 where anything that was right in the
 * baseline is not right any more.
 */
export async function evaluate(argv: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(argv, OPTIONS);
  refusePositionals(positionals);
  const strategies = parseStrategies(values.strategies);
  const ks = readDepths(values.k);
  const golden = parseGolden(readGoldenFiles(values.golden));
  const baseline = values.baseline === undefined ? null : readBaseline(values.baseline);
  const saving = values['save-threshold'] ?? false;
  const config = await chooseFolder(values.policies, saving);
  const policies = await readPolicyTexts(config.policiesDir);
  if (policies.sections.length === 0) {
    throw new PolicyError(`No policy section was found in ${config.policiesDir}; put a .md file there.`);
  }

  const index: CitedeskOptions = {
    openIndex: openInMemory,
    thesaurus: policies.thesaurus,
    threshold: values.policies === undefined ? await readChosenThreshold(config) : null,
    sendSections: config.sendSections,
  };
  const retrieval = evaluateRetrieval(policies, golden, { ...index, strategies, ks });
  const chosen = saving ? chooseThreshold(retrieval) : null;
  const evaluation = await completeEvaluation(retrieval, golden, {
    baseline,
    judgeAnswers: values.answers
      ? (current) => runAnswers(config, policies, current, index, values.offline ?? false)
      : null,
  });

  await writeFiles(evaluation, values['save-baseline'], values.report);
  if (chosen !== null) await saveThreshold(config, chosen.after);
  if (values.json) {
    console.log(JSON.stringify({ ...toJsonEvaluation(evaluation), savedThreshold: chosen }, null, 2));
  } else {
    console.log(formatEvaluation(evaluation, { verbose: values.verbose ?? false }));
    if (chosen !== null) console.log(`\n${describeSaved(chosen)}`);
  }
  return evaluation.baseline !== null && isBroken(evaluation.baseline) ? 1 : 0;
}

async function writeFiles(
  evaluation: Evaluation,
  baseline: string | undefined,
  report: string | undefined,
): Promise<void> {
  const { strategies, answers, ks } = evaluation;
  if (baseline !== undefined) {
    await save('--save-baseline', baseline, formatBaseline(toBaseline(strategies, answers, ks.at(-1) ?? 1)));
  }
  if (report !== undefined) await save('--report', report, renderReport(evaluation));
}

function describeSaved({ before, after }: ChosenThreshold): string {
  return `threshold saved with the index: ${before.toFixed(3)} → ${after.toFixed(3)}`;
}

const openInMemory: OpenIndex = () => {
  const store = openStore(IN_MEMORY);
  return { index: store.index, close: () => store.close() };
};

/** With the model where there is a key, unless told otherwise. */
async function runAnswers(
  config: Config,
  policies: PolicyTexts,
  golden: readonly GoldenQuestion[],
  options: CitedeskOptions,
  offline: boolean,
): Promise<JudgedAnswers> {
  const { index, close } = buildIndex(cutPolicies(policies, { kind: 'section' }), options);
  const logger = createLogger({ level: 'error', secrets: secretsOf(config) });
  // The app is the one that knows how to reach the model; its in-memory store is not used.
  const app = createApp(
    { ...config, databasePath: IN_MEMORY, telegram: { ...config.telegram, token: null } },
    { logger },
  );
  try {
    const conversation = createConversation({
      index,
      claude: app.model === null ? null : createClaudeAnswerer(app.model, config.business.name),
      log: { finishExchange: () => {}, recentTurns: () => [] },
      limits: UNLIMITED,
      alerts: NO_ALERTS,
      situation: () => '',
      contact: config.business.contact,
      sendSections: config.sendSections,
      modelThreshold: config.model.threshold,
      now: Date.now,
      logger,
    });
    return await judgeAnswers(conversation, golden, { offline: offline || app.model === null });
  } finally {
    app.close();
    close();
  }
}

/** A folder that is only tried has no index to save a threshold with. */
async function chooseFolder(policiesDir: string | undefined, saving: boolean): Promise<Config> {
  if (policiesDir === '') throw new UsageError('--policies needs a folder.');
  if (saving && policiesDir !== undefined) {
    throw new UsageError(
      '--save-threshold stores the threshold with the index of the configured policies, so it cannot go with --policies.',
    );
  }
  const config = loadConfig();
  if (saving) await refuseOtherIndex(config);
  return policiesDir === undefined ? config : { ...config, policiesDir };
}

function readDepths(list: string): number[] {
  const depths = list.split(',').map((text) => text.trim());
  if (depths.some((depth) => !/^\d{1,3}$/.test(depth) || Number(depth) < 1 || Number(depth) > 200)) {
    throw new UsageError(`--k must be whole numbers from 1 to 200 separated by commas, not '${list}'.`);
  }
  return [...new Set(depths.map(Number))].sort((a, b) => a - b);
}

function readGoldenFiles(only: string | undefined): GoldenFile[] {
  if (only !== undefined) return [readGoldenFile(only)];
  const names = existsSync(GOLDEN_DIR)
    ? readdirSync(GOLDEN_DIR).filter((name) => name.endsWith('.jsonl'))
    : [];
  if (names.length === 0) {
    throw new UsageError(`There are no golden questions in ${GOLDEN_DIR}/; name a file with --golden FILE.`);
  }
  return names.sort().map((name) => readGoldenFile(join(GOLDEN_DIR, name)));
}

function readGoldenFile(name: string): GoldenFile {
  return { name, text: readText(name, 'golden questions') };
}

function readBaseline(name: string): Baseline {
  return parseBaseline(readText(name, 'baseline'), name);
}

function readText(name: string, what: string): string {
  try {
    return readFileSync(name, 'utf8');
  } catch (error) {
    throw new UsageError(`The file of the ${what}, '${name}', cannot be read (${codeOf(error)}).`);
  }
}

async function save(option: string, name: string, text: string): Promise<void> {
  try {
    if (name === '') throw new UsageError(`${option} needs a file.`);
    await mkdir(dirname(name), { recursive: true });
    await writeFile(name, text);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${option}: '${name}' cannot be written (${codeOf(error)}).`);
  }
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return code === 'ENOENT' ? 'it does not exist' : code;
}
