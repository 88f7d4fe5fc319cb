/** The page of one exchange. */
export const EXCHANGE = `
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
}
`;
