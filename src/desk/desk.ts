import { Hono } from 'hono';
import type { Exchange } from '../domain/exchange.ts';
import type { Health } from '../domain/health.ts';
import type { Status } from '../domain/status.ts';
import type { Logger } from '../log.ts';
import type { ExchangeReader } from '../review/exchange-reader.ts';
import { type DeskAccess, staffOnly, thisComputer } from './access.ts';
import { createFrame } from './frame.ts';
import { failurePage, notFoundPage } from './notice-pages.ts';
import type { Repairs } from './repairs.ts';
import { addAssetRoutes } from './routes/assets.ts';
import { addExchangeRoutes } from './routes/exchanges.ts';
import { addExportRoutes } from './routes/exports.ts';
import { addGapRoutes, type GapParts } from './routes/gaps.ts';
import { addHealthRoute } from './routes/health.ts';
import { addLoginRoutes } from './routes/login.ts';
import { addPlaygroundRoutes } from './routes/playground.ts';
import { addRepairRoutes } from './routes/repairs.ts';
import { ownFormsOnly, ownHostOnly, sameOriginOnly, secureHeaders, smallBodiesOnly } from './security.ts';
import type { DeskApp, DeskEnv } from './staff.ts';

export type { Repairs } from './repairs.ts';
export { type DeskAddress, type RunningDesk, startDesk } from './server.ts';
export type { DeskAccess, DeskApp };

export interface DeskParts {
  readonly reader: ExchangeReader;
  /** Asks on the channel `playground`; the exchange it returns is recorded. */
  readonly ask: (question: string) => Promise<Exchange>;
  readonly gaps: GapParts;
  readonly status: () => Promise<Status>;
  readonly health: () => Health;
  readonly repairs: Repairs;
  readonly access: DeskAccess;
  readonly timeZone: string;
  readonly businessName: string;
  readonly logger: Logger;
  readonly now?: () => number;
}

/** The web desk for staff: server-rendered, complete without a script, for loopback only unless people log in. */
export function createDesk({ now = Date.now, ...given }: DeskParts): DeskApp {
  const parts = { ...given, now };
  const { access, businessName, logger } = parts;
  const publicUrl = access === 'open' ? null : access.publicUrl;
  const frame = createFrame(parts);
  const desk: DeskApp = new Hono<DeskEnv>({ strict: false });

  desk.use(secureHeaders(publicUrl), ownHostOnly(publicUrl), sameOriginOnly(publicUrl), smallBodiesOnly);
  desk.use(access === 'open' ? thisComputer() : staffOnly(access));
  desk.use(ownFormsOnly);

  desk.get('/', (c) => c.redirect('/exchanges'));
  if (access !== 'open') addLoginRoutes(desk, access, logger);
  addExchangeRoutes(desk, { ...parts, frame });
  addPlaygroundRoutes(desk, { ...parts, frame });
  addRepairRoutes(desk, { ...parts, frame });
  addGapRoutes(desk, { ...parts, frame });
  addExportRoutes(desk, parts);
  addHealthRoute(desk, parts.health);
  addAssetRoutes(desk);

  desk.notFound((c) => c.html(notFoundPage(businessName), 404));

  desk.onError((error, c) => {
    logger.error({ method: c.req.method, path: c.req.path, error }, 'a page of the desk failed');
    return c.html(failurePage(businessName), 500);
  });

  return desk;
}
