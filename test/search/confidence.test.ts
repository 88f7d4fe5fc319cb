import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import type { NewIndex } from '../../src/domain/policy-index.ts';
import { analyseSection } from '../../src/indexing/reindex.ts';
import { measureChance } from '../../src/search/calibrate.ts';
import { CONFIDENCE_THRESHOLD } from '../../src/search/confidence.ts';
import { searchSections } from '../../src/search/search.ts';
import { openDesk, type TestDesk } from '../support/help-desk.ts';

const POLICIES = {
  'shop.md': `# Shop

## Opening hours

We open at 8 a.m. and close at 9 p.m., seven days a week.

## Refunds

A refund reaches you within three working days.

## Parcels

Parcels are sent on the day of the order. Large parcels cost 15,000 dong more.

## Vouchers

A voucher is valid for a year and cannot be turned into cash.

## Milk

Every coffee comes with milk.
`,
};

describe('confidence', () => {
  let desk: TestDesk;
  before(async () => {
    desk = await openDesk(POLICIES);
  });
  after(() => desk.close());

  it('is high for what the policies answer and low for what they do not', () => {
    for (const question of [
      'How long is a voucher valid?',
      'when do you open',
      'refund',
      'is a large parcel dearer',
    ]) {
      const { confidence, threshold } = desk.search(question);
      assert.ok(confidence >= threshold, `${question}: ${confidence}`);
    }
    for (const question of [
      'Write me a haiku about the sea',
      'Who is the mayor of Leeds?',
      'Which planets have rings?',
      'Is a voucher good for parking, motorbikes and wifi?',
    ]) {
      const { confidence, threshold } = desk.search(question);
      assert.ok(confidence < threshold, `${question}: ${confidence}`);
    }
  });

  it('falls with every word that no policy knows', () => {
    const [all, one, two] = ['coffee milk', 'coffee oat milk', 'coffee oat milk saucer'].map(
      (question) => desk.search(question).confidence,
    );
    assert.ok((all ?? 0) > (one ?? 0) && (one ?? 0) > (two ?? 0), `${all} ${one} ${two}`);
    assert.equal(desk.search('parking').confidence, 0);
  });

  it('lies from 0 to 1, whatever is asked', () => {
    const word = fc.constantFrom('voucher', 'refund', 'parcels', 'zebra', 'the', '30', '退款', '?', '\n');
    fc.assert(
      fc.property(fc.array(fc.oneof(word, fc.string({ unit: 'binary', maxLength: 9 }))), (words) => {
        const { confidence } = desk.search(words.join(' '));
        assert.ok(confidence >= 0 && confidence <= 1);
      }),
    );
  });

  it('is measured against what meaningless questions score in this very index', () => {
    const { index } = desk.store;
    const { chanceScore, threshold } = index.statistics();
    assert.equal(chanceScore, measureChance(index));
    assert.ok(chanceScore > 0);
    assert.equal(threshold, null);
    assert.equal(desk.search('refund').threshold, CONFIDENCE_THRESHOLD);
  });

  it('is judged by the threshold that was chosen for the index', async () => {
    const strict = await openDesk(POLICIES);
    const { index } = strict.store;
    const question = 'How long does a refund take?';
    assert.equal((await strict.ask(question)).outcome, 'answered');
    const passages = index.allCandidates().map(({ id }) => index.passage(id).passage);
    index.replace(
      {
        ...EMPTY_INDEX,
        sections: passages.map((passage) => {
          const { sectionId: id, file, title, path, hash } = passage;
          const section = { id, file, title, path, hash, passages: [passage], alsoAsked: [], references: [] };
          return analyseSection(section, 'en');
        }),
      },
      () => 1,
    );
    index.chooseThreshold(0.999);
    assert.equal(strict.search(question).threshold, 0.999);
    assert.equal(index.statistics().chanceScore, 1);
    const refused = await strict.ask(question);
    assert.deepEqual([refused.outcome, refused.threshold], ['refused_low_confidence', 0.999]);
    strict.close();
  });

  it('of an index whose measuring fails leaves the old index serving', () => {
    const { index } = desk.store;
    const before = index.statistics();
    assert.throws(() => {
      index.replace({ ...EMPTY_INDEX, builtAt: before.generation + 1 }, () => {
        throw new Error('no probes');
      });
    }, /no probes/);
    assert.deepEqual(index.statistics(), before);
  });
});

const EMPTY_INDEX: NewIndex = {
  builtAt: 7,
  policiesDir: '/policies',
  analyserVersion: 'test',
  files: [],
  sections: [],
  thesaurus: [],
  documentChars: 100,
};

describe('a search', () => {
  it('sees one state of the index, whatever is switched meanwhile', async () => {
    const desk = await openDesk(POLICIES);
    const { index } = desk.store;
    let depth = 0;
    let outside = 0;
    const watched = Object.fromEntries(
      Object.entries(index).map(([name, method]) => [
        name,
        (...given: unknown[]) => {
          if (name !== 'read' && depth === 0) outside += 1;
          return (method as (...all: unknown[]) => unknown)(...given);
        },
      ]),
    ) as unknown as typeof index;
    const { hits } = searchSections(
      {
        ...watched,
        read: (work) => {
          depth += 1;
          const result = index.read(work);
          depth -= 1;
          return result;
        },
      },
      'voucher refund parcel',
      { sendSections: Number.POSITIVE_INFINITY },
    );
    assert.ok(hits.length > 0);
    assert.equal(outside, 0);
    desk.close();
  });
});
