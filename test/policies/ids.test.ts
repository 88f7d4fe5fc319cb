import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { assignIds, slugify } from '../../src/policies/ids.ts';
import { ids, parse } from './support.ts';

describe('slugify', () => {
  it('keeps letters of every script and drops punctuation', () => {
    assert.equal(slugify('Phí giao hàng & đổi trả?'), 'phí-giao-hàng--đổi-trả');
    assert.equal(slugify('返品について'), '返品について');
  });

  it('names a title without letters "section"', () => {
    assert.equal(slugify('🎉 !'), 'section');
  });
});

describe('assignIds', () => {
  it('names a title that is alone in its file by itself, whatever stands above it', () => {
    assert.deepEqual(ids(parse('# Shop\n## Opening hours\nx')), ['a.md#shop', 'a.md#opening-hours']);
  });

  it('tells equal titles apart by their parents', () => {
    const found = ids(parse('# Pickup\n## Price\na\n# Courier\n## Price\nb'));
    assert.deepEqual(found, ['a.md#pickup', 'a.md#pickup-price', 'a.md#courier', 'a.md#courier-price']);
  });

  it('goes up only as far as needed', () => {
    const found = assignIds('a.md', [
      ['North', 'Tea', 'Price'],
      ['South', 'Tea', 'Price'],
      ['South', 'Cake', 'Price'],
    ]);
    assert.deepEqual(found, ['a.md#north-tea-price', 'a.md#south-tea-price', 'a.md#cake-price']);
  });

  it('keeps ids when sections move, appear or vanish elsewhere', () => {
    const before = ids(parse('# Pickup\n## Price\n# Courier\n## Price\n## Hours'));
    const after = ids(
      parse('# New\n# Courier\n## Hours\n## Price\n### Detail\n# Other\n## Price\n# Pickup\n## Price'),
    );
    assert.deepEqual(
      before.filter((id) => !after.includes(id)),
      [],
    );
  });

  it('numbers sections only when their whole path is equal', () => {
    assert.deepEqual(ids(parse('# Hours\na\n# Hours\nb\n# Hours\nc')), [
      'a.md#hours',
      'a.md#hours-2',
      'a.md#hours-3',
    ]);
  });

  it('never gives a made-up id that a real title has', () => {
    const found = ids(parse('# Hours\n# Hours\n# Hours 2\n# Tea\n## Price\n# Cake\n## Price\n# Tea price'));
    assert.equal(new Set(found).size, found.length);
    assert.ok(found.includes('a.md#hours-2') && found.includes('a.md#tea-price'));
    assert.equal(found[2], 'a.md#hours-2');
    assert.equal(found[7], 'a.md#tea-price');
  });

  it('gives every section its own id, for any titles', () => {
    const title = fc.constantFrom('a', 'b', 'A!', 'a-a', 'a-2', '!', 'section', 'a b');
    const paths = fc.array(fc.array(title, { minLength: 1, maxLength: 4 }), { maxLength: 12 });
    fc.assert(fc.property(paths, (all) => new Set(assignIds('f.md', all)).size === all.length));
  });
});
