import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { searchSections } from '../../src/search/search.ts';
import { openDatabase } from '../../src/store/database.ts';
import {
  allPassages,
  type Bench,
  exchangeOf,
  hitOf,
  indexOf,
  indexOfTexts,
  openBench,
  openStores,
  passageOf,
  sectionId,
  sectionOf,
  tempDir,
} from './support.ts';

const TEA = {
  'a.md#refunds': 'money back within three days',
  'a.md#delivery': 'delivery within five km',
  'b.md#cards': 'gift cards for six months',
};

/** The sections that hold the term, the likeliest first. */
function found({ index }: Bench, term: string): string[] {
  const { ids, scores } = index.postings(term);
  return [...ids]
    .map((id, at) => ({ id, score: scores[at] ?? 0 }))
    .sort((a, b) => b.score - a.score)
    .map(({ id }) => index.candidate(id).sectionId);
}

describe('index store', () => {
  it('has no index at first and finds nothing', (t) => {
    const bench = openBench(t);
    const { index } = bench;
    assert.equal(index.current(), null);
    assert.deepEqual(found(bench, 'refunds'), []);
    assert.deepEqual(index.statistics(), {
      generation: 0,
      passages: 0,
      languages: [],
      thesaurus: [],
      chanceScore: 0,
      threshold: null,
      averageTitleTerms: 0,
      averageBodyTerms: 0,
      documentChars: 0,
    });
  });

  it('tells what the index was built from', (t) => {
    const { index } = openBench(t);
    const refunds = sectionOf([passageOf('a.md#refunds', 'three days')]);
    const cards = sectionOf([passageOf('b.md#cards', 'six months')]);
    const files = [
      { file: 'b.md', hash: 'f2' },
      { file: 'a.md', hash: 'f1' },
    ];
    index.replace(indexOf([cards, refunds], { files, builtAt: 77, analyserVersion: '9', documentChars: 31 }));
    assert.deepEqual(index.current(), {
      builtAt: 77,
      policiesDir: '/policies',
      analyserVersion: '9',
      files: [
        { file: 'a.md', hash: 'f1' },
        { file: 'b.md', hash: 'f2' },
      ],
      sections: [
        { id: 'b.md#cards', title: 'Cards', hash: cards.section.hash },
        { id: 'a.md#refunds', title: 'Refunds', hash: refunds.section.hash },
      ],
    });
    assert.deepEqual(index.statistics(), {
      generation: 77,
      passages: 2,
      languages: ['en'],
      thesaurus: [],
      chanceScore: 0,
      threshold: null,
      averageTitleTerms: 1,
      averageBodyTerms: 2,
      documentChars: 31,
    });
  });

  it('gives a passage back as it was indexed', (t) => {
    const bench = openBench(t);
    const { index } = bench;
    const parts = [1, 2].map((part) =>
      passageOf('a.md#refunds', `part ${part} "of" đồng`, { part, parts: 2, path: ['A > B', 'Refunds'] }),
    );
    const section = sectionOf(parts, ['b.md#cards', 'a.md#gone']);
    index.replace(indexOf([section]));
    const references = ['b.md#cards', 'a.md#gone'];
    const whole = section.passages.map(({ passage }) => ({ passage, references }));
    assert.deepEqual(allPassages(bench), whole);
    const candidates = section.passages.map(({ titleTerms, bodyTerms }, position) => ({
      id: position + 1,
      sectionId: 'a.md#refunds',
      titleTerms: titleTerms.join(' '),
      bodyTerms: bodyTerms.join(' '),
      exactTerms: '',
      references,
    }));
    assert.deepEqual(index.allCandidates(), candidates);
    assert.deepEqual(index.candidate(2), candidates[1]);
    assert.deepEqual([...index.postings('2').ids], [2]);
    assert.throws(() => index.candidate(99), /no passage 99/);
    assert.throws(() => index.passage(99), /no passage 99/);
  });

  it('finds the passages that hold a term, a word of the title before one of the text', (t) => {
    const bench = openBench(t);
    bench.index.replace(indexOfTexts({ ...TEA, 'c.md#opening': 'refunds at the counter' }));
    assert.deepEqual(found(bench, 'refunds'), ['a.md#refunds', 'c.md#opening']);
    assert.deepEqual(found(bench, 'km'), ['a.md#delivery']);
    assert.deepEqual(found(bench, 'nowhere'), []);
  });

  it('takes whatever stands in a term for text and never for an operator', (t) => {
    const bench = openBench(t);
    bench.index.replace(indexOfTexts(TEA));
    const hostile = [
      '"',
      '""',
      '" OR title:refunds --',
      'title:refunds',
      'refunds*',
      'NEAR(',
      'AND',
      '*',
      '^',
      '',
    ];
    for (const term of [...hostile, "'; DROP TABLE passage; --", '\ud800', '(', '-', 'x'.repeat(5000)]) {
      assert.deepEqual(found(bench, term), [], JSON.stringify(term));
    }
    assert.deepEqual(found(bench, 'ref'), [], 'no prefix');
  });

  it('counts in how many passages each term stands', (t) => {
    const { index } = openBench(t);
    index.replace(indexOfTexts({ 'a.md#cards': 'six months', 'c.md#twice': 'six six six' }));
    assert.deepEqual(index.vocabulary(), [
      { term: 'cards', documents: 1 },
      { term: 'months', documents: 1 },
      { term: 'six', documents: 2 },
      { term: 'twice', documents: 1 },
    ]);
  });

  it('gives the first passage of a section, and none of one that there is not', (t) => {
    const { index } = openBench(t);
    const long = [1, 2, 3].map((part) => passageOf('a.md#refunds', `part ${part}`, { part, parts: 3 }));
    index.replace(indexOf([sectionOf(long), sectionOf([passageOf('b.md#cards', 'six months')])]));
    assert.equal(index.firstPassage(sectionId('a.md#refunds')), 1);
    assert.equal(index.firstPassage(sectionId('b.md#cards')), 4);
    assert.equal(index.passage(4).passage.text, 'six months');
    assert.equal(index.firstPassage(sectionId('a.md#gone')), undefined);
  });

  it('names the sections that share a title, and none where one alone bears it, however many parts it has', (t) => {
    const { index } = openBench(t);
    const long = [1, 2].map((part) => passageOf('a.md#refunds', `part ${part}`, { part, parts: 2 }));
    const fees = ['a.md#returns-fees', 'a.md#delivery-fees'].map((id) =>
      sectionOf([passageOf(id, id, { title: 'Fees' })]),
    );
    index.replace(indexOf([sectionOf(long), ...fees]));
    const one = { title: 'Fees', path: ['Tea house', 'Fees'] };
    assert.deepEqual(index.sharingTitles(), [one, one]);
  });

  it('leaves no ghost of the old index: no hit, no term, no count, no file', (t) => {
    const bench = openBench(t);
    const { index, db } = bench;
    index.replace(indexOfTexts({ ...TEA, 'c.md#parking': 'motorbikes welcome' }));
    index.replace(indexOf([sectionOf([passageOf('a.md#refunds', 'vouchers only')])], { files: [] }));
    for (const term of ['motorbikes', 'money', 'cards', 'parking']) assert.deepEqual(found(bench, term), []);
    const terms = db.prepare('SELECT term FROM passage_vocabulary ORDER BY term').pluck().all();
    assert.deepEqual(terms, ['only', 'refunds', 'vouchers']);
    assert.equal(index.statistics().passages, 1);
    assert.deepEqual(index.current()?.files, []);
    db.exec("INSERT INTO passage_fts (passage_fts, rank) VALUES ('integrity-check', 0)");
  });

  it('leaves the old index serving, whole, when a new one cannot be stored', (t) => {
    const bench = openBench(t);
    const { index } = bench;
    index.replace(indexOfTexts(TEA));
    const before = { current: index.current(), all: allPassages(bench), statistics: index.statistics() };
    const twice = sectionOf([passageOf('n.md#new', 'new text')]);
    assert.throws(() => index.replace(indexOf([twice, twice])), /UNIQUE/);
    assert.deepEqual(
      { current: index.current(), all: allPassages(bench), statistics: index.statistics() },
      before,
    );
    assert.deepEqual(found(bench, 'money'), ['a.md#refunds']);
    assert.deepEqual(found(bench, 'new'), []);
  });

  it('can be replaced after a failure', (t) => {
    const bench = openBench(t);
    const twice = sectionOf([passageOf('n.md#new', 'new text')]);
    assert.throws(() => bench.index.replace(indexOf([twice, twice])));
    bench.index.replace(indexOf([twice]));
    assert.deepEqual(found(bench, 'new'), ['n.md#new']);
  });

  it('can be emptied', (t) => {
    const bench = openBench(t);
    bench.index.replace(indexOfTexts(TEA));
    bench.index.replace(indexOf([], { files: [], documentChars: 0 }));
    assert.deepEqual(allPassages(bench), []);
    assert.deepEqual(bench.index.current()?.sections, []);
    assert.deepEqual(found(bench, 'money'), []);
  });

  it('carries a chosen threshold over to the next index of the same folder, and to no other', (t) => {
    const { index } = openBench(t);
    index.replace(indexOfTexts(TEA));
    index.chooseThreshold(0.6);
    index.replace(indexOf([], { analyserVersion: 'next' }));
    assert.equal(index.statistics().threshold, 0.6);
    index.replace(indexOf([], { policiesDir: '/other' }));
    assert.equal(index.statistics().threshold, null);
    index.replace(indexOf([]));
    assert.equal(index.statistics().threshold, null);
  });

  it('shows a chosen threshold to a program that is running already', (t) => {
    const path = join(tempDir(t), 'desk.db');
    const [bot, command] = [openDatabase(path), openDatabase(path)];
    t.after(() => [bot, command].map((db) => db.close()));
    const running = openStores(bot).index;
    running.replace(indexOfTexts(TEA));
    const question = ['refunds', { sendSections: 5 }] as const;
    const before = searchSections(running, ...question).threshold;
    openStores(command).index.chooseThreshold(before / 2);
    assert.equal(searchSections(running, ...question).threshold, before / 2);
  });

  it('leaves old exchanges their texts as they were, though the section changed and vanished', (t) => {
    const { index, exchanges, review } = openBench(t);
    const old = passageOf('a.md#refunds', 'within three days');
    const citation = {
      sectionId: old.sectionId,
      title: 'Refunds',
      passageHash: old.hash,
      quote: 'three days',
    };
    index.replace(indexOf([sectionOf([old])]));
    exchanges.finishExchange(exchangeOf('e1', { hits: [hitOf(old)], citations: [citation] }), null);
    index.replace(indexOfTexts({ 'a.md#refunds': 'within nine weeks' }));
    index.replace(indexOfTexts({ 'b.md#cards': 'six months' }));
    const stored = review.findExchange('e1');
    assert.deepEqual(stored?.hits[0]?.passage, old);
    assert.deepEqual(stored?.citations, [citation]);
  });
});
