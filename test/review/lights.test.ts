import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Exchange } from '../../src/domain/exchange.ts';
import type { Hit, QueryTerm } from '../../src/domain/search.ts';
import { groundSentences } from '../../src/review/grounding.ts';
import { lightsOf } from '../../src/review/lights.ts';
import { exchangeOf, hitOf, passageOf } from '../store/support.ts';

const refunds = passageOf(
  'tea.md#refunds',
  'The money is back within three working days. A fee of 2 euros stays.',
);
const fees = passageOf('tea.md#fees', 'Weight | Fee\nup to 5 kg | 3 euros\nmore | 1 hour of pay');

function lights(more: Partial<Exchange>) {
  const exchange = exchangeOf('e1', { hits: [hitOf(refunds, { rank: 1 })], ...more });
  return lightsOf(exchange, groundSentences(exchange));
}

function term(word: string, more: Partial<QueryTerm> = {}): QueryTerm {
  return { term: word, word, stop: false, known: true, weight: 1, forms: [], recalled: false, ...more };
}

/** A sentence that cites words of a passage, the refunds unless told otherwise. */
function sentence(text: string, quote: string | null, passage = refunds) {
  const { sectionId, hash: passageHash, title } = passage;
  return { text, citations: quote === null ? [] : [{ sectionId, passageHash, title, quote }] };
}

describe('the words light', () => {
  it('counts the content words that some policy knows and names the others', () => {
    const terms = [
      term('money'),
      term('the', { stop: true }),
      term('compensate', { known: false }),
      term('order', { recalled: true, known: false }),
    ];
    assert.deepEqual(lights({ query: { terms } }).words, {
      level: 'warn',
      total: 2,
      unknown: ['compensate'],
    });
  });

  it('is good where all are known, bad where none is, and silent where there is none', () => {
    const level = (...terms: QueryTerm[]) => lights({ query: { terms } }).words.level;
    assert.equal(level(term('money')), 'good');
    assert.equal(level(term('bicycle', { known: false })), 'bad');
    assert.equal(level(term('the', { stop: true })), 'none');
  });
});

describe('the retrieval light', () => {
  it('is good from the threshold on, and bad where nothing was found whatever the threshold', () => {
    const level = (more: Partial<Exchange>) => lights(more).retrieval.level;
    assert.equal(level({ confidence: 0.35, threshold: 0.35 }), 'good');
    assert.equal(level({ confidence: 0.34, threshold: 0.35 }), 'bad');
    const query = { terms: [term('bicycle')] };
    assert.equal(level({ confidence: 0, threshold: 0, hits: [], query }), 'bad');
    assert.equal(level({ hits: [] }), 'none', 'nothing to look for');
  });

  it('tells by how much the best that was not sent missed', () => {
    const hit = (rank: number, score: number, more: Partial<Hit> = {}) =>
      hitOf(refunds, { rank, score, ...more });
    const unsent = { sent: false };
    const hits = [hit(1, 5), hit(2, 3), hit(3, 2.5, unsent), hit(4, 2), hit(5, 9, { ...unsent, search: 1 })];
    const { cut } = lights({ hits }).retrieval;
    assert.deepEqual([cut?.above.rank, cut?.below.rank, cut?.gap], [2, 3, 0.5]);
    assert.equal(lights({ hits: [hit(1, 5)] }).retrieval.cut, null);
    assert.equal(lights({ hits: [hit(1, 5, unsent)] }).retrieval.cut, null);
  });
});

describe('the grounding light', () => {
  const grounding = (spans: Exchange['spans'], more: Partial<Exchange> = {}) =>
    lights({ spans, ...more }).grounding;
  const back = 'The money is back within three working days.';

  it('is good where every sentence has a valid citation that holds its figures, in whatever form', () => {
    const light = grounding([sentence('It takes 3 working days.', back)]);
    assert.deepEqual(light, {
      level: 'good',
      sentences: 1,
      cited: 1,
      figures: 1,
      unsourcedFigures: [],
      invalid: [],
    });
  });

  it('names figures that stand elsewhere in the section but not in the cited words', () => {
    const light = grounding([sentence('It takes 3 days and costs 2 euros.', back)]);
    assert.equal(light.level, 'bad');
    assert.deepEqual(light.unsourcedFigures, ['2 euros']);
  });

  it('counts a range as one figure', () => {
    const light = grounding([sentence('It takes 1–2 days.', back)]);
    assert.deepEqual([light.figures, light.unsourcedFigures], [1, ['1–2 days']]);
  });

  it('tells a sentence without a source from one that claims nothing', () => {
    const light = grounding([
      sentence('Yes.', null),
      sentence(' It takes 3 days.', back),
      sentence(' We are glad to help.', null),
      sentence(' Which order is it?', null),
    ]);
    assert.deepEqual([light.level, light.sentences, light.cited], ['warn', 2, 1]);
  });

  it('takes no citation to what was not sent, or to words that do not stand there', () => {
    const made = grounding([sentence('It takes a while.', 'It takes a while.')]);
    assert.deepEqual([made.level, made.cited, made.invalid.length], ['bad', 0, 1]);
    const unsent = { hits: [hitOf(refunds, { rank: 1, sent: false })] };
    assert.equal(grounding([sentence('It takes a while.', back)], unsent).cited, 0);
  });

  it('reads a table row with its head, and one as a word', () => {
    const hits = [hitOf(fees, { rank: 1 })];
    const row = sentence('Up to 5 kg the fee is 3 euros.', 'up to 5 kg | 3 euros', fees);
    assert.deepEqual(grounding([row], { hits }).unsourcedFigures, []);
    const hour = passageOf('tea.md#hours', 'It takes one hour.');
    const one = sentence('It takes 1 hour.', 'It takes one hour.', hour);
    assert.deepEqual(grounding([one], { hits: [hitOf(hour)] }).unsourcedFigures, []);
  });

  it("lets the customer's own figures be repeated, but no price and no share", () => {
    const repeat = (text: string) =>
      grounding([sentence(text, back)], { question: 'For 12 people and 5 euros?' }).unsourcedFigures;
    assert.deepEqual(repeat('For 12 people it takes 3 days.'), []);
    assert.deepEqual(repeat('You pay 5 euros.'), ['5 euros']);
  });

  it('says nothing where nothing was claimed', () => {
    assert.equal(grounding([]).level, 'none');
    assert.equal(grounding([sentence('\n\n', null)]).level, 'none');
  });
});
