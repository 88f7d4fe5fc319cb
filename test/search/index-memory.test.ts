import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { reindexPolicies } from '../../src/indexing/reindex.ts';
import { warmUp } from '../../src/search/calibrate.ts';
import type { PassageIndex } from '../../src/search/passage-index.ts';
import { searchSections } from '../../src/search/search.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { createFolder } from '../support/folder.ts';

const PRAMS = '# Shop\n\n## Prams\n\nPrams stand in the hall.\n\n## Fees\n\nParking is free.\n';
const DOGS = '# Shop\n\n## Dogs\n\nDogs stay in the yard.\n\n## Cats\n\nCats may come in.\n';

/** Says what is read of an index, apart from its state and the texts of hits. */
function watch(index: Store['index']) {
  const reads: string[] = [];
  const noting =
    <Given extends unknown[], Result>(name: string, read: (...given: Given) => Result) =>
    (...given: Given) => {
      reads.push(name);
      return read(...given);
    };
  return {
    index: {
      ...index,
      vocabulary: noting('vocabulary', index.vocabulary),
      sharingTitles: noting('titles', index.sharingTitles),
      candidate: noting('passage', index.candidate),
      postings: noting('postings', index.postings),
    },
    reads: () => reads.splice(0),
  };
}

function openShop(test: TestContext) {
  const folder = createFolder({ 'policies/shop.md': PRAMS });
  test.after(() => folder.remove());
  return {
    policies: join(folder.path, 'policies'),
    edit: (text: string) => folder.write('policies/shop.md', text),
    open(): Store {
      const store = openStore(join(folder.path, 'desk.db'));
      test.after(() => store.close());
      return store;
    },
  };
}

const titles = (index: PassageIndex, question: string) =>
  searchSections(index, question, { sendSections: 5 }).hits.map(({ passage }) => passage.title);

describe('what is kept of an index', () => {
  it('is read at the first question or before it, and each word’s places once', async (t) => {
    const shop = openShop(t);
    await reindexPolicies(shop.open().index, shop.policies);
    const { index, reads } = watch(shop.open().index);
    warmUp(index);
    assert.deepEqual([...new Set(reads())].sort(), ['passage', 'postings', 'titles', 'vocabulary']);
    assert.deepEqual(titles(index, 'where do pramms stand?'), ['Prams']);
    assert.deepEqual(reads(), ['postings', 'postings']);
    assert.deepEqual(titles(index, 'where do pramms stand?'), ['Prams']);
    assert.deepEqual(reads(), []);
  });

  it('is ready when this process has built the index', async (t) => {
    const shop = openShop(t);
    const { index, reads } = watch(shop.open().index);
    await reindexPolicies(index, shop.policies);
    assert.ok(reads().includes('vocabulary'));
    assert.deepEqual(titles(index, 'where do pramms stand?'), ['Prams']);
    assert.deepEqual(reads(), ['postings', 'postings']);
  });

  it('is forgotten when another process switches the index', async (t) => {
    const shop = openShop(t);
    const [bot, terminal] = [shop.open(), shop.open()];
    await reindexPolicies(terminal.index, shop.policies);
    assert.deepEqual(titles(bot.index, 'where do prams stand?'), ['Prams']);
    shop.edit(DOGS);
    await reindexPolicies(terminal.index, shop.policies);
    assert.deepEqual(titles(bot.index, 'where do prams stand?'), []);
    assert.deepEqual(titles(bot.index, 'where do dogs stay?'), ['Dogs']);
  });
});
