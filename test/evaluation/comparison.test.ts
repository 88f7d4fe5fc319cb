import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toBaseline } from '../../src/evaluation/baseline.ts';
import { compareWithBaseline, isBroken, refuseForeignBaseline } from '../../src/evaluation/comparison.ts';
import { describeChange, describeThresholds, formatChange } from '../../src/evaluation/report-text.ts';
import { type AnswerFields, answersOf, type QuestionFields, resultOf } from './support.ts';

type Questions = Readonly<Record<string, QuestionFields>>;
type Ranks = Readonly<Record<string, number | null | 'stale'>>;

function compare(before: Questions, after: Questions) {
  const { strategies } = compareWithBaseline(
    toBaseline([resultOf(before)], null, 5),
    [resultOf(after)],
    null,
  );
  const [comparison] = strategies;
  if (comparison === undefined) throw new Error('nothing compared');
  return comparison;
}

function compareRanks(before: Ranks, after: Ranks) {
  const toQuestions = (ranks: Ranks) =>
    Object.fromEntries(
      Object.entries(ranks).map(([id, rank]): [string, QuestionFields] => [
        id,
        rank === 'stale' ? { kind: rank } : { rank },
      ]),
    );
  return compare(toQuestions(before), toQuestions(after));
}

function compareAnswers(before: AnswerFields, after: AnswerFields) {
  const results = [resultOf({ a: {} })];
  const baseline = toBaseline(results, answersOf({ a: before }), 5);
  const comparison = compareWithBaseline(baseline, results, answersOf({ a: after }));
  const { fixed = [], broken = [] } = comparison.answers ?? {};
  return {
    fixed: fixed.map(formatChange),
    broken: broken.map(formatChange),
    isBroken: isBroken(comparison),
  };
}

describe('compareWithBaseline', () => {
  it('lists apart what was fixed, broken, moved, and what cannot be compared', () => {
    const { fixed, broken, moved, stale, added, removed, compared } = compareRanks(
      { a: 7, b: 1, c: 4, d: 2, e: 1, same: 1 },
      { a: 1, b: null, c: 1, d: 'stale', f: 1, same: 1 },
    );
    assert.deepEqual(fixed.map(formatChange), ['a ↑ 7→1']);
    assert.deepEqual(broken.map(formatChange), ['b ↓ 1→no rank']);
    assert.deepEqual(moved.map(formatChange), ['c ↑ 4→1']);
    assert.deepEqual([stale, added, removed, compared], [['d'], ['f'], ['e'], 4]);
  });

  it("counts as found what the baseline's own depth reaches, whatever is asked now", () => {
    assert.equal(compareRanks({ a: 5 }, { a: 5 }).broken.length, 0);
    assert.equal(compareRanks({ a: 5 }, { a: 6 }).broken.length, 1);
  });

  it('claims nothing from one question, whatever the interval', () => {
    assert.match(describeChange(compareRanks({ a: null }, { a: 1 })), /^no significant change \(\+1\.000/);
    const twenty = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`q${at}`, 1]));
    assert.match(
      describeChange(compareRanks({ ...twenty, a: null }, { ...twenty, a: 1 })),
      /^no significant change/,
    );
  });

  it('says so where the change is beyond chance', () => {
    const ranks = (rank: number | null) =>
      Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`q${at}`, at < 10 ? rank : 1]));
    assert.match(describeChange(compareRanks(ranks(null), ranks(2))), /^significantly better/);
    assert.match(describeChange(compareRanks(ranks(2), ranks(null))), /^significantly worse/);
  });

  it('guards what is kept and refused at the threshold, whatever the ranks', () => {
    const [sure, unsure] = [{ confidence: 0.9 }, { confidence: 0.1 }];
    const no = { kind: 'unanswerable' } as const;
    const comparison = compare(
      { a: sure, b: unsure, c: { ...no, ...unsure }, d: { ...no, ...sure } },
      { a: unsure, b: sure, c: { ...no, ...sure }, d: { ...no, ...unsure } },
    );
    assert.deepEqual(comparison.broken.map(formatChange), [
      'a refusal: kept → refused',
      'c refusal: refused → let through',
    ]);
    assert.deepEqual(comparison.fixed.map(formatChange), [
      'b refusal: refused → kept',
      'd refusal: let through → refused',
    ]);
    assert.deepEqual([comparison.compared, comparison.foundBefore, comparison.foundAfter], [2, 2, 2]);
  });

  it('names the thresholds where they differ', () => {
    const [before, after] = [resultOf({ a: {} }, 0.45), resultOf({ a: {} }, 0.6)];
    const at = (now: typeof before) =>
      compareWithBaseline(toBaseline([before], null, 5), [now], null).strategies.map(describeThresholds);
    assert.deepEqual([at(before), at(after)], [[null], ['threshold 0.450 → 0.600']]);
  });

  it('guards each piece of evidence that was sent', () => {
    const { fixed, broken } = compare(
      { a: { needsSent: [true] }, b: { needsSent: [true, false] }, c: { needsSent: [false, true] } },
      { a: { needsSent: [false] }, b: { needsSent: [true, true] }, c: { needsSent: [true, false] } },
    );
    assert.deepEqual(broken.map(formatChange), [
      'a evidence: sent → not sent',
      'c evidence 2 of 2: sent → not sent',
    ]);
    assert.deepEqual(fixed.map(formatChange), [
      'b evidence 2 of 2: not sent → sent',
      'c evidence 1 of 2: not sent → sent',
    ]);
  });

  it('takes a question that is answerable now and was not for another one', () => {
    const { added, broken, compared } = compare(
      { a: { kind: 'unanswerable', confidence: 0.1 }, b: {} },
      { a: { rank: null, confidence: 0.1 }, b: {} },
    );
    assert.deepEqual([added, broken, compared], [['a'], [], 1]);
  });

  it('guards refusals, citations and facts of the answers', () => {
    const refused = { outcome: 'refused_low_confidence', citationsValid: null, factsMissing: ['3'] } as const;
    const stating = { factsStated: ['3'] };
    assert.deepEqual(compareAnswers(stating, stating), { fixed: [], broken: [], isBroken: false });
    assert.deepEqual(compareAnswers(stating, refused).broken, ['a answer: answered → not answered']);
    assert.deepEqual(compareAnswers(refused, stating).fixed, ['a answer: not answered → answered']);
    assert.deepEqual(compareAnswers({ ...refused, answerable: false }, { answerable: false }).broken, [
      'a answer: refused → answered',
    ]);
    const invalid = compareAnswers({}, { citationsValid: false });
    assert.deepEqual([invalid.broken, invalid.isBroken], [['a citations: valid → invalid'], true]);
    assert.deepEqual(
      compareAnswers(
        { factsStated: ['3', 'gone'], factsMissing: ['5'] },
        { factsStated: ['5', 'new'], factsMissing: ['3'] },
      ),
      {
        fixed: ['a fact "5": not stated → stated'],
        broken: ['a fact "3": stated → not stated'],
        isBroken: true,
      },
    );
  });

  it('names what only one of the two runs has', () => {
    const other = { ...resultOf({ a: {} }), strategy: { ...resultOf({}).strategy, name: 'paragraph' } };
    const section = resultOf({ a: {} });
    const answers = answersOf({ a: {} });
    const without = (
      before: Parameters<typeof toBaseline>,
      ...after: [(typeof section)[], typeof answers | null]
    ) => compareWithBaseline(toBaseline(...before), ...after).notCompared;
    assert.deepEqual(without([[section], answers, 5], [section], answers), []);
    assert.deepEqual(without([[section, other], null, 5], [section], answers), [
      'paragraph (only in the baseline)',
      'answers (not in the baseline; save one with --answers)',
    ]);
    assert.deepEqual(without([[section], answers, 5], [section, other], null), [
      'paragraph (not in the baseline)',
      'answers (only in the baseline; ask for them with --answers)',
    ]);
    assert.deepEqual(without([[section], answers, 5], [section], { ...answers, mode: 'model' }), [
      'answers (offline in the baseline, with the model now)',
    ]);
  });
});

describe('refuseForeignBaseline', () => {
  const results = [resultOf({ a: {} })];

  it('refuses a baseline of other strategies alone', () => {
    const { strategies, ...rest } = toBaseline(results, null, 5);
    const foreign = { ...rest, strategies: { paragraph: strategies['section'] ?? assert.fail() } };
    assert.throws(() => refuseForeignBaseline(foreign, results), /paragraph, and none of section/);
  });

  it('refuses a baseline of other questions alone', () => {
    const foreign = toBaseline([resultOf({ b: {} })], null, 5);
    assert.throws(() => refuseForeignBaseline(foreign, results), /no judged question in common/);
    refuseForeignBaseline(toBaseline([resultOf({ a: {}, b: {} })], null, 5), results);
  });
});
