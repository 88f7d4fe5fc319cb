import type { StoredExchange } from '../domain/exchange.ts';

export const EXPORT_FORMATS = ['csv', 'jsonl'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Excel reads a CSV as UTF-8 only where it begins with this mark. */
const BYTE_ORDER_MARK = '\uFEFF';

const COLUMNS: readonly (readonly [string, (exchange: StoredExchange) => string | number | null])[] = [
  ['id', (exchange) => exchange.id],
  ['asked_at', (exchange) => new Date(exchange.askedAt).toISOString()],
  ['channel', (exchange) => exchange.channel],
  ['customer', (exchange) => exchange.customer],
  ['question', (exchange) => exchange.question],
  ['outcome', (exchange) => exchange.outcome],
  ['reply', (exchange) => exchange.text],
  ['cited_sections', (exchange) => uniqueTitles(exchange)],
  ['sent_sections', (exchange) => sentNames(exchange)],
  ['confidence', (exchange) => round(exchange.confidence)],
  ['threshold', (exchange) => round(exchange.threshold)],
  ['answerer', (exchange) => exchange.answerer],
  ['fallback', (exchange) => exchange.fallback],
  ['failure', (exchange) => exchange.failure],
  ['model', (exchange) => exchange.model],
  ['input_tokens', (exchange) => exchange.usage?.inputTokens ?? null],
  ['output_tokens', (exchange) => exchange.usage?.outputTokens ?? null],
  ['cost_usd', (exchange) => exchange.costUsd],
  ['search_ms', (exchange) => round(exchange.searchMs)],
  ['model_ms', (exchange) => round(exchange.modelMs)],
  ['delivery', (exchange) => exchange.delivery],
  ['delivery_error', (exchange) => exchange.deliveryError],
  ['feedback', ({ feedback }) => (feedback === null ? null : feedback.helped ? 'helped' : 'did not help')],
  ['feedback_reason', ({ feedback }) => feedback?.reason ?? null],
];

/** The exchanges as text, piece by piece: CSV with a header for spreadsheets, or JSONL with everything. */
export function* exportExchanges(
  exchanges: Iterable<StoredExchange>,
  format: ExportFormat,
): Generator<string> {
  if (format === 'jsonl') {
    for (const exchange of exchanges) yield `${JSON.stringify(exchange)}\n`;
    return;
  }
  yield `${BYTE_ORDER_MARK}${COLUMNS.map(([name]) => name).join(',')}\r\n`;
  for (const exchange of exchanges) {
    yield `${COLUMNS.map(([, read]) => toCell(read(exchange))).join(',')}\r\n`;
  }
}

/**
 * A cell that no spreadsheet runs: a text that begins like a formula is kept a text by an apostrophe in front
 * (OWASP, "CSV Injection"). Numbers of our own stay numbers.
 */
function toCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const harmless = /^[\s\uFEFF]*[=+\-@＝＋－＠\t\r]/u.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

function uniqueTitles(exchange: StoredExchange): string {
  return [...new Set(exchange.citations.map((citation) => citation.title))].join('; ');
}

function sentNames(exchange: StoredExchange): string {
  return exchange.hits
    .filter((hit) => hit.sent)
    .map((hit) => hit.name)
    .join('; ');
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
