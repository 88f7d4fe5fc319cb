import { assetHref } from './assets.ts';
import { type Html, html } from './html.ts';

export type NavItem = 'exchanges' | 'gaps' | 'playground';

export interface PageParts {
  readonly title: string;
  readonly business: string | null;
  /** `login`: nobody is in yet, and there is nowhere to go. */
  readonly current: NavItem | 'login' | null;
  /** Who is logged in; null where nobody is. */
  readonly account: Html | null;
  /** The line below the head; null on pages that say that something went wrong. */
  readonly status: Html | null;
  readonly content: Html;
}

/** A page mark and a quotation: the desk's icon, in the page itself so that no request asks for one. */
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='7' fill='%230b5cad'/%3E%3Cpath d='M8 9h16M8 15h16M8 21h9' stroke='white' stroke-width='3' stroke-linecap='round'/%3E%3C/svg%3E";

/** The frame of every page: one head, one `main`, one `h1` inside the content. Complete without the script. */
export function page({ title, business, current, account, status, content }: PageParts): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} – Citedesk</title>
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="${assetHref('style.css')}">
<script type="module" src="${assetHref('desk.js')}"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="head">
<div class="bar-row">
<a class="brand" href="/exchanges">Citedesk${business !== null && html` <span class="business">· <bdi>${business}</bdi></span>`}</a>
${
  current !== 'login' &&
  html`<nav aria-label="Pages"><ul class="nav">
<li>${navLink('/exchanges', 'Exchanges', current === 'exchanges')}</li>
<li>${navLink('/gaps', 'Gaps', current === 'gaps')}</li>
<li>${navLink('/playground', 'Playground', current === 'playground')}</li>
</ul></nav>`
}
${account}
</div>
${status}
</header>
<main id="main">
${content}
</main>
</body>
</html>
`;
}

function navLink(href: string, label: string, isCurrent: boolean): Html {
  return html`<a href="${href}"${isCurrent && html` aria-current="page"`}>${label}</a>`;
}
