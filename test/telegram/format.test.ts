import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  boldBlock,
  closedBlocks,
  italicBlock,
  openedBlocks,
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

describe('openedBlocks', () => {
  const opening = boldBlock('Answered by a person:');

  it('keeps the line with the beginning of the text, wherever the messages end', () => {
    const sentence = 'Everybody keeps to what was agreed. ';
    for (let sentences = 108; sentences < 120; sentences += 1) {
      const messages = packBlocks(openedBlocks(opening, sentence.repeat(sentences).trim()));
      assert.match(messages[0]?.html ?? '', /^<b>Answered by a person:<\/b>\n\nEverybody/);
      assert.ok(messages.every(({ plain }) => plain.length <= 4096));
      const whole = messages.map(({ plain }) => plain).join(' ');
      assert.equal(whole.split('agreed.').length - 1, sentences);
    }
  });

  it('keeps the paragraphs, and is nothing above a text that shows nothing', () => {
    assert.equal(packBlocks(openedBlocks(opening, 'a\n\n\nb'))[0]?.plain, 'Answered by a person:\n\na\n\nb');
    assert.deepEqual(openedBlocks(opening, ' \u200B\n\n'), []);
  });
});

describe('closedBlocks', () => {
  const sources = italicBlock('Source: Terms');

  it('keeps the line with the end of the text, wherever the messages end', () => {
    const sentence = 'Everybody keeps to what was agreed. ';
    for (let sentences = 100; sentences < 120; sentences += 1) {
      const messages = packBlocks(closedBlocks(sentence.repeat(sentences).trim(), sources));
      const last = messages.at(-1);
      assert.match(last?.plain ?? '', /agreed\.\n\nSource: Terms$/);
      assert.ok(messages.every(({ plain }) => plain.length <= 4096));
    }
  });

  it('keeps it so where the end of the text would fit into the message before', () => {
    const messages = packBlocks(
      closedBlocks(`${'x'.repeat(4000)}\n\n${'The end of it is here. '.repeat(4).trim()}`, sources),
    );
    assert.equal(messages.length, 2);
    assert.match(messages[1]?.html ?? '', /^The end[^<]* here\.\n\n<i>Source: Terms<\/i>$/);
  });
});

describe('what shows nothing', () => {
  it('is no block', () => {
    for (const text of ['', ' \n ', ' \n\u200b ', '\u2800\n\n\u3164', '\u0000']) {
      assert.deepEqual(paragraphBlocks(text), []);
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
