import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { askBareModel } from '../answer/claude.ts';
import { type App, createApp, secretsOf } from '../app.ts';
import type { Config } from '../config.ts';
import type { Exchange } from '../domain/exchange.ts';
import { StoreError, UsageError } from '../errors.ts';
import { formatReindexReport } from '../indexing/report.ts';
import { createLogger } from '../log.ts';
import { describeStatus } from '../review/describe-status.ts';
import { EXPORT_FORMATS, type ExportFormat, exportExchanges } from '../review/export.ts';
import { IN_MEMORY } from '../store/store.ts';
import { readArguments, readLimit, readQuestion, refusePositionals } from './arguments.ts';
import { chat } from './chat.ts';
import { formatHit, toJsonHit } from './describe-hits.ts';
import { loadConfig } from './environment.ts';

/** Runs with the arguments after its name and resolves to the exit code. */
export type Command = (argv: readonly string[]) => Promise<number>;

const POLICIES = { policies: { type: 'string' } } as const;

export async function search(argv: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(argv, { ...POLICIES, limit: { type: 'string' } });
  const question = readQuestion(positionals);
  const limit = readLimit(values.limit);
  return withApp(values.policies, async (app) => {
    const result = app.search(question, limit === undefined ? {} : { limit });
    const { query, confidence, threshold } = result;
    const answerable = result.hits.length > 0 && confidence >= threshold;
    // Sections that a hit names are appended beyond the limit; who asks for three lines gets three.
    const hits = result.hits.slice(0, limit);
    if (values.json) {
      printJson({ question, query, confidence, threshold, answerable, hits: hits.map(toJsonHit) });
      return 0;
    }
    const unknown = query.terms.filter((term) => !term.known && !term.stop).map((term) => term.word);
    print(
      `Confidence ${confidence.toFixed(2)} (threshold ${Number(threshold.toFixed(3))}): ${answerable ? 'answerable' : 'not answerable'}`,
    );
    if (unknown.length > 0) print(`In no policy: ${unknown.join(', ')}`);
    print(hits.length === 0 ? 'No section found.' : hits.map(formatHit).join('\n'));
    return 0;
  });
}

export async function ask(argv: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(argv, {
    ...POLICIES,
    offline: { type: 'boolean' },
    'no-retrieval': { type: 'boolean' },
  });
  const question = readQuestion(positionals);
  if (values.offline && values['no-retrieval']) {
    throw new UsageError('--offline and --no-retrieval exclude each other: the bare model needs the model.');
  }
  return withApp(values.policies, async (app) => {
    if (values['no-retrieval']) return askBare(app, question, values.json ?? false);
    const exchange = await app.conversation.ask(
      {
        text: question,
        channel: 'terminal',
        customer: app.localCustomer('terminal'),
        languageCode: null,
        lastTurn: null,
      },
      { offline: values.offline ?? false },
    );
    if (values.json) printJson(toJsonExchange(exchange));
    else print(exchange.text);
    return exchange.outcome === 'failed' ? 1 : 0;
  });
}

/** For comparison only, so it is not recorded: an exchange is something a customer could have been told. */
async function askBare(app: App, question: string, asJson: boolean): Promise<number> {
  if (app.model === null) throw new UsageError('--no-retrieval needs a model; set ANTHROPIC_API_KEY.');
  const { text, model, usage, costUsd } = await askBareModel(app.model, question);
  if (asJson) {
    const nothing = { citations: [], hits: [], sentChars: 0, documentChars: 0 };
    printJson({ question, outcome: 'answered', text, ...nothing, answerer: 'bare', model, usage, costUsd });
  } else {
    print(text);
  }
  return 0;
}

function toJsonExchange(exchange: Exchange) {
  const { question, outcome, text, citations, query, hits, spans, askedAt, ...rest } = exchange;
  return {
    question,
    outcome,
    text,
    citations: citations.map(({ sectionId, title, quote }) => ({ sectionId, title, quote })),
    ...rest,
    askedAt: new Date(askedAt).toISOString(),
    spans,
    query,
    hits: hits.map(toJsonHit),
  };
}

export async function startChat(argv: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(argv, POLICIES);
  refusePositionals(positionals);
  if (values.json) throw new UsageError('chat is a conversation and has no --json; use ask.');
  return withApp(values.policies, async (app) => {
    await chat(app);
    return 0;
  });
}

export async function reindex(argv: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(argv, { ...POLICIES, 'dry-run': { type: 'boolean' } });
  refusePositionals(positionals);
  const app = openApp(values.policies);
  try {
    const report = await app.reindex({ dryRun: values['dry-run'] ?? false });
    if (values.json) printJson(report);
    else print(formatReindexReport(report));
    return 0;
  } finally {
    app.close();
  }
}

export async function status(argv: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(argv, {});
  refusePositionals(positionals);
  const app = openExisting();
  try {
    const figures = await app.status();
    if (values.json) printJson(figures);
    else print(describeStatus(figures));
    return 0;
  } finally {
    app.close();
  }
}

export async function exportAll(argv: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(argv, { format: { type: 'string' } });
  refusePositionals(positionals);
  if (values.json && values.format !== undefined) {
    throw new UsageError('--json and --format exclude each other: --json is one document, an array.');
  }
  const format = EXPORT_FORMATS.find((known) => known === (values.format ?? 'jsonl'));
  if (format === undefined) {
    throw new UsageError(`--format must be ${EXPORT_FORMATS.join(' or ')}, not '${values.format}'.`);
  }
  const app = openExisting();
  try {
    await writeAll(values.json ? exportDocument(app) : exportExchanges(app.review.allExchanges(), format));
    return 0;
  } finally {
    app.close();
  }
}

/** One JSON document: an array, an exchange a line. */
function* exportDocument(app: App): Generator<string> {
  let separator = '[\n';
  for (const line of exportExchanges(app.review.allExchanges(), 'jsonl' satisfies ExportFormat)) {
    yield `${separator}${line.trimEnd()}`;
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

/** Waits where the reader is slower than we are, so that any number of exchanges takes little memory. */
async function writeAll(pieces: Iterable<string>): Promise<void> {
  for (const piece of pieces) {
    if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
  }
}

/** With an index that can serve; `policies` names a folder to try on a throw-away index. */
async function withApp(policies: string | undefined, work: (app: App) => Promise<number>): Promise<number> {
  const app = openApp(policies);
  try {
    refuseOtherFolder(app);
    await app.prepareIndex();
    return await work(app);
  } finally {
    app.close();
  }
}

/** A question must not replace the index that a running bot answers from; only `reindex` and a start do. */
function refuseOtherFolder(app: App): void {
  const indexed = app.indexedFolder();
  if (indexed === null || indexed === app.policiesDir) return;
  throw new UsageError(
    `The database holds the policies of ${indexed}, but POLICIES_DIR is ${app.policiesDir}; try it with --policies, or switch with 'citedesk reindex'.`,
  );
}

function openApp(policies: string | undefined): App {
  if (policies === '') throw new UsageError('--policies needs a folder.');
  const config = loadConfig();
  // Standard error belongs to the command's own one line; whoever wants more says so.
  const level = config.logLevel === 'info' ? 'error' : config.logLevel;
  return createApp(policies === undefined ? config : tryFolder(config, policies), {
    logger: createLogger({ level, secrets: secretsOf(config) }),
  });
}

/** For commands that only read what is there: without a database they say so and make none. */
function openExisting(): App {
  const { databasePath } = loadConfig();
  if (!existsSync(databasePath)) {
    throw new StoreError(
      `There is no database at ${databasePath}; check DATABASE_PATH and the directory, or start Citedesk first.`,
    );
  }
  return openApp(undefined);
}

function tryFolder(config: Config, policiesDir: string): Config {
  return { ...config, policiesDir: resolve(policiesDir), databasePath: IN_MEMORY };
}

function print(text: string): void {
  console.log(text);
}

function printJson(value: unknown): void {
  console.log(JSON.stringify(value, null, 2));
}
