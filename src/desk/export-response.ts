import type { StoredExchange } from '../domain/exchange.ts';
import type { Logger } from '../log.ts';
import { type ExportFormat, exportExchanges } from '../review/export.ts';

const MEDIA_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
};

/** A download that is written as fast as it is read: any number of exchanges fits in memory. */
export function exportResponse(
  exchanges: Iterable<StoredExchange>,
  format: ExportFormat,
  day: string,
  logger: Logger,
): Response {
  return new Response(ReadableStream.from(encode(exportExchanges(exchanges, format), logger)), {
    headers: {
      'Content-Type': MEDIA_TYPES[format],
      'Content-Disposition': `attachment; filename="citedesk-exchanges-${day}.${format}"`,
    },
  });
}

/** An error cuts the download short, which browsers report; its reason goes to the log, as the head is sent already. */
function* encode(pieces: Iterable<string>, logger: Logger): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  try {
    for (const piece of pieces) yield encoder.encode(piece);
  } catch (error) {
    logger.error({ error }, 'an export broke off');
    throw error;
  }
}
