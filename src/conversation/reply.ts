import { type AnswerSpan, citedSections, type Missing } from '../domain/answer.ts';
import type { Exchange } from '../domain/exchange.ts';
import { closestTopics } from '../domain/topics.ts';
import { stopWordsOf } from '../search/analyser.ts';
import type { Texts } from './catalogue/catalogue.ts';
import { missingPart } from './missing-part.ts';

/** Words of the question that are named as looked for. */
const MOST_WORDS = 6;

/** What a reply is put together from. */
export interface ReplyMaterial
  extends Pick<
    Exchange,
    | 'question'
    | 'outcome'
    | 'query'
    | 'hits'
    | 'spans'
    | 'citations'
    | 'missing'
    | 'documentChars'
    | 'updateOf'
  > {
  readonly contact: string | null;
  /** Said first, where a limit was reached. */
  readonly notice: string | null;
  /** Where the question is in none of the policies' languages: their names. */
  readonly onlyReads: readonly string[] | null;
}

/** The reply as plain text: the answer with the names of its sections in the last paragraph, or else the refusal. */
export function composeReply(material: ReplyMaterial, texts: Texts): string {
  const { spans, citations, missing, notice, updateOf, contact } = material;
  const lead = [updateOf === null ? null : texts.updatedAnswer, notice];
  if (spans.length === 0) return joinBlocks([...lead, refusal(material, texts)]);
  const names = citedSections(citations).map((citation) => citation.title);
  const open =
    missing === null ? null : `${describeMissing(material.question, missing, texts)} ${texts.reach(contact)}`;
  return joinBlocks([...lead, joinSpans(spans), open, texts.sources(names)]);
}

/** The answer's own words. */
export function joinSpans(spans: readonly AnswerSpan[]): string {
  return spans
    .map((span) => span.text)
    .join('')
    .trim();
}

function joinBlocks(blocks: readonly (string | null)[]): string {
  return blocks.filter((block) => block !== null).join('\n\n');
}

function describeMissing(question: string, { kind, about }: Missing, texts: Texts): string {
  if (kind === 'about_my_order') return texts.aboutMyOrder;
  if (kind === 'needs_person') return texts.needsPerson;
  return texts.partMissing(missingPart(question, about));
}

/** What stands in place of an answer: why there is none, and what the customer can do. */
function refusal(material: ReplyMaterial, texts: Texts): string {
  const { outcome, query, missing, documentChars, contact, onlyReads } = material;
  const person = texts.reach(contact);
  if (outcome === 'failed') return `${texts.somethingFailed} ${person}`;
  if (outcome === 'small_talk') return texts.smallTalk;
  if (documentChars === 0) return `${texts.noPolicies} ${person}`;
  if (query.terms.length === 0) return texts.noWords;
  const topics = describeTopics(material, texts);
  if (missing?.kind === 'needs_person') return `${texts.needsPerson} ${person}`;
  if (missing?.kind === 'about_my_order') return joinBlocks([`${texts.aboutMyOrder} ${person}`, topics]);
  if (missing?.kind === 'unclear') return joinBlocks([texts.unclear, topics, person]);
  if (onlyReads !== null) return joinBlocks([texts.onlyReads(onlyReads), person]);
  return joinBlocks([`${describeSearch(material, texts)} ${texts.tryOtherWords}`, topics, person]);
}

/** The customer's own telling words, so that a slip or a misunderstanding shows. */
function describeSearch({ query }: ReplyMaterial, texts: Texts): string {
  const words = query.terms.filter(({ stop, recalled }) => !stop && !recalled).map(({ word }) => word);
  // The search knows the stop words of the policies' languages alone.
  const idle = stopWordsOf(texts.language);
  const telling = words.filter((word) => !idle.has(word.toLowerCase()) && !isNamedInParts(word, words));
  return texts.notInPolicies(telling.slice(0, MOST_WORDS));
}

/** "Gift wrapping" that the thesaurus knows as one stands after "gift" and "wrapping". */
function isNamedInParts(word: string, words: readonly string[]): boolean {
  const parts = word.split(' ');
  return parts.length > 1 && parts.every((part) => words.includes(part));
}

function describeTopics(material: ReplyMaterial, texts: Texts): string | null {
  const topics = closestTopics(material).map(({ name }) => name);
  return topics.length === 0 ? null : texts.closestTopics(topics);
}
