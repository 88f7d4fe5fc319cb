import type { GapCentroid, Grouped, TermVector, UngroupedQuestion } from '../domain/gap.ts';
import type { Query } from '../domain/search.ts';

/**
 * From this cosine on a question is about what a group is about. Of 64 questions in English and Vietnamese on thirteen
 * subjects (test/review/gap-paraphrases.ts), in twenty orders, at .3: 90 % of the pairs that belong together are
 * joined, and 94 % of the joined ones belong together; at .4: 85 and 98 %; at .5: 62 and 100 %.
 */
export const LEAST_LIKENESS = 0.4;

/** A group while questions are compared with it. */
interface Group {
  readonly place: Grouped['place'];
  readonly terms: Map<string, number>;
  /** The square of its vector's length. */
  squares: number;
}

/**
 * Puts each question, in the order given, into the group that it is most like, or lets it found one; of equally like
 * groups the first. The same questions in the same order give the same groups. A question without a word is left out:
 * nobody can say what it lacks.
 */
export function groupQuestions(
  questions: readonly UngroupedQuestion[],
  centroids: readonly GapCentroid[],
): Grouped[] {
  const groups = createGroups(centroids);
  return questions.flatMap(({ query, ...question }) => {
    const terms = toVector(query);
    if (terms.size === 0) return [];
    const group = groups.mostLike(terms) ?? groups.found({ foundedBy: question.seq });
    groups.add(group, terms);
    return [{ ...question, terms, unknown: unknownWords(query), place: group.place }];
  });
}

/** The telling terms of a question, weighed by their rarity; all of its terms where none is telling. */
export function toVector({ terms }: Query): TermVector {
  const telling = terms.filter(({ stop }) => !stop);
  const weights = new Map<string, number>();
  for (const { term, weight } of telling.length > 0 ? telling : terms) {
    // Without policies nothing is rare and nothing weighs.
    weights.set(term, Math.max(weight, Number.MIN_VALUE) + (weights.get(term) ?? 0));
  }
  const largest = Math.max(...weights.values());
  const scaled = new Map([...weights].map(([term, weight]) => [term, weight / largest]));
  const length = Math.sqrt(squaresOf(scaled));
  return new Map([...scaled].map(([term, weight]) => [term, weight / length]));
}

/** The words that no policy knew, in lower case, each once. */
export function unknownWords({ terms }: Query): string[] {
  const unknown = terms.filter(({ known, stop, recalled }) => !known && !stop && !recalled);
  return [...new Set(unknown.map(({ word }) => word.toLowerCase()))];
}

/** 0..1: how near two vectors point; 0 where either is empty. */
export function likeness(a: TermVector, b: TermVector): number {
  let product = 0;
  for (const [term, weight] of a) product += weight * (b.get(term) ?? 0);
  return product === 0 ? 0 : product / Math.sqrt(squaresOf(a) * squaresOf(b));
}

function squaresOf(terms: TermVector): number {
  let sum = 0;
  for (const weight of terms.values()) sum += weight * weight;
  return sum;
}

/** The groups with the terms by which they are found. */
function createGroups(centroids: readonly GapCentroid[]) {
  const byTerm = new Map<string, Group[]>();

  function file(group: Group, term: string): void {
    const holding = byTerm.get(term);
    if (holding === undefined) byTerm.set(term, [group]);
    else holding.push(group);
  }

  for (const { id, terms } of centroids) {
    const group = { place: { gapId: id }, terms: new Map(terms), squares: squaresOf(terms) };
    for (const term of terms.keys()) file(group, term);
  }

  return {
    mostLike(terms: TermVector): Group | null {
      const products = new Map<Group, number>();
      for (const [term, weight] of terms) {
        for (const group of byTerm.get(term) ?? []) {
          products.set(group, (products.get(group) ?? 0) + weight * (group.terms.get(term) ?? 0));
        }
      }
      let best: Group | null = null;
      let most = 0;
      for (const [group, product] of products) {
        const cosine = product / Math.sqrt(group.squares);
        const isBetter = cosine > most || (cosine === most && best !== null && isBefore(group, best));
        if (cosine < LEAST_LIKENESS || !isBetter) continue;
        best = group;
        most = cosine;
      }
      return best;
    },

    found(place: Grouped['place']): Group {
      return { place, terms: new Map(), squares: 0 };
    },

    add(group: Group, terms: TermVector): void {
      for (const [term, weight] of terms) {
        const before = group.terms.get(term);
        if (before === undefined) file(group, term);
        group.terms.set(term, (before ?? 0) + weight);
        group.squares += weight * (weight + 2 * (before ?? 0));
      }
    },
  };
}

/** Groups that there are come before those that are being founded. */
function isBefore({ place: a }: Group, { place: b }: Group): boolean {
  if ('gapId' in a) return 'foundedBy' in b || a.gapId < b.gapId;
  return 'foundedBy' in b && a.foundedBy < b.foundedBy;
}
