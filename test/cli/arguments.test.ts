import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readArguments, readLimit, readQuestion } from '../../src/cli/arguments.ts';
import { ask, type Command, exportAll, reindex, search, startChat, status } from '../../src/cli/commands.ts';
import { UsageError } from '../../src/errors.ts';

describe('readArguments', () => {
  it('reads options wherever they stand and leaves the rest as words', () => {
    const { values, positionals } = readArguments(['how', '--json', 'long?', '--limit=3'], {
      limit: { type: 'string' },
    });
    assert.deepEqual({ ...values }, { json: true, limit: '3' });
    assert.deepEqual(positionals, ['how', 'long?']);
  });

  it('takes what stands after -- for words', () => {
    assert.deepEqual(readArguments(['--', '--json', '-5 degrees'], {}).positionals, ['--json', '-5 degrees']);
  });

  it('refuses unknown options and missing values in one sentence', () => {
    const limit = { limit: { type: 'string' } } as const;
    for (const argv of [['--bogus'], ['-x'], ['--json=yes'], ['--limit'], ['--limit', '--json']]) {
      assert.throws(
        () => readArguments(argv, limit),
        (error) => error instanceof UsageError && /^[^\n]+$/.test(error.message),
        argv.join(' '),
      );
    }
  });
});

describe('readQuestion', () => {
  it('joins words that were not quoted', () => {
    assert.equal(readQuestion(['how', 'long?']), 'how long?');
  });

  it('refuses a question without a word', () => {
    for (const words of [[], [''], ['  ', '\n']]) assert.throws(() => readQuestion(words), UsageError);
  });
});

describe('readLimit', () => {
  it('takes a whole number from 1 to 200, or nothing', () => {
    assert.deepEqual(['1', '200', undefined].map(readLimit), [1, 200, undefined]);
  });

  it('refuses anything else', () => {
    for (const text of ['0', '201', '-1', '1.5', 'ten', '', '1e2']) {
      assert.throws(() => readLimit(text), UsageError, text);
    }
  });
});

describe('commands', () => {
  const WRONG: readonly (readonly [string, Command, readonly string[]])[] = [
    ['search without a question', search, ['--json']],
    ['search with a limit of 0', search, ['refund', '--limit', '0']],
    ['search with a dry run', search, ['refund', '--dry-run']],
    ['ask without a question', ask, []],
    ['ask offline without retrieval', ask, ['refund', '--offline', '--no-retrieval']],
    ['chat with --json', startChat, ['--json']],
    ['chat with a word', startChat, ['hello']],
    ['reindex with a word', reindex, ['policies']],
    ['export in a format there is not', exportAll, ['--format', 'xml']],
    ['status of something', status, ['desk']],
  ];
  for (const [what, command, argv] of WRONG) {
    it(`refuse ${what} as wrong use`, () => assert.rejects(command(argv), UsageError));
  }
});
