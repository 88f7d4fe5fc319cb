import type { Exchange } from './exchange.ts';
import type { Hit, Query } from './search.ts';

const MOST_TOPICS = 3;
/** Of the best hit's score; what matches less has nothing to do with the question. */
const LEAST_SHARE = 1 / 3;

/** What the policies do have near to a question that they do not answer: the best hits of sections that are not cited. */
export function closestTopics({
  query,
  hits,
  citations,
}: Pick<Exchange, 'query' | 'hits' | 'citations'>): Hit[] {
  const best = Math.max(0, ...hits.map((hit) => hit.score));
  const isAbout = aboutQuestion(query);
  const seen = new Set(citations.map(({ sectionId }) => sectionId));
  return hits
    .filter((hit) => {
      const { sectionId } = hit.passage;
      if (hit.score <= 0 || hit.score < best * LEAST_SHARE || seen.has(sectionId) || !isAbout(hit))
        return false;
      seen.add(sectionId);
      return true;
    })
    .slice(0, MOST_TOPICS);
}

/** A new subject is not met with the section of the turn before: where the question has words of its own, they count. */
function aboutQuestion({ terms }: Query): (hit: Hit) => boolean {
  const own = new Set(terms.filter(({ stop, recalled }) => !stop && !recalled).map(({ term }) => term));
  return ({ search, matched }) => search > 0 || own.size === 0 || matched.some(({ term }) => own.has(term));
}
