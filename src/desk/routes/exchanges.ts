import { OUTCOMES, type Outcome } from '../../domain/exchange.ts';
import type { ExchangeReader } from '../../review/exchange-reader.ts';
import { findPointers } from '../../review/pointers.ts';
import { exchangePage } from '../exchange-page.ts';
import { formatTime } from '../format.ts';
import type { Frame } from '../frame.ts';
import { listPage } from '../list-page.ts';
import { noExchangePage } from '../notice-pages.ts';
import { readRepairs, repairPanels } from '../repair-panels.ts';
import type { Repairs } from '../repairs.ts';
import type { DeskApp } from '../staff.ts';

export interface ExchangeRouteParts {
  readonly reader: ExchangeReader;
  readonly repairs: Repairs;
  readonly frame: Frame;
  readonly timeZone: string;
  readonly businessName: string;
}

const PAGE_SIZE = 50;

/** The list of exchanges, and one of them. */
export function addExchangeRoutes(
  desk: DeskApp,
  { reader, repairs, frame, timeZone, businessName }: ExchangeRouteParts,
): void {
  desk.get('/exchanges', async (c) => {
    const outcome = readOutcome(c.req.query('outcome'));
    const before = readCursor(c.req.query('before'));
    const counts = reader.countByOutcome();
    const content = listPage({
      page: reader.listExchanges({ outcome }, before, PAGE_SIZE),
      counts,
      outcome,
      isLater: before !== null,
      timeZone,
      // Only an empty list names it; to find it out, every policy file is read.
      bot: counts.size === 0 ? ((await frame.status())?.bot ?? null) : null,
    });
    return frame.show(c, 'Exchanges', 'exchanges', content);
  });

  desk.get('/exchanges/:id', async (c) => {
    const exchange = reader.findExchange(c.req.param('id'));
    if (exchange === null) return c.html(noExchangePage(businessName), 404);
    const title = `Exchange of ${formatTime(exchange.askedAt, timeZone)}`;
    const viewer = { csrfToken: c.var.csrfToken, isAdmin: c.var.staff.role === 'admin', timeZone };
    const content = exchangePage({
      exchange,
      turns: reader.conversationAround(exchange.id),
      pointers: findPointers(exchange, reader),
      timeZone,
      panels: { repairs: repairPanels(exchange, await readRepairs(repairs, exchange), viewer) },
    });
    return frame.show(c, title, 'exchanges', content);
  });
}

/** An outcome we do not know filters nothing. */
function readOutcome(text: string | undefined): Outcome | null {
  return OUTCOMES.find((outcome) => outcome === text) ?? null;
}

/** The store's cursors are whole numbers; a link that was cut short or made up leads to the first page. */
function readCursor(text: string | undefined): string | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? text : null;
}
