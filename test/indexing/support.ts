import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { type ReindexOptions, reindexPolicies } from '../../src/indexing/reindex.ts';
import { IN_MEMORY, openStore } from '../../src/store/store.ts';

/** A policies folder that a test edits, with a store of its own. */
export async function openFolder(test: TestContext, files: Readonly<Record<string, string | Uint8Array>>) {
  const dir = await mkdtemp(join(tmpdir(), 'citedesk-indexing-'));
  const store = openStore(IN_MEMORY);
  test.after(async () => {
    store.close();
    await rm(dir, { recursive: true, force: true });
  });
  async function write(name: string, content: string | Uint8Array): Promise<void> {
    await mkdir(dirname(join(dir, name)), { recursive: true });
    await writeFile(join(dir, name), content);
  }
  for (const [name, content] of Object.entries(files)) await write(name, content);
  const passages = () => store.index.allCandidates().map(({ id }) => store.index.passage(id));
  return {
    dir,
    passages,
    index: store.index,
    write,
    remove: (name: string) => rm(join(dir, name), { recursive: true }),
    reindex: (options: ReindexOptions = {}) => reindexPolicies(store.index, dir, options),
    /** The texts that serve, by section id. */
    texts: () => Object.fromEntries(passages().map(({ passage }) => [passage.sectionId, passage.text])),
  };
}
