import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { parsePolicy } from '../src/policies/parse-policy.ts';

const TAGS = [
  'plain',
  'typo',
  'slang',
  'no-shared-words',
  'several-sections',
  'follow-up',
  'accents-dropped',
  'vi-mixed',
  'vi',
  'near-miss',
  'off-topic',
] as const;
type Tag = (typeof TAGS)[number];

const text = z.string().regex(/^\S(.*\S)?$/, 'is not one line of trimmed text');
const texts = z.array(text);
const asked = {
  id: z.string().regex(/^moc-\d{3}$/),
  q: text,
  lang: z.enum(['en', 'vi']),
};
const tags = z.array(z.enum(TAGS)).min(1);
const history = texts.min(1).optional();
const Answerable = z.strictObject({
  ...asked,
  answerable: z.literal(true),
  evidence: z.union([text, texts.min(2)]),
  sections: texts.min(1),
  facts: texts,
  tags,
  history,
});
const Unanswerable = z.strictObject({ ...asked, answerable: z.literal(false), tags, history });
const Question = z.discriminatedUnion('answerable', [Answerable, Unanswerable]);

const lines = read('../golden/moc.jsonl')
  .split('\n')
  .filter((line) => line !== '');
const questions = lines.map((line) => Question.safeParse(json(line)).data).filter((q) => q !== undefined);
const answerable = questions.filter((question) => question.answerable);
const unanswerable = questions.filter((question) => !question.answerable);
const sections = new Map<string, readonly string[]>(
  parsePolicy('moc.md', read('../policies/moc.md')).map((section) => [
    section.id,
    section.passages.map((passage) => passage.text).filter((passage) => passage !== ''),
  ]),
);

function read(file: string): string {
  return readFileSync(new URL(file, import.meta.url), 'utf8');
}

/** A line that is no JSON is for the first test to report, not for loading this file to fail at. */
function json(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function quotes({ evidence }: z.infer<typeof Answerable>): readonly string[] {
  return typeof evidence === 'string' ? [evidence] : evidence;
}

function says(section: string, quote: string): boolean {
  return (sections.get(section) ?? []).some((passage) => passage.includes(quote));
}

function count(among: readonly { readonly tags: readonly Tag[] }[], tag: Tag): number {
  return among.filter((question) => question.tags.includes(tag)).length;
}

/** Ids and what is wrong with each, so that one run names them all. */
function problems<Q extends { readonly id: string }>(among: readonly Q[], find: (q: Q) => readonly string[]) {
  return among.flatMap((question) => find(question).map((problem) => `${question.id}: ${problem}`));
}

describe('the golden questions of the sample policies', () => {
  it('are one well-formed object a line, with the keys in their order', () => {
    const order = Object.keys(Answerable.shape);
    for (const line of lines) {
      const raw = json(line);
      const parsed = Question.safeParse(raw);
      assert.ok(parsed.success, `${line}\n${parsed.error?.message}`);
      const keys = Object.keys(raw as object);
      assert.deepEqual(
        keys,
        order.filter((key) => keys.includes(key)),
        line,
      );
    }
  });

  it('have an id and a wording of their own', () => {
    const wordings = questions.map(({ q, ...rest }) =>
      `${q} ${(rest.history ?? []).join(' ')}`.toLowerCase(),
    );
    assert.equal(new Set(questions.map((question) => question.id)).size, questions.length);
    assert.equal(new Set(wordings).size, questions.length);
  });

  it('name only sections that there are', () => {
    const unknown = problems(answerable, (question) => question.sections.filter((id) => !sections.has(id)));
    assert.deepEqual(unknown, []);
  });

  it('quote their evidence word for word from a section they name', () => {
    const unfound = problems(answerable, (question) =>
      quotes(question).filter((quote) => !question.sections.some((section) => says(section, quote))),
    );
    assert.deepEqual(unfound, []);
  });

  it('quote something from every section they name', () => {
    const unquoted = problems(answerable, (question) =>
      question.sections.filter((section) => !quotes(question).some((quote) => says(section, quote))),
    );
    assert.deepEqual(unquoted, []);
  });

  it('ask for no fact that their evidence does not state', () => {
    const unstated = problems(answerable, (question) =>
      question.facts.filter((fact) => !quotes(question).join('\n').includes(fact)),
    );
    assert.deepEqual(unstated, []);
  });

  it('name several sections exactly where they are tagged so', () => {
    const mistagged = problems(answerable, ({ sections, tags }) =>
      sections.length > 1 === tags.includes('several-sections') ? [] : [sections.join(', ')],
    );
    assert.deepEqual(mistagged, []);
  });

  it('have a history exactly where they are follow-ups', () => {
    const mistagged = problems(questions, ({ history, tags }) =>
      (history !== undefined) === tags.includes('follow-up') ? [] : [tags.join(', ')],
    );
    assert.deepEqual(mistagged, []);
  });

  it('are in Vietnamese exactly where they are tagged so', () => {
    const mistagged = problems(questions, ({ lang, tags }) =>
      (lang === 'vi') === (tags.includes('vi') || tags.includes('vi-mixed')) ? [] : [lang],
    );
    assert.deepEqual(mistagged, []);
  });

  it('are unanswerable exactly where they are near misses or off topic', () => {
    const mistagged = problems(questions, ({ answerable, tags }) =>
      Number(tags.includes('near-miss')) + Number(tags.includes('off-topic')) === (answerable ? 0 : 1)
        ? []
        : [tags.join(', ')],
    );
    assert.deepEqual(mistagged, []);
  });

  it('are at least 120, of which at least 35 have no answer, half of them near misses', () => {
    assert.ok(questions.length >= 120, `${questions.length} questions`);
    assert.ok(unanswerable.length >= 35, `${unanswerable.length} unanswerable ones`);
    assert.equal(count(unanswerable, 'near-miss'), count(unanswerable, 'off-topic'));
  });

  it('hold enough of every way of asking', () => {
    const wanted: readonly (readonly [Tag, number])[] = [
      ['plain', 25],
      ['typo', 14],
      ['slang', 8],
      ['no-shared-words', 14],
      ['several-sections', 12],
      ['follow-up', 8],
      ['accents-dropped', 5],
      ['vi-mixed', 10],
      ['vi', 6],
    ];
    for (const [tag, least] of wanted) {
      const found = count(answerable, tag);
      assert.ok(found >= least, `${found} of ${tag}, not ${least}`);
    }
  });

  it('ask at least five times about every section', () => {
    for (const [id, passages] of sections) {
      if (passages.length === 0) continue;
      const found = answerable.filter((question) => question.sections.includes(id)).length;
      assert.ok(found >= 5, `${found} about ${id}`);
    }
  });
});
