/**
 * The model when nothing is scripted: it quotes the one block that shares most words with the question and cites it,
 * or says by the tool `cannot_answer` that there is none. Enough for a conversation from end to end.
 */
import { isRecord, type Json } from './loopback.ts';
import { cited, type MessageReply, say, toolUse } from './model-replies.ts';
import { questionOf, searchResultsOf, toolNamesOf } from './model-request.ts';

/** Long words that every question has; sharing them says nothing. */
const EMPTY_WORDS = new Set(
  'about also been could does from have into know like make many much need only please some tell than that their them then there they this want were what when where which will with would your'.split(
    ' ',
  ),
);

export function obedientReply(body: Json): MessageReply {
  const choice = body['tool_choice'];
  if (isRecord(choice) && choice['type'] === 'tool') return toolUse(String(choice['name']), {});
  const config = body['output_config'];
  if (isRecord(config) && isRecord(config['format'])) return say('{}');
  const question = questionOf(body);
  const best = bestBlock(body, question);
  if (best) return cited([{ text: best.text, cite: { source: best.source, contains: best.text } }]);
  return toolNamesOf(body).includes('cannot_answer')
    ? toolUse('cannot_answer', { kind: 'not_in_policies', missing: question })
    : say('The policies do not say.');
}

/** The results of the last message go first; only without any are those of earlier turns looked at. */
function bestBlock(body: Json, question: string): { source: string; text: string } | undefined {
  const results = searchResultsOf(body);
  const newest = results.at(-1)?.message;
  const asked = wordsOf(question);
  const scored = results
    .filter((result) => result.message === newest)
    .flatMap((result) => result.blocks.map((text) => ({ source: result.source, text })))
    .map((block) => ({ ...block, shared: wordsOf(block.text).filter((word) => asked.includes(word)) }))
    .filter(({ shared }) => shared.some((word) => word.length >= 4 && !EMPTY_WORDS.has(word)));
  return scored.toSorted((a, b) => b.shared.length - a.shared.length)[0];
}

function wordsOf(text: string): readonly string[] {
  return [...new Set(text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])];
}
