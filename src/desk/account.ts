import { postForm } from './forms.ts';
import { type Html, html, isolate } from './html.ts';
import type { DeskContext } from './staff.ts';

/** Who is logged in, with the way out; nothing on this computer, where nobody logs in. */
export function account({ var: { staff, csrfToken } }: DeskContext): Html | null {
  if (staff.id === null) return null;
  const logout = postForm(csrfToken, '/logout', html`<button type="submit">Log out</button>`);
  return html`<div class="account"><span>${isolate(staff.name)} <span class="muted">· ${staff.role}</span></span>${logout}</div>`;
}
