import { CODE_MINUTES } from '../review/access.ts';
import { postForm } from './forms.ts';
import { type Html, html } from './html.ts';
import { page } from './layout.ts';

/** Asks for the code and tells where it comes from; names no business, as anybody may see it. */
export function loginPage(csrfToken: string, fault: string | null): Html {
  const content = html`<div class="login"><h1>Log in</h1>
<p>Send <code>/login</code> to the bot in your own chat with it. Its code is good for ${CODE_MINUTES} minutes and works once.</p>
${postForm(csrfToken, '/login', form(fault))}
<p class="muted">Logged in already? <a href="/exchanges">Open the desk</a></p></div>`;
  return page({ title: 'Log in', business: null, current: 'login', account: null, status: null, content });
}

function form(fault: string | null): Html {
  return html`<label for="code">Code</label>
${fault !== null && html`<p class="alert bad" id="fault" role="alert">${fault}</p>`}
<input id="code" name="code" type="text" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" maxlength="40" required autofocus${fault !== null && html` aria-invalid="true" aria-describedby="fault"`}>
<button type="submit">Log in</button>`;
}
