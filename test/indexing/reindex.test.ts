import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { passageLength } from '../../src/domain/section.ts';
import { PolicyError } from '../../src/errors.ts';
import { changedFiles, needsReindex } from '../../src/indexing/reindex.ts';
import { ANALYSER_VERSION } from '../../src/search/analyser.ts';
import { searchSections } from '../../src/search/search.ts';
import { openFolder } from './support.ts';

const TEA = '# Tea house\n\n## Refunds\n\nWithin three days.\n\n## Delivery\n\nWithin 5 km.\n';
const UNREADABLE = Buffer.from([0x23, 0x20, 0xc3, 0x28]);

describe('reindexPolicies', () => {
  it('reports everything as added the first time and nothing as changed the second', async (t) => {
    const { reindex } = await openFolder(t, { 'tea.md': TEA, 'more/cards.md': '# Cards\n\nSix months.' });
    const first = await reindex({ now: () => 1000 });
    assert.deepEqual(first, {
      added: ['more/cards.md#cards', 'tea.md#refunds', 'tea.md#delivery'],
      changed: [],
      removed: [],
      skipped: [],
      faulty: [],
      sections: 3,
      dryRun: false,
      tookMs: 0,
    });
    const second = await reindex({ now: () => 2000 });
    assert.deepEqual(second, { ...first, added: [] });
  });

  it('reports what an edit did and leaves the ids of other sections alone', async (t) => {
    const { write, remove, reindex, texts } = await openFolder(t, {
      'tea.md': TEA,
      'cards.md': '# Cards\n\nSix months.',
    });
    await reindex();
    const edited = `${TEA.replace('three days', 'nine days').replace('## Refunds', '## Parking\n\nNone.\n\n## Refunds')}`;
    await write('tea.md', edited);
    await remove('cards.md');
    await write('bad.md', UNREADABLE);
    const { added, changed, removed, skipped, sections } = await reindex();
    assert.deepEqual(
      { added, changed, removed, sections },
      { added: ['tea.md#parking'], changed: ['tea.md#refunds'], removed: ['cards.md#cards'], sections: 3 },
    );
    assert.deepEqual(
      skipped.map(({ file }) => file),
      ['bad.md'],
    );
    assert.match(skipped[0]?.reason ?? '', /\w/);
    assert.deepEqual(texts(), {
      'tea.md#parking': 'None.',
      'tea.md#refunds': 'Within nine days.',
      'tea.md#delivery': 'Within 5 km.',
    });
  });

  it('changes nothing in a dry run and reports the same', async (t) => {
    const { write, reindex, index, texts } = await openFolder(t, { 'tea.md': TEA });
    await reindex();
    const before = { current: index.current(), texts: texts() };
    await write('tea.md', TEA.replace('three days', 'nine days'));
    const planned = await reindex({ dryRun: true, now: () => 1 });
    assert.deepEqual({ current: index.current(), texts: texts() }, before);
    assert.deepEqual(planned.changed, ['tea.md#refunds']);
    assert.equal(planned.dryRun, true);
    const done = await reindex({ now: () => 1 });
    assert.deepEqual({ ...done, dryRun: true }, planned);
  });

  it('notes what the index was built from', async (t) => {
    const { dir, reindex, index, passages } = await openFolder(t, { 'tea.md': TEA });
    await reindex({ now: () => 777 });
    const current = index.current();
    assert.deepEqual(
      [current?.builtAt, current?.policiesDir, current?.analyserVersion, current?.sections.length],
      [777, dir, ANALYSER_VERSION, 2],
    );
    const characters = passages().reduce((sum, { passage }) => sum + passageLength(passage), 0);
    assert.equal(index.statistics().documentChars, characters);
    assert.equal(characters, 'RefundsWithin three days.DeliveryWithin 5 km.'.length);
  });

  it('indexes no heading that has nothing but other headings beneath it, yet keeps it in their paths', async (t) => {
    const { reindex, passages } = await openFolder(t, {
      'a.md': '# Shop\n\n## Returns\n\n### Fees\n\n2 euros.\n\n## Empty\n\n## Last\n\nEnd.',
    });
    assert.deepEqual((await reindex()).added, ['a.md#fees', 'a.md#last']);
    assert.deepEqual(passages()[0]?.passage.path, ['Shop', 'Returns', 'Fees']);
  });

  it('lets the headings above a section help to find it', async (t) => {
    const { reindex, index } = await openFolder(t, {
      'a.md': '# Shop\n\n## Delivery\n\n### Fees\n\n3 euros.\n\n## Returns\n\n### Fees\n\n2 euros.',
    });
    await reindex();
    const { hits } = searchSections(index, 'return fees', { sendSections: 5 });
    assert.equal(hits[0]?.passage.sectionId, 'a.md#returns-fees');
    assert.equal(hits[0]?.name, 'Shop > Returns > Fees');
  });

  it('leaves the old index serving when the folder holds no policy any more', async (t) => {
    const { remove, write, reindex, index, texts } = await openFolder(t, { 'tea.md': TEA });
    await reindex();
    const before = { current: index.current(), texts: texts() };
    await remove('tea.md');
    await assert.rejects(reindex(), { name: 'PolicyError', message: /the index stays as it was/ });
    await assert.rejects(reindex({ dryRun: true }), PolicyError);
    await write('tea.md', UNREADABLE);
    await assert.rejects(reindex(), /stays as it was.* tea\.md: /);
    assert.deepEqual({ current: index.current(), texts: texts() }, before);
  });

  it('leaves the old index serving when the folder is gone', async (t) => {
    const { dir, remove, reindex, texts } = await openFolder(t, { 'tea.md': TEA });
    await reindex();
    const before = texts();
    await remove('.');
    await assert.rejects(reindex(), (error) => error instanceof PolicyError && error.message.includes(dir));
    assert.deepEqual(texts(), before);
  });

  it('accepts an empty folder as long as nothing was ever indexed', async (t) => {
    const { reindex, index } = await openFolder(t, {});
    assert.equal((await reindex()).sections, 0);
    assert.deepEqual(index.current()?.sections, []);
    assert.equal((await reindex()).sections, 0);
  });
});

describe('needsReindex', () => {
  it('is so without an index and no more once there is one', async (t) => {
    const { dir, reindex, index } = await openFolder(t, { 'tea.md': TEA });
    assert.equal(needsReindex(index, dir), true);
    await reindex({ dryRun: true });
    assert.equal(needsReindex(index, dir), true);
    await reindex();
    assert.equal(needsReindex(index, dir), false);
  });

  it('is so for another folder and for another analyser', async (t) => {
    const { dir, reindex, index } = await openFolder(t, { 'tea.md': TEA });
    await reindex();
    assert.equal(needsReindex(index, join(dir, 'other')), true);
    const current = index.current();
    const old = { ...current, analyserVersion: '0/old' };
    assert.equal(
      needsReindex({ ...index, current: () => (current === null ? null : { ...current, ...old }) }, dir),
      true,
    );
  });

  it('is not so because a file was edited: the admin decides when an edit goes live', async (t) => {
    const { dir, write, reindex, index } = await openFolder(t, { 'tea.md': TEA });
    await reindex();
    await write('tea.md', `${TEA}\n## New\n\nText.`);
    assert.equal(needsReindex(index, dir), false);
  });
});

describe('changedFiles', () => {
  it('names files added, edited and removed since, in order, and none after a re-index', async (t) => {
    const { dir, write, remove, reindex, index } = await openFolder(t, {
      'b.md': '# B\n\nb',
      'c.md': '# C\n\nc',
      'same.md': '# S\n\ns',
    });
    await reindex();
    assert.deepEqual(await changedFiles(index, dir), []);
    await write('c.md', '# C\n\nother');
    await write('sub/a.md', '# A\n\na');
    await remove('b.md');
    await write('same.md', '# S\n\ns');
    await write('picture.png', 'no policy');
    assert.deepEqual(await changedFiles(index, dir), ['b.md', 'c.md', 'sub/a.md']);
    await reindex();
    assert.deepEqual(await changedFiles(index, dir), []);
  });

  it('names every file while nothing is indexed', async (t) => {
    const { dir, index } = await openFolder(t, { 'tea.md': TEA });
    assert.deepEqual(await changedFiles(index, dir), ['tea.md']);
  });

  it('names a skipped file once it is mended', async (t) => {
    const { dir, write, reindex, index } = await openFolder(t, { 'tea.md': TEA, 'bad.md': UNREADABLE });
    await reindex();
    assert.deepEqual(await changedFiles(index, dir), []);
    await write('bad.md', '# Good\n\nnow');
    assert.deepEqual(await changedFiles(index, dir), ['bad.md']);
  });
});
