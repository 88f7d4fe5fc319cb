/** A section's id: the policy file and a slug of the title, `moc.md#refunds`. Stable under edits elsewhere in the file. */
export type SectionId = string & { readonly __brand: 'SectionId' };

/**
 * What the index holds and the model is sent: a whole section or, where a section is longer than the passage
 * limit, one of its parts. Its hash addresses the text, so an old exchange can show what was sent then.
 */
export interface Passage {
  readonly sectionId: SectionId;
  readonly file: string;
  readonly title: string;
  /** Titles from the outermost heading down to the section's own. */
  readonly path: readonly string[];
  /** 1-based, of `parts`. */
  readonly part: number;
  readonly parts: number;
  /** ISO 639-1, or `und`: by its rules the text's words are cut. */
  readonly language: string;
  /** Plain text without the title. */
  readonly text: string;
  readonly hash: string;
}

/** A policy's part under one heading. */
export interface Section {
  readonly id: SectionId;
  readonly file: string;
  readonly title: string;
  readonly path: readonly string[];
  readonly passages: readonly Passage[];
  /** Customers' words for this section, as its author gave them. */
  readonly alsoAsked: readonly string[];
  /** Sections this one names ("as described in *Refunds*"), in the order it names them. */
  readonly references: readonly SectionId[];
  /** Over the path, the text and the `also asked` words: equal hashes mean an unchanged section. */
  readonly hash: string;
}

/** A section that another one names. */
export type NamedSection = Pick<Section, 'id' | 'title'>;

/** How people read a title path: `Returns > Fees`. */
export function formatPath(path: readonly string[]): string {
  return path.join(' > ');
}

/** The characters of a passage as they are counted for cost: its title and its text. */
export function passageLength(passage: Pick<Passage, 'title' | 'text'>): number {
  return passage.title.length + passage.text.length;
}
