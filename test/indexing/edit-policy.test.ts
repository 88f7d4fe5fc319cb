import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { SectionId } from '../../src/domain/section.ts';
import { applyAlsoAsked, previewAlsoAsked } from '../../src/indexing/edit-policy.ts';
import { folder } from '../policies/support.ts';

const TEXT = '# Tea\n\n## Refunds\n\nThree days.\n';
const EDITED = '# Tea\n\n## Refunds\n<!-- also asked: compensate -->\n\nThree days.\n';

const edit = (id = 'tea.md#refunds') => ({ sectionId: id as SectionId, words: ['compensate'] });

async function reasonOf(dir: string, id?: string): Promise<string> {
  const outcome = await applyAlsoAsked(dir, edit(id));
  assert.equal(outcome.ok, false);
  return outcome.ok ? '' : outcome.reason;
}

describe('editing a policy file', () => {
  it('previews without writing, and writes what it previewed', async (t) => {
    const dir = await folder(t, { 'tea.md': TEXT });
    const preview = await previewAlsoAsked(dir, edit());
    assert.deepEqual(preview, { ok: true, file: 'tea.md', before: TEXT, after: EDITED });
    assert.equal(await readFile(join(dir, 'tea.md'), 'utf8'), TEXT);
    assert.deepEqual(await applyAlsoAsked(dir, edit()), preview);
    assert.equal(await readFile(join(dir, 'tea.md'), 'utf8'), EDITED);
    assert.deepEqual(await readdir(dir), ['tea.md'], 'no temporary file is left');
  });

  it('edits the file as it is on disk now, and says so where the section is gone', async (t) => {
    const dir = await folder(t, { 'tea.md': TEXT });
    await writeFile(join(dir, 'tea.md'), `${TEXT}\nNew.\n`);
    await applyAlsoAsked(dir, edit());
    assert.equal(await readFile(join(dir, 'tea.md'), 'utf8'), `${EDITED}\nNew.\n`);
    await writeFile(join(dir, 'tea.md'), '# Tea\n\nText.\n');
    assert.match(await reasonOf(dir), /^The words were not added: tea\.md has no section .* any more\.$/);
    assert.match(await reasonOf(dir, 'gone.md#x'), /gone\.md: there is no such file any more/);
  });

  it('keeps the encoding, the byte order mark and the rights', async (t) => {
    const little = Buffer.from(`\uFEFF${TEXT}`, 'utf16le');
    const dir = await folder(t, {
      'tea.md': `\uFEFF${TEXT}`,
      'le.md': little,
      'be.md': Buffer.from(little).swap16(),
    });
    await chmod(join(dir, 'tea.md'), 0o640);
    for (const name of ['tea', 'le', 'be']) await applyAlsoAsked(dir, edit(`${name}.md#refunds`));
    const wide = Buffer.from(`\uFEFF${EDITED}`, 'utf16le');
    assert.equal(await readFile(join(dir, 'tea.md'), 'utf8'), `\uFEFF${EDITED}`);
    assert.deepEqual(await readFile(join(dir, 'le.md')), wide);
    assert.deepEqual(await readFile(join(dir, 'be.md')), Buffer.from(wide).swap16());
    assert.equal((await stat(join(dir, 'tea.md'))).mode & 0o777, 0o640);
  });

  it('follows no path and no link out of the folder, and keeps a link within it', async (t) => {
    const dir = await folder(t, { 'policies/..data/tea.md': TEXT, 'outside.md': TEXT });
    const policies = join(dir, 'policies');
    await symlink(join(dir, 'outside.md'), join(policies, 'out.md'));
    await mkdir(join(policies, 'real'));
    await writeFile(join(policies, 'real/in.md'), TEXT);
    assert.match(await reasonOf(policies, 'out.md#refunds'), /leaves the policies folder/);
    assert.match(await reasonOf(policies, '../outside.md#refunds'), /no such file/);
    assert.match(await reasonOf(policies, `${join(dir, 'outside.md')}#refunds`), /no such file/);
    assert.equal(await readFile(join(dir, 'outside.md'), 'utf8'), TEXT);

    await symlink('..data/tea.md', join(policies, 'tea.md'));
    assert.ok((await applyAlsoAsked(policies, edit())).ok);
    assert.equal(await readFile(join(policies, '..data/tea.md'), 'utf8'), EDITED);
    assert.equal(await readFile(join(policies, 'tea.md'), 'utf8'), EDITED, 'the link still leads there');
  });

  it('says what to do where the folder cannot be read or the file cannot be written', async (t) => {
    const dir = await folder(t, { 'tea.md': TEXT });
    assert.match(await reasonOf(join(dir, 'none')), /cannot be opened \(it does not exist\)/);
    assert.match(await reasonOf(await latin1(t)), /tea\.md is not valid UTF-8/);
    if (process.getuid?.() === 0) return;
    await chmod(dir, 0o500);
    assert.match(await reasonOf(dir), /cannot be written \(no permission\): make the change by hand/);
    await chmod(dir, 0o700);
    assert.equal(await readFile(join(dir, 'tea.md'), 'utf8'), TEXT);
  });
});

function latin1(t: TestContext): Promise<string> {
  return folder(t, { 'tea.md': Buffer.from(TEXT.replace('days', 'dàys'), 'latin1') });
}
