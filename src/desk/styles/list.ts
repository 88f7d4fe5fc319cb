/** Lists: filters, rows, pages. */
export const LIST = `
.title-row { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 0.25rem 1rem; margin-bottom: 0.75rem; }
.export { font-size: 0.875rem; color: var(--muted); } .export a { margin-left: 0.5rem; padding: 0.375rem 0; }
.filters { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-bottom: 1rem; }
.filters a { display: block; padding: 0.375rem 0.75rem; border: 1px solid var(--line); border-radius: 999px; background: var(--card); color: var(--ink); text-decoration: none; font-size: 0.875rem; }
.filters a:hover { border-color: var(--link); }
.filters a[aria-current] { background: var(--info-soft); color: var(--info); border-color: var(--info); font-weight: 600; }
.filters .count { color: var(--muted); font-weight: 400; font-variant-numeric: tabular-nums; } .filters a[aria-current] .count { color: inherit; }

.rows { background: var(--card); border: 1px solid var(--line); border-radius: 12px; overflow: hidden; }
.row { position: relative; display: grid; grid-template-columns: 10rem minmax(0, 1fr) 17rem; gap: 0.25rem 1.25rem; padding: 0.75rem 1rem; border-left: 4px solid transparent; }
.row + .row { border-top: 1px solid var(--line); }
.row.good { border-left-color: var(--good); } .row.warn { border-left-color: var(--warn); } .row.bad { border-left-color: var(--bad); } .row.info { border-left-color: var(--info); }
.row:hover { background: var(--info-soft); }
.row-when { display: flex; flex-direction: column; color: var(--muted); font-size: 0.8125rem; font-variant-numeric: tabular-nums; }
.row:hover .row-when, .row:hover .row-reply, .row:hover .muted { color: var(--ink); }
.row-link { color: var(--ink); font-weight: 600; text-decoration: none; }
.row-link::after { content: ""; position: absolute; inset: 0; }
.row-link:focus-visible { outline: none; } .row-link:focus-visible::after { outline: 3px solid var(--link); outline-offset: -3px; border-radius: 8px; }
.row:hover .row-link { text-decoration: underline; }
.row-what > *, .row-reply { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; }
.row-reply { color: var(--muted); font-size: 0.875rem; }
.row-how { display: flex; flex-wrap: wrap; gap: 0.25rem 0.375rem; align-content: flex-start; }
.row-cited { flex-basis: 100%; font-size: 0.8125rem; }
.pager { display: flex; justify-content: center; gap: 0.75rem; margin-top: 1rem; }
.button, button { display: inline-block; min-height: 2.75rem; padding: 0.5625rem 1.125rem; border: 1px solid var(--link); border-radius: 10px; background: var(--card); color: var(--link); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; }
.button:hover, button:hover { background: var(--info-soft); }
button { background: var(--link); color: var(--card); } button:hover { background: var(--info); }
.empty, .notice { background: var(--card); border: 1px dashed var(--line); border-radius: 12px; padding: 2.5rem 1rem; text-align: center; display: grid; gap: 0.75rem; justify-items: center; }
.notice { border-style: solid; }
.empty h2 { font-size: 1.125rem; }


@media (max-width: 52rem) {
  .row { grid-template-columns: minmax(0, 1fr); }
  .row-when { flex-direction: row; gap: 0.75rem; }
  .filters a, .export a { padding-block: 0.5625rem; }
}
`;
