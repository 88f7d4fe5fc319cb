/** The page of one exchange. */
export const EXCHANGE = `
.back { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 0.25rem 1rem; font-size: 0.9375rem; margin-bottom: 0.5rem; }
.question { white-space: pre-wrap; font-size: 1.3125rem; }
.question + .muted { font-size: 0.875rem; margin-top: 0.25rem; }
.unknown { text-decoration: underline dotted 2px var(--bad); text-underline-offset: 0.2em; }
.lights { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 0.625rem; margin-top: 0.875rem; }
.light { background: var(--card); border: 1px solid var(--line); border-left: 5px solid var(--muted); border-radius: 8px; padding: 0.5rem 0.75rem 0.625rem; min-width: 0; }
.light.good { border-left-color: var(--good); } .light.warn { border-left-color: var(--warn); } .light.bad { border-left-color: var(--bad); }
.light-name { display: flex; justify-content: space-between; gap: 0.5rem; font-size: 0.8125rem; font-weight: 600; color: var(--muted); }
.light-level { font-weight: 600; } .light.good .light-level { color: var(--good); } .light.warn .light-level { color: var(--warn); } .light.bad .light-level { color: var(--bad); }
.light-fact { font-weight: 600; line-height: 1.35; margin-top: 0.125rem; font-variant-numeric: tabular-nums; } .light-fact::first-letter { text-transform: uppercase; }
.light-reason { font-size: 0.875rem; margin-top: 0.125rem; }
.banner { margin-top: 0.75rem; padding: 0.625rem 0.875rem; border-left: 4px solid; border-radius: 6px; display: grid; gap: 0.25rem; }
.banner.good { background: var(--good-soft); border-color: var(--good); } .banner.warn { background: var(--warn-soft); border-color: var(--warn); }
.banner.bad { background: var(--bad-soft); border-color: var(--bad); } .banner.info { background: var(--info-soft); border-color: var(--info); }
.banner.good strong { color: var(--good); } .banner.warn strong { color: var(--warn); } .banner.bad strong { color: var(--bad); } .banner.info strong { color: var(--info); }
.columns { display: grid; gap: 1rem; margin-top: 1rem; grid-template: "said found" auto "verdict found" 1fr / minmax(0, 5fr) minmax(0, 7fr); align-items: start; }
.said { grid-area: said; } .found { grid-area: found; } .verdict { grid-area: verdict; min-width: 0; scroll-margin-top: 1rem; }
.repairs { margin-top: 1rem; display: grid; gap: 1rem; }
.background { display: flex; flex-wrap: wrap; align-items: flex-start; gap: 1rem; margin-top: 1rem; } .background > * { flex: 1 1 22rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 0.875rem 1rem 1rem; display: grid; gap: 0.75rem; min-width: 0; }
.reply { white-space: pre-wrap; font-size: 1.0625rem; }
.cited { text-decoration: underline 2px var(--good); text-decoration-skip-ink: none; text-underline-offset: 0.25em; }
.uncited { text-decoration: underline dashed 2px var(--bad); text-decoration-skip-ink: none; text-underline-offset: 0.25em; }
.strange { font-weight: 700; color: var(--bad); text-decoration: underline wavy 1.5px var(--bad); text-decoration-skip-ink: none; text-underline-offset: 0.25em; }
.sentence { border-radius: 4px; scroll-margin-top: 4rem; } .sentence:target, .sentence[data-linked] { background: var(--info-soft); box-shadow: 0 0 0 3px var(--info-soft), 0 0 0 4px var(--link); -webkit-box-decoration-break: clone; box-decoration-break: clone; }
.reply .badge { white-space: normal; }
.says { padding: 0.5rem 0.75rem; border-radius: 8px; font-size: 0.9375rem; } .says.good { background: var(--good-soft); } .says.bad { background: var(--bad-soft); }
.says .muted { color: inherit; font-size: 0.8125rem; }
.quoted-words > summary { cursor: pointer; color: var(--muted); font-size: 0.875rem; padding-block: 0.25rem; } .quoted-words[open] > summary { margin-bottom: 0.5rem; }
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
.candidate:target, .candidate[data-linked] { border-color: var(--link); border-style: solid; box-shadow: 0 0 0 2px var(--link); }
.candidate-head { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.625rem; }
.candidate-top { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.75rem; }
.candidate.unsent { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.75rem; } .candidate details[open] { flex-basis: 100%; }
summary.candidate-head { cursor: pointer; min-height: 1.5rem; }
summary.candidate-head::before { content: "▸"; color: var(--muted); } details[open] > summary.candidate-head::before { content: "▾"; }
summary::-webkit-details-marker { display: none; }
.score { display: inline-flex; align-items: center; gap: 0.5rem; font-variant-numeric: tabular-nums; }
.badges { display: flex; flex-wrap: wrap; gap: 0.25rem 0.375rem; } a.badge { text-decoration-thickness: 1px; }
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

.turns { display: grid; gap: 0.5rem; } .turn { border-left: 3px solid var(--line); padding: 0.125rem 0 0.125rem 0.75rem; font-size: 0.9375rem; }
.turn[aria-current] { border-left-color: var(--link); background: var(--info-soft); border-radius: 0 8px 8px 0; padding-block: 0.375rem; }
.turn-head { display: flex; flex-wrap: wrap; gap: 0.25rem 0.5rem; align-items: center; font-size: 0.8125rem; color: var(--muted); } .turn[aria-current] .turn-head { color: var(--ink); }
.turn-question { font-weight: 600; } .turn-reply { color: var(--muted); font-size: 0.875rem; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; }
.how h3, .drafts h3 { font-size: 0.875rem; } .searches { display: grid; gap: 0.375rem; font-size: 0.875rem; }
.drafts blockquote { border-left: 3px solid var(--line); padding-left: 0.75rem; white-space: pre-wrap; font-size: 0.9375rem; } .faults { display: grid; gap: 0.25rem; font-size: 0.875rem; color: var(--bad); }
.verdict-bar { display: none; }

@media (max-width: 52rem) {
  .columns { grid-template: "said" "found" "verdict" / minmax(0, 1fr); }
  .lights { grid-template-columns: minmax(0, 1fr); gap: 0.5rem; }
  .light { display: grid; grid-template-columns: 5.25rem minmax(0, 1fr); gap: 0 0.625rem; } .light-name { flex-direction: column; justify-content: flex-start; gap: 0; grid-row: span 2; } .light-fact { margin-top: 0; }
  .cite, .back a { display: inline-block; padding-block: 0.375rem; } .badges .badge { padding: 0.25rem 0.625rem; } summary.candidate-head, .quoted-words > summary { min-height: 2.75rem; } .quoted-words > summary { padding-block: 0.625rem; } .back a { padding-block: 0.5625rem; }
  .exchange:has(.verdict-bar) { padding-bottom: 4.5rem; }
  .verdict-bar { display: block; position: fixed; inset: auto 0 0 0; z-index: 1; background: var(--card); border-top: 1px solid var(--line); padding: 0.5rem 1rem calc(0.5rem + env(safe-area-inset-bottom)); }
  .verdict-bar ul { display: grid; grid-template-columns: 1fr 1fr; gap: 0.75rem; }
  .verdict-bar a { display: flex; align-items: center; justify-content: center; min-height: 3rem; border: 2px solid; border-radius: 12px; font-weight: 700; text-decoration: none; background: var(--card); }
  .verdict-right { color: var(--good); } .verdict-wrong { color: var(--bad); }
  html:has(.verdict-bar) { scroll-padding-bottom: 6rem; }
}
@media print { .verdict-bar { display: none; } }
`;
