import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cutText } from '../../src/domain/cut-text.ts';
import { PASSAGE_LIMIT, splitBlocks } from '../../src/policies/passages.ts';
import { parse, textOf } from './support.ts';

const SENTENCE = 'Guests may bring one small dog into the garden. ';

describe('splitBlocks', () => {
  it('keeps a section within the limit in one passage', () => {
    const [section] = parse(`# Dogs\n\n${'a'.repeat(PASSAGE_LIMIT)}`);
    assert.equal(section?.passages.length, 1);
    assert.equal(section?.passages[0]?.parts, 1);
  });

  it('cuts a longer one at block ends, each part with title, path and number', () => {
    const paragraph = SENTENCE.repeat(20).trim();
    const [, section] = parse(`# House\n\n## Dogs\n\n${`${paragraph}\n\n`.repeat(5)}`);
    const passages = section?.passages ?? [];
    assert.deepEqual(
      passages.map(({ part, parts }) => `${part}/${parts}`),
      ['1/3', '2/3', '3/3'],
    );
    for (const passage of passages) {
      assert.deepEqual(passage.path, ['House', 'Dogs']);
      assert.ok(passage.text.split('\n\n').every((block) => block === paragraph));
    }
  });

  it('cuts an over-long paragraph between sentences', () => {
    const [section] = parse(`# Dogs\n\n${SENTENCE.repeat(100)}`);
    for (const { text } of section?.passages ?? []) {
      assert.ok(text.length <= PASSAGE_LIMIT && text.startsWith('Guests') && text.endsWith('garden.'));
    }
  });

  it('cuts an over-long list between items', () => {
    const items = Array.from({ length: 90 }, (_, at) => `- number ${at} ${'x'.repeat(40)}`);
    const parts = parse(`# T\n\n${items.join('\n')}`)[0]?.passages ?? [];
    assert.ok(parts.length > 1);
    assert.deepEqual(
      parts.flatMap((part) => part.text.split('\n')),
      items,
    );
  });

  it('repeats the header row above every part of a table and cuts no row', () => {
    const rows = Array.from({ length: 120 }, (_, at) => `| Room ${at} | ${at}0 | ${'quiet '.repeat(5)}|`);
    const passages =
      parse(`# T\n\n| Room | Price | Note |\n|---|---|---|\n${rows.join('\n')}`)[0]?.passages ?? [];
    assert.ok(passages.length > 2);
    const seen = passages.flatMap(({ text }) => {
      const [header, ...lines] = text.split('\n');
      assert.equal(header, 'Room | Price | Note');
      return lines;
    });
    assert.equal(seen.length, 120);
    assert.ok(seen.every((line) => /^Room \d+ \| \d+0 \| quiet/.test(line)));
  });

  it('gives a heading without text one empty passage', () => {
    const [section] = parse('# House\n## Dogs\nx');
    assert.deepEqual(
      section?.passages.map((passage) => passage.text),
      [''],
    );
  });

  it('cuts a single row over the limit as text', () => {
    const parts = splitBlocks([{ kind: 'table', header: 'A', rows: ['word '.repeat(50).trim()] }], 100);
    assert.ok(parts.length > 1 && parts.every((part) => part.startsWith('A\n') && part.length <= 100));
  });

  it('keeps every part within the limit and loses no letter, for any text', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 400 });
    fc.assert(
      fc.property(text, fc.integer({ min: 20, max: 60 }), (source, limit) => {
        const parts = cutText(source, limit);
        const squeeze = (value: string): string => value.replace(/\s/g, '');
        assert.ok(parts.every((part) => part.length <= limit && !/\p{Surrogate}/u.test(part)));
        assert.equal(squeeze(parts.join('')), squeeze(source));
      }),
    );
  });
});

describe('section hashes', () => {
  it('change with the text and with the path, and with nothing else', () => {
    const hash = (source: string, at: number): string => parse(source)[at]?.hash ?? '';
    const first = hash('# A\n## B\nx', 1);
    assert.match(first, /^[0-9a-f]{32}$/);
    assert.equal(hash('intro\n\n# A\nmore\n## B\nx\n## C', 2), first);
    assert.notEqual(hash('# A\n## B\ny', 1), first);
    assert.notEqual(hash('# Z\n## B\nx', 1), first);
  });

  it('are equal for a passage and its section when there is only one', () => {
    const [section] = parse('# A\nx');
    assert.equal(section?.passages[0]?.hash, section?.hash);
    assert.equal(textOf(section), 'x');
  });
});
