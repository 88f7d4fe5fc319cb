import type { AnswerResult } from '../answer/answerer.ts';
import type { Hit, SearchRecord, SearchResult } from '../domain/search.ts';
import { toStandalone } from './recall.ts';

/** What the model's own searches brought it besides, after the hits of the first search and numbered on. */
export function withFurtherHits(hits: readonly Hit[], searches: AnswerResult['searches']): Hit[] {
  const all = [...hits];
  searches.forEach(({ result }, at) => {
    for (const hit of result.hits.filter(({ sent }) => sent)) {
      const known = all.findIndex((other) => isSamePassage(other, hit));
      if (known < 0) all.push({ ...hit, rank: all.length + 1, search: at + 1 });
      else if (all[known]?.sent === false)
        all[known] = { ...(all[known] as Hit), sent: true, search: at + 1 };
    }
  });
  return all;
}

function isSamePassage(a: Hit, b: Hit): boolean {
  return a.passage.sectionId === b.passage.sectionId && a.passage.hash === b.passage.hash;
}

/** Every search of an exchange, the first where it asked for anything. */
export function toRecords(
  first: SearchResult,
  question: string,
  searches: AnswerResult['searches'],
): SearchRecord[] {
  const records = searches.map(({ query, result }) => toRecord('model', query, result));
  if (first.query.terms.length === 0) return records;
  return [toRecord('code', toStandalone(question, first.query), first), ...records];
}

function toRecord(by: SearchRecord['by'], query: string, { confidence, hits }: SearchResult): SearchRecord {
  return {
    by,
    query,
    confidence,
    hits: hits.map(({ name, score, sent, passage }) => ({ sectionId: passage.sectionId, name, score, sent })),
  };
}
