import { type JudgedAnswer, judgeAnswer } from '../../src/evaluation/answers.ts';
import type { AnswerVerdicts } from '../../src/evaluation/baseline.ts';
import type { GoldenQuestion } from '../../src/evaluation/golden.ts';
import type { JudgedQuestion } from '../../src/evaluation/judge.ts';
import type { PolicyTexts } from '../../src/evaluation/policy-texts.ts';
import type { OpenIndex } from '../../src/evaluation/rankings/citedesk.ts';
import { type RunOptions, runStrategy, type StrategyResult } from '../../src/evaluation/run-strategy.ts';
import { parseStrategies } from '../../src/evaluation/strategy.ts';
import { parsePolicy } from '../../src/policies/parse-policy.ts';
import { IN_MEMORY, openStore } from '../../src/store/store.ts';
import { exchangeOf } from '../store/support.ts';

export const openIndex: OpenIndex = () => {
  const store = openStore(IN_MEMORY);
  return { index: store.index, close: () => store.close() };
};

export const OPTIONS: RunOptions = {
  openIndex,
  thesaurus: [],
  threshold: null,
  sendSections: 5,
  ks: [1, 2, 3],
};

export function policiesOf(text: string): PolicyTexts {
  const sections = parsePolicy('shop.md', text).filter(({ passages }) => passages[0]?.text !== '');
  return { sections, files: [{ file: 'shop.md', text }], thesaurus: [] };
}

export function golden(fields: Partial<GoldenQuestion> & Pick<GoldenQuestion, 'id'>): GoldenQuestion {
  return {
    question: fields.id,
    language: null,
    answerable: true,
    evidence: [],
    sections: [],
    facts: [],
    tags: [],
    history: [],
    ...fields,
  };
}

/** Runs one strategy, named as on the command line. */
export function run(name: string, policies: PolicyTexts, questions: readonly GoldenQuestion[]) {
  const [strategy] = parseStrategies(name);
  if (strategy === undefined) throw new Error(`no strategy ${name}`);
  return runStrategy(strategy, policies, questions, OPTIONS);
}

const TEMPLATE = judgeOne();

function judgeOne() {
  const shop = policiesOf('## Tea\nGreen tea costs two.');
  const result = run('section', shop, [golden({ id: 'x', question: 'tea', evidence: ['Green tea'] })]);
  const [one] = result.questions;
  if (one === undefined) throw new Error('nothing was judged');
  return { result, one };
}

export type QuestionFields = Partial<JudgedQuestion>;

/** A result of `section` with these questions: answerable, found first, sent and sure unless told otherwise. */
export function resultOf(
  questions: Readonly<Record<string, QuestionFields>>,
  threshold = 0.45,
): StrategyResult {
  const { result, one } = TEMPLATE;
  return {
    ...result,
    refusal: { kept: 0, answerable: 0, refused: 0, unanswerable: 0, threshold, fitted: false },
    questions: Object.entries(questions).map(([id, fields]) => {
      const isJudged = (fields.kind ?? 'answerable') === 'answerable';
      const unjudged = isJudged ? {} : { rank: null, sent: null, needsSent: null };
      return { ...one, id, rank: 1, needsSent: [true], confidence: 0.9, ...unjudged, ...fields };
    }),
  };
}

export type AnswerFields = Partial<JudgedAnswer>;

/** Answers of the pipeline: answerable and rightly answered unless told otherwise. */
export function answersOf(answers: Readonly<Record<string, AnswerFields>>): AnswerVerdicts {
  const questions = Object.entries(answers).map(([id, fields]): JudgedAnswer => {
    const question = golden({ id });
    return {
      ...judgeAnswer(question, exchangeOf(id, { outcome: 'answered' })),
      citationsValid: true,
      ...fields,
    };
  });
  return { mode: 'offline', questions };
}
