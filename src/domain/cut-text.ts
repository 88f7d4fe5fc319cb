const sentences = new Intl.Segmenter('und', { granularity: 'sentence' });
const words = new Intl.Segmenter('und', { granularity: 'word' });
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * A text in parts of at most `limit` UTF-16 units: cut between lines or sentences, else words, else what people see
 * as one letter, never within a surrogate pair. Only white space at the cuts is lost.
 */
export function cutText(text: string, limit: number): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > limit) {
    const at = cutPlace(rest, limit);
    const part = rest.slice(0, at).trimEnd();
    if (part !== '') parts.push(part);
    rest = rest.slice(at).trimStart();
  }
  if (rest !== '' || parts.length === 0) parts.push(rest);
  return parts;
}

/**
 * Looks a little beyond the limit only: a segment that Intl.Segmenter gives holds a copy of the whole text, so that
 * going through all segments of a long one takes quadratic time and memory.
 */
function cutPlace(text: string, limit: number): number {
  const window = text.slice(0, limit + 200);
  for (const segmenter of [sentences, words, graphemes]) {
    const start = segmenter.segment(window).containing(limit)?.index ?? 0;
    if (start > 0) return start;
  }
  const isPair = /[\uD800-\uDBFF]/.test(text.charAt(limit - 1));
  return isPair && limit > 1 ? limit - 1 : limit;
}
