import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { CSRF_FIELD, readField } from './forms.ts';
import type { Html } from './html.ts';
import { refusedPage } from './notice-pages.ts';
import type { DeskEnv } from './staff.ts';

const BODY_LIMIT_BYTES = 64 * 1024;
const LOOPBACK_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i;
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

const HEADERS: readonly (readonly [string, string])[] = [
  [
    'Content-Security-Policy',
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  ],
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
];

/** Every response, errors included, forbids foreign and inline scripts, frames and storing. */
export const secureHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  for (const [name, value] of HEADERS) c.res.headers.set(name, value);
  if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
};

/**
 * Answers under loopback names only. A foreign page can point its own name at 127.0.0.1 (DNS rebinding) and would then
 * read the desk as its own origin; its name still stands in `Host`.
 */
export const loopbackOnly: MiddlewareHandler = async (c, next) => {
  const host = c.req.header('host') ?? new URL(c.req.url).host;
  if (LOOPBACK_HOST.test(host)) return next();
  return refuse(
    c,
    421,
    refusedPage('This desk answers on this computer only: open it as 127.0.0.1 or localhost.'),
  );
};

/** What changes something must come from the desk's own pages, not from another site open in the same browser. */
export const sameOriginOnly: MiddlewareHandler = async (c, next) => {
  if (SAFE_METHODS.has(c.req.method) || isSameOrigin(c)) return next();
  return refuse(
    c,
    403,
    refusedPage('This form was not sent from the desk itself: open the page anew and try again.'),
  );
};

/**
 * `Sec-Fetch-Site` first: under `Referrer-Policy: no-referrer` browsers send `Origin: null` even with our own forms.
 * Programs that set no such header can say `Origin`.
 */
function isSameOrigin(c: Context): boolean {
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  return c.req.header('origin') === new URL(c.req.url).origin;
}

/** What changes something carries the token of the page that it was sent from. */
export const ownFormsOnly: MiddlewareHandler<DeskEnv> = async (c, next) => {
  if (SAFE_METHODS.has(c.req.method)) return next();
  if (isSameSecret(await readField(c, CSRF_FIELD), c.var.csrfToken)) return next();
  return refuse(c, 403, refusedPage('This form is out of date: open the page anew and try again.'));
};

/** In a time that does not tell how much of it is right. */
function isSameSecret(given: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}

export const smallBodiesOnly: MiddlewareHandler = bodyLimit({
  maxSize: BODY_LIMIT_BYTES,
  onError: (c) =>
    refuse(c, 413, refusedPage('The form is too large: a question has at most 4,096 characters.')),
});

async function refuse(c: Context, status: 403 | 413 | 421, page: Html): Promise<Response> {
  return c.html(page, status);
}
