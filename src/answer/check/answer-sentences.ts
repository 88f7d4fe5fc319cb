import type { AnswerSpan, Citation } from '../../domain/answer.ts';
import { cutSentences } from '../sentences.ts';

/** A full stop of East Asia within Latin letters ends no sentence: to a browser it is a host's point. */
const STOP_IN_HOST = /(?<=[a-z\d])[。｡](?=[a-z])/giu;

/**
 * An answer sentence by sentence, each with what any of its parts cites. A cited answer comes as many pieces ("Refunds
 * take ", "5 days", "."), which break where the citation does and not where the sentence does.
 */
export function toSentences(spans: readonly AnswerSpan[]): AnswerSpan[] {
  let at = 0;
  const pieces = spans.map(({ text, citations }) => {
    const start = at;
    at += text.length;
    return { start, text, citations };
  });
  let from = 0;
  const joined = pieces.map(({ text }) => text).join('');
  return cutSentences(joined.replace(STOP_IN_HOST, '.')).map((text) => {
    const start = from;
    from += text.length;
    const within = pieces.filter((piece) => overlap(piece, start, from));
    return { text, citations: distinct(within.flatMap(({ citations }) => citations)) };
  });
}

/** Whether the piece has letters, figures or signs, and not only white space, between the two places. */
function overlap(piece: { start: number; text: string }, start: number, end: number): boolean {
  return piece.text.slice(Math.max(start - piece.start, 0), Math.max(end - piece.start, 0)).trim() !== '';
}

function distinct(citations: readonly Citation[]): Citation[] {
  const byPlace = new Map(
    citations.map((citation) => [
      `${citation.sectionId} ${citation.passageHash} ${citation.quote}`,
      citation,
    ]),
  );
  return [...byPlace.values()];
}
