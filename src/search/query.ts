import type { Query, QueryForm, QueryTerm } from '../domain/search.ts';
import { LONGEST_TERM, type Token, toToken } from './analyser.ts';
import { detectLanguage } from './detect-language.ts';
import { fold } from './fold.ts';
import type { IndexMemory } from './index-memory.ts';
import { scanWords, type Word } from './scan.ts';
import type { Correction } from './spelling.ts';
import type { KeyWord } from './thesaurus.ts';
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
const SPELLING_SHARES: readonly number[] = [1, 0.7, 0.5];
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
  index: Pick<IndexMemory, 'documentFrequencies'>,
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
  index: Pick<IndexMemory, 'documentFrequencies'>,
  { languages, speller, stopSpeller, thesaurus }: WordKnowledge,
) {
  const frequencies = new Map<string, number>();
  let lookedUp = 0;
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
    lookedUp = 0;
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
    let { stop } = asked;
    if (own.length === 0 && !stop) {
      const mended = mend(asked);
      forms.push(...mended.forms);
      stop = forms.length === 0 && mended.saysNothing;
    }
    const known = forms.length > 0;
    const rarity = known ? Math.max(...forms.map(rarityOf)) : rarityOfTerm('');
    const weight = stop ? rarity * STOP_WEIGHT : rarity;
    return { term: asked.term, word: asked.word.text, stop, known, weight, forms, recalled: false };
  }

  /**
   * What a word that no policy holds may be a slip of: a word that some policy or the thesaurus knows, or one that
   * says nothing ("wat time do yuo close"), like an amount of the customer's own ("for 30 cups").
   */
  function mend(asked: Asked): { forms: QueryForm[]; saysNothing: boolean } {
    const { term, word } = asked;
    if (NUMBER.test(term)) return { forms: [], saysNothing: true };
    if (word.kind !== 'word' || thesaurus.words.has(term)) return { forms: [], saysNothing: false };
    const isLookedUp = lookedUp < MOST_CORRECTED;
    lookedUp += 1;
    const corrections = isLookedUp ? correctionsOf(asked) : [];
    if (isStopWordMeant(word.text.toLowerCase(), corrections[0]?.distance)) {
      return { forms: [], saysNothing: true };
    }
    const forms = corrections.flatMap(correctedForms);
    return { forms: forms.length > 0 || !isLookedUp ? forms : splitInTwo(word), saysNothing: false };
  }

  /**
   * Whether a word is one slip away from a stop word and no telling word is as near, or the slip is a swap: "yuor" is
   * no hour. A telling word that is dropped costs more than a stray one that is kept.
   */
  function isStopWordMeant(typed: string, distance = Number.POSITIVE_INFINITY): boolean {
    return stopSpeller
      .correct(typed)
      .filter((other) => other.distance === 1)
      .some(({ term }) => (distance > 1 && typed.length > 3) || haveSameLetters(typed, term));
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
    return toSynonyms([...asked.tokens, ...foreignTokens(asked.word)].map((token) => [token]));
  }

  function toSynonyms(keys: readonly (readonly KeyWord[])[]): QueryForm[] {
    const phrases = keys.flatMap((key) => thesaurus.synonymsOf(key));
    learn(phrases.flat());
    const distinct = new Map(phrases.filter(isKnown).map((terms) => [terms.join(' '), terms]));
    return [...distinct.values()].map((terms) => ({
      terms,
      exact: null,
      share: keys.some((key) => isSameWord(key, terms)) ? SAME_WORD_SHARE : SYNONYM_SHARE,
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

  function correctionsOf({ tokens, word }: Asked): Correction[] {
    return speller().correct(
      fold(word.text),
      tokens.map(({ term }) => term),
    );
  }

  /** The word that was meant and, as for any word, what the thesaurus has for it. */
  function correctedForms({ term, distance }: Correction): QueryForm[] {
    const share = SPELLING_SHARES[distance] ?? 0;
    learn([term]);
    const own: QueryForm[] = isKnown([term]) ? [{ terms: [term], exact: null, share, by: 'spelling' }] : [];
    const synonyms = toSynonyms([[{ term, exact: null }]]);
    return [...own, ...synonyms.map((form) => ({ ...form, share: form.share * share }))];
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
      const tokens = asked.map(({ word }) => toToken(word, source));
      for (let from = 0; from < tokens.length; from += 1) {
        for (let length = 2; length <= thesaurus.longest && from + length <= tokens.length; length += 1) {
          const words = tokens.slice(from, from + length);
          const key = words.map(({ term }) => term).join(' ');
          const forms = found.has(key) ? [] : toSynonyms([words]);
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

function isSameWord([key, ...rest]: readonly KeyWord[], [term = '', ...more]: readonly string[]): boolean {
  if (rest.length > 0 || more.length > 0 || term.length < SAME_WORD_LETTERS) return false;
  return key?.term.slice(0, SAME_WORD_LETTERS) === term.slice(0, SAME_WORD_LETTERS);
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
