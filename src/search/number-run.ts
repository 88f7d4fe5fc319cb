import { SPACE } from './lexicon.ts';
import { GLUED_MULTIPLIERS, NUMBER_LISTS, type NumberEntry, type NumberList } from './number-words.ts';
import { formatNumber, isNumeric, LARGEST_NUMBER, readNumber } from './numbers.ts';

const GLUED = /^(\p{L}+)(\d{0,3})$/u;
const GAP = new RegExp(`^(?:${SPACE}|-)?$`, 'u');

/** Every word of every list: most words of a text are none, and need no closer look. */
const WORDS = new Set(NUMBER_LISTS.flatMap(({ entries }) => [...entries.keys()]));

/** A stretch of words, from one place among the scanned to another, that is one number. */
export interface NumberRun {
  readonly length: number;
  readonly value: string;
}

interface Piece {
  readonly kind: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The number of several words that begins at `at`: "two hundred thousand", "15 nghìn", "1.5 million", "1tr5", in any
 * language that has a list; the longest reading of all. A single word or number is none.
 */
export function readNumberRun(pieces: readonly Piece[], at: number, text: string): NumberRun | undefined {
  const first = pieces[at];
  if (first === undefined || (first.kind !== 'number' && first.kind !== 'word')) return undefined;
  const glued = readGlued(pieces, at);
  if (glued !== undefined) return glued;
  const next = pieces[at + 1];
  if (next === undefined || (next.kind !== 'word' && next.kind !== 'number')) return undefined;
  const opener = keyOf(first.kind === 'word' ? first : next);
  if (!WORDS.has(opener)) return undefined;
  let best: NumberRun | undefined;
  for (const list of NUMBER_LISTS) {
    if (!list.entries.has(opener)) continue;
    const run = readRun(pieces, at, text, list);
    if (run !== undefined && run.length > (best?.length ?? 0)) best = run;
  }
  return best;
}

/** 15tr, and 1tr5 for a million and a half: digits behind the sign are decimals. */
function readGlued(pieces: readonly Piece[], at: number): NumberRun | undefined {
  const [digits, sign] = [pieces[at], pieces[at + 1]];
  if (digits?.kind !== 'number' || sign?.kind !== 'word' || sign.start !== digits.end) return undefined;
  const [, letters = '', decimals = ''] = GLUED.exec(sign.text.toLowerCase()) ?? [];
  const multiplier = GLUED_MULTIPLIERS.get(letters);
  const plain = readNumber(digits.text);
  if (multiplier === undefined || !isNumeric(plain)) return undefined;
  if (decimals !== '' && plain.includes('.')) return undefined;
  return {
    length: 2,
    value: formatNumber(Number(decimals === '' ? plain : `${plain}.${decimals}`) * multiplier),
  };
}

/** What has been read of a number: finished groups of thousands, the group being read, and what may follow. */
interface State {
  readonly total: number;
  readonly group: number | null;
  readonly last: NumberEntry['part'] | 'digits';
  /** A group of thousands must be smaller than the one before. */
  readonly below: number;
  /** What multiplied last. */
  readonly unit: number;
}

/** A list's view of the words from `at` on, as far as only spaces and hyphens stand between them. */
interface View {
  partsAt(index: number): readonly NumberEntry[];
  digitsAt(index: number): number | undefined;
}

function createView(pieces: readonly Piece[], at: number, text: string, { entries }: NumberList): View {
  const pieceAt = (index: number) => {
    const [piece, before] = [pieces[index], pieces[index - 1]];
    if (piece === undefined || index === at || before === undefined) return piece;
    return GAP.test(text.slice(before.end, piece.start)) ? piece : undefined;
  };
  return {
    partsAt(index) {
      const piece = pieceAt(index);
      return piece?.kind === 'word' ? (entries.get(keyOf(piece)) ?? []) : [];
    },
    digitsAt(index) {
      const piece = pieceAt(index);
      if (piece?.kind !== 'number') return undefined;
      const plain = readNumber(piece.text);
      return isNumeric(plain) ? Number(plain) : undefined;
    },
  };
}

function readRun(
  pieces: readonly Piece[],
  at: number,
  text: string,
  list: NumberList,
): NumberRun | undefined {
  const view = createView(pieces, at, text, list);
  let state: State | undefined;
  let index = at;
  for (;;) {
    const next = stateAt(view, index, state);
    if (next === undefined) break;
    state = next;
    index += 1;
  }
  if (state === undefined || index - at < 2) return undefined;
  const value = state.total + (state.group ?? 0);
  return value < LARGEST_NUMBER ? { length: index - at, value: formatNumber(value) } : undefined;
}

/** The number with what stands at a place, or undefined where it ends before. */
function stateAt(view: View, index: number, state: State | undefined): State | undefined {
  const digits = view.digitsAt(index);
  if (digits !== undefined) return withDigits(view, index, state, digits);
  const multipliesNext = view.partsAt(index + 1).some(({ part }) => part.does === 'multiply');
  const isJoined = state !== undefined && state.last !== 'digits' && state.last.does === 'join';
  for (const { part, needsBefore, needsAfter } of view.partsAt(index)) {
    if (needsBefore && state === undefined) continue;
    if (needsAfter && !multipliesNext && !isJoined) continue;
    if (part.does === 'join' && !joinsAt(view, index)) continue;
    const next = follow(state, part, multipliesNext);
    if (next !== undefined) return next;
  }
  return undefined;
}

/** Digits count where thousands or more follow, smaller than those before: 1 triệu 200 nghìn. */
function withDigits(view: View, index: number, state: State | undefined, digits: number): State | undefined {
  const isAlone = state === undefined || (state.group === null && state.total > 0);
  const below = state?.below ?? LARGEST_NUMBER;
  const isMultiplied = view
    .partsAt(index + 1)
    .some(({ part }) => part.does === 'multiply' && part.value >= 1000 && part.value < below);
  return isAlone && isMultiplied ? { ...(state ?? START), group: digits, last: 'digits' } : undefined;
}

/** "two hundred and fifty" is one number, "two hundred and two hundred" are two. */
function joinsAt(view: View, index: number): boolean {
  const isHundred = ({ part }: NumberEntry) => part.does === 'multiply' && part.value === 100;
  return (
    view.partsAt(index + 1).some(({ part }) => part.does === 'count') &&
    !view.partsAt(index + 2).some(isHundred)
  );
}

const START: State = { total: 0, group: null, last: 'digits', below: LARGEST_NUMBER, unit: 1 };

/** The number with a further part, or undefined where the part does not continue it. */
function follow(state: State | undefined, part: NumberEntry['part'], multiplies: boolean): State | undefined {
  if (part.does === 'count') return count(state, part, multiplies);
  if (part.does === 'multiply') return multiply(state, part);
  if (state === undefined || state.last === 'digits') return undefined;
  if (part.does === 'half') {
    if (state.last.does !== 'multiply') return undefined;
    return { ...state, group: (state.group ?? 0) + state.unit / 2, last: part };
  }
  const isBehindTens = state.last.does === 'count' && state.last.opensTens && part.from <= 10;
  const isBehindHundreds = state.last.does === 'multiply' && state.unit >= 100;
  return isBehindHundreds || isBehindTens ? { ...state, last: part } : undefined;
}

function count(
  state: State | undefined,
  part: Extract<NumberEntry['part'], { does: 'count' }>,
  multiplies: boolean,
): State | undefined {
  if (state === undefined) return { ...START, group: part.value, last: part };
  if (state.last === 'digits' || state.last.does === 'half') return undefined;
  const group = state.group ?? 0;
  if (state.last.does === 'count') {
    const isDigit = part.value > 0 && part.value < 10;
    return state.last.opensTens && isDigit ? { ...state, group: group + part.value, last: part } : undefined;
  }
  if (state.last.does === 'join') return { ...state, group: group + part.value, last: part };
  // "hai mươi lăm": tens made by a word of their own take a digit.
  if (state.unit === 10) {
    return part.value < 10 && !multiplies
      ? { ...state, group: group + part.value, last: part, unit: 1 }
      : undefined;
  }
  // "hai triệu ba" is said for 2,300,000, "two million three" for 2,000,003: neither is read as either.
  if (part.value < 10 && !multiplies) return undefined;
  return { ...state, group: group + part.value, last: part };
}

function multiply(
  state: State | undefined,
  part: Extract<NumberEntry['part'], { does: 'multiply' }>,
): State | undefined {
  if (state === undefined) return { ...START, ...multiplied(START, 1, part.value), last: part };
  if (state.group === null) return undefined;
  if (part.value >= 1000) {
    if (part.value >= state.below) return undefined;
    return { ...multiplied(state, state.group, part.value), last: part };
  }
  if (state.last === 'digits' || state.last.does === 'half') return undefined;
  if (state.last.does !== 'count') return undefined;
  // Of "hai trăm năm mươi" only the five is multiplied.
  const [kept, factor] = splitLast(state);
  if (part.value === 10 && (factor < 2 || factor > 9)) return undefined;
  if (part.value === 100 && kept > 0) return undefined;
  return { ...state, group: kept + factor * part.value, last: part, unit: part.value };
}

function multiplied(state: State, factor: number, value: number): State {
  if (value < 1000) return { ...state, group: factor * value, unit: value };
  return { ...state, total: state.total + factor * value, group: null, below: value, unit: value };
}

function splitLast({ group, last }: State): [kept: number, factor: number] {
  const all = group ?? 0;
  const counted = last !== 'digits' && last.does === 'count' ? last.value : all;
  return all >= 100 && counted < all ? [all - counted, counted] : [0, all];
}

function keyOf({ text }: Piece): string {
  return text.normalize('NFKC').toLowerCase();
}
