import { type Html, html } from './html.ts';

/** On a phone: the two answers within reach of a thumb. They lead to the form; with a script they fill in its first field. */
export function verdictBar(): Html {
  return html`<nav class="verdict-bar" aria-label="Verdict"><ul>
<li><a class="verdict-right" href="#verdict" data-choose="right">✓ Right</a></li>
<li><a class="verdict-wrong" href="#verdict" data-choose="wrong">✗ Wrong…</a></li>
</ul></nav>`;
}
