import type { AnswerSpan, Citation } from '../domain/answer.ts';
import type { Hit } from '../domain/search.ts';
import type { MessageReply } from './messages-client.ts';
import { type Sentence, splitSentences } from './sentences.ts';

/** One text block a sentence: the block is the smallest thing the model can cite. */
export function toSearchResult(hit: Hit) {
  return {
    type: 'search_result' as const,
    source: sourceOf(hit),
    title: hit.name,
    content: splitSentences(hit.passage.text).map((sentence) => ({
      type: 'text' as const,
      text: blockText(sentence),
    })),
    citations: { enabled: true },
  };
}

/** A section without a sentence of its own (a bare heading) is nothing that could be cited, and no valid block. */
export function isCitable({ passage }: Hit): boolean {
  return splitSentences(passage.text).length > 0;
}

function blockText({ text, header }: Sentence): string {
  return header === null ? text : `${header}\n${text}`;
}

/** The section's id, and the part where the section was cut. */
function sourceOf({ passage }: Hit): string {
  return passage.parts === 1 ? passage.sectionId : `${passage.sectionId}/${passage.part}`;
}

/** The reply's texts, each with its citations to what was sent; other citations are left out. */
export function readSpans(reply: MessageReply, sent: readonly Hit[]): AnswerSpan[] {
  return reply.content.flatMap((block): AnswerSpan[] =>
    block.type === 'text'
      ? [{ text: block.text, citations: (block.citations ?? []).flatMap((given) => toCitation(given, sent)) }]
      : [],
  );
}

type GivenCitation = NonNullable<
  Extract<MessageReply['content'][number], { type: 'text' }>['citations']
>[number];

/** The words are taken from what was sent, by block, and not from the citation: it might be made up. */
function toCitation(given: GivenCitation, sent: readonly Hit[]): Citation[] {
  if (given.type !== 'search_result_location') return [];
  const hit = sent.find((candidate) => sourceOf(candidate) === given.source);
  if (hit === undefined) return [];
  const cited = splitSentences(hit.passage.text).slice(given.start_block_index, given.end_block_index);
  if (cited.length === 0) return [];
  return [
    {
      sectionId: hit.passage.sectionId,
      title: hit.name,
      passageHash: hit.passage.hash,
      quote: cited.map((sentence) => sentence.text).join('\n'),
    },
  ];
}
