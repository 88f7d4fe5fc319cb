import lunr from 'lunr';
import { HITS, type System, TITLE_BOOST } from '../system.ts';
import { wordsOf } from '../words.ts';

/**
 * With its English pipeline (trimmer, stop words, Porter) and a title boost. Its trimmer cuts off every letter outside
 * ASCII and its stemmer is English, so sections of another language go in as plain words. The query is built from
 * words, not parsed: in a customer's text `-`, `+`, `:`, `~` and `*` are no operators.
 */
export const lunrSearch: System = {
  name: 'lunr',
  build(sections, { code }) {
    const isEnglish = code === 'en';
    const index = lunr(function () {
      if (!isEnglish) {
        this.pipeline.reset();
        this.searchPipeline.reset();
      }
      this.field('title', { boost: TITLE_BOOST });
      this.field('body');
      for (const { id, title, body } of sections) {
        this.add(isEnglish ? { id, title, body } : { id, title: wordsOf(title), body: wordsOf(body) });
      }
    });
    return {
      search: ({ text }) =>
        index
          .query((query) => {
            for (const word of new Set(wordsOf(text))) query.term(word, {});
          })
          .slice(0, HITS)
          .map((hit) => hit.ref),
    };
  },
};
