import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { GapCentroid, Grouped, UngroupedQuestion } from '../../src/domain/gap.ts';
import type { Query, QueryTerm } from '../../src/domain/search.ts';
import { draftSection } from '../../src/review/gap-draft.ts';
import { groupQuestions, likeness, toVector, unknownWords } from '../../src/review/gaps.ts';
import { openDesk, type TestDesk } from '../support/help-desk.ts';
import { PARAPHRASES } from './gap-paraphrases.ts';

function termOf(word: string, more: Partial<QueryTerm> = {}): QueryTerm {
  return { term: word, word, stop: false, known: false, weight: 1, forms: [], recalled: false, ...more };
}

/** Every word a telling term of weight 1. */
function queryOf(text: string): Query {
  return { terms: text.split(' ').map((word) => termOf(word)) };
}

function ask(seq: number, query: Query | string): UngroupedQuestion {
  return {
    seq,
    askedAt: seq,
    customer: `c_${seq}`,
    query: typeof query === 'string' ? queryOf(query) : query,
  };
}

function placesOf(grouped: readonly Grouped[]): Grouped['place'][] {
  return grouped.map(({ place }) => place);
}

describe('grouping questions by likeness', () => {
  it('lets a question found a group and a like one join it', () => {
    const grouped = groupQuestions(
      [ask(1, 'park car'), ask(2, 'ship germany'), ask(3, 'car parking park')],
      [],
    );
    assert.deepEqual(placesOf(grouped), [{ foundedBy: 1 }, { foundedBy: 2 }, { foundedBy: 1 }]);
  });

  it('prefers the group that is most like, and of equals the one that was there first', () => {
    const centroids: GapCentroid[] = [
      { id: 7, terms: new Map([['car', 1]]) },
      { id: 3, terms: new Map([['car', 2]]) },
      { id: 9, terms: new Map([['park', 5]]) },
    ];
    assert.deepEqual(placesOf(groupQuestions([ask(1, 'car')], centroids)), [{ gapId: 3 }]);
    assert.deepEqual(placesOf(groupQuestions([ask(1, 'park')], centroids)), [{ gapId: 9 }]);
  });

  it('is not drawn to a group by a word that says little of it', () => {
    const rare = { terms: [termOf('halal', { weight: 4 }), termOf('food', { weight: 1 })] };
    const food = [
      {
        id: 1,
        terms: new Map([
          ['food', 10],
          ['dog', 3],
        ]),
      },
    ];
    assert.deepEqual(placesOf(groupQuestions([ask(5, rare)], food)), [{ foundedBy: 5 }]);
  });

  it('leaves out a question without a word, and takes stop words where there is nothing else', () => {
    const can = { terms: [termOf('can', { stop: true }), termOf('you', { stop: true })] };
    assert.deepEqual(groupQuestions([ask(1, { terms: [] })], []), []);
    assert.deepEqual([...toVector(can).keys()], ['can', 'you']);
    const both = { terms: [termOf('can', { stop: true }), termOf('park')] };
    assert.deepEqual([...toVector(both)], [['park', 1]]);
  });

  it('makes vectors of length 1, also where nothing weighs because there are no policies', () => {
    const vector = toVector({ terms: [termOf('a', { weight: 3 }), termOf('b', { weight: 4 })] });
    assert.deepEqual(
      [...vector],
      [
        ['a', 0.6],
        ['b', 0.8],
      ],
    );
    const weightless = toVector({ terms: [termOf('a', { weight: 0 }), termOf('b', { weight: 0 })] });
    assert.ok(Math.abs(likeness(weightless, weightless) - 1) < 1e-9);
    assert.equal(likeness(vector, new Map()), 0);
  });

  it('names the words that no policy knew, without those of earlier turns', () => {
    const terms = [
      termOf('wifi', { word: 'WiFi' }),
      termOf('fast', { word: 'fast', known: true }),
      termOf('the', { stop: true }),
      termOf('cup', { recalled: true }),
    ];
    assert.deepEqual(unknownWords({ terms }), ['wifi']);
  });
});

describe('groups of what customers ask', () => {
  let desk: TestDesk;
  let questions: { seq: number; row: number; subject: string; query: Query }[];

  before(async () => {
    const policies = readFileSync(join(import.meta.dirname, '..', '..', 'policies', 'moc.md'), 'utf8');
    desk = await openDesk({ 'moc.md': policies });
    questions = PARAPHRASES.flatMap(({ subject, questions: asked }, row) =>
      asked.map((text) => ({ row, subject, query: desk.search(text).query })),
    ).map((question, at) => ({ ...question, seq: at + 1 }));
  });
  after(() => desk.close());

  it('hold four of five pairs that belong together, and hardly a stranger', () => {
    const grouped = groupQuestions(
      questions.map(({ seq, query }) => ask(seq, query)),
      [],
    );
    const groupOf = new Map(grouped.map(({ seq, place }) => [seq, JSON.stringify(place)]));
    let together = 0;
    let apart = 0;
    let strangers = 0;
    for (const a of questions) {
      for (const b of questions.slice(a.seq)) {
        const isJoined = groupOf.get(a.seq) === groupOf.get(b.seq);
        if (a.row === b.row && isJoined) together += 1;
        else if (a.row === b.row) apart += 1;
        else if (isJoined && a.subject !== b.subject) strangers += 1;
      }
    }
    const recall = together / (together + apart);
    const precision = together / (together + strangers);
    assert.ok(recall >= 0.8, `recall ${recall}`);
    assert.ok(precision >= 0.95, `precision ${precision}`);
  });

  it('are the same whether the questions come at once or one after the other', () => {
    const asked = questions.map(({ seq, query }) => ask(seq, query));
    const founderOf = (places: readonly Grouped['place'][]) =>
      places.map((place) => ('gapId' in place ? place.gapId : place.foundedBy));
    const sums = new Map<number, Map<string, number>>();
    const singly = asked.flatMap((question) => {
      const [grouped] = groupQuestions(
        [question],
        [...sums].map(([id, terms]) => ({ id, terms })),
      );
      if (grouped === undefined) return [];
      const [id = 0] = founderOf([grouped.place]);
      const sum = sums.get(id) ?? new Map<string, number>();
      for (const [term, weight] of grouped.terms) sum.set(term, (sum.get(term) ?? 0) + weight);
      sums.set(id, sum);
      return [id];
    });
    assert.deepEqual(singly, founderOf(placesOf(groupQuestions(asked, []))));
  });
});

describe('the draft of a section', () => {
  it('takes its heading from the words that most questions share, as they are mostly written', () => {
    const asked = ['Where can I park my car', 'Parking for Cars', 'can I park'].map((question) => ({
      question,
      query: { terms: [] as QueryTerm[] },
    }));
    const [first, second, third] = asked;
    assert.ok(first !== undefined && second !== undefined && third !== undefined);
    first.query = { terms: [termOf('park'), termOf('car'), termOf('can', { stop: true })] };
    second.query = { terms: [termOf('park', { word: 'Parking' }), termOf('car', { word: 'Cars' })] };
    third.query = { terms: [termOf('park')] };
    assert.equal(
      draftSection(asked),
      `## Park car

<!-- Customers asked:
- Where can I park my car
- Parking for Cars
- can I park
-->

Write here what the answer is, in full sentences.
`,
    );
  });

  it('keeps within its comment whatever was asked', () => {
    const question = 'a --> b\n\n## c <!-- d <script>';
    const draft = draftSection([{ question, query: queryOf('a') }]);
    assert.match(draft, /^- a – b ## c !– d script$/m);
    assert.equal(draft.match(/-->/g)?.length, 1);
    assert.match(draftSection([{ question: '?', query: { terms: [] } }]), /^## A title$/m);
  });
});
