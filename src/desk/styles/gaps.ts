/** Groups of unanswered questions. */
export const GAPS = `
.gap-row { grid-template-columns: 6.5rem minmax(0, 1fr) 20rem; }
.gap-people { color: var(--muted); font-size: 0.875rem; font-variant-numeric: tabular-nums; } .gap-people strong { color: var(--ink); font-size: 1.25rem; }
.row:hover .gap-people { color: var(--ink); }
.gap-fact { flex-basis: 100%; font-size: 0.8125rem; }
.gap-state { margin-top: 0.375rem; font-size: 0.875rem; } .gap-state .badge + .badge { margin-left: 0.25rem; }
.banner form { margin-top: 0.25rem; }
.gap-columns { display: grid; gap: 1rem; margin-top: 1rem; grid-template-columns: minmax(0, 7fr) minmax(0, 5fr); align-items: start; }
.gap-side { display: grid; gap: 1rem; min-width: 0; }
.gap-questions { display: grid; }
.gap-questions li { padding: 0.625rem 0; } .gap-questions li + li { border-top: 1px solid var(--line); }
.gap-questions a { display: block; padding: 0.125rem 0; }
.gap-questions .muted { font-size: 0.8125rem; }
.gap-words { display: grid; gap: 0.25rem; font-size: 0.9375rem; }
.gap-draft { min-height: 0; font: 0.875rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }

@media (max-width: 52rem) {
  .gap-row, .gap-columns { grid-template-columns: minmax(0, 1fr); }
}
`;
