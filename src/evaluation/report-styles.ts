/** The report's style sheet: light and dark, one column on a phone; wide tables scroll within themselves. */
export const REPORT_STYLES = `
:root { color-scheme: light dark; --ground: #f4f5f7; --card: #fff; --ink: #1a1e24; --muted: #55606c; --line: #d9dee4; --good: #146c43; --bad: #a5221b; --track: #e9ecf0; --s0: #2160c4; --s1: #b3500a; --s2: #1b8354; --s3: #8a3fb0; --s4: #0b7f8c; }
@media (prefers-color-scheme: dark) { :root { --ground: #14171b; --card: #1d2127; --ink: #e8eaed; --muted: #a8b1bc; --line: #363d46; --good: #82d8a8; --bad: #ffa29b; --track: #2a3038; --s0: #6ea3f5; --s1: #f0a35e; --s2: #56c48e; --s3: #c48ae6; --s4: #4fc3cf; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
main { max-width: 60rem; margin: auto; padding: 1rem; }
h1 { font-size: 1.375rem; margin: 0.5rem 0; } h2 { font-size: 1.0625rem; margin: 0 0 0.5rem; } h3 { font-size: 0.9375rem; margin: 1rem 0 0.25rem; }
p { margin: 0 0 0.5rem; overflow-wrap: anywhere; } ul { margin: 0 0 0.5rem; padding-left: 1.25rem; overflow-wrap: anywhere; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1rem; margin: 1rem 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.875rem; font-variant-numeric: tabular-nums; }
th, td { padding: 0.3125rem 0.5rem; border-bottom: 1px solid var(--line); text-align: right; vertical-align: top; white-space: nowrap; }
th:first-child, td:first-child, td.words { text-align: left; } th { color: var(--muted); font-weight: 600; } th.words { text-align: left; }
td.words { white-space: normal; min-width: 12rem; overflow-wrap: anywhere; }
.muted { color: var(--muted); font-size: 0.875rem; } .good { color: var(--good); } .bad { color: var(--bad); }
.key::before { content: ""; display: inline-block; width: 0.75rem; height: 0.75rem; border-radius: 3px; margin-right: 0.375rem; background: var(--s0); } .key.b::before { background: var(--s1); } .key { display: inline-block; margin-right: 1rem; }
svg { display: block; width: 100%; height: auto; } svg text { fill: var(--muted); font-size: 12px; } svg .name { fill: var(--ink); font-weight: 600; font-size: 13px; }
.track { fill: var(--track); } .grid { stroke: var(--line); } .mark { stroke: var(--muted); stroke-dasharray: 4 3; } .line { fill: none; stroke-width: 2.5; } .l0 { stroke: var(--s0); } .l1 { stroke: var(--s1); }
.s0 { fill: var(--s0); } .s1 { fill: var(--s1); } .s2 { fill: var(--s2); } .s3 { fill: var(--s3); } .s4 { fill: var(--s4); }
details summary { cursor: pointer; padding: 0.375rem 0; font-weight: 600; }
@media (max-width: 36rem) { svg text { font-size: 20px; } svg .name { font-size: 21px; } main { padding: 0.5rem; } section { padding: 0.75rem; }
  .stack thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .stack, .stack tbody, .stack tr, .stack td { display: block; } .stack tr { padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
  .stack td { border: 0; padding: 0.0625rem 0; min-width: 0; text-align: left; white-space: normal; } .stack td:first-child { font-weight: 600; }
  .stack td:not(:first-child)::before { content: attr(data-label) ": "; color: var(--muted); } }
`;
