import { UsageError } from '../errors.ts';

/** A question whose answer is known: the golden set is made of these. */
export interface GoldenQuestion {
  readonly id: string;
  readonly question: string;
  /** ISO 639-1; null where its author does not say. */
  readonly language: string | null;
  /** False: the policies do not say, and a refusal is right. */
  readonly answerable: boolean;
  /** Exact quotes of the policies, of which an answer needs all. */
  readonly evidence: readonly string[];
  /** Ids, bare slugs or titles of the sections that an answer needs; looked at where there is no evidence. */
  readonly sections: readonly string[];
  /** What an answer must state. */
  readonly facts: readonly string[];
  readonly tags: readonly string[];
  /** Earlier turns of the customer, the oldest first. */
  readonly history: readonly string[];
}

/** A text of JSON lines and where it came from, as messages name it. */
export interface GoldenFile {
  readonly name: string;
  readonly text: string;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * The questions of all files, in their order. Throws a UsageError, one sentence with file, line and fault, for the first
 * line that cannot be used: a question that silently drops out would make every figure look better than it is. Fields
 * that are not known here are somebody's notes and are let be.
 */
export function parseGolden(files: readonly GoldenFile[]): GoldenQuestion[] {
  const questions = files.flatMap(parseFile);
  if (questions.length === 0) {
    throw new UsageError(`There is no golden question in ${files.map(({ name }) => name).join(', ')}.`);
  }
  refuseSharedIds(questions);
  return questions.map(({ question }) => question);
}

interface Placed {
  readonly question: GoldenQuestion;
  readonly place: string;
}

function parseFile({ name, text }: GoldenFile): Placed[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  return lines.flatMap((line, at) => {
    const place = `${name}, line ${at + 1}`;
    return line.trim() === '' ? [] : [{ question: parseQuestion(parseObject(line, place), place), place }];
  });
}

function refuseSharedIds(all: readonly Placed[]): void {
  const places = new Map<string, string>();
  for (const { question, place } of all) {
    const first = places.get(question.id);
    if (first !== undefined) throw fault(place, `the id '${question.id}' is taken by ${first}`);
    places.set(question.id, place);
  }
}

function parseObject(line: string, place: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw fault(place, 'this is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw fault(place, 'a question is a JSON object');
  }
  return value as Fields;
}

function parseQuestion(fields: Fields, place: string): GoldenQuestion {
  const question: GoldenQuestion = {
    id: readText(fields, 'id', place),
    question: readText(fields, 'q', place),
    language:
      fields['lang'] === undefined || fields['lang'] === null ? null : readText(fields, 'lang', place),
    answerable: readFlag(fields, place),
    evidence: readTexts(fields, 'evidence', place),
    sections: readTexts(fields, fields['sections'] === undefined ? 'gold' : 'sections', place),
    facts: readTexts(fields, 'facts', place),
    tags: readTexts(fields, 'tags', place),
    history: readTexts(fields, 'history', place),
  };
  const isJudgeable = question.evidence.length > 0 || question.sections.length > 0;
  if (question.answerable && !isJudgeable) {
    throw fault(place, "an answerable question needs 'evidence' or 'sections' to be judged by");
  }
  if (!question.answerable && question.evidence.length > 0) {
    throw fault(place, "'evidence' and 'answerable: false' contradict each other");
  }
  return question;
}

function readText(fields: Fields, name: string, place: string): string {
  const value = fields[name];
  if (value === undefined || value === null) throw fault(place, `'${name}' is missing`);
  if (typeof value !== 'string' || value.trim() === '') throw fault(place, `'${name}' must be a text`);
  return value;
}

function readFlag(fields: Fields, place: string): boolean {
  const value = fields['answerable'];
  if (typeof value !== 'boolean') throw fault(place, "'answerable' must be true or false");
  return value;
}

/** One text or a list of texts; absent, null and empty mean none. */
function readTexts(fields: Fields, name: string, place: string): string[] {
  const value = fields[name] ?? [];
  const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (texts.every((text) => typeof text === 'string')) return texts.filter((text) => text.trim() !== '');
  throw fault(place, `'${name}' must be a text or a list of texts`);
}

function fault(place: string, what: string): UsageError {
  return new UsageError(`Golden questions, ${place}: ${what}.`);
}
