/** What follows a verdict: experiments, words for the policies, replies. */
export const REPAIRS = `
.repairs { display: grid; gap: 0.75rem; margin-top: 1.5rem; scroll-margin-top: 1rem; }
.repair { scroll-margin-top: 1rem; }
.repair > summary { cursor: pointer; display: flex; align-items: center; gap: 0.5rem; min-height: 2.75rem; }
.repair > summary::before { content: "▸"; color: var(--muted); } .repair[open] > summary::before { content: "▾"; }
.repair > * + * { margin-top: 0.75rem; }
.repairs h4, .repairs h5 { margin: 0; font-size: 0.9375rem; } .repairs h5 { color: var(--muted); }
.repairs select, .repairs input[type="text"], .playground select, .playground input[type="text"] { width: 100%; max-width: 36rem; min-height: 2.75rem; padding: 0.5rem 0.75rem; border: 1px solid var(--muted); border-radius: 10px; background: var(--card); color: var(--ink); font: inherit; }
.repairs textarea { max-width: 44rem; }
.attempt, .proposal, .staff-reply { display: grid; gap: 0.5rem; border-top: 1px solid var(--line); padding-top: 0.75rem; min-width: 0; }
details.attempt { display: block; } details.attempt > summary { cursor: pointer; min-height: 2.75rem; padding-top: 0.5rem; } details.attempt > * + * { margin-top: 0.5rem; }
.changes { display: grid; gap: 0.125rem; padding-left: 1.25rem; list-style: disc; }
.versus { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0.75rem; }
.versus > div { border: 1px solid var(--line); border-radius: 10px; padding: 0.625rem 0.75rem; display: grid; gap: 0.375rem; align-content: start; min-width: 0; }
.versus .reply, .staff-reply .reply { font-size: 0.9375rem; }
.report { white-space: pre-wrap; font-size: 0.875rem; }
.actions { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: center; } .actions form { width: auto; }
.diff { border: 1px solid var(--line); border-radius: 10px; overflow: hidden; font-size: 0.875rem; }
.diff li { display: grid; grid-template-columns: 2.5rem 5.5rem minmax(0, 1fr); gap: 0.5rem; padding: 0.125rem 0.625rem; }
.diff .line-number { color: var(--muted); text-align: right; font-variant-numeric: tabular-nums; }
.diff code { white-space: pre-wrap; }
.diff .added { background: var(--good-soft); } .diff .removed { background: var(--bad-soft); }
.diff .added .sign { color: var(--good); font-weight: 600; } .diff .removed .sign { color: var(--bad); font-weight: 600; }
.diff .added .line-number, .diff .removed .line-number { color: inherit; }
.quiet { background: none; color: var(--link); } .quiet:hover { background: var(--info-soft); }
@media (max-width: 52rem) {
  .versus { grid-template-columns: minmax(0, 1fr); }
  .diff li { grid-template-columns: 1.75rem minmax(0, 1fr); } .diff .same .sign { display: none; } .diff code { grid-column: 2; } .diff .same code { grid-column: 2; }
}
`;
