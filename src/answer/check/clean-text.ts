/**
 * Invisible characters that hide a figure or an address from a reader's eye and from a comparison. The joiners and the
 * emoji selector stay: scripts and emoji need them.
 */
const INVISIBLE = /(?!\u200c|\u200d|\ufe0f)\p{Default_Ignorable_Code_Point}/gu;
const MARKDOWN_LINK = /\[([^\][]{1,200})\]\(([^\s()]{1,500})\)/g;
const TAG = /[[【]([^\][】【]{0,80})[\]】]/g;

/**
 * A sentence as it may be shown: without invisible characters, Markdown links spelled out, and without tags such as
 * "[1]" or "[chunk_17]" that stand in none of the `evidence`: models write them as footnotes, and they tell a customer
 * nothing.
 */
export function cleanSentence(sentence: string, evidence: string): string {
  const visible = sentence.replace(INVISIBLE, '').replace(MARKDOWN_LINK, '$1 ($2)');
  const untagged = visible.replace(TAG, (tag, inside: string) =>
    /^[^\s\p{L}\p{N}]+$/u.test(inside) || (inside.trim() !== '' && evidence.includes(tag)) ? tag : '',
  );
  if (untagged === visible) return visible;
  return untagged.replace(/ +(?=[ .,;:!?…])/gu, '');
}
