import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assembleSections, readDocument } from '../../src/policies/parse-policy.ts';

const OTHERS = '\n\n# Deposits\nd\n\n# Lost keys\nk\n\n# Wi-Fi\nw';

/** What the first section of `a.md` refers to when it says this, without the file's name. */
function named(says: string, rest = OTHERS): string[] {
  return references({ 'a.md': `# Start\n\n${says}${rest}` }).map((id) => id.replace('a.md#', ''));
}

function references(files: Readonly<Record<string, string>>): string[] {
  const documents = Object.entries(files).flatMap(([file, source]) => {
    const reading = readDocument(file, source);
    return reading.ok ? [reading.document] : [];
  });
  return [...(assembleSections(documents)[0]?.references ?? [])];
}

describe('references by title', () => {
  it('take a capitalised title within a sentence', () => {
    assert.deepEqual(named('We act as written in the Deposits section.'), ['deposits']);
    assert.deepEqual(named('Please see Deposits.'), ['deposits']);
    assert.deepEqual(named('It is never kept (see Deposits).'), ['deposits']);
  });

  it('leave a word in another case, a part of a word and a sentence start alone', () => {
    assert.deepEqual(named('The house keeps deposits for a week.'), []);
    assert.deepEqual(named('Our DepositsDesk knows.'), []);
    assert.deepEqual(named('Deposits are paid in cash. Deposits are safe.'), []);
    assert.deepEqual(named('Note: Deposits are paid in cash.'), []);
    assert.deepEqual(named('First line\\\nDeposits are paid in cash.'), []);
  });

  it('take a title of several words anywhere', () => {
    assert.deepEqual(named('Lost keys cost extra.'), ['lost-keys']);
    assert.deepEqual(named('With lost keys come costs.'), []);
  });

  it('take a title that is emphasised or quoted as a whole, even at a sentence start', () => {
    assert.deepEqual(named('**Deposits** says how.'), ['deposits']);
    assert.deepEqual(named('_Deposits:_ says how.'), ['deposits']);
    assert.deepEqual(named('“Deposits” says how.'), ['deposits']);
    assert.deepEqual(named('"Deposits" says how.'), ['deposits']);
    assert.deepEqual(named('**Deposits are safe.**'), []);
  });

  it('work in scripts without capitals or spaces through quotation marks and emphasis', () => {
    assert.deepEqual(named('詳しくは「返金」をご覧ください。', '\n\n# 返金\nx'), ['返金']);
    assert.deepEqual(named('返金は三日です。', '\n\n# 返金\nx'), []);
  });

  it('take the longest title that stands there', () => {
    assert.deepEqual(named('See Lost keys and cards.', `${OTHERS}\n\n# Lost keys and cards\nx`), [
      'lost-keys-and-cards',
    ]);
  });

  it('are in the order of naming, once each, without the section itself', () => {
    assert.deepEqual(named('See Wi-Fi, then Deposits, then Wi-Fi, and *Start*.'), ['wi-fi', 'deposits']);
  });

  it('are looked for in lists and table cells too', () => {
    assert.deepEqual(named('- more in Deposits\n\n| a |\n|---|\n| see Wi-Fi |'), ['deposits', 'wi-fi']);
  });

  it('prefer the same file, then the nearest parent', () => {
    const own = { 'a.md': '# Start\nSee Deposits.\n# Deposits\nx', 'b.md': '# Deposits\ny' };
    assert.deepEqual(references(own), ['a.md#deposits']);
    const other = { 'a.md': '# Start\nSee Deposits.', 'b.md': '# Deposits\ny' };
    assert.deepEqual(references(other), ['b.md#deposits']);
    const near = '# Rooms\nSee Price.\n## Price\nx\n# Boats\n## Price\ny';
    assert.deepEqual(references({ 'a.md': near }), ['a.md#rooms-price']);
    assert.deepEqual(references({ 'a.md': `# Boats\nSee Price.\n## Price\ny\n${near}` }), [
      'a.md#boats-price',
    ]);
  });

  it('ignore titles of one letter', () => {
    assert.deepEqual(named('Take plan A today.', '\n\n# A\nx'), []);
  });
});

describe('references by link', () => {
  it('follow an anchor in the same file, made from the title or given by the author', () => {
    assert.deepEqual(named('[more](#lost-keys)'), ['lost-keys']);
    assert.deepEqual(named('[more](#key)', '\n\n# Lost keys {#key}\nx'), ['lost-keys']);
    assert.deepEqual(named('[more](#key)', '\n\n# <a id="key"></a>Lost keys\nx'), ['lost-keys']);
    assert.deepEqual(named('[more](#ph%C3%AD)', '\n\n# Phí\nx'), ['phí']);
    assert.deepEqual(named('[more](#nowhere)'), []);
  });

  it('count equal titles as GitHub does', () => {
    assert.deepEqual(named('[more](#price-1)', '\n\n# Price\nx\n\n# Price\ny'), ['price-2']);
  });

  it('follow other files, relative to their own', () => {
    const files = {
      'shop/a.md': '# Start\n[one](b.md) [two](../c.md#price) [three](/c.md#unknown)',
      'shop/b.md': '# First\nx\n# Second\ny',
      'c.md': '# Top\nx\n# Price\ny',
    };
    assert.deepEqual(references(files), ['shop/b.md#first', 'c.md#price', 'c.md#top']);
  });

  it('take the words of a link only when it leads to no other place', () => {
    assert.deepEqual(named('[Lost keys](https://example.org/keys)'), []);
    assert.deepEqual(named('[Lost keys](/help/keys)'), ['lost-keys']);
    assert.deepEqual(named('[Lost keys](#deposits)'), ['deposits']);
  });

  it('follow links in raw HTML', () => {
    assert.deepEqual(named('<p>See <a href="#deposits">this</a>.</p>'), ['deposits']);
  });
});
