import type { Logger } from '../../log.ts';
import { createCookies, csrfTokenOf, LOGIN_PATH, type LoginAccess, newToken } from '../access.ts';
import { readField } from '../forms.ts';
import { loginPage } from '../login-page.ts';
import type { DeskApp, DeskContext } from '../staff.ts';

const FAULTS = {
  wrong: {
    status: 422,
    text: 'This code does not open the desk. It may be mistyped, used up or too old: send /login to the bot for a new one.',
  },
  throttled: {
    status: 429,
    text: 'Too many wrong codes were entered. Please wait a minute, then try again with a new code from the bot.',
  },
} as const;

/** Getting in with a code from the bot, and out again. */
export function addLoginRoutes(desk: DeskApp, access: LoginAccess, logger: Logger): void {
  const cookies = createCookies(access.publicUrl);

  desk.get(LOGIN_PATH, (c) => {
    const session = cookies.session.read(c);
    if (session !== null && access.whoIs(session) !== null) return c.redirect('/exchanges', 303);
    const visit = cookies.visit.read(c) ?? newToken();
    cookies.visit.write(c, visit);
    return c.html(loginPage(csrfTokenOf(visit), null));
  });

  desk.post(LOGIN_PATH, async (c) => {
    const outcome = access.enter(await readField(c, 'code'));
    if (outcome.kind !== 'in') return refuseCode(c, outcome.kind);
    const before = cookies.session.read(c);
    if (before !== null) access.end(before);
    cookies.visit.clear(c);
    cookies.session.write(c, outcome.token);
    logger.info({ staffId: outcome.staffId }, 'somebody has logged in to the desk');
    return c.redirect('/exchanges', 303);
  });

  desk.post('/logout', (c) => {
    const session = cookies.session.read(c);
    if (session !== null) access.end(session);
    cookies.session.clear(c);
    logger.info({ staffId: c.var.staff.id }, 'somebody has logged out of the desk');
    return c.redirect(LOGIN_PATH, 303);
  });

  function refuseCode(c: DeskContext, kind: keyof typeof FAULTS) {
    const { status, text } = FAULTS[kind];
    logger.warn({ kind }, 'a code for the desk was refused');
    if (kind === 'throttled') c.header('Retry-After', '60');
    return c.html(loginPage(c.var.csrfToken, text), status);
  }
}
