import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Section, SectionId } from '../../src/domain/section.ts';
import { addAlsoAsked } from '../../src/policies/also-asked-edit.ts';
import { parsePolicy } from '../../src/policies/parse-policy.ts';

const FILE = 'tea.md';
const SAMPLES = join(import.meta.dirname, '..', '..', 'policies');

const add = (text: string, slug: string, words: readonly string[], file = FILE) =>
  addAlsoAsked(text, file, { sectionId: `${file}#${slug}` as SectionId, words });

function added(text: string, slug: string, words: readonly string[]): string {
  const edit = add(text, slug, words);
  assert.ok(edit.ok, edit.ok ? '' : edit.reason);
  return edit.text;
}

function refusal(text: string, slug: string, words: readonly string[], file = FILE): string {
  const edit = add(text, slug, words, file);
  assert.equal(edit.ok, false);
  return edit.ok ? '' : edit.reason;
}

describe('adding words to what is also asked of a section', () => {
  it('writes a comment under the heading of a section that has none', () => {
    const text = '# Tea\n\nHello.\n\n## Refunds\n\nThree days.\n\n## Fees\nNone.\n';
    assert.equal(
      added(text, 'refunds', ['compensate', 'money back']),
      text.replace('## Refunds\n', '## Refunds\n<!-- also asked: compensate, money back -->\n'),
    );
    assert.equal(
      added(text, 'fees', ['charge']),
      text.replace('## Fees\n', '## Fees\n<!-- also asked: charge -->\n'),
    );
  });

  it('continues the comment that is there, however it is written', () => {
    for (const [before, after] of [
      ['<!-- also asked: money back -->', '<!-- also asked: money back, new word -->'],
      ['<!-- Also asked: a, b, -->', '<!-- Also asked: a, b, new word -->'],
      ['<!--also asked:a-->', '<!--also asked:a, new word-->'],
      ['<!-- also asked: -->', '<!-- also asked: new word -->'],
      ['<!-- also asked:\n  a,\n  b\n-->', '<!-- also asked:\n  a,\n  b, new word\n-->'],
      ['Text <!-- also asked: a --> goes on.', 'Text <!-- also asked: a, new word --> goes on.'],
    ]) {
      const text = `# A\n\n## Refunds\n\nThree days.\n\n${before}\n\n## Fees\n\nNone.\n`;
      assert.equal(added(text, 'refunds', ['new word']), text.replace(before ?? '', after ?? ''));
    }
  });

  it('finds its place behind templates, hidden comments, composed letters and Windows line ends', () => {
    const text =
      '\uFEFF---\r\ntitle: Tea\r\n---\r\n{% comment %}\r\nold\r\n\r\n{% endcomment %}\r\n\r\nPara <!-- draft\r\n\r\nmore --> end {{ x }}.\r\n\r\n## Cafe\u0301 refunds\r\n\r\n<!-- also asked: re\u0301 -->\r\nThree {{ days }}.';
    assert.equal(
      added(text, 'café-refunds', ['compensate']),
      text.replace('re\u0301', 're\u0301, compensate'),
    );
    const without = text.replace('<!-- also asked: re\u0301 -->\r\n', '');
    assert.equal(
      added(without, 'café-refunds', ['compensate']),
      without.replace('refunds\r\n', 'refunds\r\n<!-- also asked: compensate -->\r\n'),
    );
  });

  it('serves sections without a heading, underlined headings and files that end with a heading', () => {
    assert.equal(added('Hello.\n', 'tea', ['x']), '<!-- also asked: x -->\nHello.\n');
    assert.equal(added('\uFEFFHello.', 'tea', ['x']), '\uFEFF<!-- also asked: x -->\nHello.');
    assert.equal(
      added('---\ntitle: House\n---\nHello.\n', 'house', ['x']),
      '---\ntitle: House\n---\n<!-- also asked: x -->\nHello.\n',
    );
    assert.equal(
      added('Refunds\n=======\nThree.\n', 'refunds', ['x']),
      'Refunds\n=======\n<!-- also asked: x -->\nThree.\n',
    );
    assert.equal(added('# A\r\n\r\n## B', 'b', ['x']), '# A\r\n\r\n## B\r\n<!-- also asked: x -->');
  });

  it('leaves a comment inside a list or quotation alone', () => {
    const text = '## B\n\n> quoted\n> <!-- also asked: a\n> b -->\n';
    assert.match(added(text, 'b', ['x']), /^## B\n<!-- also asked: x -->\n\n> quoted/);
  });

  it('adds only what is new, each word once', () => {
    const text = '## B\n<!-- also asked: Money Back -->\n\nText.\n';
    assert.match(added(text, 'b', ['money back', ' x ', 'X', 'y,  z  z']), /: Money Back, x, y, z z -->/);
    assert.match(refusal(text, 'b', ['MONEY BACK']), /found by these words already/);
  });

  it('says in one sentence what cannot be written', () => {
    const text = '## B\n\nText.\n';
    for (const [words, reason] of [
      [[], /at least one word/],
      [[' , '], /at least one word/],
      [['a --> <script>'], /holds "--"/],
      [['a\nb'], /line break/],
      [['a\u202Eb'], /control character/],
      [['x'.repeat(81)], /more than 80 characters/],
      [Array.from({ length: 21 }, (_, at) => `w${at}`), /more than 20/],
      [['{{ secret }}'], /by hand/],
    ] as const) {
      const sentence = refusal(text, 'b', words);
      assert.match(sentence, reason);
      assert.match(sentence, /^The words were not added: [^\n]+\.$/);
    }
    assert.match(refusal(text, 'gone', ['x']), /no section tea\.md#gone any more/);
    assert.match(refusal('Text.', 'notes', ['x'], 'notes.txt'), /plain text/);
    assert.match(refusal('---\naudience: internal\n---\n## B\n\nText.', 'b', ['x']), /no section/);
  });

  it('changes nothing else in any section of any sample policy, whatever its line ends', () => {
    const names = readdirSync(SAMPLES).filter((name) => name.endsWith('.md'));
    let edits = 0;
    for (const name of names) {
      const lf = readFileSync(join(SAMPLES, name), 'utf8').replaceAll('\r\n', '\n');
      for (const text of [lf, `\uFEFF${lf.replaceAll('\n', '\r\n')}`, lf.trimEnd(), `${lf}\n{{ x }}\n`]) {
        const before = parsePolicy(name, text);
        for (const section of before) {
          const words = ['wobbleback', 'đổi trả'];
          const edit = addAlsoAsked(text, name, { sectionId: section.id, words });
          assert.ok(edit.ok, `${section.id}: ${edit.ok ? '' : edit.reason}`);
          assertOneInsertion(text, edit.text);
          assert.deepEqual(parsePolicy(name, edit.text).map(shown), before.map(shown));
          for (const after of parsePolicy(name, edit.text)) {
            const old = before.find(({ id }) => id === after.id)?.alsoAsked ?? [];
            const expected = after.id === section.id ? [...old, ...words] : old;
            assert.deepEqual([...after.alsoAsked].sort(), [...expected].sort());
          }
          edits += 1;
        }
      }
    }
    assert.ok(edits > 20, `${edits} edits`);
  });
});

/** What a customer can be shown of a section. */
function shown({ id, title, path, passages, references }: Section) {
  return { id, title, path, passages, references };
}

function assertOneInsertion(before: string, after: string): void {
  let same = 0;
  while (same < before.length && before[same] === after[same]) same += 1;
  const grown = after.length - before.length;
  assert.ok(grown > 0);
  assert.equal(after.slice(0, same) + after.slice(same + grown), before);
}
