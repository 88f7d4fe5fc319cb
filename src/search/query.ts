import type { Query, QueryForm, QueryTerm } from '../domain/search.ts';
import { LONGEST_TERM, type Token, toToken } from './analyser.ts';
import { detectLanguage } from './detect-language.ts';
import type { PassageIndex } from './passage-index.ts';
import { scanWords, type Word } from './scan.ts';
import type { WordKnowledge } from './word-knowledge.ts';

/** FTS5's expression stays small whatever the customer writes; 32 words are a long question. */
const MOST_TERMS = 32;
/** Words of a question that are looked at; beyond them it is a pasted book. */
const MOST_WORDS = 20_000;
/** In a longer text nobody phrases a question that the thesaurus could know. */
const MOST_PHRASED = 100;
/** Unknown words that are looked up in the spelling; the rest of a pasted page is not worth the time. */
const MOST_CORRECTED = 12;
/** Stop words stay in at little weight: dropped altogether they cost .4 points of recall@3 on English sets. */
const STOP_WEIGHT = 0.2;
const FOLDED_SHARE = 0.75;
const SYNONYM_SHARE = 0.5;
/** Of a synonym that is but another form of the word, which the stemmer did not see: allergic, allergy. */
const SAME_WORD_SHARE = 0.6;
const SAME_WORD_LETTERS = 5;
const SPELLING_SHARES: readonly number[] = [1, 0.8, 0.6];
const SPLIT_SHARE = 0.8;
/**
 * What the last turn's words count, by the number of telling words that the question has of its own: "do they
 * expire?" needs them, while a question of many words has its own subject and is not pulled back.
 */
const RECALLED_SHARES: readonly number[] = [0.6, 0.5, 0.35];
const CHANGED_SUBJECT_SHARE = 0.15;
/** "lc4471" may be written "LC-4471". */
const LETTER_TO_DIGIT = /\p{L}\p{N}|\p{N}\p{L}/u;
const NUMBER = /^\p{N}[\p{N}.,:]*$/u;

/** A word of the question in its index forms, one a language of the policies. */
interface Asked {
  readonly word: Word;
  readonly tokens: readonly Token[];
  readonly term: string;
  readonly stop: boolean;
}

/**
 * The question as the index is asked it: distinct words in the customer's order, each with the forms that may stand
 * for it (its stems, its spelling with marks, corrections of a word that no policy holds, synonyms), then the words
 * of earlier turns. At most 32 words; where there are more, those the index holds are kept before unknown ones and
 * content words before stop words, so that the one telling word at the end of a pasted page survives. Returned with
 * it: in how many passages each of its terms stands.
 */
export function buildQuery(
  question: string,
  passages: number,
  index: Pick<PassageIndex, 'documentFrequencies'>,
  knowledge: WordKnowledge,
  lastTurn: string,
): { query: Query; frequencies: ReadonlyMap<string, number> } {
  const builder = createBuilder(passages, index, knowledge);
  const own = builder.build(question);
  // A picture or a "?!" asks nothing, whatever came before.
  if (own.length === 0) return { query: { terms: [] }, frequencies: builder.frequencies };
  const seen = new Set(own.map(({ term }) => term));
  const telling = own.filter(({ known, stop }) => known && !stop).length;
  const share = RECALLED_SHARES[telling] ?? CHANGED_SUBJECT_SHARE;
  const earlier = builder
    .build(lastTurn)
    .filter(({ term, stop, known }) => known && !stop && !seen.has(term))
    .map((term) => ({ ...term, weight: term.weight * share, recalled: true }));
  return { query: { terms: [...own, ...earlier] }, frequencies: builder.frequencies };
}

function createBuilder(
  passages: number,
  index: Pick<PassageIndex, 'documentFrequencies'>,
  { languages, speller, stopSpeller, thesaurus }: WordKnowledge,
) {
  const frequencies = new Map<string, number>();
  let corrections = 0;
  let foreign: readonly string[] = [];

  /**
   * The languages that only customers use, for a text that is not plainly in the policies' own: folded, Vietnamese
   * "đồ ăn" is "do an", and "can I do an exchange" is no question about food.
   */
  function foreignSources(text: string): string[] {
    if (languages.includes(detectLanguage(text))) return [];
    return thesaurus.sources.filter((source) => !languages.includes(source));
  }

  function build(text: string): QueryTerm[] {
    const words = scanWords(text).slice(0, MOST_WORDS);
    foreign = foreignSources(text);
    const asked = words.map(askOnce()).filter(({ term }) => term !== '' && term.length <= LONGEST_TERM);
    learn(asked.flatMap(({ tokens }) => tokens.flatMap(termsOf)));
    corrections = 0;
    const following = new Map(asked.map((one, at) => [one, asked[at + 1]] as const));
    const phrases = asked.length > MOST_PHRASED ? [] : phrasesIn(asked, text);
    const inPhrase = new Set(phrases.flatMap(({ words: covered }) => covered));
    const single = keepBest(distinct(asked)).map((one) => {
      const term = toTerm(one, following.get(one));
      // "back" alone is unknown, but "money back" was understood.
      return term.known || !inPhrase.has(one)
        ? term
        : { ...term, stop: true, weight: term.weight * STOP_WEIGHT };
    });
    return [...single, ...phrases.map(({ term }) => term)];
  }

  /** The words that the index holds are kept before unknown ones, and content words before stop words. */
  function keepBest(words: readonly Asked[]): Asked[] {
    if (words.length <= MOST_TERMS) return [...words];
    const priority = (one: Asked) => {
      if (one.stop) return 1;
      return one.tokens.some(({ term }) => isKnown([term])) ? 0 : 2;
    };
    const kept = new Set([...words].sort((a, b) => priority(a) - priority(b)).slice(0, MOST_TERMS));
    return words.filter((one) => kept.has(one));
  }

  /** A pasted page repeats its words; each is analysed once. */
  function askOnce(): (word: Word) => Asked {
    const known = new Map<string, Asked>();
    return (word) => {
      const before = known.get(word.text);
      if (before !== undefined) return { ...before, word };
      const asked = toAsked(word);
      known.set(word.text, asked);
      return asked;
    };
  }

  function toAsked(word: Word): Asked {
    const tokens = languages.map((language) => toToken(word, language));
    const stop = [...tokens, ...foreignTokens(word)].some((token) => token.stop);
    return { word, tokens, term: tokens[0]?.term ?? '', stop };
  }

  function foreignTokens(word: Word): Token[] {
    return foreign.map((source) => toToken(word, source));
  }

  function learn(terms: readonly string[]): void {
    const unknown = [...new Set(terms)].filter((term) => !frequencies.has(term));
    for (const [term, documents] of index.documentFrequencies(unknown)) frequencies.set(term, documents);
    for (const term of unknown) if (!frequencies.has(term)) frequencies.set(term, 0);
  }

  const isKnown = (terms: readonly string[]) => terms.every((term) => (frequencies.get(term) ?? 0) > 0);

  function toTerm(asked: Asked, next: Asked | undefined): QueryTerm {
    const own = ownForms(asked);
    const forms = [...own, ...synonymsOf(asked), ...joinedWith(asked, next)];
    if (own.length === 0 && !asked.stop) forms.push(...corrected(asked));
    const known = forms.length > 0;
    const stop = asked.stop || (!known && saysNothing(asked));
    const rarity = known ? Math.max(...forms.map(rarityOf)) : rarityOfTerm('');
    const weight = stop ? rarity * STOP_WEIGHT : rarity;
    return { term: asked.term, word: asked.word.text, stop, known, weight, forms, recalled: false };
  }

  /** An amount of the customer's own ("for 30 cups"), or a slip in a stop word ("wat time do yuo close"). */
  function saysNothing({ term, word }: Asked): boolean {
    if (NUMBER.test(term)) return true;
    const lower = word.text.toLowerCase();
    if (thesaurus.words.has(term)) return false;
    return stopSpeller
      .correct(lower)
      .some(
        ({ term: other, distance }) => distance === 1 && (lower.length > 3 || haveSameLetters(lower, other)),
      );
  }

  function ownForms({ tokens }: Asked): QueryForm[] {
    const forms = new Map<string, QueryForm>();
    for (const { term, exact } of tokens) {
      if (exact !== null && isKnown([exact])) {
        forms.set(exact, { terms: [term], exact, share: 1, by: 'word' });
      }
      if (isKnown([term]) && !forms.has(term)) {
        forms.set(term, { terms: [term], exact: null, share: exact === null ? 1 : FOLDED_SHARE, by: 'word' });
      }
    }
    return [...forms.values()];
  }

  function synonymsOf(asked: Asked): QueryForm[] {
    const keys = [...asked.tokens, ...foreignTokens(asked.word)].map(({ term }) => term);
    return toSynonyms([...new Set(keys)]);
  }

  function toSynonyms(keys: readonly string[]): QueryForm[] {
    const phrases = keys.flatMap((key) => thesaurus.alternatives.get(key) ?? []);
    learn(phrases.flat());
    const distinct = new Map(phrases.filter(isKnown).map((terms) => [terms.join(' '), terms]));
    return [...distinct.values()].map((terms) => ({
      terms,
      exact: null,
      share: isSameWord(keys, terms) ? SAME_WORD_SHARE : SYNONYM_SHARE,
      by: 'thesaurus',
    }));
  }

  /** "gift card" for an index that holds "giftcard". */
  function joinedWith(asked: Asked, next: Asked | undefined): QueryForm[] {
    if (next === undefined || asked.stop || next.stop || next.word.start - asked.word.end > 1) return [];
    const joined = asked.word.text + next.word.text;
    const terms = languages.map(
      (language) => toToken({ ...asked.word, kind: 'word', text: joined }, language).term,
    );
    learn(terms);
    return [...new Set(terms)]
      .filter((term) => isKnown([term]))
      .map((term) => ({ terms: [term], exact: null, share: 1, by: 'spelling' }));
  }

  function corrected({ term, word }: Asked): QueryForm[] {
    if (word.kind !== 'word' || thesaurus.words.has(term) || corrections >= MOST_CORRECTED) return [];
    corrections += 1;
    const forms = speller()
      .correct(term)
      .map(({ term: other, distance }): QueryForm => {
        return { terms: [other], exact: null, share: SPELLING_SHARES[distance] ?? 0, by: 'spelling' };
      });
    learn(forms.flatMap(({ terms }) => terms));
    return forms.length > 0 ? forms : splitInTwo(word);
  }

  /** "giftcard" for an index that holds "gift card". */
  function splitInTwo(word: Word): QueryForm[] {
    const [language = ''] = languages;
    for (let at = 1; at < word.text.length; at += 1) {
      const isBorder = LETTER_TO_DIGIT.test(word.text.slice(at - 1, at + 1));
      if (!isBorder && (at < 3 || at > word.text.length - 3)) continue;
      const halves = [word.text.slice(0, at), word.text.slice(at)].map((text) =>
        toToken({ ...word, text }, language),
      );
      const terms = halves.map(({ term }) => term);
      learn(terms);
      if (isKnown(terms) && !halves.some(({ stop }) => stop)) {
        return [{ terms, exact: null, share: SPLIT_SHARE, by: 'spelling' }];
      }
    }
    return [];
  }

  /** The thesaurus's phrases of several words ("money back") that stand in the question. */
  function phrasesIn(asked: readonly Asked[], text: string): { term: QueryTerm; words: Asked[] }[] {
    const found = new Map<string, { term: QueryTerm; words: Asked[] }>();
    for (const source of [...languages, ...foreign]) {
      const terms = asked.map(({ word }) => toToken(word, source).term);
      for (let from = 0; from < terms.length; from += 1) {
        for (let length = 2; length <= thesaurus.longest && from + length <= terms.length; length += 1) {
          const key = terms.slice(from, from + length).join(' ');
          const forms = found.has(key) ? [] : toSynonyms([key]);
          if (forms.length === 0) continue;
          const word = text.slice(asked[from]?.word.start, asked[from + length - 1]?.word.end);
          const weight = Math.max(...forms.map(rarityOf));
          const term = { term: key, word, stop: false, known: true, weight, forms, recalled: false };
          found.set(key, { term, words: asked.slice(from, from + length) });
        }
      }
    }
    return [...found.values()];
  }

  /** The rarest of a phrase's terms tells most. */
  function rarityOf({ terms, exact }: QueryForm): number {
    return Math.max(...(exact === null ? terms : [exact]).map(rarityOfTerm));
  }

  /**
   * Inverse document frequency ln(1 + N/(n + 0.5)), never clamped: FTS5's own falls to zero for a word in more than
   * half of the rows, which in a policy of fourteen sections is any word that matters. An unknown word weighs as
   * much as the rarest known one.
   */
  function rarityOfTerm(term: string): number {
    return Math.log(1 + passages / (Math.max(frequencies.get(term) ?? 0, 1) + 0.5));
  }

  return { build, frequencies };
}

/** Of three letters too many words are one slip away from another; "teh" and "yuo" are slips all the same. */
function haveSameLetters(a: string, b: string): boolean {
  return [...a].sort().join('') === [...b].sort().join('');
}

function isSameWord(keys: readonly string[], [term = '', ...more]: readonly string[]): boolean {
  if (more.length > 0 || term.length < SAME_WORD_LETTERS) return false;
  return keys.some((key) => key.slice(0, SAME_WORD_LETTERS) === term.slice(0, SAME_WORD_LETTERS));
}

function termsOf({ term, exact }: Token): string[] {
  return exact === null ? [term] : [term, exact];
}

/** Each word once, where it first stands. */
function distinct(asked: readonly Asked[]): Asked[] {
  const byTerm = new Map<string, Asked>();
  for (const one of asked) if (!byTerm.has(one.term)) byTerm.set(one.term, one);
  return [...byTerm.values()];
}
