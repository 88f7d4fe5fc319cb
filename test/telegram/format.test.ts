import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  boldBlock,
  packBlocks,
  paragraphBlocks,
  plainBlock,
  shorten,
  shortenName,
} from '../../src/telegram/format.ts';

describe('packBlocks', () => {
  it('joins what fits into one message by blank lines', () => {
    assert.deepEqual(packBlocks([boldBlock('A & B'), plainBlock('text')]), [
      { html: '<b>A &amp; B</b>\n\ntext', plain: 'A & B\n\ntext' },
    ]);
  });

  it('begins another message at a paragraph where a message is full', () => {
    const paragraph = 'x'.repeat(3000);
    const messages = packBlocks(paragraphBlocks(`${paragraph}\n\n${paragraph}\n\nend`));
    assert.deepEqual(
      messages.map(({ plain }) => plain),
      [paragraph, `${paragraph}\n\nend`],
    );
  });

  it('keeps every message within 4,096 characters and 32,768 bytes, even if all of it must be escaped', () => {
    for (const character of ['<', '&', 'đ', '漢', '👍', '👨‍👩‍👧']) {
      for (const { html, plain } of packBlocks(paragraphBlocks(character.repeat(20_000)))) {
        assert.ok(plain.length <= 4096);
        assert.ok(Buffer.byteLength(html) <= 32_768);
      }
    }
  });
});

describe('shortenName', () => {
  it('cuts a path at the end that is farthest from the section', () => {
    assert.equal(shortenName('Terms > Delivery > Fees', 20), '… > Delivery > Fees');
    assert.equal(shortenName('Terms > Delivery > Fees', 10), '… > Fees');
    assert.equal(shortenName('Cancelling an order', 11), 'Cancelling…');
    assert.equal(shortenName('Fees', 10), 'Fees');
  });
});

describe('shorten', () => {
  it('keeps short texts and marks what was cut, between characters', () => {
    assert.equal(shorten('Refunds', 10), 'Refunds');
    assert.equal(shorten('Cancelling an order', 11), 'Cancelling…');
    assert.equal(shorten('👍👍👍', 4), '👍…');
  });
});
