import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { golden, policiesOf, run } from './support.ts';

const SHOP = policiesOf(`# Shop

## Delivery
Delivery costs four euros. See *Refunds* for what comes back.

## Refunds
Money returns within three working days.

## Hours
We open at nine. Delivery drivers arrive at ten.`);

function verdict(name: string, fields: Parameters<typeof golden>[0]): string {
  return run(name, SHOP, [golden(fields)]).questions[0]?.verdict ?? '';
}

describe('runStrategy', () => {
  it('finds evidence by its exact text, whatever its capitals and spaces', () => {
    const fields = { id: 'a', question: 'money returns?', evidence: ['money  returns\nwithin three'] };
    assert.equal(verdict('section', fields), 'found at k=1');
  });

  it('needs all of several pieces: the rank is that of the last', () => {
    const question = 'delivery costs delivery drivers';
    const evidence = ['costs four euros', 'drivers arrive at ten'];
    const { questions, recall, mrr, ndcg } = run('section/tfidf', SHOP, [
      golden({ id: 'a', question, evidence }),
    ]);
    assert.equal(questions[0]?.rank, 2);
    assert.equal(questions[0]?.verdict, 'found at k=2');
    assert.deepEqual(recall, { 1: 0, 2: 1, 3: 1 });
    assert.deepEqual([mrr, ndcg], [1, 1]);
  });

  it('tells apart what is cut in two, what ranks too low and what is not ranked', () => {
    const cut = {
      id: 'a',
      question: 'four euros',
      evidence: ['Delivery costs four euros. See Refunds for what comes back.'],
    };
    assert.equal(verdict('fixed:40/tfidf', cut), 'NOT INTACT IN ANY CHUNK');
    const low = { id: 'b', question: 'delivery drivers open', evidence: ['Delivery costs'] };
    assert.equal(verdict('section/tfidf', low), 'found at k=2');
    assert.equal(verdict('section/tfidf', { ...low, question: 'nine' }), 'not retrieved (no rank)');
  });

  it('says the rank where it lies below the deepest k', () => {
    const many = policiesOf(
      Array.from({ length: 6 }, (_, at) => `## S${at}\nTea ${'tea '.repeat(9 - at)} number ${at}.`).join(
        '\n\n',
      ),
    );
    const { questions } = run('section/fts5', many, [
      golden({ id: 'a', question: 'tea', evidence: ['number 5'] }),
    ]);
    assert.equal(questions[0]?.verdict, 'not retrieved (rank 6)');
  });

  for (const name of ['shop.md#refunds', 'refunds', 'Refunds', '#refunds']) {
    it(`knows a section as ${name}`, () => {
      const fields = { id: 'a', question: 'working days', sections: [name] };
      assert.equal(verdict('section', fields), 'found at k=1');
    });
  }

  it('judges by evidence alone where there is any', () => {
    const fields = {
      id: 'a',
      question: 'working days',
      evidence: ['three working days'],
      sections: ['nowhere'],
    };
    assert.equal(verdict('section', fields), 'found at k=1');
  });

  it('sets apart what the policies no longer say', () => {
    const gone = golden({ id: 'a', evidence: ['two days'] });
    const renamed = golden({ id: 'b', sections: ['complaints'] });
    const result = run('section', SHOP, [gone, renamed]);
    assert.match(result.questions[0]?.verdict ?? '', /^stale: .*"two days"/);
    assert.match(result.questions[1]?.verdict ?? '', /^stale: .*"complaints"/);
    assert.deepEqual([result.judged, result.intact], [0, 0]);
  });

  it('counts a section that another one names as sent, not as ranked', () => {
    const fields = { id: 'a', question: 'What does delivery cost?', evidence: ['three working days'] };
    const result = run('section', SHOP, [golden(fields)]);
    assert.equal(result.questions[0]?.rank, null);
    assert.equal(result.sent, 1);
  });

  it('tells for each thing needed whether it was sent', () => {
    const evidence = ['three working days', 'Delivery costs'];
    const [one] = run('section', SHOP, [golden({ id: 'a', question: 'working days', evidence })]).questions;
    assert.deepEqual([one?.sent, one?.needsSent], [false, [true, false]]);
  });

  it('counts what is kept and refused by the threshold of our search', () => {
    const { refusal } = run('section', SHOP, [
      golden({ id: 'a', question: 'three working days money returns', evidence: ['three working days'] }),
      golden({ id: 'b', question: 'zebra crossing', answerable: false }),
    ]);
    assert.deepEqual([refusal?.kept, refusal?.answerable], [1, 1]);
    assert.deepEqual([refusal?.refused, refusal?.unanswerable, refusal?.fitted], [1, 1, false]);
  });
});
