import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { changedFiles, reindexPolicies } from '../../src/indexing/reindex.ts';
import { parsePolicy } from '../../src/policies/parse-policy.ts';
import { readPolicies } from '../../src/policies/read-policies.ts';
import { searchSections } from '../../src/search/search.ts';
import { openFolder } from '../indexing/support.ts';
import { openDesk } from '../support/help-desk.ts';

const RULES = `# Rules

## Refunds

Within three days.
<!-- also asked: wobbleback, gimme my dosh -->

## Delivery

We deliver within 5 km.
`;

describe('also asked', () => {
  it('makes a section findable by a comment of its own', async () => {
    const desk = await openDesk({ 'rules.md': RULES });
    for (const question of ['wobbleback?', 'gimme my dosh']) {
      const [top, ...others] = desk.search(question).hits;
      assert.equal(top?.passage.title, 'Refunds', question);
      assert.ok(!others.some(({ passage }) => passage.title === 'Delivery' && passage.text.includes('dosh')));
    }
    desk.close();
  });

  it('makes every section of a file findable by its front matter, in a list or with commas', async () => {
    for (const line of [
      'also_asked: [wobbleback, dosh]',
      'also_asked: wobbleback, dosh',
      'Also_Asked:\n  - wobbleback\n  - dosh',
    ]) {
      const desk = await openDesk({
        'rules.md': `---\n${line}\n---\n${RULES.replace(/<!--.*-->\n/, '')}`,
        'other.md': '# Other\n\nNothing.\n',
      });
      assert.deepEqual(
        desk
          .search('wobbleback')
          .hits.map(({ passage }) => passage.title)
          .sort(),
        ['Delivery', 'Refunds'],
        line,
      );
      desk.close();
    }
  });

  it('works in plain text and in TOML', async () => {
    const desk = await openDesk({
      'a.txt': '---\nalso_asked: wobbleback\n---\nThree days.',
      'b.md': '+++\nalso_asked = ["zonkers"]\n+++\n# B\n\nText.',
    });
    assert.equal(desk.search('wobbleback').hits[0]?.passage.file, 'a.txt');
    assert.equal(desk.search('zonkers').hits[0]?.passage.file, 'b.md');
    desk.close();
  });

  it('never reaches a text that a customer or the model is shown', async () => {
    const sections = parsePolicy('rules.md', `---\nalso_asked: frontwords\n---\n${RULES}`);
    const [, refunds, delivery] = sections;
    assert.deepEqual(refunds?.alsoAsked, ['frontwords', 'wobbleback', 'gimme my dosh']);
    assert.deepEqual(delivery?.alsoAsked, ['frontwords']);
    const shown = JSON.stringify(sections.flatMap(({ title, path, passages }) => [title, path, passages]));
    assert.doesNotMatch(shown, /wobbleback|dosh|frontwords|also asked/);
    const desk = await openDesk({ 'rules.md': RULES });
    const exchange = await desk.ask('wobbleback gimme my dosh');
    // The customer's own words are quoted back as looked for; nothing else may hold them.
    assert.doesNotMatch(exchange.text.replaceAll(/“[^”]*”/g, ''), /wobbleback|dosh/);
    assert.doesNotMatch(JSON.stringify(exchange.hits.map(({ passage }) => passage)), /wobbleback|dosh/);
    desk.close();
  });

  it('takes no other comment for it', () => {
    const [section] = parsePolicy(
      'a.md',
      '# A\n\n<!-- todo: ask, boss -->\n\nText <!-- ALSO ASKED: one,, two --> more.\n',
    );
    assert.deepEqual(section?.alsoAsked, ['one', 'two']);
    assert.deepEqual(parsePolicy('a.md', '---\nalso_asked: {a: 1}\n---\n# A\n\nx')[0]?.alsoAsked, []);
    assert.deepEqual(
      parsePolicy('a.md', '---\nalso_asked: [1, null, [x], " "]\n---\n# A\n\nx')[0]?.alsoAsked,
      ['1'],
    );
  });

  it('shows as a changed file when it is edited and works from the next re-index on', async (t) => {
    const { dir, write, reindex, index, passages } = await openFolder(t, { 'rules.md': RULES });
    await reindex({ now: () => 1 });
    const before = passages();
    await write('rules.md', RULES.replace('wobbleback', 'zonkers'));
    assert.deepEqual(await changedFiles(index, dir), ['rules.md']);
    await reindex({ now: () => 2 });
    assert.deepEqual(passages(), before);
    const { hits } = searchSections(index, 'zonkers', { sendSections: 5 });
    assert.equal(hits[0]?.passage.title, 'Refunds');
    assert.deepEqual(searchSections(index, 'wobbleback', { sendSections: 5 }).hits, []);
  });
});

describe('the language of a file', () => {
  const languageOf = (front: string) =>
    parsePolicy('a.md', `---\n${front}\n---\n# A\n\nText.`)[0]?.passages[0]?.language;

  it('is what its front matter says, in any way of writing the code', () => {
    for (const [front, code] of [
      ['lang: de', 'de'],
      ['lang: EN-gb', 'en'],
      ['Lang: pt_BR', 'pt'],
      ['title: x', 'und'],
      ['lang: Deutsch', 'und'],
      ['lang: 7', 'und'],
      ['lang: [de]', 'de'],
      ['lang:', 'und'],
    ] as const) {
      assert.equal(languageOf(front), code, front);
    }
  });

  it('is told from the text where the front matter names none that there is', async () => {
    const english = '# Shop\n\n## Refunds\n\nA refund reaches you within three working days of the return.\n';
    const desk = await openDesk({ 'a.md': `---\nlang: english\n---\n${english}` });
    assert.deepEqual(desk.store.index.statistics().languages, ['en']);
    desk.close();
  });

  it('wins over what the text looks like', async () => {
    const english = '# Shop\n\n## Refunds\n\nA refund reaches you within three working days of the return.\n';
    const desk = await openDesk({ 'a.md': english, 'b.md': `---\nlang: fr\n---\n${english}` });
    const languages = desk.store.index
      .allCandidates()
      .map(({ id }) => desk.store.index.passage(id).passage.language);
    assert.deepEqual(languages, ['en', 'fr']);
    desk.close();
  });
});

describe('the shop’s own thesaurus.txt', () => {
  const POLICY = '# Shop\n\n## Prams\n\nPrams stand in the hall.\n\n## Dogs\n\nDogs stay outside.\n';

  it('is no policy but is used by the search', async () => {
    const desk = await openDesk({ 'shop.md': POLICY, 'thesaurus.txt': '# ours\nzoomer, wheelie -> pram\n' });
    assert.equal(desk.store.index.statistics().passages, 2);
    const [top] = desk.search('where may I leave my zoomer').hits;
    assert.equal(top?.passage.title, 'Prams');
    assert.deepEqual(
      top.matched.filter(({ by }) => by === 'thesaurus').map(({ word, found }) => ({ word, found })),
      [{ word: 'zoomer', found: ['pram'] }],
    );
    assert.deepEqual(desk.search('ours').hits, []);
    desk.close();
  });

  it('is read with Windows line ends, a byte order mark and in UTF-16', async (t) => {
    const utf16 = Buffer.from('\uFEFFzoomer -> pram', 'utf16le');
    for (const bytes of ['\uFEFFzoomer -> pram\r\n# x\r\n', utf16]) {
      const { dir, reindex, index } = await openFolder(t, { 'shop.md': POLICY, 'thesaurus.txt': bytes });
      await reindex();
      assert.equal((await readPolicies(dir)).thesaurus[0], 'zoomer -> pram');
      assert.equal(index.statistics().thesaurus[0], 'zoomer -> pram');
    }
  });

  it('elsewhere than at the top of the folder is a policy like any other', async () => {
    const desk = await openDesk({ 'shop.md': POLICY, 'more/thesaurus.txt': 'zoomer -> pram' });
    assert.deepEqual(desk.store.index.statistics().thesaurus, []);
    assert.equal(desk.search('zoomer').hits[0]?.passage.file, 'more/thesaurus.txt');
    desk.close();
  });

  it('may be empty without being reported', async (t) => {
    const { reindex } = await openFolder(t, { 'shop.md': POLICY, 'thesaurus.txt': '' });
    assert.deepEqual((await reindex()).skipped, []);
  });

  it('shows as a changed file and works from the next re-index on', async (t) => {
    const { dir, write, remove, reindex, index } = await openFolder(t, { 'shop.md': POLICY });

    const found = () =>
      searchSections(index, 'zoomer', { sendSections: 5 }).hits.map(({ passage }) => passage.title);
    await reindexPolicies(index, dir, { now: () => 1 });
    assert.deepEqual(found(), []);
    await write('thesaurus.txt', 'zoomer -> pram');
    assert.deepEqual(await changedFiles(index, dir), ['thesaurus.txt']);
    assert.deepEqual(found(), []);
    await reindex({ now: () => 2 });
    assert.deepEqual(await changedFiles(index, dir), []);
    assert.deepEqual(found(), ['Prams']);
    await remove('thesaurus.txt');
    assert.deepEqual(await changedFiles(index, dir), ['thesaurus.txt']);
    await reindex({ now: () => 3 });
    assert.deepEqual(found(), []);
  });
});
