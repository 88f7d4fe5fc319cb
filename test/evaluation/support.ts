import type { GoldenQuestion } from '../../src/evaluation/golden.ts';
import type { PolicyTexts } from '../../src/evaluation/policy-texts.ts';
import type { OpenIndex } from '../../src/evaluation/rankings/citedesk.ts';
import { type RunOptions, runStrategy } from '../../src/evaluation/run-strategy.ts';
import { parseStrategies } from '../../src/evaluation/strategy.ts';
import { parsePolicy } from '../../src/policies/parse-policy.ts';
import { IN_MEMORY, openStore } from '../../src/store/store.ts';

export const openIndex: OpenIndex = () => {
  const store = openStore(IN_MEMORY);
  return { index: store.index, close: () => store.close() };
};

export const OPTIONS: RunOptions = { openIndex, thesaurus: [], sendSections: 5, ks: [1, 2, 3] };

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
