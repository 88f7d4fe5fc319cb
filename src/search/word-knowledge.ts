import type { IndexStatistics } from '../domain/policy-index.ts';
import { stopWordsOf } from './analyser.ts';
import { UNKNOWN_LANGUAGE } from './detect-language.ts';
import type { PassageIndex } from './passage-index.ts';
import { createSpeller, type Speller } from './spelling.ts';
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

const kept = new WeakMap<PassageIndex, WordKnowledge>();

/** Built once for each index and generation: the thesaurus at once, the speller when a word is first unknown. */
export function wordKnowledgeOf(index: PassageIndex, statistics: IndexStatistics): WordKnowledge {
  const known = kept.get(index);
  if (known?.generation === statistics.generation) return known;
  const languages = statistics.languages.length === 0 ? [UNKNOWN_LANGUAGE] : statistics.languages;
  let speller: Speller | undefined;
  const fresh: WordKnowledge = {
    generation: statistics.generation,
    languages,
    speller: () => {
      speller ??= createSpeller(index.vocabulary());
      return speller;
    },
    stopSpeller: createSpeller(
      languages.flatMap((language) => [...stopWordsOf(language)].map((term) => ({ term, documents: 1 }))),
      SHORTEST_STOP_WORD,
    ),
    thesaurus: compileThesaurus(languages, statistics.thesaurus),
  };
  kept.set(index, fresh);
  return fresh;
}
