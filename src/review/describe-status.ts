import type { Status } from '../domain/status.ts';

/** The status as lines for a chat or a terminal. */
export function describeStatus(status: Status, now: number = Date.now()): string {
  const { changedFiles } = status;
  return [
    status.bot === null ? 'Bot: not running here' : `Bot: @${status.bot}`,
    status.indexBuiltAt === null
      ? 'Sections: none, nothing was indexed yet'
      : `Sections: ${status.sections}, indexed ${describeAge(now - status.indexBuiltAt)} ago`,
    changedFiles.length === 0
      ? 'Policy files changed since: none'
      : `Policy files changed since: ${changedFiles.length} (${changedFiles.slice(0, 5).join(', ')}${changedFiles.length > 5 ? ', …' : ''}); re-index to use them`,
    `Exchanges today: ${status.exchangesToday}`,
    `Waiting: ${status.waiting}`,
    `Model: ${status.model ?? 'none (no key): extractive answers'}`,
    `Answered without the model today: ${status.fallbacksToday}`,
    `Failures today: ${status.failuresToday}`,
  ].join('\n');
}

/** A duration in its largest fitting unit: `5 min`, `3 h`, `12 days`. */
export function describeAge(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return 'less than a minute';
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}
