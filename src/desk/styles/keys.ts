/** Hints beside what has a key, and the list of keys. */
export const KEYS = `
kbd { display: inline-block; min-width: 1.375rem; padding: 0 0.3125rem; border: 1px solid var(--line); border-radius: 5px; background: var(--ground); color: var(--ink); font: 600 0.75rem/1.25rem ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; text-align: center; }
.key-hint { display: none; }
@media (hover: hover) and (pointer: fine) { :root[data-keys] .key-hint { display: inline-block; } }
.keys-help { max-width: min(30rem, calc(100vw - 2rem)); max-height: calc(100dvh - 2rem); padding: 1.25rem; border: 1px solid var(--line); border-radius: 12px; background: var(--card); color: var(--ink); }
.keys-help[open] { display: grid; gap: 1rem; } .keys-help::backdrop { background: rgb(0 0 0 / 0.5); }
.keys { display: grid; gap: 0.5rem; } .keys div { display: grid; grid-template-columns: 9.5rem minmax(0, 1fr); gap: 0.75rem; }
.keys-help p { display: flex; gap: 0.5rem; align-items: center; min-height: 2.75rem; }
.keys-help input { width: 1.25rem; height: 1.25rem; margin: 0; }
`;
