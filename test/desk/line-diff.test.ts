import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { diffLines } from '../../src/desk/line-diff.ts';

const shown = (before: string, after: string) =>
  diffLines(before, after).map(({ kind, number, text }) => `${number} ${kind} ${text}`);

describe('the diff of a policy file', () => {
  it('shows a new line between its neighbours', () => {
    assert.deepEqual(shown('a\nb\nc\nd\ne\n', 'a\nb\nc\nnew\nd\ne\n'), [
      '2 same b',
      '3 same c',
      '4 added new',
      '5 same d',
      '6 same e',
    ]);
  });

  it('shows a changed line as it was and as it will be, under any line ends', () => {
    assert.deepEqual(shown('\uFEFFa\r\nb\r\nc', '\uFEFFa\r\nB\r\nc'), [
      '1 same a',
      '2 removed b',
      '2 added B',
      '3 same c',
    ]);
  });

  it('does not count one of several equal lines twice', () => {
    assert.deepEqual(shown('x\nx', 'x\nx\nx'), ['1 same x', '2 same x', '3 added x']);
    assert.deepEqual(shown('a', 'a\nnew'), ['1 same a', '2 added new']);
    assert.deepEqual(shown('a\n', 'a\n'), []);
  });
});
