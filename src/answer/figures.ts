import { CALENDAR_WORD } from '../search/calendar.ts';
import { type Figure, figuresOf } from '../search/figures.ts';
import { JOINING_WORD } from '../search/joining-words.ts';
import { anyOf, readGroups, WORD_END, WORD_START } from '../search/lexicon.ts';
import { TIME_UNIT } from '../search/units.ts';

/** What kind of figure a question asks for: a point in time or a duration, or a quantity of any other kind. */
export type FigureWishKind = 'time' | 'quantity';

/** A question's wish for a figure. */
export interface FigureWish {
  readonly kind: FigureWishKind;
  /** The part of the question that asks for it, without the asking words: what the figure is of. */
  readonly of: string;
  /** The question without the asking words. A figure answers these; a sentence need not repeat them. */
  readonly rest: string;
}

const NAMES = new Set(['time', 'hours', 'quantity', 'one']);
const groups = readGroups('asking-for-figures', (name) => NAMES.has(name));

/** The phrases of a name as a pattern, with what (unit) and ~ stand for in the lists. */
function phrases(name: string): string {
  const words = groups.filter((group) => group.name === name).flatMap((group) => group.words);
  return anyOf(words)
    .replaceAll(String.raw`\(unit\)`, TIME_UNIT)
    .replaceAll(/(\[[^\]]+\])~/g, String.raw`(?:$1\p{L}+){0,2}`);
}

const asking = (name: string) => new RegExp(`${WORD_START}${phrases(name)}${WORD_END}`, 'iu');
const ASKS_TIME = asking('time');
const ASKS_HOURS = asking('hours');
const ASKS_QUANTITY = asking('quantity');
/** "a year", "on Monday": no figures, and yet they tell when or how long. */
const TELLS_TIME = new RegExp(
  String.raw`${WORD_START}(?:${phrases('one')}[\s-]+${TIME_UNIT}|${CALENDAR_WORD})${WORD_END}`,
  'iu',
);
const CLAUSE_BORDER = new RegExp(String.raw`[.?!;,\n]|${JOINING_WORD}`, 'iu');

const TELLS: Readonly<Record<FigureWishKind, ReadonlySet<Figure['kind']>>> = {
  time: new Set(['time', 'duration', 'date']),
  quantity: new Set(['amount', 'percent', 'number']),
};

/** What figure an answer must hold so as not to miss the question, or null where it asks for none. */
export function figureAskedFor(question: string): FigureWish | null {
  if (ASKS_HOURS.test(question)) return { kind: 'time', of: question, rest: question };
  const time = ASKS_TIME.exec(question);
  const found = time ?? ASKS_QUANTITY.exec(question);
  if (found === null) return null;
  const before = question.slice(0, found.index);
  const after = question.slice(found.index + found[0].length);
  const clauseStart = before.split(CLAUSE_BORDER).at(-1) ?? '';
  const clauseEnd = after.split(CLAUSE_BORDER)[0] ?? '';
  return {
    kind: time === null ? 'quantity' : 'time',
    of: `${clauseStart} ${clauseEnd}`,
    rest: `${before} ${after}`,
  };
}

/** Whether a sentence holds such a figure: "valid for six months" answers no "how much". */
export function holdsFigure(sentence: string, kind: FigureWishKind, language?: string): boolean {
  if (kind === 'time' && TELLS_TIME.test(sentence)) return true;
  return figuresOf(sentence, language).some((figure) => TELLS[kind].has(figure.kind));
}
