/** Colours of both schemes, the frame, what every page shares. No colour stands without words. */
export const BASE = `
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

.badge { display: inline-block; padding: 0.0625rem 0.5rem; border: 1px solid currentColor; border-radius: 999px; font-size: 0.75rem; line-height: 1.4; font-weight: 500; font-style: normal; vertical-align: baseline; }
.badge.good { color: var(--good); background: var(--good-soft); } .badge.warn { color: var(--warn); background: var(--warn-soft); }
.badge.bad { color: var(--bad); background: var(--bad-soft); } .badge.info { color: var(--info); background: var(--info-soft); }
.badge.plain { color: var(--muted); border-style: dashed; }

@media (max-width: 52rem) { main { padding-top: 1rem; } }
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
@media print { .head, .pager, .filters, .export { display: none; } }
`;
