export type Row = readonly string[];

/** Lines of a table with its columns aligned: the first to the left, figures to the right. */
export function formatTable(header: Row, rows: readonly Row[]): string {
  const all = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  const line = (row: Row) =>
    widths
      .map((width, column) => {
        const cell = row[column] ?? '';
        return column === 0 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ')
      .trimEnd();
  return all.map(line).join('\n');
}

/** 0.8349 → .835, 1 → 1.000, unknown → – */
export function formatShare(share: number): string {
  if (Number.isNaN(share)) return '–';
  return share.toFixed(3).replace(/^(-?)0\./, '$1.');
}

/** +.031 */
export function formatSigned(share: number): string {
  return (share < 0 ? '' : '+') + formatShare(share);
}

export function formatMs(ms: number): string {
  return ms < 10 ? ms.toFixed(2) : ms.toFixed(0);
}
