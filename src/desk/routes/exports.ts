import type { Logger } from '../../log.ts';
import type { ExchangeReader } from '../../review/exchange-reader.ts';
import { EXPORT_FORMATS } from '../../review/export.ts';
import { exportResponse } from '../export-response.ts';
import { formatDay } from '../format.ts';
import type { DeskApp } from '../staff.ts';

export interface ExportParts {
  readonly reader: ExchangeReader;
  readonly timeZone: string;
  readonly logger: Logger;
  readonly now: () => number;
}

/** The exchanges as files. */
export function addExportRoutes(desk: DeskApp, { reader, timeZone, logger, now }: ExportParts): void {
  for (const format of EXPORT_FORMATS) {
    desk.get(`/export.${format}`, () =>
      exportResponse(reader.allExchanges(), format, formatDay(now(), timeZone), logger),
    );
  }
}
