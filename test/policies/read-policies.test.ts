import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { chmod, mkdir, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { PolicyError } from '../../src/errors.ts';
import { FILE_LIMIT_BYTES } from '../../src/policies/decode.ts';
import { fingerprintPolicies, readPolicies } from '../../src/policies/read-policies.ts';
import { folder, ids, titles } from './support.ts';

const utf16 = (text: string): Uint8Array => Buffer.from(`\uFEFF${text}`, 'utf16le');

describe('readPolicies', () => {
  it('reads Markdown and plain text of every folder in a fixed order', async (t) => {
    const dir = await folder(t, {
      'b.MD': '# B\nx',
      'a/z.markdown': '# Z\nx',
      'a/notes.txt': 'n',
      'picture.png': 'x',
      'data.json': '{}',
      '.hidden.md': '# No',
      '.git/c.md': '# No',
      '~$b.docx': 'x',
    });
    const { sections, files, skipped } = await readPolicies(dir);
    assert.deepEqual(ids(sections), ['a/notes.txt#notes', 'a/z.markdown#z', 'b.MD#b']);
    assert.deepEqual(
      files.map(({ file }) => file),
      ['a/notes.txt', 'a/z.markdown', 'b.MD'],
    );
    assert.equal(files[2]?.hash, createHash('sha256').update('# B\nx').digest('hex'));
    assert.deepEqual(skipped, []);
  });

  it('names documents that it does not read and says what to do', async (t) => {
    const dir = await folder(t, {
      'a.md': '# A\nx',
      'b.docx': 'x',
      'c.mdx': '# C',
      'd/e.HTML': '<h1>E</h1>',
    });
    const { skipped } = await readPolicies(dir);
    const reason = 'not read: save it as .md';
    assert.deepEqual(skipped, [
      { file: 'b.docx', reason },
      { file: 'c.mdx', reason },
      { file: 'd/e.HTML', reason },
    ]);
  });

  it('skips a file that cannot be used with one reason and reads the others', async (t) => {
    const dir = await folder(t, {
      'bytes.md': Buffer.from([0x23, 0x20, 0xc3, 0x28]),
      'empty.md': '\n<!-- x -->\n',
      'front.md': '---\ntitle: [\n---\n# A',
      'good.md': '# Good\nx',
      'inside.md': '---\naudience: internal\n---\n# Margins',
      'large.md': '',
      'nested.md': `${'>'.repeat(5000)} x`,
      'nul.md': '# A\0b',
      'odd.md': Buffer.concat([utf16('# A'), Buffer.from([0x41])]),
    });
    await truncate(join(dir, 'large.md'), FILE_LIMIT_BYTES + 1);
    const { sections, skipped, files } = await readPolicies(dir);
    assert.deepEqual(ids(sections), ['good.md#good']);
    assert.deepEqual(
      skipped.map(({ file, reason }) => `${file}: ${reason.replace(/YAML: .*;/, 'YAML: …;')}`),
      [
        'bytes.md: not valid UTF-8: save it as UTF-8',
        'empty.md: holds no text',
        'front.md: the front matter is not valid YAML: …; mend or remove it',
        'inside.md: marked audience: internal',
        'large.md: larger than 2 MiB: split it',
        'nested.md: nested too deeply to be read',
        'nul.md: holds NUL bytes, so it is not text: save it as UTF-8',
        'odd.md: not valid UTF-16LE: save it as UTF-8',
      ],
    );
    assert.equal(files.length, 8);
  });

  it('reads a file whose language is no code and says what to write', async (t) => {
    const dir = await folder(t, {
      'a.md': '---\nlang: english\n---\n# A\nx',
      'b.md': '---\nlang: en-GB\n---\n# B\nx',
      'c.md': '---\nlang:\n---\n# C\nx',
      'd.txt': '+++\nlang = "xx"\n+++\nx',
      'e.md': '---\nlang: pl\n---\n# E\nx',
    });
    const { sections, skipped, faulty } = await readPolicies(dir);
    assert.deepEqual(
      sections.map(({ passages }) => passages[0]?.language),
      ['und', 'en', 'und', 'und', 'pl'],
    );
    assert.deepEqual(skipped, []);
    const help =
      'is no language code, so its language is told from its text; write a code like en or vi, or remove the line';
    assert.deepEqual(faulty, [
      { file: 'a.md', reason: `lang: english ${help}` },
      { file: 'd.txt', reason: `lang: xx ${help}` },
    ]);
  });

  it('reads UTF-16 as Notepad saves it, in both byte orders', async (t) => {
    const dir = await folder(t, {
      'be.md': Buffer.from(utf16('# Giá\nx')).swap16(),
      'le.md': utf16('# Giờ\nx'),
    });
    assert.deepEqual(titles((await readPolicies(dir)).sections), ['Giá', 'Giờ']);
  });

  it('skips what it may not open', {
    skip: process.getuid?.() === 0 && 'root may open everything',
  }, async (t) => {
    const dir = await folder(t, { 'a.md': '# A\nx', 'b.md': '# B\nx', 'c/d.md': '# D\nx' });
    await chmod(join(dir, 'a.md'), 0);
    await chmod(join(dir, 'c'), 0);
    const { sections, skipped } = await readPolicies(dir);
    await chmod(join(dir, 'c'), 0o700);
    assert.deepEqual(titles(sections), ['B']);
    assert.deepEqual(skipped, [
      { file: 'a.md', reason: 'cannot be read (no permission)' },
      { file: 'c/', reason: 'the folder cannot be opened (no permission)' },
    ]);
  });

  it('refuses symbolic links that leave the folder', async (t) => {
    const outside = await folder(t, { 'secret.md': '# Secret\nx', 'more/b.md': '# More\nx' });
    const dir = await folder(t, { 'a.md': '# A\nx' });
    await symlink(join(outside, 'secret.md'), join(dir, 'b.md'));
    await symlink(join(outside, 'more'), join(dir, 'c'));
    await symlink(join(dir, 'nowhere'), join(dir, 'd.md'));
    const { sections, skipped } = await readPolicies(dir);
    assert.deepEqual(titles(sections), ['A']);
    const reason = 'a symbolic link that leaves the policies folder: copy the file here instead';
    assert.deepEqual(skipped, [
      { file: 'b.md', reason },
      { file: 'c', reason },
      { file: 'd.md', reason: 'the symbolic link leads nowhere (it does not exist)' },
    ]);
  });

  it('is not misled by a folder beside it whose name begins alike', async (t) => {
    const parent = await folder(t, { 'policies/a.md': '# A\nx', 'policies-old/b.md': '# B\nx' });
    await symlink(join(parent, 'policies-old/b.md'), join(parent, 'policies/b.md'));
    const { sections } = await readPolicies(join(parent, 'policies'));
    assert.deepEqual(titles(sections), ['A']);
  });

  it('walks loops of links once and reads no file twice', async (t) => {
    const dir = await folder(t, { 'z/a.md': '# A\nx' });
    await symlink(dir, join(dir, 'z/up'));
    await symlink(join(dir, 'z'), join(dir, 'again'));
    await symlink(join(dir, 'z/a.md'), join(dir, 'b.md'));
    await symlink(join(dir, 'self'), join(dir, 'self'));
    const { sections, skipped } = await readPolicies(dir);
    assert.deepEqual(ids(sections), ['z/a.md#a']);
    assert.deepEqual(skipped, []);
  });

  it('follows links into dot-folders, of which mounted Kubernetes volumes consist', async (t) => {
    const dir = await folder(t, { '..2024/a.md': '# A\nx' });
    await symlink('..2024', join(dir, '..data'));
    await symlink('..data/a.md', join(dir, 'a.md'));
    assert.deepEqual(ids((await readPolicies(dir)).sections), ['a.md#a']);
  });

  it('composes file names, and reports two that are told apart only by that', async (t) => {
    const dir = await folder(t, { 'cafe\u0301.md': '# A\nx', 'caf\u00E9.md': '# B\nx' });
    const { sections, skipped } = await readPolicies(dir);
    assert.ok(sections.every((section) => section.file === 'caf\u00E9.md'));
    assert.equal(sections.length + skipped.length, 2);
  });

  it('resolves references between files', async (t) => {
    const dir = await folder(t, {
      'a.md': '# Dogs\nSee [here](b.md#house-rules).',
      'b.md': '# House rules\nx',
    });
    assert.deepEqual((await readPolicies(dir)).sections[0]?.references, ['b.md#house-rules']);
  });

  it('is an error in one sentence when the folder is missing, or is a file', async (t) => {
    const dir = await folder(t, { 'a.md': 'x' });
    for (const wrong of [join(dir, 'none'), join(dir, 'a.md'), join(dir, 'a.md/b')]) {
      await assert.rejects(
        readPolicies(wrong),
        (error) =>
          error instanceof PolicyError && error.message.includes(wrong) && !error.message.includes('\n'),
      );
    }
  });

  it('is content with an empty folder', async (t) => {
    const dir = await folder(t, {});
    assert.deepEqual(await readPolicies(dir), {
      sections: [],
      files: [],
      skipped: [],
      faulty: [],
      thesaurus: [],
    });
  });
});

describe('fingerprintPolicies', () => {
  it('equals the files that readPolicies saw and shows every change', async (t) => {
    const dir = await folder(t, {
      'a.md': '# A\nx',
      'inside.md': '---\naudience: internal\n---\nx',
      'c.pdf': 'x',
    });
    const before = await fingerprintPolicies(dir);
    assert.deepEqual(before, (await readPolicies(dir)).files);

    await writeFile(join(dir, 'inside.md'), 'now for all');
    const edited = await fingerprintPolicies(dir);
    assert.notDeepEqual(edited, before);

    await mkdir(join(dir, 'sub'));
    await writeFile(join(dir, 'sub/d.md'), '# D');
    assert.equal((await fingerprintPolicies(dir)).length, 3);
    await rm(join(dir, 'a.md'));
    assert.equal((await fingerprintPolicies(dir)).length, 2);
  });
});
