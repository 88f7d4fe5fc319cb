import type { GapQuestion } from '../domain/gap.ts';

/** Words that make the heading. */
const MOST_HEADING_WORDS = 4;

/**
 * The beginning of a policy section that would answer these questions, in Markdown: a heading of the words that most of
 * them share and the questions themselves as comments, which no customer gets to read.
 */
export function draftSection(questions: readonly Pick<GapQuestion, 'question' | 'query'>[]): string {
  const asked = [...new Set(questions.map(({ question }) => toComment(question)))];
  return [
    `## ${headingOf(questions)}`,
    '',
    '<!-- Customers asked:',
    ...asked.map((question) => `- ${question}`),
    '-->',
    '',
    'Write here what the answer is, in full sentences.',
    '',
  ].join('\n');
}

/** The words that at least half of the questions hold, the commonest first, in the commonest spelling. */
function headingOf(questions: readonly Pick<GapQuestion, 'query'>[]): string {
  const spellings = new Map<string, Map<string, number>>();
  for (const { query } of questions) {
    for (const { term, word, stop, recalled } of query.terms) {
      if (stop || recalled) continue;
      const counts = spellings.get(term) ?? new Map<string, number>();
      counts.set(word.toLowerCase(), (counts.get(word.toLowerCase()) ?? 0) + 1);
      spellings.set(term, counts);
    }
  }
  const ranked = [...spellings.values()]
    .map((counts) => ({ total: sum(counts.values()), word: commonest(counts) }))
    .sort((a, b) => b.total - a.total);
  const shared = ranked.filter(({ total }) => total * 2 >= questions.length);
  const words = (shared.length > 0 ? shared : ranked).slice(0, MOST_HEADING_WORDS).map(({ word }) => word);
  return words.length === 0 ? 'A title' : capitalise(words.join(' '));
}

function sum(values: Iterable<number>): number {
  return [...values].reduce((total, value) => total + value, 0);
}

/** Of equals the first that was met. */
function commonest(counts: ReadonlyMap<string, number>): string {
  return [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best), ['', 0])[0];
}

function capitalise(text: string): string {
  const [first = ''] = text;
  return first.toLocaleUpperCase() + text.slice(first.length);
}

/** On one line, and without what would end the comment. */
function toComment(question: string): string {
  return question.replace(/\s+/gu, ' ').replace(/-{2,}/g, '–').replace(/[<>]/g, '').trim();
}
