/**
 * The desk's style sheet; a module, because the build copies no other files. Text keeps a contrast of 4.5 in both
 * schemes (the browser test measures it), and no colour stands without words.
 */
export const STYLES = `
:root {
  color-scheme: light dark;
  --ground: #f4f5f7; --card: #ffffff; --ink: #1a1e24; --muted: #55606c; --line: #d9dee4; --link: #0b5cad;
  --good: #146c43; --good-soft: #e5f4ec; --warn: #7a4a00; --warn-soft: #fdf2de; --bad: #a5221b; --bad-soft: #fdebea;
  --info: #0b5394; --info-soft: #e6f0fa; --mark: #ffe68f; --mark-ink: #1a1e24; --track: #e3e7ec;
  --term-0: #8a94a0; --term-1: #2160c4; --term-2: #1b8354; --term-3: #9a5b00; --term-4: #8a3fb0; --term-5: #c2345b; --term-6: #0b7f8c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14171b; --card: #1d2127; --ink: #e8eaed; --muted: #a8b1bc; --line: #363d46; --link: #8fbdff;
    --good: #82d8a8; --good-soft: #17342a; --warn: #f2c566; --warn-soft: #392d14; --bad: #ffa29b; --bad-soft: #421f1e;
    --info: #98c7ff; --info-soft: #1a2f48; --mark: #6a5400; --mark-ink: #fff4cc; --track: #333a43;
    --term-0: #7d8792; --term-1: #6ea3f5; --term-2: #56c48e; --term-3: #dca24a; --term-4: #c48ae6; --term-5: #f0799a; --term-6: #4fc3cf;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; overflow-wrap: anywhere; }
a { color: var(--link); text-underline-offset: 0.15em; }
h1, h2, h3, p, ul, ol, dl, dd, blockquote { margin: 0; padding: 0; }
h1 { font-size: 1.375rem; line-height: 1.3; }
h2 { font-size: 1rem; }
h3 { font-size: 0.9375rem; }
ul, ol { list-style: none; }
code { font: 0.875em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 4px; }
.muted { color: var(--muted); font-weight: 400; }
.skip { position: absolute; left: 1rem; top: -4rem; padding: 0.5rem 1rem; background: var(--card); z-index: 2; }
.skip:focus { top: 0.5rem; }

.head { background: var(--card); border-bottom: 1px solid var(--line); padding: 0.625rem 1rem; }
.head > *, main > * { max-width: 76rem; margin-inline: auto; }
main { padding: 1.25rem 1rem 4rem; }
.bar-row { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.25rem 1.5rem; }
.brand { font-weight: 700; font-size: 1.0625rem; color: var(--ink); text-decoration: none; padding: 0.375rem 0; }
.business { font-weight: 400; color: var(--muted); }
.nav { display: flex; gap: 0.25rem; }
.nav a { display: block; padding: 0.5rem 0.75rem; border-radius: 8px; text-decoration: none; }
.nav a:hover { text-decoration: underline; }
.nav a[aria-current] { background: var(--info-soft); color: var(--info); font-weight: 600; }
.status { display: flex; flex-wrap: wrap; gap: 0.125rem 1.25rem; padding-top: 0.25rem; color: var(--muted); font-size: 0.8125rem; }
.status .bad { color: var(--bad); font-weight: 600; } .status .warn { color: var(--warn); font-weight: 600; }
.alert { margin-top: 0.5rem; padding: 0.5rem 0.75rem; border-radius: 8px; font-size: 0.875rem; }
.alert.warn { background: var(--warn-soft); color: var(--warn); } .alert.warn .muted { color: inherit; }
.alert.bad { background: var(--bad-soft); color: var(--bad); }

.title-row { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 0.25rem 1rem; margin-bottom: 0.75rem; }
.export { font-size: 0.875rem; color: var(--muted); } .export a { margin-left: 0.5rem; padding: 0.375rem 0; }
.filters { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-bottom: 1rem; }
.filters a { display: block; padding: 0.375rem 0.75rem; border: 1px solid var(--line); border-radius: 999px; background: var(--card); color: var(--ink); text-decoration: none; font-size: 0.875rem; }
.filters a:hover { border-color: var(--link); }
.filters a[aria-current] { background: var(--info-soft); color: var(--info); border-color: var(--info); font-weight: 600; }
.filters .count { color: var(--muted); font-weight: 400; font-variant-numeric: tabular-nums; } .filters a[aria-current] .count { color: inherit; }

.badge { display: inline-block; padding: 0.0625rem 0.5rem; border: 1px solid currentColor; border-radius: 999px; font-size: 0.75rem; line-height: 1.4; font-weight: 500; font-style: normal; vertical-align: baseline; }
.badge.good { color: var(--good); background: var(--good-soft); } .badge.warn { color: var(--warn); background: var(--warn-soft); }
.badge.bad { color: var(--bad); background: var(--bad-soft); } .badge.info { color: var(--info); background: var(--info-soft); }
.badge.plain { color: var(--muted); border-style: dashed; }

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

.playground { display: grid; gap: 0.75rem; } .playground > * { max-width: 44rem; } form { width: 100%; }
form { display: grid; gap: 0.5rem; justify-items: start; }
label { font-weight: 600; }
textarea { width: 100%; min-height: 7rem; padding: 0.625rem 0.75rem; border: 1px solid var(--muted); border-radius: 10px; background: var(--card); color: var(--ink); font: inherit; resize: vertical; }
form .muted { font-size: 0.875rem; }

.back { display: flex; justify-content: space-between; gap: 1rem; font-size: 0.9375rem; margin-bottom: 0.5rem; }
.question { white-space: pre-wrap; font-size: 1.3125rem; }
.question + .muted { font-size: 0.875rem; margin-top: 0.25rem; }
.unknown { text-decoration: underline dotted 2px var(--bad); text-underline-offset: 0.2em; }
.unknown-note { margin-top: 0.25rem; font-size: 0.875rem; }
.banner { margin-top: 0.75rem; padding: 0.625rem 0.875rem; border-left: 4px solid; border-radius: 6px; display: grid; gap: 0.25rem; }
.banner.good { background: var(--good-soft); border-color: var(--good); } .banner.warn { background: var(--warn-soft); border-color: var(--warn); }
.banner.bad { background: var(--bad-soft); border-color: var(--bad); } .banner.info { background: var(--info-soft); border-color: var(--info); }
.banner.good strong { color: var(--good); } .banner.warn strong { color: var(--warn); } .banner.bad strong { color: var(--bad); } .banner.info strong { color: var(--info); }
.columns { display: grid; gap: 1rem; margin-top: 1rem; grid-template: "said found" auto "how found" 1fr / minmax(0, 5fr) minmax(0, 7fr); align-items: start; }
.said { grid-area: said; } .found { grid-area: found; } .how { grid-area: how; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 0.875rem 1rem 1rem; display: grid; gap: 0.75rem; min-width: 0; }
.reply { white-space: pre-wrap; font-size: 1.0625rem; }
.sourced { text-decoration: underline 2px var(--good); text-decoration-skip-ink: none; text-underline-offset: 0.25em; }
.unsourced { text-decoration: underline dashed 2px var(--bad); text-decoration-skip-ink: none; text-underline-offset: 0.25em; }
.cite { font-size: 0.875em; font-weight: 600; white-space: nowrap; padding: 0.125rem; }
.quotes { display: grid; gap: 0.75rem; }
.quotes blockquote { border-left: 3px solid var(--line); padding-left: 0.75rem; white-space: pre-wrap; font-size: 0.9375rem; }
.quotes p { padding-left: 0.9375rem; font-size: 0.875rem; }
.facts { display: grid; gap: 0.375rem; font-size: 0.875rem; }
.facts div { display: grid; grid-template-columns: 7rem minmax(0, 1fr); gap: 0.75rem; }
.facts dt { color: var(--muted); } .facts dd { font-variant-numeric: tabular-nums; }

.legend { font-size: 0.8125rem; display: flex; flex-wrap: wrap; gap: 0.75rem; }
mark { background: var(--mark); color: var(--mark-ink); font-weight: 600; border-radius: 3px; padding: 0 0.125rem; }
.quoted { outline: 2px solid var(--good); outline-offset: 1px; border-radius: 2px; padding-inline: 2px; }
.candidates { display: grid; gap: 0.625rem; }
.candidate { border: 1px solid var(--line); border-radius: 10px; padding: 0.625rem 0.75rem; scroll-margin-top: 1rem; min-width: 0; }
.candidate.unsent { border-style: dashed; }
.candidate:target { border-color: var(--link); box-shadow: 0 0 0 2px var(--link); }
.candidate-head { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.625rem; }
summary.candidate-head { cursor: pointer; }
summary.candidate-head::before { content: "▸"; color: var(--muted); } details[open] > summary.candidate-head::before { content: "▾"; }
summary::-webkit-details-marker { display: none; }
.score { display: inline-flex; align-items: center; gap: 0.5rem; font-variant-numeric: tabular-nums; }
.badges { display: inline-flex; flex-wrap: wrap; gap: 0.25rem 0.375rem; }
.bar { width: 6.5rem; height: 0.625rem; background: var(--track); border-radius: 3px; }
.swatch { width: 0.625rem; height: 0.625rem; border-radius: 2px; }
.term-0 { fill: var(--term-0); } .term-1 { fill: var(--term-1); } .term-2 { fill: var(--term-2); } .term-3 { fill: var(--term-3); }
.term-4 { fill: var(--term-4); } .term-5 { fill: var(--term-5); } .term-6 { fill: var(--term-6); }
.origin { color: var(--muted); font-size: 0.8125rem; margin-top: 0.125rem; }
.passage { white-space: pre-wrap; margin-top: 0.5rem; font-size: 0.9375rem; line-height: 1.6; }
.terms { display: flex; flex-wrap: wrap; gap: 0.125rem 0.875rem; margin-top: 0.5rem; font-size: 0.8125rem; font-variant-numeric: tabular-nums; }
.cut { display: flex; align-items: center; gap: 0.75rem; color: var(--muted); font-size: 0.8125rem; }
.cut::before, .cut::after { content: ""; flex: 1; border-top: 2px dashed var(--line); }
.empty-note { color: var(--muted); }

@media (max-width: 52rem) {
  .columns { grid-template: "said" "found" "how" / minmax(0, 1fr); }
  .row { grid-template-columns: minmax(0, 1fr); }
  .row-when { flex-direction: row; gap: 0.75rem; }
  main { padding-top: 1rem; }
  .filters a, .export a { padding-block: 0.5625rem; }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
@media print { .head, .pager, .filters, .export { display: none; } }
`;
