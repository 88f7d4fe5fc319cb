/** Forms and the playground. */
export const FORMS = `
.playground { display: grid; gap: 0.75rem; } .playground > * { max-width: 44rem; } form { width: 100%; }
form { display: grid; gap: 0.5rem; justify-items: start; }
label { font-weight: 600; }
textarea { width: 100%; min-height: 7rem; padding: 0.625rem 0.75rem; border: 1px solid var(--muted); border-radius: 10px; background: var(--card); color: var(--ink); font: inherit; resize: vertical; }
form .muted { font-size: 0.875rem; }
`;
