import type { Citation } from '../../domain/answer.ts';
import type { Hit } from '../../domain/search.ts';

/** The passage that a citation is to, if it was sent and the cited words stand in it; else undefined. */
export function findCited(citation: Citation, sent: readonly Hit[]): Hit | undefined {
  const { sectionId, passageHash, quote } = citation;
  return sent.find(
    ({ passage }) =>
      passage.sectionId === sectionId &&
      passage.hash === passageHash &&
      quote.split('\n').every((part) => passage.text.includes(part)),
  );
}
