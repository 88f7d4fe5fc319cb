import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UsageError } from '../../src/errors.ts';
import { parseGolden } from '../../src/evaluation/golden.ts';

const GOOD = { id: 'q1', q: 'How long?', answerable: true, evidence: 'three days' };

function parse(...lines: readonly (object | string)[]) {
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  return parseGolden([{ name: 'golden/a.jsonl', text }]);
}

describe('parseGolden', () => {
  it('reads one piece of evidence as a list of one, and what is absent as nothing', () => {
    assert.deepEqual(parse(GOOD), [
      {
        id: 'q1',
        question: 'How long?',
        language: null,
        answerable: true,
        evidence: ['three days'],
        sections: [],
        facts: [],
        tags: [],
        history: [],
      },
    ]);
  });

  it('takes `gold` for `sections`, and lets other fields be', () => {
    const [question] = parse({ id: 'a', q: 'b', answerable: true, gold: ['refunds'], kind: 'x', seed: true });
    assert.deepEqual(question?.sections, ['refunds']);
  });

  it('reads past a byte order mark, empty lines and Windows line ends', () => {
    const text = `\uFEFF${JSON.stringify(GOOD)}\r\n\r\n${JSON.stringify({ ...GOOD, id: 'q2' })}\r\n`;
    assert.deepEqual(
      parseGolden([{ name: 'a', text }]).map(({ id }) => id),
      ['q1', 'q2'],
    );
  });

  const faults: readonly (readonly [string, object | string, RegExp])[] = [
    ['no JSON', '{"id": ', /line 2: this is not JSON/],
    ['no object', '["q"]', /line 2: a question is a JSON object/],
    ['no id', { ...GOOD, id: undefined }, /line 2: 'id' is missing/],
    ['an id that is no text', { ...GOOD, id: 7 }, /'id' must be a text/],
    ['an empty question', { ...GOOD, id: 'q2', q: ' ' }, /'q' must be a text/],
    ['no word on answerable', { id: 'q2', q: 'x' }, /'answerable' must be true or false/],
    ['answerable in words', { ...GOOD, id: 'q2', answerable: 'yes' }, /'answerable' must be true or false/],
    ['evidence of numbers', { ...GOOD, id: 'q2', evidence: [3] }, /'evidence' must be a text or a list/],
    ['nothing to judge by', { ...GOOD, id: 'q2', evidence: [] }, /needs 'evidence' or 'sections'/],
    ['evidence of the unanswerable', { ...GOOD, id: 'q2', answerable: false }, /contradict each other/],
    ['an id taken', GOOD, /line 2: the id 'q1' is taken by golden\/a\.jsonl, line 1/],
  ];
  for (const [name, line, message] of faults) {
    it(`says file, line and fault in one sentence: ${name}`, () => {
      assert.throws(
        () => parse(GOOD, line),
        (error) => {
          assert.ok(error instanceof UsageError);
          assert.match(error.message, /^Golden questions, golden\/a\.jsonl, [^\n]+\.$/);
          assert.match(error.message, message);
          return true;
        },
      );
    });
  }

  it('wants one question at least', () => {
    assert.throws(() => parse(''), /There is no golden question in golden\/a\.jsonl/);
  });
});
