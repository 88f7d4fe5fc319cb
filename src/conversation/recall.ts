import type { Query } from '../domain/search.ts';
import { isBareYesNo } from '../search/yes-no.ts';
import type { RecordedTurn } from './ports.ts';
import { smallTalkOf } from './small-talk.ts';

/** A later question begins a new subject. */
const SAME_SUBJECT_MS = 30 * 60_000;
const CLOSING_QUESTION = /[^.!?…\n]+[?？]\s*$/u;

/**
 * What of the conversation so far belongs to a question: the words that the turn before looked for, which count at
 * less weight; after a yes, the question that the answer before ended with. Empty where nothing was said lately.
 */
export function recallWords(question: string, turns: readonly RecordedTurn[], askedAt: number): string {
  const recent = turns.filter((turn) => askedAt - turn.askedAt <= SAME_SUBJECT_MS);
  const offer = CLOSING_QUESTION.exec(recent.at(-1)?.answer ?? '')?.[0];
  const [first = ''] = question.trim().split(/[\s,.!]+/u);
  // "Ok" to an offer is a yes.
  const isReply = isBareYesNo(first) || smallTalkOf(question) === 'thanks';
  if (offer !== undefined && isReply) return offer.trim();
  for (const { query } of [...recent].reverse()) {
    const words = tellingWords(query);
    if (words.length > 0) return words.join(' ');
  }
  return '';
}

/** A turn's own words that tell what it was about; where it had none, those that it had from the turn before. */
function tellingWords({ terms }: Query): string[] {
  const telling = terms.filter(({ known, stop }) => known && !stop);
  const own = telling.filter(({ recalled }) => !recalled);
  return (own.length > 0 ? own : telling).map(({ word }) => word);
}

/** The question as it can be understood by itself: with the recalled words beside it that were searched for. */
export function toStandalone(question: string, query: Query): string {
  const recalled = recalledWords(query);
  return recalled === null ? question : `${question} (${recalled})`;
}

/** The words of earlier turns that were searched for besides the question's own; null where there were none. */
export function recalledWords({ terms }: Query): string | null {
  const recalled = terms.filter((term) => term.recalled).map(({ word }) => word);
  return recalled.length === 0 ? null : recalled.join(' ');
}
