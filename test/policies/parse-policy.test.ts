import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PolicyError } from '../../src/errors.ts';
import { parsePolicy } from '../../src/policies/parse-policy.ts';
import { PASSAGE_LIMIT } from '../../src/policies/passages.ts';
import { allText, ids, parse, textOf, titles } from './support.ts';

describe('parsePolicy', () => {
  it('opens a section at headings of every level and both styles', () => {
    const sections = parse('House\n=====\n\n## Dogs ##\n\nGarden\n---\n\n###### Deep');
    assert.deepEqual(
      sections.map((section) => section.path.join(' > ')),
      ['House', 'House > Dogs', 'House > Garden', 'House > Garden > Deep'],
    );
  });

  it('keeps the path right when levels are skipped or go up', () => {
    const sections = parse('### Deep\n# Top\n### Below\n## Next');
    assert.deepEqual(
      sections.map((section) => section.path.join(' > ')),
      ['Deep', 'Top', 'Top > Below', 'Top > Next'],
    );
  });

  it('opens no section at a heading inside a quotation or a list', () => {
    assert.deepEqual(titles(parse('# A\n\n> # B\n\n- # C\n')), ['A']);
  });

  it('opens no section at a heading without words and keeps the text below it', () => {
    const sections = parse('# A\nx\n\n##\n\ny\n\n## {{ title }}\n\nz');
    assert.deepEqual(titles(sections), ['A']);
    assert.equal(textOf(sections[0]), 'x\n\ny\n\nz');
  });

  it('makes titles plain text', () => {
    const source =
      '# *Dogs* & [cats](c.md) ![x](i.png){#pets .wide}\n# `Code` \\# 1\n# A<br>B <!-- no --> {: .x }\n# Stay[^1]\n\n[^1]: x';
    assert.deepEqual(titles(parse(source)), ['Dogs & cats', 'Code # 1', 'A B', 'Stay']);
  });

  it('names a heading that is only an image by its alternative text', () => {
    assert.deepEqual(titles(parse('# ![Our house](logo.png)\nx')), ['Our house']);
  });

  it('keeps braces that are no attributes', () => {
    assert.deepEqual(titles(parse('# Sizes {small}')), ['Sizes {small}']);
  });

  it('puts text before the first heading under the front matter title or the file name', () => {
    assert.deepEqual(titles(parse('---\ntitle: House rules\n---\nWelcome.\n# Dogs')), [
      'House rules',
      'Dogs',
    ]);
    assert.deepEqual(titles(parsePolicy('shop/house-rules_2.html.md', 'Welcome.')), ['House rules 2']);
    assert.deepEqual(titles(parsePolicy('garden/index.md', 'Welcome.')), ['Garden']);
    assert.deepEqual(titles(parse('<!-- x -->\n\n[a]: b\n\n# Dogs\nx')), ['Dogs']);
  });

  it('reads front matter in YAML and TOML, with any line ends and a byte order mark', () => {
    for (const source of [
      '\uFEFF---\r\ntitle: Rules\r\n---\r\nHi.\r\n',
      '+++\ntitle = "Rules"\n+++\nHi.',
      '---\rtitle: Rules\r---\rHi.',
    ]) {
      const sections = parse(source);
      assert.deepEqual(titles(sections), ['Rules']);
      assert.equal(textOf(sections[0]), 'Hi.');
    }
  });

  it('takes a --- that never closes as a rule line', () => {
    assert.equal(allText(parse('---\nWelcome.\n\n# Dogs\nx')), 'A\nWelcome.\n\nDogs\nx');
  });

  it('shows nothing of an internal file', () => {
    assert.deepEqual(parse('---\naudience: internal\n---\n# Margins\nx'), []);
    assert.deepEqual(parse('---\nAudience: [staff, Internal]\n---\n# Margins\nx'), []);
    assert.deepEqual(parse('+++\naudience = "internal"\n+++\n# Margins\nx'), []);
    assert.deepEqual(parsePolicy('a.txt', '---\naudience: internal\n---\nMargins'), []);
    assert.equal(parse('---\naudience: customers\n---\n# Dogs\nx').length, 1);
  });

  it('refuses front matter that cannot be read, as it may have said internal', () => {
    for (const source of ['---\na: [\n---\nx', '+++\na = \n+++\nx', '---\naudience internal\n---\nx']) {
      assert.throws(
        () => parse(source),
        (error) => error instanceof PolicyError && /front matter/.test(error.message),
      );
    }
  });

  it('reads plain text without any markup', () => {
    const source = `# Not a title\n* no list\n  1.  kept\n\n\n${'A clause of the terms. '.repeat(200)}`;
    const sections = parsePolicy('house-terms.TXT', source);
    assert.deepEqual(ids(sections), ['house-terms.TXT#house-terms']);
    assert.deepEqual(titles(sections), ['House terms']);
    const passages = sections[0]?.passages ?? [];
    assert.ok(passages.length > 1 && passages.every((passage) => passage.text.length <= PASSAGE_LIMIT));
    assert.match(passages[0]?.text ?? '', /^# Not a title\n\* no list\n {2}1\. {2}kept/);
  });

  it('composes letters, so that a Mac and a phone spell alike', () => {
    assert.deepEqual(titles(parse('# Ca\u0301 phe\u0302')), ['Cá phê']);
  });

  it('gives no section for an empty file', () => {
    assert.deepEqual(parse(' \n\n<!-- nothing -->\n'), []);
  });
});
