const ALSO_ASKED = /<!--\s*also asked:(.*?)-->/gis;

/** A comment in which an author noted customers' words for a section: `<!-- also asked: money back, compensate -->`. */
export interface AlsoAskedComment {
  readonly words: readonly string[];
  /** Where it could be continued, in the HTML that holds it. */
  readonly end: number;
  /** Whether another word there needs a comma before it. */
  readonly needsComma: boolean;
}

/** All such comments in a piece of HTML. */
export function alsoAskedComments(html: string): AlsoAskedComment[] {
  return [...html.matchAll(ALSO_ASKED)].map(({ index, 0: comment, 1: list = '' }) => {
    const body = comment.slice(0, -'-->'.length).trimEnd();
    const words = list
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '');
    return { words, end: index + body.length, needsComma: words.length > 0 && !body.endsWith(',') };
  });
}
