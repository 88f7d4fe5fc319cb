import type { Status } from '../domain/status.ts';
import { describeAge } from '../review/describe-status.ts';
import { formatTime, plural } from './format.ts';
import { type Html, html } from './html.ts';

/** More names than this would push the page itself out of sight. */
const MOST_FILES = 5;

export interface StatusLineParts {
  /** Null where it could not be found out; the log then says why. */
  readonly status: Status | null;
  readonly timeZone: string;
  readonly now: number;
}

/** How the desk is doing: what it answers from, who answers, what is open; and a warning where the policies moved on. */
export function statusLine({ status, timeZone, now }: StatusLineParts): Html {
  if (status === null) {
    return html`<p class="alert warn" role="status">The state of the desk cannot be told right now; the log says why.</p>`;
  }
  return html`<ul class="status" aria-label="State of the desk">
<li>${indexAge(status, timeZone, now)}</li>
<li>${status.model === null ? 'extractive answers (no key)' : html`answers by <bdi>${status.model}</bdi>`}</li>
<li>${status.bot === null ? 'no bot running' : html`bot <bdi>@${botName(status.bot)}</bdi>`}</li>
<li>${plural(status.waiting, 'message')} waiting</li>
<li>${plural(status.exchangesToday, 'question')} today</li>
${status.failuresToday > 0 && html`<li class="bad">${plural(status.failuresToday, 'failure')} today</li>`}
${status.fallbacksToday > 0 && html`<li class="warn">${status.fallbacksToday} today without the model</li>`}
</ul>
${warning(status)}`;
}

/** The bot's name without its @. */
export function botName(bot: string): string {
  return bot.replace(/^@/, '');
}

function indexAge({ sections, indexBuiltAt }: Status, timeZone: string, now: number): Html {
  if (indexBuiltAt === null) return html`no index`;
  const exact = formatTime(indexBuiltAt, timeZone);
  return html`${plural(sections, 'section')}, indexed <time datetime="${new Date(indexBuiltAt).toISOString()}" title="${exact}">${describeAge(now - indexBuiltAt)} ago</time>`;
}

function warning({ sections, indexBuiltAt, changedFiles }: Status): Html | null {
  if (indexBuiltAt === null || (sections === 0 && changedFiles.length === 0)) {
    return html`<p class="alert warn">No policies are indexed: put .md files into the policies folder, then run /reindex in the bot or <code>citedesk reindex</code>.</p>`;
  }
  if (changedFiles.length === 0) return null;
  const named = changedFiles.slice(0, MOST_FILES);
  const more = changedFiles.length - named.length;
  return html`<p class="alert warn">${plural(changedFiles.length, 'policy file')} changed on disk since the index was built: run /reindex in the bot or <code>citedesk reindex</code>. <span class="muted">${named.map(
    (file, position) => html`${position > 0 && ', '}<bdi>${file}</bdi>`,
  )}${more > 0 && ` and ${more} more`}</span></p>`;
}
