import { type Figure, figuresOf, sameFigure, withOneAsDigit } from '../../search/figures.ts';
import { toPlainText } from '../../search/plain-text.ts';
import { findStrangeAddress } from './addresses.ts';

/** A figure or link that stands in none of the texts that it may come from. */
export interface Unsupported {
  readonly kind: 'figure' | 'link';
  readonly text: string;
}

/** `language` is that of the cited text; customer and model may write another. */
export type FigureCheck = (sentence: string, language: string, evidence: string) => Unsupported | null;

/** A word with digits in it, which is no figure: a voucher code, a password. */
const CODE = /(?<![\p{L}\p{M}\p{N}])\p{L}[\p{L}\p{M}\p{N}]*\p{N}[\p{L}\p{M}\p{N}]*/gu;

/**
 * Finds the first figure of a sentence that none of its sources holds in any of its written forms: the cited text, the
 * situation, the question. A link, an e-mail address or an @name must stand in the cited text. A figure of the
 * customer's own may be repeated, but not in place of the policies' figure: where the cited text holds one of the same
 * kind, the sentence must state that too, and a price or a percentage may be repeated nowhere else. A word with digits in it must stand in a source as it is.
 */
export function createFigureCheck(question: string, situation: string): FigureCheck {
  // A pasted page takes long to read, so it is read once, and only where something is looked for in it.
  let asked: readonly Figure[] | undefined;
  let given: readonly Figure[] | undefined;
  const isAsked = (figure: Figure) => {
    asked ??= figuresOf(question);
    return stands(figure, asked);
  };
  const isGiven = (figure: Figure) => {
    given ??= figuresOf(situation, 'en');
    return stands(figure, given);
  };

  function findStrangeFigure(
    own: readonly Figure[],
    cited: readonly Figure[],
    evidence: string,
    language: string,
  ): Unsupported | null {
    const isRepeated = (figure: Figure) => {
      if (!isAsked(figure)) return false;
      const rivals = cited.filter(({ kind }) => kind === figure.kind);
      return rivals.length === 0 ? !isPrice(figure) : rivals.some((rival) => stands(rival, own));
    };
    for (const figure of own) {
      if (stands(figure, cited)) continue;
      const { kind, text } = figure;
      if (kind === 'url' || kind === 'email') return { kind: 'link', text };
      if (isOneOf(figure, evidence, language)) continue;
      if (!isGiven(figure) && !isRepeated(figure)) return { kind: 'figure', text };
    }
    return null;
  }

  return (sentence, language, evidence) => {
    const own = figuresOf(sentence);
    const figure =
      own.length === 0 ? null : findStrangeFigure(own, figuresOf(evidence, language), evidence, language);
    if (figure !== null) return figure;
    const address = findStrangeAddress(sentence, evidence);
    if (address !== undefined) return { kind: 'link', text: address };
    const code = findStrangeCode(sentence, own, [evidence, question, situation]);
    return code === undefined ? null : { kind: 'figure', text: code };
  };
}

/**
 * "1 hour" for "one hour": words for one are no figures, so the cited text seems to hold none. Only with the same unit
 * behind it, for "the new one" is no 1.
 */
function isOneOf({ value }: Figure, evidence: string, language: string): boolean {
  if (!value.startsWith('1 ')) return false;
  return figuresOf(withOneAsDigit(evidence), language).some((other) => other.value === value);
}

/** What a customer may want to hear confirmed: "it is mine for 1 VND, agreed?" */
function isPrice({ kind }: Figure): boolean {
  return kind === 'amount' || kind === 'percent';
}

function stands(figure: Figure, among: readonly Figure[]): boolean {
  return among.some((other) => sameFigure(figure, other));
}

function findStrangeCode(
  sentence: string,
  own: readonly Figure[],
  sources: readonly string[],
): string | undefined {
  const { plain, starts } = toPlainText(sentence);
  const codes = [...plain.matchAll(CODE)]
    .filter(({ index }) => {
      const at = starts[index] ?? 0;
      return !own.some(({ start, end }) => start <= at && at < end);
    })
    .map(([code]) => code);
  if (codes.length === 0) return undefined;
  const known = new Set(sources.flatMap((text) => toPlainText(text.toLowerCase()).plain.match(CODE) ?? []));
  return codes.find((code) => !known.has(code.toLowerCase()));
}
