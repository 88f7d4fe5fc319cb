import { languageOf } from '../../search/languages.ts';
import type { Chunks } from '../chunking.ts';
import type { RankingName } from '../strategy.ts';
import { type CitedeskOptions, rankByCitedesk } from './citedesk.ts';
import { rankByFts5 } from './fts5.ts';
import { rankByIdf } from './idf.ts';
import type { Ranker, RankText } from './ranking.ts';
import { rankByTfIdf } from './tfidf.ts';

/** Indexes the chunks for a ranking. */
export function createRanker(name: RankingName, chunks: Chunks, options: CitedeskOptions): Ranker {
  switch (name) {
    case 'citedesk':
      return rankByCitedesk(chunks, options);
    case 'fts5':
      return toRanker(rankByFts5(chunks.chunks));
    case 'tfidf':
      return toRanker(rankByTfIdf(chunks.chunks));
    case 'idf':
      return toRanker(rankByIdf(chunks.chunks, languageOf('en').stopWords));
  }
}

/** These look at nothing but the question and have no threshold. */
function toRanker(rank: RankText): Ranker {
  return {
    threshold: null,
    rank({ question }) {
      const found = rank(question);
      return { ids: found.map(({ id }) => id), confidence: found[0]?.score ?? 0, sent: null };
    },
    close: () => {},
  };
}
