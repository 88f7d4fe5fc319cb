import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { CSRF_FIELD, readField } from './forms.ts';
import type { Html } from './html.ts';
import { refusedPage } from './notice-pages.ts';
import type { DeskEnv } from './staff.ts';

const BODY_LIMIT_BYTES = 64 * 1024;
const LOOPBACK_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i;
const HEALTH_PATH = '/healthz';
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

/** A year in which a browser that came by https asks for nothing by http. */
const HSTS: readonly (readonly [string, string])[] = [['Strict-Transport-Security', 'max-age=31536000']];

/**
 * Every response, errors included, forbids foreign and inline scripts, frames and storing. `publicUrl` is null where
 * the desk is for this computer alone, here and below.
 */
export function secureHeaders(publicUrl: string | null): MiddlewareHandler {
  const headers = publicUrl?.startsWith('https:') ? [...HEADERS, ...HSTS] : HEADERS;
  return async (c, next) => {
    await next();
    for (const [name, value] of headers) c.res.headers.set(name, value);
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
  };
}

/**
 * Answers under the desk's own name only, or under loopback names. A foreign page can point its own name at this
 * address (DNS rebinding) and would then read the desk as its own origin; its name still stands in `Host`.
 */
export function ownHostOnly(publicUrl: string | null): MiddlewareHandler {
  const ownHost = publicUrl === null ? null : new URL(publicUrl).host;
  const reason =
    publicUrl === null
      ? 'This desk answers on this computer only: open it as 127.0.0.1 or localhost.'
      : 'This desk does not answer under this name: open it by the address that the bot gives.';
  return async (c, next) => {
    const host = (c.req.header('host') ?? new URL(c.req.url).host).toLowerCase();
    // A monitor on the same computer knows no other name.
    const isLocal = ownHost === null || c.req.path === HEALTH_PATH;
    if (host === ownHost || (isLocal && LOOPBACK_HOST.test(host))) return next();
    return refuse(c, 421, refusedPage(reason));
  };
}

/** What changes something must come from the desk's own pages, not from another site open in the same browser. */
export function sameOriginOnly(publicUrl: string | null): MiddlewareHandler {
  return async (c, next) => {
    const ownOrigin = publicUrl ?? new URL(c.req.url).origin;
    if (SAFE_METHODS.has(c.req.method) || isSameOrigin(c, ownOrigin)) return next();
    return refuse(
      c,
      403,
      refusedPage('This form was not sent from the desk itself: open the page anew and try again.'),
    );
  };
}

/**
 * Under `Referrer-Policy: no-referrer` browsers send `Origin: null` even with our own forms, so it takes
 * `Sec-Fetch-Site` to tell. Programs that set no such header can say `Origin`.
 */
function isSameOrigin(c: Context, ownOrigin: string): boolean {
  const site = c.req.header('sec-fetch-site');
  const origin = c.req.header('origin');
  if (site === undefined) return origin === ownOrigin;
  return site === 'same-origin' && (origin === undefined || origin === 'null' || origin === ownOrigin);
}

/** What changes something carries the token of the page that it was sent from. */
export const ownFormsOnly: MiddlewareHandler<DeskEnv> = async (c, next) => {
  if (SAFE_METHODS.has(c.req.method)) return next();
  if (isSameSecret(await readField(c, CSRF_FIELD), c.var.csrfToken)) return next();
  return refuse(c, 403, refusedPage('This form is out of date: open the page anew and try again.'));
};

/** What changes the policies is for admins. */
export const adminsOnly: MiddlewareHandler<DeskEnv> = async (c, next) => {
  if (c.var.staff.role === 'admin') return next();
  return refuse(
    c,
    403,
    refusedPage('Only an admin may change the policies: ask one of those named in ADMIN_IDS.'),
  );
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
