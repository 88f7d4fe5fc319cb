import type { IndexStatistics } from '../domain/policy-index.ts';
import { stopWordsOf, toToken } from './analyser.ts';
import { UNKNOWN_LANGUAGE } from './detect-language.ts';
import { fold } from './fold.ts';
import type { PassageIndex, VocabularyTerm } from './passage-index.ts';
import { createSpeller, type Speller, type SpellerWord } from './spelling.ts';
import { compileThesaurus, type Thesaurus } from './thesaurus.ts';

/** What is known of words, for one generation of the index. */
export interface WordKnowledge {
  readonly generation: number;
  /** Of the policies, the commonest first; at least one. */
  readonly languages: readonly string[];
  readonly speller: () => Speller;
  /** For slips in words that say nothing of the subject: "wat", "teh", "yuo". */
  readonly stopSpeller: Speller;
  readonly thesaurus: Thesaurus;
}

const SHORTEST_STOP_WORD = 3;

/** The thesaurus is compiled at once, the speller when a word is first unknown. */
export function createWordKnowledge(
  statistics: IndexStatistics,
  vocabulary: readonly VocabularyTerm[],
  index: Pick<PassageIndex, 'texts'>,
): WordKnowledge {
  const languages = statistics.languages.length === 0 ? [UNKNOWN_LANGUAGE] : statistics.languages;
  const thesaurus = compileThesaurus(languages, statistics.thesaurus);
  let speller: Speller | undefined;
  return {
    generation: statistics.generation,
    languages,
    speller: () => {
      speller ??= createSpeller([
        ...wordsOf(vocabulary, index),
        ...thesaurus.spellings.map((key) => ({ ...key, documents: 0 })),
      ]);
      return speller;
    },
    stopSpeller: createSpeller(
      languages.flatMap((language) =>
        [...stopWordsOf(language)].map((word) => ({ written: word, term: word, documents: 1 })),
      ),
      SHORTEST_STOP_WORD,
    ),
    thesaurus,
  };
}

const LETTERS = /\p{L}[\p{L}\p{M}]*/gu;

/**
 * The words of the policies as they are written there, and every term of the index by itself. Stop words are left to
 * their own speller: a slip in one ("wgat") must not become a word that tells.
 */
function wordsOf(vocabulary: readonly VocabularyTerm[], index: Pick<PassageIndex, 'texts'>): SpellerWord[] {
  const documents = new Map(vocabulary.map((one) => [one.term, one.documents]));
  const words = new Map<string, SpellerWord>();
  const stopTerms = new Set<string>();
  for (const [language, written] of writtenIn(index)) {
    for (const text of written) {
      const { term, stop } = toToken({ kind: 'word', text, start: 0, end: text.length }, language);
      const count = documents.get(term);
      if (stop) stopTerms.add(term);
      else if (count !== undefined)
        words.set(`${text} ${term}`, { written: fold(text), term, documents: count });
    }
  }
  const terms = [...documents].map(([term, count]) => ({ written: term, term, documents: count }));
  return [...words.values(), ...terms.filter(({ term }) => !stopTerms.has(term))];
}

function writtenIn(index: Pick<PassageIndex, 'texts'>): Map<string, Set<string>> {
  const byLanguage = new Map<string, Set<string>>();
  for (const { title, text, language } of index.texts()) {
    const words = byLanguage.get(language) ?? new Set();
    byLanguage.set(language, words);
    for (const word of `${title}\n${text}`.toLowerCase().match(LETTERS) ?? []) words.add(word);
  }
  return byLanguage;
}
