import type { ReindexReport } from './reindex.ts';

/** A chat shows this many lines of one kind well; the rest are counted. */
const MOST_LINES = 20;

/** What a re-index did, for the admin's chat and terminal. */
export function formatReindexReport(report: ReindexReport): string {
  const { added, changed, removed, skipped, faulty, sections, dryRun, tookMs } = report;
  const isUnchanged = added.length + changed.length + removed.length === 0;
  const done = dryRun ? 'Dry run, nothing was switched' : 'Re-indexed';
  return [
    `${done}: ${count(sections, 'section')} in ${tookMs} ms.${isUnchanged ? ' Nothing changed.' : ''}`,
    list('Added', added),
    list('Changed', changed),
    list('Removed', removed),
    list('Skipped', skipped.map(describeFile)),
    list('Read, but to be mended', faulty.map(describeFile)),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function describeFile({ file, reason }: ReindexReport['skipped'][number]): string {
  return `${file}: ${reason}`;
}

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function list(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return '';
  const rest = lines.length - MOST_LINES;
  return [
    `${title} (${lines.length}):`,
    ...lines.slice(0, MOST_LINES).map((line) => `• ${line}`),
    ...(rest > 0 ? [`… and ${rest} more`] : []),
  ].join('\n');
}
