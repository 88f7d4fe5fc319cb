import { existsSync } from 'node:fs';
import type { Config } from '../config.ts';
import { UsageError } from '../errors.ts';
import { changedFiles, needsReindex } from '../indexing/reindex.ts';
import { openStore, type Store } from '../store/store.ts';

/** The threshold that was chosen for the index of the configured policies; null where none was. Creates no database. */
export async function readChosenThreshold(config: Config): Promise<number | null> {
  if (!existsSync(config.databasePath)) return null;
  return withIndex(config, async (index) =>
    index.current()?.policiesDir === config.policiesDir ? index.statistics().threshold : null,
  );
}

/** Throws a UsageError, one sentence, unless the database holds an index of the configured policies as they are now. */
export async function refuseOtherIndex(config: Config): Promise<void> {
  if (!existsSync(config.databasePath)) throw refusal('there is no database yet');
  await withIndex(config, (index) => checkIndex(index, config));
}

/** Keeps the threshold with the index, where that is still of these policies. */
export async function saveThreshold(config: Config, threshold: number): Promise<void> {
  await withIndex(config, async (index) => {
    await checkIndex(index, config);
    index.chooseThreshold(threshold);
  });
}

async function checkIndex(index: Store['index'], { policiesDir }: Config): Promise<void> {
  const folder = index.current()?.policiesDir ?? policiesDir;
  if (folder !== policiesDir) throw refusal(`it holds the policies of ${folder}`);
  if (needsReindex(index, policiesDir)) throw refusal('it has no index that can serve');
  const [changed] = await changedFiles(index, policiesDir);
  if (changed !== undefined) throw refusal(`${changed} has changed since`);
}

function refusal(reason: string): UsageError {
  return new UsageError(
    `--save-threshold needs an index of these very policies in DATABASE_PATH, but ${reason}; run 'citedesk reindex' first.`,
  );
}

async function withIndex<T>(
  { databasePath }: Config,
  work: (index: Store['index']) => Promise<T>,
): Promise<T> {
  const store = openStore(databasePath);
  try {
    return await work(store.index);
  } finally {
    store.close();
  }
}
