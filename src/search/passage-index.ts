import type { Candidate, IndexedPassage, IndexStatistics, Postings } from '../domain/policy-index.ts';
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
  /** All terms that there are. */
  vocabulary(): VocabularyTerm[];
  /** The titles and texts of all passages, with their languages. */
  texts(): Iterable<Pick<Passage, 'title' | 'text' | 'language'>>;
  postings(term: string): Postings;
  /** Passages are numbered from 1. */
  candidate(id: number): Candidate;
  /** The number of a section's first passage; none where there is no such section. */
  firstPassage(section: SectionId): number | undefined;
  /** Every passage, in the order of the policy files. */
  allCandidates(): Candidate[];
  /** A candidate with its text. */
  passage(id: number): IndexedPassage;
  /** The sections whose title others bear too. */
  sharingTitles(): { readonly title: string; readonly path: readonly string[] }[];
}
