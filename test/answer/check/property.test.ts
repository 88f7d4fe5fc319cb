import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { checkAnswer } from '../../../src/answer/check/check.ts';
import { sentHit, span } from './support.ts';
import { disguise, KINDS, type Written } from './written-figures.ts';

const SEED = 20_260_304;
const ANSWERS = 10_000;
const ORDERS = 'You answer customers of Shop in a chat.';
const LEADS = [
  'It is',
  'That means',
  'Yes, as far as we can tell',
  'Dạ, khoảng',
  'Bên mình tính',
  'You can rely on',
];
const QUESTIONS = ['how does it work?', 'cho mình hỏi với ạ', 'what about gifts?'];

const names = Object.keys(KINDS) as (keyof typeof KINDS)[];

/** Some of a policy's figures, all of different kinds; the first is the one that an answer states. */
const policy = fc
  .shuffledSubarray(names, { minLength: 1, maxLength: 3 })
  .chain((kinds) => fc.tuple(...kinds.map((kind): fc.Arbitrary<Written> => KINDS[kind])));

/** Numbers that choose among forms, so that a figure is written one way here and another there. */
const choices = fc.tuple(fc.nat(), fc.nat(), fc.nat(), fc.nat(), fc.nat());

const pick = <T>(all: readonly T[], choice: number): T => all[choice % all.length] as T;

function answerTo(
  figures: readonly Written[],
  stated: string,
  [one, two]: readonly number[],
  question: string,
) {
  const text = figures.map(({ forms, sentence }) => sentence(pick(forms, one ?? 0))).join(' ');
  const hit = sentHit('Rules', text);
  const sentence = `${pick(LEADS, two ?? 0)} ${stated}.`;
  const checked = checkAnswer([span(sentence, hit)], {
    sent: [hit],
    question,
    situation: '',
    systemPrompt: ORDERS,
  });
  return { checked, shown: `policy: ${text}\nanswer: ${sentence}\nquestion: ${question}` };
}

function sharesMark(figure: Written, others: readonly Written[]): boolean {
  return others.some(({ marks }) => marks.some((mark) => figure.marks.includes(mark)));
}

describe(`the check, over generated answers (seed ${SEED})`, { timeout: 300_000 }, () => {
  const options = { numRuns: ANSWERS, seed: SEED };

  it('never punishes another written form of a figure', () => {
    fc.assert(
      fc.property(policy, choices, (figures, [one, two, three, four, five]) => {
        const [stated] = figures as [Written];
        const form = disguise(pick(stated.forms, three), four, five);
        const { checked, shown } = answerTo(figures, form, [one, two], pick(QUESTIONS, four));
        assert.deepEqual(checked.faults, [], shown);
        assert.equal(checked.spans.length, 1, shown);
      }),
      options,
    );
  });

  it('catches every figure that stands in neither the cited text nor the question', () => {
    const altered = fc.constantFrom(...names).chain((kind) => KINDS[kind] as fc.Arbitrary<Written>);
    fc.assert(
      fc.property(
        policy,
        altered,
        altered,
        choices,
        (figures, other, asked, [one, two, three, four, five]) => {
          fc.pre(!sharesMark(other, [...figures, asked]));
          const form = disguise(pick(other.forms, three), four, five);
          const question = four % 2 === 0 ? pick(QUESTIONS, three) : `is it ${pick(asked.forms, five)}?`;
          const { checked, shown } = answerTo(figures, form, [one, two], question);
          assert.deepEqual(checked.spans, [], shown);
          assert.equal(checked.needsRetry, true, shown);
          assert.match(checked.faults.map(({ kind }) => kind).join(), /^(?:figure|link)$/, shown);
        },
      ),
      options,
    );
  });
});
