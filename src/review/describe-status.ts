import type { Status } from '../domain/status.ts';
import { CONFIDENCE_THRESHOLD } from '../search/confidence.ts';

/** The status as lines for a chat or a terminal. */
export function describeStatus(status: Status, now: number = Date.now()): string {
  return [
    status.bot === null ? 'Bot: not running here' : `Bot: @${status.bot}`,
    describeIndex(status, now),
    ...describeFiles(status),
    ...describeThreshold(status),
    `Exchanges today: ${status.exchangesToday}`,
    `Waiting: ${status.waiting}`,
    `Model: ${status.model ?? 'none (no key): extractive answers'}`,
    `Answered without the model today: ${status.fallbacksToday}`,
    `Failures today: ${status.failuresToday}`,
  ].join('\n');
}

function describeIndex({ sections, indexBuiltAt, needsReindex, changedFiles }: Status, now: number): string {
  if (indexBuiltAt === null) {
    return changedFiles.length === 0
      ? 'Sections: none, no policy file was found'
      : 'Sections: none yet; the next start indexes them';
  }
  if (sections === 0 && changedFiles.length === 0) {
    return 'Sections: none, the policy folder is empty: no question can be answered';
  }
  const built = `Sections: ${sections}, indexed ${describeAge(now - indexBuiltAt)} ago`;
  return needsReindex ? `${built}; the next start indexes them anew` : built;
}

function describeFiles({ indexBuiltAt, changedFiles }: Status): string[] {
  if (changedFiles.length === 0) return indexBuiltAt === null ? [] : ['Policy files changed since: none'];
  const names = `${changedFiles.slice(0, 5).join(', ')}${changedFiles.length > 5 ? ', …' : ''}`;
  return indexBuiltAt === null
    ? [`Policy files to index: ${changedFiles.length} (${names})`]
    : [`Policy files changed since: ${changedFiles.length} (${names}); re-index to use them`];
}

function describeThreshold({ threshold }: Status): string[] {
  if (threshold === null || threshold === CONFIDENCE_THRESHOLD) return [];
  return [`Threshold: ${threshold.toFixed(3)}, chosen by evaluate (built in: ${CONFIDENCE_THRESHOLD})`];
}

/** A duration in its largest fitting unit: `5 min`, `3 h`, `12 days`. */
export function describeAge(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return 'less than a minute';
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}
