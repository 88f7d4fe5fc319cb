import type { Candidate, IndexStatistics } from '../domain/policy-index.ts';
import type { QueryForm, QueryTerm, TermMatch } from '../domain/search.ts';

/** Okapi BM25's constants; k1 a little below the usual 1.2, as sections are short. */
const K1 = 0.9;
const B = 0.75;
const TITLE_WEIGHT = 3;
/** What a word of the title is worth by itself, however long the text below. */
const TITLE_BONUS = 0.2;
/** Of the smaller weight of two words that stand side by side in question and passage. */
const PHRASE_BONUS = 0.4;

/** A passage as it is scored: its terms in order, as numbers. */
export interface PassageTerms extends Pick<Candidate, 'id' | 'sectionId' | 'references'> {
  readonly title: Uint32Array;
  readonly body: Uint32Array;
  readonly exact: Uint32Array;
}

/** A passage with its score, which is the sum of what each matched term contributes. */
export interface ScoredPassage {
  readonly candidate: PassageTerms;
  readonly matched: readonly TermMatch[];
  readonly score: number;
}

/** The terms that the question asks for, by their numbers. */
type Wanted = ReadonlyMap<number, string>;
type Positions = ReadonlyMap<string, readonly number[]>;

/** Where the terms asked for stand in a passage. */
interface Places {
  readonly title: Positions;
  readonly body: Positions;
  readonly exact: Positions;
  /** BM25's length normalisation, of title and body together and of the title alone. */
  readonly norm: number;
  readonly titleNorm: number;
}

/**
 * Makes the scorer of a question. Each word contributes through the best of its forms: the form's share of the
 * word's weight times the BM25 saturation of its frequency, titles counting threefold; a pair of neighbours in the
 * question that are neighbours in the passage adds to its second word.
 */
export function createScorer(
  terms: readonly QueryTerm[],
  statistics: IndexStatistics,
  { numberOf }: { readonly numberOf: (term: string) => number | undefined },
): (candidate: PassageTerms) => ScoredPassage {
  const wanted = new Map<number, string>();
  for (const { forms } of terms) {
    for (const term of forms.flatMap(termsOf)) {
      const number = numberOf(term);
      if (number !== undefined) wanted.set(number, term);
    }
  }
  return (candidate) => {
    const places = placesIn(candidate, wanted, statistics);
    const matches = terms.flatMap((term, at): TermMatch[] => {
      const best = bestForm(term, places);
      if (best === null) return [];
      const { form, score, inTitle } = best;
      const bonus = phraseBonus(terms[at - 1], term, places);
      const { term: name, word } = term;
      return [{ term: name, word, found: form.terms, by: form.by, inTitle, score: score + bonus }];
    });
    const matched = payOnce(matches);
    return { candidate, matched, score: matched.reduce((sum, match) => sum + match.score, 0) };
  };
}

/**
 * What stands in a passage once is paid for once, however many words of the question found it: "money back" and its
 * "money" may both stand for refund. The best keeps its score, the others are found for nothing.
 */
function payOnce(matches: readonly TermMatch[]): readonly TermMatch[] {
  const found = matches.flatMap((match) => match.found);
  if (new Set(found).size === found.length) return matches;
  const paid = new Set<string>();
  const free = new Set<TermMatch>();
  for (const match of [...matches].sort((a, b) => b.score - a.score)) {
    if (match.found.some((term) => paid.has(term))) free.add(match);
    else for (const term of match.found) paid.add(term);
  }
  return matches.map((match) => (free.has(match) ? { ...match, score: 0 } : match));
}

function placesIn({ title, body, exact }: PassageTerms, wanted: Wanted, statistics: IndexStatistics): Places {
  const length = body.length + TITLE_WEIGHT * title.length;
  const average = statistics.averageBodyTerms + TITLE_WEIGHT * statistics.averageTitleTerms;
  return {
    title: positionsOf(wanted, title),
    body: positionsOf(wanted, body),
    exact: positionsOf(wanted, exact),
    norm: normOf(length, average),
    titleNorm: normOf(title.length, statistics.averageTitleTerms),
  };
}

function termsOf({ terms, exact }: QueryForm): readonly string[] {
  return exact === null ? terms : [...terms, exact];
}

function normOf(length: number, average: number): number {
  return K1 * (1 - B + B * (length / Math.max(average, 1)));
}

/** BM25's saturation: many occurrences are worth little more than one. */
function saturate(frequency: number, norm: number): number {
  return frequency === 0 ? 0 : (frequency * (K1 + 1)) / (frequency + norm);
}

function bestForm(
  { forms, weight }: QueryTerm,
  places: Places,
): { form: QueryForm; score: number; inTitle: boolean } | null {
  let best: { form: QueryForm; score: number; inTitle: boolean } | null = null;
  for (const form of forms) {
    const inTitle = countIn(form, places.title, places.exact);
    const frequency = countIn(form, places.body, places.exact) + TITLE_WEIGHT * inTitle;
    if (frequency === 0) continue;
    const worth = saturate(frequency, places.norm) + TITLE_BONUS * saturate(inTitle, places.titleNorm);
    const score = weight * form.share * worth;
    if (best === null || score > best.score) best = { form, score, inTitle: inTitle > 0 };
  }
  return best;
}

function countIn({ terms, exact }: QueryForm, places: Positions, exactTerms: Positions): number {
  if (exact !== null && !exactTerms.has(exact)) return 0;
  const [first = '', ...rest] = terms;
  const starts = places.get(first) ?? [];
  if (rest.length === 0) return starts.length;
  return starts.filter((start) => rest.every((term, at) => places.get(term)?.includes(start + at + 1)))
    .length;
}

function phraseBonus(previous: QueryTerm | undefined, term: QueryTerm, places: Places): number {
  if (previous === undefined || previous.recalled !== term.recalled) return 0;
  const isPhrase = previous.forms.some((first) =>
    term.forms.some(
      (second) => adjacent(first, second, places.title) || adjacent(first, second, places.body),
    ),
  );
  return isPhrase ? PHRASE_BONUS * Math.min(previous.weight, term.weight) : 0;
}

function adjacent(first: QueryForm, second: QueryForm, places: Positions): boolean {
  const seconds = places.get(second.terms[0] ?? '');
  if (seconds === undefined) return false;
  return (places.get(first.terms.at(-1) ?? '') ?? []).some((at) => seconds.includes(at + 1));
}

const NOWHERE: Positions = new Map();

function positionsOf(wanted: Wanted, numbers: Uint32Array): Positions {
  let found: Map<string, number[]> | undefined;
  for (let position = 0; position < numbers.length; position += 1) {
    const term = wanted.get(numbers[position] ?? 0);
    if (term === undefined) continue;
    found ??= new Map();
    const list = found.get(term);
    if (list === undefined) found.set(term, [position]);
    else list.push(position);
  }
  return found ?? NOWHERE;
}
