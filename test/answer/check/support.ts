import type { AnswerSpan, Citation } from '../../../src/domain/answer.ts';
import type { Hit } from '../../../src/domain/search.ts';
import type { Passage, SectionId } from '../../../src/domain/section.ts';

/** A hit that was sent, with this text. */
export function sentHit(title: string, text: string, file = 'shop.md'): Hit {
  const slug = title.toLowerCase().replaceAll(' ', '-');
  const passage: Passage = {
    sectionId: `${file}#${slug}` as SectionId,
    file,
    title,
    path: ['Shop', title],
    part: 1,
    parts: 1,
    language: 'en',
    text,
    hash: `hash of ${text}`,
  };
  return {
    rank: 1,
    score: 1,
    passage,
    name: title,
    matched: [],
    sent: true,
    namedBy: null,
    answers: null,
    search: 0,
  };
}

export function citationOf({ passage, name }: Hit, quote = passage.text): Citation {
  return { sectionId: passage.sectionId, title: name, passageHash: passage.hash, quote };
}

/** A stretch of answer that cites these words of a hit, or nothing. */
export function span(text: string, hit?: Hit, quote?: string): AnswerSpan {
  return { text, citations: hit === undefined ? [] : [citationOf(hit, quote)] };
}
