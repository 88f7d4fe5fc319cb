/** The smallest thing that can be cited: a sentence, a list item or a table row. */
export interface Sentence {
  readonly text: string;
  /** For a table row: the table's header row, without which its figures mean nothing. */
  readonly header: string | null;
}

const CELL_BORDER = ' | ';
/**
 * Ends in a mark that ends no sentence: the full stop of an abbreviation or of a list number, or a question mark right
 * before the next letter, as in an address.
 */
const UNFINISHED =
  /(?:^|[\s(])(?:e\.g|i\.e|approx|incl|excl|max|min|no|nr|tel|mr|mrs|ms|dr|st|vs|[\d]{1,3})\.\s*$|[?!]$/i;

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/**
 * Cuts a section's plain text into citable sentences, in order. The first of several rows is a table's header and no
 * sentence of its own; a row that stands alone is just a line.
 */
export function splitSentences(text: string): Sentence[] {
  const lines = text.split('\n').map((line) => line.trim());
  const isRow = (at: number) => lines[at]?.includes(CELL_BORDER) ?? false;
  let header: string | null = null;
  return lines.flatMap((line, at): Sentence[] => {
    if (!isRow(at) || (!isRow(at - 1) && !isRow(at + 1))) {
      return cutSentences(line)
        .map((sentence) => sentence.trim())
        .filter((sentence) => sentence !== '')
        .map((sentence) => ({ text: sentence, header: null }));
    }
    if (isRow(at - 1)) return [{ text: line, header }];
    header = line;
    return [];
  });
}

/** Cuts a text into its sentences and lines; joined, the pieces are the text. */
export function cutSentences(text: string): string[] {
  const sentences: string[] = [];
  for (const line of text.split(/(?<=\n)/u)) {
    let unfinished = '';
    for (const { segment } of segmenter.segment(line)) {
      unfinished += segment;
      if (UNFINISHED.test(unfinished)) continue;
      sentences.push(unfinished);
      unfinished = '';
    }
    if (unfinished !== '') sentences.push(unfinished);
  }
  return sentences;
}
