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

/** A passage as the index gives it to the search. */
export interface IndexedPassage extends AnalysedPassage {
  /** The sections that this passage's section names. */
  readonly references: readonly SectionId[];
}

export interface IndexStatistics {
  readonly passages: number;
  readonly averageTitleTerms: number;
  readonly averageBodyTerms: number;
  readonly documentChars: number;
}
