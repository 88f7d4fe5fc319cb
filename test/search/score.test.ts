import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { QueryForm, QueryTerm } from '../../src/domain/search.ts';
import type { SectionId } from '../../src/domain/section.ts';
import { createScorer } from '../../src/search/score.ts';

const STATISTICS = {
  generation: 1,
  passages: 10,
  languages: ['en'],
  thesaurus: [],
  chanceScore: 1,
  threshold: 0.5,
  averageTitleTerms: 1,
  averageBodyTerms: 4,
  documentChars: 100,
};

function form(terms: string, share: number): QueryForm {
  return { terms: terms.split(' '), exact: null, share, by: 'thesaurus' };
}

function asked(term: string, ...forms: readonly QueryForm[]): QueryTerm {
  return { term, word: term, stop: false, known: true, weight: 2, forms, recalled: false };
}

function scoreOf(bodyTerms: string, ...terms: readonly QueryTerm[]) {
  const words = bodyTerms.split(' ');
  const numbers = new Map(words.map((word, at) => [word, at + 1]));
  const nothing = new Uint32Array();
  const candidate = {
    id: 1,
    sectionId: 'a.md#a' as SectionId,
    references: [],
    title: nothing,
    body: Uint32Array.from(words, (word) => numbers.get(word) ?? 0),
    exact: nothing,
  };
  const scorer = createScorer(terms, STATISTICS, { numberOf: (term) => numbers.get(term) });
  const { matched, score } = scorer(candidate);
  return { score, scores: Object.fromEntries(matched.map((match) => [match.term, match.score])) };
}

describe('createScorer', () => {
  it('pays a term of the passage once, to the word that earns most by it', () => {
    const phrase = asked('money back', form('refund', 0.5));
    const word = asked('money', form('refund', 0.4));
    const alone = scoreOf('we refund you', phrase);
    const { score, scores } = scoreOf('we refund you', word, phrase);
    assert.equal(score, alone.score);
    assert.deepEqual(scores, { money: 0, 'money back': alone.score });
  });

  it('pays a phrase or its words, not both', () => {
    const phrase = asked('delivery fee', form('ship cost', 0.5));
    const words = [asked('delivery', form('ship', 0.6)), asked('fee', form('cost', 0.6))];
    const { score, scores } = scoreOf('the ship cost is low', ...words, phrase);
    assert.equal(scores['delivery fee'], 0);
    assert.equal(score, scoreOf('the ship cost is low', ...words).score);
  });

  it('pays different terms of a passage to different words', () => {
    const money = asked('money', form('money', 1), form('refund', 0.5));
    const back = asked('money back', form('refund', 0.5));
    const { score, scores } = scoreOf('we refund money', money, back);
    assert.ok(Object.values(scores).every((one) => one > 0));
    assert.equal(
      score,
      Object.values(scores).reduce((sum, one) => sum + one, 0),
    );
  });
});
