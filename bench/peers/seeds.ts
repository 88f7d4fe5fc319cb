import { rankByIdf } from '../../src/evaluation/rankings/idf.ts';
import type { RankText } from '../../src/evaluation/rankings/ranking.ts';
import { rankByTfIdf } from '../../src/evaluation/rankings/tfidf.ts';
import { type BenchSection, HITS, type Searcher, type System } from '../system.ts';
import { ENGLISH } from '../words.ts';

/** Two plain scorers, in the form that `citedesk evaluate` offers them too. */
export const idfOverlap: System = {
  name: 'idf',
  build: (sections) => toSearcher(rankByIdf(toDocuments(sections), ENGLISH.stopWords)),
};

export const tfIdf: System = {
  name: 'tfidf',
  build: (sections) => toSearcher(rankByTfIdf(toDocuments(sections))),
};

function toDocuments(sections: readonly BenchSection[]) {
  return sections.map(({ id, title, body }) => ({ id, text: `${title} ${body}` }));
}

function toSearcher(rank: RankText): Searcher {
  return {
    search: ({ text }) =>
      rank(text)
        .slice(0, HITS)
        .map(({ id }) => id),
  };
}
