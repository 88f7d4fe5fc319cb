import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ReindexReport } from '../../src/indexing/reindex.ts';
import { count, formatReindexReport } from '../../src/indexing/report.ts';

const NOTHING: ReindexReport = {
  added: [],
  changed: [],
  removed: [],
  skipped: [],
  faulty: [],
  sections: 14,
  dryRun: false,
  tookMs: 12,
};

function ids(number: number): string[] {
  return Array.from({ length: number }, (_, at) => `a.md#s${at + 1}`);
}

describe('formatReindexReport', () => {
  it('says so when nothing changed', () => {
    assert.equal(formatReindexReport(NOTHING), 'Re-indexed: 14 sections in 12 ms. Nothing changed.');
  });

  it('lists what was added, changed, removed, skipped and is to be mended, with reasons', () => {
    const report = formatReindexReport({
      ...NOTHING,
      sections: 1,
      added: ['a.md#new', 'a.md#other'],
      changed: ['a.md#refunds'],
      removed: ['b.md#old'],
      skipped: [{ file: 'c.docx', reason: 'not read: save it as .md' }],
      faulty: [{ file: 'd.md', reason: 'lang: xx is no language code' }],
    });
    assert.equal(
      report,
      [
        'Re-indexed: 1 section in 12 ms.',
        '',
        'Added (2):',
        '• a.md#new',
        '• a.md#other',
        '',
        'Changed (1):',
        '• a.md#refunds',
        '',
        'Removed (1):',
        '• b.md#old',
        '',
        'Skipped (1):',
        '• c.docx: not read: save it as .md',
        '',
        'Read, but to be mended (1):',
        '• d.md: lang: xx is no language code',
      ].join('\n'),
    );
  });

  it('says of a dry run that nothing was switched', () => {
    assert.match(
      formatReindexReport({ ...NOTHING, dryRun: true }),
      /^Dry run, nothing was switched: 14 sections/,
    );
  });

  it('shows twenty lines of a kind and counts the rest', () => {
    const twenty = formatReindexReport({ ...NOTHING, added: ids(20) });
    assert.match(twenty, /• a\.md#s20$/);
    assert.doesNotMatch(twenty, /more/);
    const report = formatReindexReport({ ...NOTHING, added: ids(23), removed: ids(21) });
    assert.match(
      report,
      /Added \(23\):\n(• \S+\n){20}… and 3 more\n\nRemoved \(21\):\n(• \S+\n){20}… and 1 more$/,
    );
    assert.doesNotMatch(report, /s21/);
  });
});

describe('count', () => {
  it('puts a noun in the number it needs', () => {
    assert.deepEqual(
      [count(0, 'section'), count(1, 'section'), count(2, 'section')],
      ['0 sections', '1 section', '2 sections'],
    );
  });
});
