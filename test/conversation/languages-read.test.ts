import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { foreignTo, languageNames } from '../../src/conversation/languages-read.ts';
import { readShared, withoutShared } from '../support/shared.ts';

interface Question {
  readonly q: string;
  readonly lang: string;
  /** Vietnamese as it is typed without marks. */
  readonly q_nodiac?: string;
}

function questionsOf(set: string): Question[] {
  return readShared(`data/retrieval/${set}/questions.jsonl`)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Question);
}

describe('foreignTo', () => {
  it('names the language of a question in another one', () => {
    assert.equal(foreignTo('¿cuántos días para devolver?', ['en']), 'es');
    assert.equal(foreignTo('Thời hạn đổi trả là bao lâu?', ['en']), 'vi');
    assert.equal(foreignTo('wo ist meine Bestellung?', ['en', 'vi']), 'de');
    assert.equal(foreignTo('Где мой заказ?', ['en', 'vi']), 'ru');
    assert.equal(foreignTo('คืนสินค้าได้กี่วัน', ['en']), 'th');
    assert.equal(foreignTo('배송비는 얼마인가요?', ['en']), 'ko');
    assert.equal(foreignTo('How far from the station are you?', ['vi']), 'en');
  });

  it('has nothing against a language of the policies', () => {
    assert.equal(foreignTo('Thời hạn đổi trả là bao lâu?', ['en', 'vi']), null);
    assert.equal(foreignTo('How long does a refund take?', ['en', 'vi']), null);
  });

  it('does not judge short texts, typos and names', () => {
    for (const text of [
      'hola',
      'ok',
      '',
      '🙏',
      'anual plan refnd',
      'delivary fee for 3km?',
      'Latte macchiato grande?',
    ]) {
      assert.equal(foreignTo(text, ['en']), null, text);
    }
  });

  it('is not misled by a single word of the policies’ language, and does not judge a mixture', () => {
    assert.equal(foreignTo('cho mình hỏi refund mất bao lâu', ['en']), 'vi');
    assert.equal(foreignTo('wo kann ich mein Auto parken und wie lange dauert das?', ['en']), 'de');
    assert.equal(foreignTo('shop ơi mình muốn cancel đơn order', ['en']), null);
  });

  it('knows Vietnamese typed without marks', () => {
    for (const text of ['thoi han doi tra la bao lau', 'phi giao hang bao nhieu', 'Ai da gianh cup la ai']) {
      assert.equal(foreignTo(text, ['vi']), null, text);
    }
  });

  it('does not judge where the language of the policies is unknown', () => {
    assert.equal(foreignTo('wo ist meine Bestellung?', ['und']), null);
    assert.equal(foreignTo('wo ist meine Bestellung?', []), null);
    assert.equal(foreignTo('wo ist meine Bestellung?', ['und', 'en']), 'de');
  });

  it('finds nine of ten foreign questions and no English or Vietnamese one', { skip: withoutShared }, () => {
    const questions = questionsOf('xquad');
    for (const own of ['en', 'vi']) {
      const foreign = questions.filter(({ lang }) => lang !== own);
      const found = foreign.filter(({ q }) => foreignTo(q, [own]) !== null);
      assert.ok(found.length > 0.9 * foreign.length, `${found.length} of ${foreign.length} for ${own}`);
    }
    const english = ['xquad', 'moc', 'bookstore', 'refund', 'claude_docs', 'covid_faq'].flatMap((set) =>
      questionsOf(set).filter(({ lang }) => lang === 'en'),
    );
    assert.deepEqual(
      english.filter(({ q }) => foreignTo(q, ['en']) !== null).map(({ q }) => q),
      [],
    );
    const vietnamese = questions
      .filter(({ lang }) => lang === 'vi')
      .flatMap(({ q, q_nodiac = q }) => [q, q_nodiac]);
    assert.deepEqual(
      vietnamese.filter((q) => foreignTo(q, ['vi']) !== null),
      [],
    );
  });
});

describe('languageNames', () => {
  it('names languages in the asked one and leaves out what is none', () => {
    assert.deepEqual(languageNames(['en', 'vi'], 'en'), ['English', 'Vietnamese']);
    assert.deepEqual(languageNames(['en', 'und', 'xx'], 'vi'), ['Tiếng Anh']);
  });
});
