import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { BenchQuestion, BenchSection } from './system.ts';

/** Questions and the one pool of sections they are asked of, all in one language. */
export interface BenchSet {
  /** The folder's name; of a multilingual set with the language, `xquad/vi`. */
  readonly name: string;
  readonly language: string;
  readonly sections: readonly BenchSection[];
  /** The answerable ones. */
  readonly questions: readonly BenchQuestion[];
}

export class SetError extends Error {
  override readonly name = 'SetError';
}

type Fields = Readonly<Record<string, unknown>>;

const PUBLIC_SETS = resolve(import.meta.dirname, '..', '..', 'shared', 'data', 'retrieval');

/** The folders of the sets that lie beside a developer's checkout. */
export function findPublicSets(): string[] {
  if (!existsSync(PUBLIC_SETS)) {
    throw new SetError(`There are no sets in ${PUBLIC_SETS}; name a folder with --data DIR.`);
  }
  return readdirSync(PUBLIC_SETS)
    .map((name) => join(PUBLIC_SETS, name))
    .filter((folder) => existsSync(join(folder, 'sections.jsonl')));
}

/**
 * The sets of a folder with `sections.jsonl` and `questions.jsonl`. Where its sections are of several languages and its
 * questions say theirs, every language is a set of its own: nobody searches twelve translations at once.
 */
export function loadSets(folder: string): BenchSet[] {
  const sections = readLines(join(folder, 'sections.jsonl')).map(toSection);
  const asked = readLines(join(folder, 'questions.jsonl')).map(toQuestion);
  const questions = asked.filter((question) => question.answerable && question.gold.length > 0);
  if (sections.length === 0 || questions.length === 0) {
    throw new SetError(`${folder} has no sections or no answerable questions.`);
  }
  const name = basename(resolve(folder));
  const isMultilingual = new Set(sections.map(({ lang }) => lang)).size > 1;
  if (!isMultilingual || questions.some(({ lang }) => lang === null)) {
    return [{ name, language: commonest(sections.map(({ lang }) => lang)), sections, questions }];
  }
  const languages = [...new Set(questions.flatMap(({ lang }) => (lang === null ? [] : [lang])))].sort();
  return languages.map((language) => ({
    name: `${name}/${language}`,
    language,
    sections: sections.filter(({ lang }) => lang === language),
    questions: questions.filter(({ lang }) => lang === language),
  }));
}

function readLines(path: string): Fields[] {
  if (!existsSync(path)) throw new SetError(`There is no ${path}.`);
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.flatMap((line, at) => (line.trim() === '' ? [] : [parseLine(line, `${path}:${at + 1}`)]));
}

function parseLine(line: string, place: string): Fields {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null) return value as Fields;
  } catch {
    // Said below, for a line of any other kind too.
  }
  throw new SetError(`${place} is no JSON object.`);
}

function toSection(fields: Fields): BenchSection {
  return {
    id: String(fields['id']),
    title: textOr(fields['title'], ''),
    body: textOr(fields['body'], ''),
    lang: textOr(fields['lang'], 'en'),
  };
}

function toQuestion(fields: Fields): BenchQuestion {
  return {
    id: String(fields['id']),
    text: textOr(fields['q'], ''),
    lang: textOr(fields['lang'], null),
    gold: textsOf(fields['gold']),
    answerable: fields['answerable'] !== false,
    history: textsOf(fields['history']),
    kind: textOr(fields['kind'], ''),
    seed: fields['seed'] === true,
  };
}

function textOr<T>(value: unknown, otherwise: T): string | T {
  return typeof value === 'string' ? value : otherwise;
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function commonest(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 'en';
}
