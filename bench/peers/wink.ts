import createEngine from 'wink-bm25-text-search';
import utils from 'wink-nlp-utils';
import { HITS, type System, TITLE_BOOST } from '../system.ts';
import { wordsOf } from '../words.ts';

/** It refuses to index fewer. */
const FEWEST = 3;

/**
 * With the preparation its documentation shows (lower case, its tokeniser, stop words out, stems) and a title weight.
 * All of that is English only and breaks at every accent, so sections of another language go in as plain words.
 */
export const wink: System = {
  name: 'wink-bm25',
  build(sections, { code }) {
    const engine = createEngine();
    engine.defineConfig({ fldWeights: { title: TITLE_BOOST, body: 1 } });
    engine.definePrepTasks([code === 'en' ? prepareEnglish : wordsOf]);
    sections.forEach(({ title, body }, at) => {
      engine.addDoc({ title, body }, at);
    });
    for (let at = sections.length; at < FEWEST; at += 1) engine.addDoc({ title: '', body: '' }, at);
    engine.consolidate();
    return {
      search: ({ text }) => engine.search(text, HITS).flatMap(([at]) => sections[Number(at)]?.id ?? []),
    };
  },
};

function prepareEnglish(text: string): string[] {
  const { string, tokens } = utils;
  return tokens.stem(tokens.removeWords(string.tokenize0(text.toLowerCase())));
}
