import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { smallTalkOf } from '../../src/conversation/small-talk.ts';
import { readShared, withoutShared } from '../support/shared.ts';

const GREETINGS = [
  'hi',
  'Hiii',
  'hello!!',
  'Hello?',
  'hi bot',
  'Hi there 👋',
  'good morning',
  'Hi, how are you?',
  'xin chào ạ',
  'Xin chao',
  'Chào shop',
  'dạ chào anh chị',
  'shop ơi',
  'alo alo',
];
const THANKS = [
  'thanks',
  'thx 🙏',
  'Thank you so much!!! ❤️',
  'thankssss :D',
  'Hi, thank you',
  'ok',
  'OK, thanks',
  'great',
  "That's perfect, thank you",
  'thanks, bye',
  'cảm ơn bạn nhiều',
  'cam on shop nha',
  'Dạ em cám ơn shop nhiều ạ',
  'oke, tks',
];
const CONTENT = [
  'refund',
  'delivery',
  'giao hàng',
  'hoàn tiền',
  '5',
  'order',
  'when',
  'yes',
  'không',
  'cháo',
  'bán',
];

describe('smallTalkOf', () => {
  for (const text of GREETINGS)
    it(`greets back "${text}"`, () => assert.equal(smallTalkOf(text), 'greeting'));
  for (const text of THANKS)
    it(`takes "${text}" for thanks`, () => assert.equal(smallTalkOf(text), 'thanks'));

  for (const text of [
    'hi, do you deliver?',
    'thank you, and when do you open?',
    'chào shop, phí ship bao nhiêu',
    'ok but how long does it take',
    'is the coffee good',
    'hello kitty mug',
  ]) {
    it(`leaves "${text}" to the search`, () => assert.equal(smallTalkOf(text), null));
  }

  it('takes nothing for small talk that answers a question', () => {
    for (const text of ['yes', 'no', 'yes please', 'no thanks', 'vâng ạ', 'có', 'không', 'dạ']) {
      assert.equal(smallTalkOf(text), null, text);
    }
  });

  it('takes nothing for small talk that says nothing', () => {
    for (const text of ['', '👍', '?!', 'bot', 'bạn', 'a lot', '/'])
      assert.equal(smallTalkOf(text), null, text);
  });

  it('goes by the marks that were typed', () => {
    assert.equal(smallTalkOf('chào'), 'greeting');
    assert.equal(smallTalkOf('cháo'), null);
  });

  it('is never a text with one content word more', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...GREETINGS, ...THANKS),
        fc.constantFrom(...CONTENT),
        fc.nat(),
        (text, word, place) => {
          const words = text.split(' ');
          words.splice(place % (words.length + 1), 0, word);
          assert.equal(smallTalkOf(words.join(' ')), null, words.join(' '));
        },
      ),
    );
  });

  it('takes none of the known questions for small talk', { skip: withoutShared }, () => {
    for (const set of ['moc', 'bookstore', 'refund', 'or_sharc', 'xquad']) {
      for (const line of readShared(`data/retrieval/${set}/questions.jsonl`).trim().split('\n')) {
        const { q } = JSON.parse(line) as { q: string };
        assert.equal(smallTalkOf(q), null, q);
      }
    }
  });

  it('reads a pasted book', () => {
    assert.equal(smallTalkOf(`${'good morning '.repeat(20_000)}refund`), null);
  });
});
