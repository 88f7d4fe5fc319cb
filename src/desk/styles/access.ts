/** The page on which people log in, and who is logged in. */
export const ACCESS = `
.login { display: grid; gap: 1rem; max-width: 26rem; padding-top: 1.5rem; }
.login input { width: 100%; min-height: 2.75rem; padding: 0.5rem 0.75rem; border: 1px solid var(--muted); border-radius: 10px; background: var(--card); color: var(--ink); font: 1.25rem/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; letter-spacing: 0.1em; text-transform: uppercase; }
.login button { min-height: 2.75rem; }
.account { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.75rem; font-size: 0.875rem; }
.account form { width: auto; }
`;
