/** A word as some text has it, with what it stands for. */
export interface SpellerWord {
  /** Folded; a word that was typed is compared with it. */
  readonly written: string;
  /** Its index form; the stem of a word that was typed is compared with it. */
  readonly term: string;
  /** How many passages hold the term. */
  readonly documents: number;
}

/** A term that a mistyped word may stand for, and how many slips away it is. */
export interface Correction {
  readonly term: string;
  readonly distance: number;
}

/** Looks for the words that a mistyped one may stand for. */
export interface Speller {
  /**
   * The terms that are nearest to a word by its folded spelling or by one of its stems, the commonest first; none for
   * a word too short to tell.
   */
  correct(written: string, stems?: readonly string[]): Correction[];
}

const SHORTEST = 4;
/** From this length on two slips are forgiven. */
const LONG = 7;
const MOST_CORRECTIONS = 3;
const LETTERS = /^[\p{L}\p{M}]+$/u;

type Entry = Omit<SpellerWord, 'written'> & { readonly spelling: string };

/** Words of one length. */
interface Shelf {
  readonly entries: readonly Entry[];
  /**
   * Of each entry, a bit for every letter that occurs, letters sharing bits: a slip changes two at most, and one that
   * adds or drops a letter only one.
   */
  readonly letters: Int32Array;
}

type Shelves = ReadonlyMap<number, Shelf>;

interface Found extends Correction {
  readonly documents: number;
}

/**
 * Spelling against known words, by optimal string alignment (insert, delete, replace, swap neighbours). What was
 * typed is compared as it is, because a slip in its ending makes another stem of it, and then by its stem, because it
 * may be a form that stands nowhere. Words whose length or letters rule them out are passed over by two integer
 * operations, so that 30,000 words take well under a millisecond. Words of fewer than `shortest` letters are left
 * alone: too many others are one slip away.
 */
export function createSpeller(words: readonly SpellerWord[], shortest: number = SHORTEST): Speller {
  const written = shelve(words.map((word) => ({ ...word, spelling: word.written })));
  const terms = shelve(words.map((word) => ({ ...word, spelling: word.term })));

  function shelve(entries: readonly Entry[]): Shelves {
    const lists = new Map<number, Map<string, Entry>>();
    for (const entry of entries) {
      const { length } = entry.spelling;
      if (length < shortest - 1 || !LETTERS.test(entry.spelling)) continue;
      const list = lists.get(length) ?? new Map<string, Entry>();
      lists.set(length, list.set(`${entry.spelling} ${entry.term}`, entry));
    }
    return new Map([...lists].map(([length, list]) => [length, toShelf([...list.values()])]));
  }

  return {
    correct(typed, stems = []) {
      if (typed.length < shortest || !LETTERS.test(typed)) return [];
      const asWritten = findNear(typed, written);
      if (asWritten.some(({ distance }) => distance <= 1)) return nearest(typed, asWritten);
      const byStem = stems.filter((stem) => stem.length >= shortest).flatMap((stem) => findNear(stem, terms));
      return nearest(typed, [...asWritten, ...byStem]);
    },
  };
}

function toShelf(entries: readonly Entry[]): Shelf {
  return { entries, letters: Int32Array.from(entries, ({ spelling }) => lettersOf(spelling)) };
}

function findNear(spelling: string, shelves: Shelves): Found[] {
  const most = spelling.length >= LONG ? 2 : 1;
  const letters = lettersOf(spelling);
  const found: Found[] = [];
  for (let difference = -most; difference <= most; difference += 1) {
    const shelf = shelves.get(spelling.length + difference);
    if (shelf === undefined) continue;
    const mostBits = 2 * most - Math.abs(difference);
    for (let at = 0; at < shelf.letters.length; at += 1) {
      if (countBits(letters ^ (shelf.letters[at] ?? 0)) > mostBits) continue;
      const { spelling: other, term, documents } = shelf.entries[at] as Entry;
      const distance = editDistance(spelling, other, most);
      if (distance <= most) found.push({ term, distance, documents });
    }
  }
  return found;
}

/** People rarely mistype the first letter, so among equally near terms those that share it come first. */
function nearest(typed: string, found: readonly Found[]): Correction[] {
  const penalty = ({ term }: Found) => (term[0] === typed[0] ? 0 : 1);
  const ranked = [...found].sort(
    (a, b) => a.distance - b.distance || penalty(a) - penalty(b) || b.documents - a.documents,
  );
  const [first] = ranked;
  if (first === undefined) return [];
  const best = ranked.filter((one) => one.distance === first.distance && penalty(one) === penalty(first));
  return [...new Map(best.map(({ term, distance }) => [term, { term, distance }])).values()].slice(
    0,
    MOST_CORRECTIONS,
  );
}

function lettersOf(term: string): number {
  let letters = 0;
  for (let at = 0; at < term.length; at += 1) letters |= 1 << (term.charCodeAt(at) % 31);
  return letters;
}

function countBits(bits: number): number {
  let rest = bits - ((bits >>> 1) & 0x55555555);
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333);
  return (((rest + (rest >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/** Optimal string alignment distance, or anything over `most` as soon as it must be more. */
function editDistance(a: string, b: string, most: number): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  let current: number[] = [];
  for (let row = 1; row <= a.length; row += 1) {
    current[0] = row;
    let least = row;
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isSwap) cost = Math.min(cost, (before[column - 2] ?? 0) + 1);
      current[column] = cost;
      least = Math.min(least, cost);
    }
    if (least > most) return least;
    [before, last, current] = [last, current, before];
  }
  return last[b.length] ?? 0;
}
