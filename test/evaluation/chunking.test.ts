import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cutPolicies, cutWindows } from '../../src/evaluation/chunking.ts';
import { foldEvidence, normaliseText } from '../../src/evaluation/text-match.ts';
import { policiesOf } from './support.ts';

const SHOP = `# Shop

## Refunds
We refund within *three* days.

- by card
- in cash

## Hours
Open daily.`;

describe('cutWindows', () => {
  it('cuts without overlap, the rest last', () => {
    assert.deepEqual(cutWindows('abcdefghij', 4, 0), ['abcd', 'efgh', 'ij']);
  });

  it('begins each window size - overlap later and ends with the one that reaches the end', () => {
    assert.deepEqual(cutWindows('abcdefghij', 4, 2), ['abcd', 'cdef', 'efgh', 'ghij']);
  });

  it('counts characters, and cuts no emoji in two', () => {
    assert.deepEqual(cutWindows('😀😀😀', 2, 0), ['😀😀', '😀']);
  });

  it('gives nothing for nothing, and no window of white space', () => {
    assert.deepEqual(cutWindows('', 4, 0), []);
    assert.deepEqual(cutWindows('abcd    ', 4, 0), ['abcd']);
  });
});

describe('cutPolicies', () => {
  it('takes sections as they are indexed, the title in front', () => {
    const { chunks } = cutPolicies(policiesOf(SHOP), { kind: 'section' });
    assert.deepEqual(
      chunks.map(({ id, sections }) => [id, ...sections]),
      [
        ['shop.md#refunds', 'shop.md#refunds'],
        ['shop.md#hours', 'shop.md#hours'],
      ],
    );
    assert.match(chunks[0]?.text ?? '', /^Refunds\nWe refund/);
  });

  it('gives every paragraph and list its section title', () => {
    const { chunks, sections } = cutPolicies(policiesOf(SHOP), { kind: 'paragraph' });
    assert.deepEqual(
      chunks.map(({ text }) => text),
      ['Refunds\nWe refund within three days.', 'Refunds\n- by card\n- in cash', 'Hours\nOpen daily.'],
    );
    assert.equal(sections.length, 3);
    assert.equal(sections[1]?.passages[0]?.title, 'Refunds');
  });

  it('cuts windows from the file as it was typed, headings and marks included', () => {
    const { chunks } = cutPolicies(policiesOf(SHOP), { kind: 'fixed', size: 50, overlap: 0 });
    assert.equal(chunks.map(({ text }) => text).join(''), SHOP);
    assert.deepEqual(chunks[0]?.sections, ['shop.md#refunds']);
  });
});

describe('normaliseText', () => {
  it('sees through white space, invisible characters and emphasis', () => {
    assert.equal(normaliseText('**three\u00a0 working**\n\u200bda\u00adys'), 'three working days');
    assert.equal(normaliseText('_see_ `a_b` ~~old~~ 3\\. snake_case'), 'see a_b old 3. snake_case');
  });

  it('keeps capitals, which evidence does without', () => {
    assert.equal(normaliseText('Annual'), 'Annual');
    assert.equal(foldEvidence('Annual'), 'annual');
  });
});
