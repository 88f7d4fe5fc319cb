import { createHmac, randomBytes } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Access } from '../review/access.ts';
import { loginWantedPage } from './notice-pages.ts';
import type { DeskEnv } from './staff.ts';

/** How people get in where they must show who they are. */
export interface LoginAccess extends Pick<Access, 'enter' | 'whoIs' | 'end'> {
  /** The desk's origin as browsers see it. */
  readonly publicUrl: string;
}

/** `open`: whoever sits at this computer is the admin, and nobody else can reach the desk. */
export type DeskAccess = 'open' | LoginAccess;

export const LOGIN_PATH = '/login';
const TOKEN = /^[\w-]{43}$/;
const TOKEN_BYTES = 32;

/** The one person there is on an open desk, with a token that lasts as long as the process. */
export function thisComputer(): MiddlewareHandler<DeskEnv> {
  const csrfToken = newToken();
  return async (c, next) => {
    c.set('staff', { id: null, name: 'this computer', role: 'admin' });
    c.set('csrfToken', csrfToken);
    await next();
  };
}

/**
 * Lets in who has a session. Others see what holds nothing of the desk's: its style and script, whether it is well, and
 * the page on which they log in.
 */
export function staffOnly(access: LoginAccess): MiddlewareHandler<DeskEnv> {
  const cookies = createCookies(access.publicUrl);
  return async (c, next) => {
    if (isForAnybody(c)) {
      c.set('csrfToken', csrfTokenOf(cookies.visit.read(c) ?? newToken()));
      return next();
    }
    const token = cookies.session.read(c);
    const staff = token === null ? null : access.whoIs(token, isByPerson(c));
    if (token === null || staff === null) return wantLogin(c);
    c.set('staff', staff);
    c.set('csrfToken', csrfTokenOf(token));
    return next();
  };
}

function isForAnybody({ req }: Context): boolean {
  if (req.path === LOGIN_PATH) return true;
  const isRead = req.method === 'GET' || req.method === 'HEAD';
  return isRead && (req.path === '/healthz' || req.path.startsWith('/assets/'));
}

/** A page's script that looks for news by itself must not keep a session alive. */
function isByPerson({ req }: Context): boolean {
  return req.header('sec-fetch-dest') !== 'empty';
}

function wantLogin(c: Context): Response | Promise<Response> {
  const isPage = c.req.method === 'GET' && (c.req.header('accept') ?? '').includes('text/html');
  return isPage ? c.redirect(LOGIN_PATH, 303) : c.html(loginWantedPage(), 401);
}

/** What a form must bring along, made from the browser's own secret so that no other browser's will do. */
export function csrfTokenOf(secret: string): string {
  return createHmac('sha256', secret).update('a form of the desk').digest('base64url');
}

export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

interface Cookie {
  /** Null where there is none, or what there is cannot be one of ours. */
  read(c: Context): string | null;
  write(c: Context, token: string): void;
  clear(c: Context): void;
}

/**
 * `session`: who is logged in. `visit`: that the form of the login page went to the browser that sends it back. With
 * the prefix `__Host-` no other name, not even a neighbouring one, can set them; that takes https.
 */
export function createCookies(publicUrl: string): Readonly<Record<'session' | 'visit', Cookie>> {
  const isHttps = publicUrl.startsWith('https:');
  const options = { path: '/', httpOnly: true, sameSite: 'Strict', secure: isHttps } as const;
  const cookie = (name: string): Cookie => ({
    read(c) {
      const token = getCookie(c, name);
      return token !== undefined && TOKEN.test(token) ? token : null;
    },
    write: (c, token) => setCookie(c, name, token, options),
    clear: (c) => void deleteCookie(c, name, options),
  });
  const prefix = isHttps ? '__Host-' : '';
  return { session: cookie(`${prefix}citedesk`), visit: cookie(`${prefix}citedesk-visit`) };
}
