import { type Context, Hono } from 'hono';
import { type Exchange, OUTCOMES, type Outcome } from '../domain/exchange.ts';
import type { Health } from '../domain/health.ts';
import type { Status } from '../domain/status.ts';
import type { Logger } from '../log.ts';
import type { ExchangeReader } from '../review/exchange-reader.ts';
import { EXPORT_FORMATS } from '../review/export.ts';
import { exchangePage } from './exchange-page.ts';
import { exportResponse } from './export-response.ts';
import { formatDay, formatTime } from './format.ts';
import type { Html } from './html.ts';
import { type NavItem, page } from './layout.ts';
import { listPage } from './list-page.ts';
import { failurePage, noExchangePage, notFoundPage } from './notice-pages.ts';
import { playgroundPage, readQuestion } from './playground-page.ts';
import { loopbackOnly, sameOriginOnly, secureHeaders, smallBodiesOnly } from './security.ts';
import { statusLine } from './status-line.ts';
import { STYLES } from './styles.ts';

export { type DeskAddress, type RunningDesk, startDesk } from './server.ts';
export type { Hono };

export interface DeskParts {
  readonly reader: ExchangeReader;
  /** Asks on the channel `playground`; the exchange it returns is recorded. */
  readonly ask: (question: string) => Promise<Exchange>;
  readonly status: () => Promise<Status>;
  readonly health: () => Health;
  readonly timeZone: string;
  readonly businessName: string;
  readonly logger: Logger;
  readonly now?: () => number;
}

const PAGE_SIZE = 50;

/**
 * The web desk for staff: server-rendered, without a script, for loopback only. It reads exchanges and asks
 * questions; it changes nothing else.
 */
export function createDesk(parts: DeskParts): Hono {
  const { reader, ask, timeZone, businessName, logger, now = Date.now } = parts;
  const desk = new Hono({ strict: false });

  /** The state of the desk beside a page must never be what keeps the page away. */
  async function readStatus(): Promise<Status | null> {
    try {
      return await parts.status();
    } catch (error) {
      logger.error({ error }, 'the state of the desk could not be read');
      return null;
    }
  }

  function inFrame(title: string, current: NavItem, status: Status | null, content: Html): Html {
    const line = statusLine({ status, timeZone, now: now() });
    return page({ title, business: businessName, current, status: line, content });
  }

  async function showPlayground(c: Context, typed: string, fault: string | null): Promise<Response> {
    const content = playgroundPage(typed, fault);
    return c.html(
      inFrame('Playground', 'playground', await readStatus(), content),
      fault === null ? 200 : 422,
    );
  }

  desk.use(secureHeaders, loopbackOnly, sameOriginOnly, smallBodiesOnly);

  desk.get('/', (c) => c.redirect('/exchanges'));

  desk.get('/exchanges', async (c) => {
    const outcome = readOutcome(c.req.query('outcome'));
    const before = readCursor(c.req.query('before'));
    const status = await readStatus();
    const content = listPage({
      page: reader.listExchanges({ outcome }, before, PAGE_SIZE),
      counts: reader.countByOutcome(),
      outcome,
      isLater: before !== null,
      timeZone,
      bot: status?.bot ?? null,
    });
    return c.html(inFrame('Exchanges', 'exchanges', status, content));
  });

  desk.get('/exchanges/:id', async (c) => {
    const exchange = reader.findExchange(c.req.param('id'));
    if (exchange === null) return c.html(noExchangePage(businessName), 404);
    const title = `Exchange of ${formatTime(exchange.askedAt, timeZone)}`;
    return c.html(inFrame(title, 'exchanges', await readStatus(), exchangePage(exchange, timeZone)));
  });

  desk.get('/playground', (c) => showPlayground(c, '', null));

  desk.post('/playground', async (c) => {
    const reading = readQuestion(await readField(c, 'question'));
    if (!reading.ok) return showPlayground(c, reading.typed, reading.fault);
    const exchange = await ask(reading.question);
    return c.redirect(`/exchanges/${encodeURIComponent(exchange.id)}`, 303);
  });

  for (const format of EXPORT_FORMATS) {
    desk.get(`/export.${format}`, () =>
      exportResponse(reader.allExchanges(), format, formatDay(now(), timeZone), logger),
    );
  }

  desk.get('/healthz', (c) => {
    const { isReady, lastPollMs, oldestWaitingMs, isDatabaseWritable } = parts.health();
    const body = {
      alive: true,
      ready: isReady,
      lastPollSeconds: toSeconds(lastPollMs),
      oldestWaitingSeconds: toSeconds(oldestWaitingMs),
      databaseWritable: isDatabaseWritable,
    };
    return c.json(body, isReady ? 200 : 503);
  });

  // The address carries the styles' version, so they may be kept.
  desk.get('/style.css', (c) =>
    c.body(STYLES, 200, { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': 'max-age=3600' }),
  );

  desk.notFound((c) => c.html(notFoundPage(businessName), 404));

  desk.onError((error, c) => {
    logger.error({ method: c.req.method, path: c.req.path, error }, 'a page of the desk failed');
    return c.html(failurePage(businessName), 500);
  });

  return desk;
}

/** An outcome we do not know filters nothing. */
function readOutcome(text: string | undefined): Outcome | null {
  return OUTCOMES.find((outcome) => outcome === text) ?? null;
}

/** The store's cursors are whole numbers; a link that was cut short or made up leads to the first page. */
function readCursor(text: string | undefined): string | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? text : null;
}

function toSeconds(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms / 1000);
}

/** A body that is no form holds no field. */
async function readField(c: Context, name: string): Promise<unknown> {
  try {
    return (await c.req.parseBody())[name];
  } catch {
    return undefined;
  }
}
