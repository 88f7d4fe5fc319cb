import { figuresOf, sameFigure } from '../../search/figures.ts';
import { toPlainText } from '../../search/plain-text.ts';

const HANDLE = /(?<![\p{L}\p{N}@._/])@[a-z]\w{3,31}/giu;
/** "shop dot com", "shop(dot)com", "shop[.]com", "shop . com". */
const SPOKEN_POINT = /\s*[([{]\s*(?:dot|\.)\s*[)\]}]\s*|\s+dot\s+|\s+\.\s*/giu;
const HOST_ENDING = /^(?:com|net|org|info|shop|store|online|site|app|xyz|vn)(?![\p{L}\p{N}])/iu;

/** The first @name of a sentence, or host whose point is disguised, that the evidence does not hold. */
export function findStrangeAddress(sentence: string, evidence: string): string | undefined {
  const { plain } = toPlainText(sentence);
  return strangeHandle(plain, evidence) ?? strangeHost(plain, evidence);
}

function strangeHandle(plain: string, evidence: string): string | undefined {
  const handles = plain.match(HANDLE);
  if (handles === null) return undefined;
  const known = new Set(toPlainText(evidence.toLowerCase()).plain.match(HANDLE) ?? []);
  return handles.find((handle) => !known.has(handle.toLowerCase()));
}

function strangeHost(plain: string, evidence: string): string | undefined {
  const written = plain.replace(SPOKEN_POINT, (point, at: number) =>
    HOST_ENDING.test(plain.slice(at + point.length)) ? '.' : point,
  );
  if (written === plain) return undefined;
  const known = figuresOf(evidence);
  return figuresOf(written).find(
    (figure) => figure.kind === 'url' && !known.some((other) => sameFigure(figure, other)),
  )?.text;
}
