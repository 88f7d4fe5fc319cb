import { readLexicon } from '../search/lexicon.ts';
import { compilePhrases, plainWords } from '../search/phrases.ts';

export type SmallTalk = 'greeting' | 'thanks';

const KINDS: ReadonlySet<string> = new Set(['greeting', 'thanks', 'beside']);

const findPhrase = compilePhrases([...readLexicon('small-talk').values()].flat().flatMap(readLine));

function readLine(line: string): (readonly [string, SmallTalk | 'beside'])[] {
  const [kind = '', phrases = ''] = line.split(':');
  if (!KINDS.has(kind))
    throw new Error(`lexicon/small-talk: no kind of small talk begins the line "${line}"`);
  return phrases.split(',').map((phrase) => [phrase, kind as SmallTalk | 'beside'] as const);
}

/**
 * What a message says that greets or thanks and nothing else; null for every other, whatever it begins with. Thanks
 * outweigh a greeting. "ok" counts as thanks, "yes" and "no" as neither, for they answer a question.
 */
export function smallTalkOf(text: string): SmallTalk | null {
  const words = plainWords(text);
  let kind: SmallTalk | null = null;
  for (let at = 0; at < words.length; ) {
    const found = findPhrase(words, at);
    if (found === null) return null;
    if (found.value === 'thanks' || (found.value === 'greeting' && kind === null)) kind = found.value;
    at += found.words;
  }
  return kind;
}
