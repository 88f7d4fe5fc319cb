import type { Candidate, IndexedPassage, IndexStatistics } from '../domain/policy-index.ts';
import type { Passage, SectionId } from '../domain/section.ts';

/** A term of the index with the number of passages that hold it. */
export interface VocabularyTerm {
  readonly term: string;
  readonly documents: number;
}

/** What the search needs of an index. */
export interface PassageIndex {
  /** Runs `work` on one state of the index, whatever another process switches meanwhile. */
  read<T>(work: () => T): T;
  statistics(): IndexStatistics;
  /** In how many passages each term stands; a term that stands nowhere is absent. */
  documentFrequencies(terms: readonly string[]): ReadonlyMap<string, number>;
  /** All terms that there are. */
  vocabulary(): VocabularyTerm[];
  /** The titles and texts of all passages, with their languages. */
  texts(): Iterable<Pick<Passage, 'title' | 'text' | 'language'>>;
  /** Passages that hold at least one of the terms, the likeliest first, at most `limit`. */
  candidates(terms: readonly string[], limit: number): Candidate[];
  candidatesOf(section: SectionId): Candidate[];
  /** Every passage, in the order of the policy files. */
  allCandidates(): Candidate[];
  /** A candidate with its text. */
  passage(id: number): IndexedPassage;
  /** The sections that share this title; none where it is one section's alone. */
  titled(title: string): { readonly path: readonly string[]; readonly file: string }[];
}
