import type { AnswerSpan, Citation } from '../domain/answer.ts';
import type { Exchange } from '../domain/exchange.ts';
import type { Hit } from '../domain/search.ts';
import { type Figure, figuresOf, sameFigure, withOneAsDigit } from '../search/figures.ts';
import { isBareYesNo } from '../search/yes-no.ts';

/** A sentence of an answer with what it rests on, as staff check it. */
export interface GroundedSentence {
  readonly span: AnswerSpan;
  /** `open`: a question, or a bare yes or no, which claims nothing that a source could hold. */
  readonly support: 'cited' | 'uncited' | 'open';
  /** Candidates that it cites rightly: sent, and holding the cited words. In rank order. */
  readonly cited: readonly Hit[];
  /** Citations to something that was not sent, or to words that do not stand there. */
  readonly invalid: readonly Citation[];
  /** How many figures it states; a range is one. */
  readonly figures: number;
  /** Figures that stand neither in the cited words nor, where they are no price or share, in the question. */
  readonly unsourced: readonly StatedFigure[];
}

/** A figure or a range of two as the sentence writes it; `start` and `end` are places in the span. */
export type StatedFigure = Pick<Figure, 'text' | 'start' | 'end'>;

const CELL_BORDER = ' | ';
const RANGE_MARK = /^\s?[-–—~]\s?$/u;
const QUESTION = /[?？؟՞]["'”’»)\s]*$/u;

/** The answer sentence by sentence: a span is a sentence, as the check leaves it. Spans of white space are left out. */
export function groundSentences({
  spans,
  hits,
  question,
}: Pick<Exchange, 'spans' | 'hits' | 'question'>): GroundedSentence[] {
  const asked = figuresOf(question).filter(({ kind }) => kind !== 'amount' && kind !== 'percent');
  return spans.filter(({ text }) => text.trim() !== '').map((span) => groundSentence(span, hits, asked));
}

function groundSentence(span: AnswerSpan, hits: readonly Hit[], asked: readonly Figure[]): GroundedSentence {
  const valid = span.citations.flatMap((citation) => {
    const hit = findCited(citation, hits);
    return hit === undefined ? [] : [{ citation, hit }];
  });
  const language = valid[0]?.hit.passage.language ?? 'und';
  const evidence = valid.map(({ citation, hit }) => evidenceOf(citation, hit)).join('\n');
  const sourced = [...figuresOf(evidence, language), ...ones(evidence, language), ...asked];
  const figures = figuresOf(span.text);
  return {
    span,
    support: valid.length > 0 ? 'cited' : claimsNothing(span) ? 'open' : 'uncited',
    cited: [...new Set(valid.map(({ hit }) => hit))].sort((a, b) => a.rank - b.rank),
    invalid: span.citations.filter((citation) => !valid.some((other) => other.citation === citation)),
    figures: joinRanges(figures, span.text).length,
    unsourced: joinRanges(
      figures.filter((figure) => !sourced.some((other) => sameFigure(figure, other))),
      span.text,
    ),
  };
}

/** "1–2 days" is read as two figures and said as one. */
function joinRanges(figures: readonly Figure[], text: string): StatedFigure[] {
  const joined: StatedFigure[] = [];
  for (const { start, end } of figures) {
    const before = joined.at(-1);
    const isRange = before !== undefined && RANGE_MARK.test(text.slice(before.end, start));
    if (isRange) joined.pop();
    const from = isRange ? before.start : start;
    joined.push({ text: text.slice(from, end), start: from, end });
  }
  return joined;
}

/** A quote may be put together from lines that stand apart in the passage. */
function findCited({ sectionId, passageHash, quote }: Citation, hits: readonly Hit[]): Hit | undefined {
  return hits.find(
    ({ sent, passage }) =>
      sent &&
      passage.sectionId === sectionId &&
      passage.hash === passageHash &&
      quote.split('\n').every((part) => passage.text.includes(part)),
  );
}

function claimsNothing({ text, citations }: AnswerSpan): boolean {
  return citations.length === 0 && (QUESTION.test(text) || isBareYesNo(text));
}

/** What a citation proves: its words, the head of the table that they are a row of, and the section's titles. */
function evidenceOf({ quote }: Citation, { passage, name }: Hit): string {
  const heads = quote.split('\n').flatMap((part) => tableHead(passage.text, part));
  return [quote, ...heads, ...passage.path, name].join('\n');
}

function tableHead(text: string, row: string): string[] {
  if (!row.includes(CELL_BORDER)) return [];
  const lines = text.split('\n');
  let at = lines.findIndex((line) => line.includes(row));
  while (lines[at - 1]?.includes(CELL_BORDER)) at -= 1;
  return lines.slice(Math.max(at, 0), at + 1);
}

/** "one hour" for an answer's "1 hour": words for one are no figures by themselves. */
function ones(evidence: string, language: string): Figure[] {
  return figuresOf(withOneAsDigit(evidence), language).filter(({ value }) => value.startsWith('1 '));
}
