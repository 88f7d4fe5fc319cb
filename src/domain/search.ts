import type { Passage, SectionId } from './section.ts';

/** How a form came to stand for a word of the question. */
export type FormOrigin = 'word' | 'spelling' | 'thesaurus';

/** A form of the index that stands for a word of the question: one term or, from the thesaurus, a phrase of several. */
export interface QueryForm {
  readonly terms: readonly string[];
  /** Set where only the spelling with these marks counts. */
  readonly exact: string | null;
  /** 0..1: what finding this form is worth beside finding the word itself. */
  readonly share: number;
  readonly by: FormOrigin;
}

/** One word of the question as the index is asked for it. */
export interface QueryTerm {
  /** The index form: folded, stemmed. */
  readonly term: string;
  /** The customer's own spelling; several words where the thesaurus knows them as one. */
  readonly word: string;
  /** Stop words count little and never bring a hit by themselves. */
  readonly stop: boolean;
  /** False where no policy holds the word, whatever its spelling or synonym. */
  readonly known: boolean;
  /** What a passage earns by holding it: its rarity in the policies, little for a stop word. */
  readonly weight: number;
  /** The forms that stand for it, the word's own first. */
  readonly forms: readonly QueryForm[];
  /** Whether it comes from an earlier turn of the conversation. */
  readonly recalled: boolean;
}

export interface Query {
  readonly terms: readonly QueryTerm[];
}

/** What one term of the query contributed to a hit; the contributions add up to the hit's score. */
export interface TermMatch {
  readonly term: string;
  readonly word: string;
  /** The terms of the passage that were found for it. */
  readonly found: readonly string[];
  readonly by: FormOrigin;
  readonly inTitle: boolean;
  readonly score: number;
}

/** A passage found, with why. A higher score is better; rank 1 is best. */
export interface Hit {
  readonly rank: number;
  readonly score: number;
  readonly passage: Passage;
  /** What people read as its name: the title, or the whole path where several sections bear that title. */
  readonly name: string;
  readonly matched: readonly TermMatch[];
  /** Whether the answerer was given it. */
  readonly sent: boolean;
  /** Set where it was sent because this section, itself a hit, names it. */
  readonly namedBy: SectionId | null;
  /** Set where it was sent because it answers this one of several questions best. */
  readonly answers: string | null;
  /** Which of the exchange's searches brought it; 0 is the first. */
  readonly search: number;
}

/** A search that an exchange made: what was asked, by whom, and what came, best first. */
export interface SearchRecord {
  readonly by: 'code' | 'model';
  readonly query: string;
  readonly confidence: number;
  readonly hits: readonly (Pick<Hit, 'name' | 'score' | 'sent'> & { readonly sectionId: SectionId })[];
}

export interface SearchResult {
  readonly query: Query;
  readonly hits: readonly Hit[];
  /** 0..1: how well the hits cover the question. */
  readonly confidence: number;
  /** The confidence from which the policies are taken to have an answer. */
  readonly threshold: number;
  /** Characters of all sections together, for comparison with what was sent. */
  readonly documentChars: number;
}
