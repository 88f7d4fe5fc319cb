import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { QueryTerm } from '../../src/domain/search.ts';
import { closestTopics } from '../../src/domain/topics.ts';
import { hitOf, passageOf } from '../store/support.ts';

function hitAt(rank: number, id: string, score: number, word = 'lamp', more: { search?: number } = {}) {
  const matched = [{ term: word, word, found: [word], by: 'word' as const, inTitle: false, score }];
  return hitOf(passageOf(`a.md#${id}`, id), { rank, score, matched, ...more });
}

function termOf(term: string, more: Partial<QueryTerm> = {}): QueryTerm {
  return { term, word: term, stop: false, known: true, weight: 1, forms: [], recalled: false, ...more };
}

const titles = (hits: readonly { readonly name: string }[]) => hits.map(({ name }) => name);

describe('the closest topics', () => {
  const query = { terms: [termOf('lamp')] };

  it('are three sections at most, each once, the best first, none that is cited', () => {
    const hits = [
      hitAt(1, 'cited', 5),
      hitAt(2, 'lamps', 4),
      hitAt(3, 'lamps', 4),
      hitAt(4, 'bulbs', 3),
      hitAt(5, 'shades', 3),
      hitAt(6, 'cables', 3),
    ];
    const [first] = hits;
    assert.ok(first);
    const { sectionId, title, hash } = first.passage;
    const citations = [{ sectionId, title, passageHash: hash, quote: 'cited' }];
    assert.deepEqual(titles(closestTopics({ query, hits, citations })), ['Lamps', 'Bulbs', 'Shades']);
  });

  it('have at least a third of the best score, and some at all', () => {
    const hits = [hitAt(1, 'lamps', 3), hitAt(2, 'bulbs', 1), hitAt(3, 'dogs', 0.99)];
    assert.deepEqual(titles(closestTopics({ query, hits, citations: [] })), ['Lamps', 'Bulbs']);
    assert.deepEqual(closestTopics({ query, hits: [hitAt(1, 'lamps', 0)], citations: [] }), []);
    assert.deepEqual(closestTopics({ query, hits: [], citations: [] }), []);
  });

  it('answer to a word of the question itself, where it has one', () => {
    const hits = [hitAt(1, 'gifts', 3, 'gift'), hitAt(2, 'lamps', 2)];
    const recalled = termOf('gift', { recalled: true });
    const newSubject = { terms: [termOf('lamp'), recalled] };
    assert.deepEqual(titles(closestTopics({ query: newSubject, hits, citations: [] })), ['Lamps']);
    const followUp = { terms: [termOf('how', { stop: true }), recalled] };
    assert.deepEqual(titles(closestTopics({ query: followUp, hits, citations: [] })), ['Gifts', 'Lamps']);
  });

  it('may be what the model found in its own words', () => {
    const hits = [hitAt(1, 'bulbs', 3, 'bulb', { search: 1 })];
    assert.deepEqual(titles(closestTopics({ query, hits, citations: [] })), ['Bulbs']);
  });
});
