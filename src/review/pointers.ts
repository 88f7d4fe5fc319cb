import type { Exchange } from '../domain/exchange.ts';
import type { Hit } from '../domain/search.ts';
import type { NamedSection, Passage } from '../domain/section.ts';

/** What finding pointers needs of the store. */
export interface ReferenceReader {
  /** The sections that a passage's section names; null where the index no longer holds this text. */
  referencesOf(passage: Pick<Passage, 'sectionId' | 'hash'>): readonly NamedSection[] | null;
}

/** By candidate: the sections that it names and that were not sent, so that nobody could read on there. */
export type Pointers = ReadonlyMap<Hit, readonly NamedSection[]>;

/**
 * The index resolved what a section names, by link or by title, when it read the policy, and holds true of an exchange
 * as long as the text is the one that was found then. Of a text that was edited since, only the words are left: there a
 * candidate points to another one whose title stands in it as words that are no common ones.
 */
export function findPointers({ hits }: Pick<Exchange, 'hits'>, reader: ReferenceReader): Pointers {
  const sent = new Set(hits.filter((hit) => hit.sent).map(({ passage }) => passage.sectionId));
  return new Map(
    hits.map((hit) => {
      const named = reader.referencesOf(hit.passage) ?? namedInText(hit, hits);
      return [hit, named.filter(({ id }) => !sent.has(id))];
    }),
  );
}

function namedInText({ passage }: Hit, hits: readonly Hit[]): NamedSection[] {
  const others = new Map(hits.map((hit) => [hit.passage.sectionId, hit.passage.title]));
  others.delete(passage.sectionId);
  return [...others]
    .filter(([, title]) => namesTitle(passage.text, title))
    .map(([id, title]) => ({ id, title }));
}

/** One word is a title only with its capital within a sentence: "stands under Refunds", not "Refunds take three days". */
function namesTitle(text: string, title: string): boolean {
  const quoted = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const before = /\s/.test(title) ? '(?<![\\p{L}\\p{N}])' : '(?<=[\\p{L}\\p{N},;][^\\S\\n]["“„«*]?)';
  if (!/^\p{Lu}/u.test(title) && !/\s/.test(title)) return false;
  return new RegExp(`${before}${quoted}(?![\\p{L}\\p{N}])`, 'u').test(text);
}
