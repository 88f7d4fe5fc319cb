import type { Status } from '../domain/status.ts';
import type { Logger } from '../log.ts';
import { account } from './account.ts';
import type { Html } from './html.ts';
import { type NavItem, page } from './layout.ts';
import type { DeskContext } from './staff.ts';
import { statusLine } from './status-line.ts';

export interface FrameParts {
  readonly status: () => Promise<Status>;
  readonly timeZone: string;
  readonly businessName: string;
  readonly logger: Logger;
  readonly now: () => number;
}

export interface Frame {
  /** A page with head, navigation and the state of the desk around its content. */
  show(
    c: DeskContext,
    title: string,
    current: NavItem,
    content: Html,
    code?: 200 | 409 | 422,
  ): Promise<Response>;
  /** Null where it cannot be read: the state beside a page must never be what keeps the page away. */
  status(): Promise<Status | null>;
}

export function createFrame(parts: FrameParts): Frame {
  async function status(): Promise<Status | null> {
    try {
      return await parts.status();
    } catch (error) {
      parts.logger.error({ error }, 'the state of the desk could not be read');
      return null;
    }
  }

  return {
    status,
    async show(c, title, current, content, code = 200) {
      const line = statusLine({ status: await status(), timeZone: parts.timeZone, now: parts.now() });
      const { businessName: business } = parts;
      return c.html(page({ title, business, current, account: account(c), status: line, content }), code);
    },
  };
}
