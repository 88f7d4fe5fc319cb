/** What kind of figure a question asks for: a point in time or a duration, or a quantity of any other kind. */
export type FigureKind = 'time' | 'quantity';

/** Word borders for every script; \b knows only ASCII letters, and "giờ" ends in none. */
const START = String.raw`(?<![\p{L}\p{N}])`;
const END = String.raw`(?![\p{L}\p{N}])`;
const TIME_UNIT =
  '(?:seconds?|minutes?|mins?|hours?|hrs?|days?|nights?|weeks?|weekends?|months?|years?|giây|phút|giờ|tiếng|ngày|tuần|tháng|năm)';
const NUMBER_WORD =
  '(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|sixty|ninety|một|hai|ba|bốn|năm|sáu|bảy|tám|chín|mười)';

const ASKS_TIME = words([
  'when',
  'how (?:long|soon|fast|quickly|early|late)',
  // "how many days" and "how many cups" ask for different figures: the unit decides.
  String.raw`how many (?:\p{L}+ )?${TIME_UNIT}`,
  'what time',
  'what (?:day|date|hours)',
  'bao lâu',
  '(?:khi|lúc) nào',
  'mấy (?:giờ|ngày|tháng)',
  'bao nhiêu (?:ngày|giờ|phút|tuần|tháng|năm)',
]);
/** Asks for a time by naming it, so these words stay part of what is asked. */
const ASKS_HOURS = words([
  '(?:opening|closing|business|working|office) (?:hours?|times?)',
  'giờ (?:mở|đóng) cửa',
  'giờ làm việc',
]);
const ASKS_QUANTITY = words([
  'how (?:much|many|far|big|large|old|often)',
  String.raw`wh(?:at|ich)(?: \p{L}+){0,2} (?:amount|value|price|fee|cost|number|percentage)`,
  '(?:price|cost)s? of',
  'bao nhiêu',
  'bao xa',
  'mấy',
]);

const TIME_FIGURE = words(
  [
    // "three working days", "30-day", "a year", "24 giờ"
    String.raw`(?:\p{N}+|${NUMBER_WORD}|an?)(?:[\s-]+\p{L}+)?[\s-]*${TIME_UNIT}`,
    String.raw`\p{N}{1,2}(?::\p{N}{2})?\s*[ap]\.?\s?m`,
    String.raw`\p{N}{1,2}[:h]\p{N}{2}`,
    String.raw`\p{N}{1,4}[./-]\p{N}{1,2}[./-]\p{N}{1,4}`,
    '(?:mon|tues|wednes|thurs|fri|satur|sun)days?',
    '(?:january|february|march|april|june|july|august|september|october|november|december)',
  ],
  'giu',
);
const ANY_FIGURE = new RegExp(String.raw`\p{N}|${START}${NUMBER_WORD}${END}`, 'iu');

function words(patterns: readonly string[], flags = 'iu'): RegExp {
  return new RegExp(`${START}(?:${patterns.join('|')})${END}`, flags);
}

/** A question's wish for a figure. */
export interface FigureWish {
  readonly kind: FigureKind;
  /** The part of the question that asks for it, without the asking words: what the figure is of. */
  readonly of: string;
  /** The question without the asking words. A figure answers these; a sentence need not repeat them. */
  readonly rest: string;
}

const CLAUSE_BORDER = /[.?!;,\n]|(?<![\p{L}\p{N}])(?:and|và)(?![\p{L}\p{N}])/iu;

/** What figure an answer must hold so as not to miss the question, or null where it asks for none. */
export function figureAskedFor(question: string): FigureWish | null {
  if (ASKS_HOURS.test(question)) return { kind: 'time', of: question, rest: question };
  const asking = ASKS_TIME.exec(question) ?? ASKS_QUANTITY.exec(question);
  if (asking === null) return null;
  const before = question.slice(0, asking.index);
  const after = question.slice(asking.index + asking[0].length);
  const clauseStart = before.split(CLAUSE_BORDER).at(-1) ?? '';
  const clauseEnd = after.split(CLAUSE_BORDER)[0] ?? '';
  return {
    kind: ASKS_TIME.test(asking[0]) ? 'time' : 'quantity',
    of: `${clauseStart} ${clauseEnd}`,
    rest: `${before} ${after}`,
  };
}

/** Whether a sentence holds such a figure: "valid for six months" answers no "how much". */
export function holdsFigure(sentence: string, kind: FigureKind): boolean {
  if (kind === 'time') return sentence.search(TIME_FIGURE) >= 0;
  return ANY_FIGURE.test(sentence.replace(TIME_FIGURE, ' '));
}
