import type { Passage, Section, SectionId } from './section.ts';

/** A policy file as it was read. */
export interface FileFingerprint {
  /** Relative to the policies folder, with forward slashes. */
  readonly file: string;
  /** Of its bytes. */
  readonly hash: string;
}

/** A passage with its terms in order, as the analyser made them. */
export interface AnalysedPassage {
  readonly passage: Passage;
  readonly titleTerms: readonly string[];
  readonly bodyTerms: readonly string[];
  /** The words that are written with marks, with them. */
  readonly exactTerms: readonly string[];
}

export interface AnalysedSection {
  readonly section: Section;
  readonly passages: readonly AnalysedPassage[];
}

/** A whole index, ready to be switched to. */
export interface NewIndex {
  readonly builtAt: number;
  readonly policiesDir: string;
  readonly analyserVersion: string;
  readonly files: readonly FileFingerprint[];
  readonly sections: readonly AnalysedSection[];
  /** The shop's own thesaurus, as it was read. */
  readonly thesaurus: readonly string[];
  /** Characters of all sections together. */
  readonly documentChars: number;
}

/** What the serving index was built from. */
export interface CurrentIndex {
  readonly builtAt: number;
  readonly policiesDir: string;
  readonly analyserVersion: string;
  readonly files: readonly FileFingerprint[];
  readonly sections: readonly Pick<Section, 'id' | 'title' | 'hash'>[];
}

/** A passage as the search scores it: its terms, in order and separated by spaces, without its text. */
export interface Candidate {
  /** Of the passage, within this generation of the index. */
  readonly id: number;
  readonly sectionId: SectionId;
  readonly titleTerms: string;
  readonly bodyTerms: string;
  readonly exactTerms: string;
  /** The sections that its own section names. */
  readonly references: readonly SectionId[];
}

/** The passages that hold a term, with what the index's own ranking gives each for it; a higher score is better. */
export interface Postings {
  readonly ids: Uint32Array;
  readonly scores: Float64Array;
}

/** A passage of the index with the sections that its own section names. */
export interface IndexedPassage {
  readonly passage: Passage;
  readonly references: readonly SectionId[];
}

export interface IndexStatistics {
  /** Another number means another index: what was derived from the old one is stale. */
  readonly generation: number;
  readonly passages: number;
  /** Of the sections, ISO 639-1, the commonest first. */
  readonly languages: readonly string[];
  readonly thesaurus: readonly string[];
  /** What a meaningless match scores in this index; 0 where it was not measured. */
  readonly chanceScore: number;
  /** The confidence from which the policies are taken to have an answer; null where none was chosen for this index. */
  readonly threshold: number | null;
  readonly averageTitleTerms: number;
  readonly averageBodyTerms: number;
  readonly documentChars: number;
}
