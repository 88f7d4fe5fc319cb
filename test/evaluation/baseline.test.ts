import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatBaseline, parseBaseline, toBaseline } from '../../src/evaluation/baseline.ts';
import { answersOf, resultOf } from './support.ts';

describe('a baseline file', () => {
  const questions = {
    b: { rank: 2, needsSent: [true, false] },
    a: { rank: null },
    s: { kind: 'stale' },
    n: { kind: 'unanswerable', confidence: 0.1 },
  } as const;
  const answers = answersOf({ b: { factsStated: ['3'], factsMissing: ['4'] }, n: { answerable: false } });

  it('comes back as it was written, sorted, a line a question, without what was not judged', () => {
    const text = formatBaseline(toBaseline([resultOf(questions)], answers, 3));
    const judged = { answerable: true, rank: null, sent: [true], kept: true };
    assert.deepEqual(parseBaseline(text, 'x'), {
      format: 'citedesk-baseline-2',
      k: 3,
      strategies: {
        section: {
          threshold: 0.45,
          questions: {
            a: judged,
            b: { ...judged, rank: 2, sent: [true, false] },
            n: { answerable: false, rank: null, sent: null, kept: false },
          },
        },
      },
      answers: {
        mode: 'offline',
        questions: {
          b: { answerable: true, answered: true, citationsValid: true, facts: { 3: true, 4: false } },
          n: { answerable: false, answered: true, citationsValid: true, facts: {} },
        },
      },
    });
    assert.deepEqual(text.match(/^ +"[abn]": \{.*\},?$/gm)?.length, 5);
    assert.ok(text.indexOf('"a"') < text.indexOf('"b"'));
  });

  it('keeps no refusals of a ranking whose threshold depends on the other questions', () => {
    const refusal = { kept: 1, answerable: 1, refused: 1, unanswerable: 1, threshold: 0.3, fitted: true };
    const { strategies } = toBaseline([{ ...resultOf(questions), refusal }], null, 3);
    assert.deepEqual(
      [strategies['section']?.threshold, strategies['section']?.questions['n']?.kept],
      [null, null],
    );
  });

  const kept = (question: string) =>
    `{"format":"citedesk-baseline-2","k":5,"answers":null,"strategies":{"s":{"threshold":null,"questions":{"a":${question}}}}}`;
  it('is taken with what may be missing', () => {
    parseBaseline(kept('{"answerable":true,"rank":1,"sent":null,"kept":null}'), 'x');
  });

  for (const text of [
    '',
    '[]',
    'null',
    '{"k":5}',
    '{"format":"citedesk-baseline-1","k":5,"strategies":{"s":{"a":1}}}',
    '{"format":"citedesk-baseline-2","k":5,"strategies":{}}',
    kept('{"answerable":true,"rank":0,"sent":null,"kept":null}'),
    kept('{"answerable":true,"rank":1,"sent":true,"kept":null}'),
  ]) {
    it(`is refused in one sentence: ${text || 'empty'}`, () => {
      assert.throws(() => parseBaseline(text, 'old.json'), {
        name: 'UsageError',
        message: /old\.json[^\n]+\.$/,
      });
    });
  }
});
