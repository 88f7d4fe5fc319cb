/** A line of a diff; `number` is where it stands: in the new text, or in the old one where it was removed. */
export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
  readonly number: number;
}

/** Unchanged lines shown on either side. */
const CONTEXT = 2;

/** The one stretch of lines in which two texts differ, with what stands around it; none where they are the same. */
export function diffLines(before: string, after: string): DiffLine[] {
  const old = linesOf(before);
  const fresh = linesOf(after);
  const shorter = Math.min(old.length, fresh.length);
  let head = 0;
  while (head < shorter && old[head] === fresh[head]) head += 1;
  if (head === old.length && head === fresh.length) return [];
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail += 1;
  const end = fresh.length - tail;
  return [
    ...slice('same', fresh, Math.max(0, head - CONTEXT), head),
    ...slice('removed', old, head, old.length - tail),
    ...slice('added', fresh, head, end),
    ...slice('same', fresh, end, Math.min(fresh.length, end + CONTEXT)),
  ];
}

function linesOf(text: string): string[] {
  return text.replace(/^\uFEFF/, '').split(/\r\n?|\n/);
}

function slice(kind: DiffLine['kind'], lines: readonly string[], from: number, to: number): DiffLine[] {
  return lines.slice(from, to).map((text, at) => ({ kind, text, number: from + at + 1 }));
}
