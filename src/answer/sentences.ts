/** The smallest thing that can be cited: a sentence, a list item or a table row. */
export interface Sentence {
  readonly text: string;
  /** For a table row: the table's header row, without which its figures mean nothing. */
  readonly header: string | null;
}

const CELL_BORDER = ' | ';
/** Ends in a full stop that ends no sentence: an abbreviation, or a list number. */
const UNFINISHED =
  /(?:^|[\s(])(?:e\.g|i\.e|approx|incl|excl|max|min|no|nr|tel|mr|mrs|ms|dr|st|vs|[\d]{1,3})\.\s*$/i;

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Cuts a section's plain text into citable sentences, in order; the header row of a table is none of its own. */
export function splitSentences(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let header: string | null = null;
  for (const line of text.split('\n').map((part) => part.trim())) {
    if (!line.includes(CELL_BORDER)) {
      header = null;
      sentences.push(...splitLine(line).map((sentence) => ({ text: sentence, header: null })));
    } else if (header === null) {
      header = line;
    } else {
      sentences.push({ text: line, header });
    }
  }
  return sentences;
}

function splitLine(line: string): string[] {
  const sentences: string[] = [];
  let unfinished = '';
  for (const { segment } of segmenter.segment(line)) {
    unfinished += segment;
    if (UNFINISHED.test(unfinished)) continue;
    sentences.push(unfinished.trim());
    unfinished = '';
  }
  return [...sentences, unfinished.trim()].filter((sentence) => sentence !== '');
}
