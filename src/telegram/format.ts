/** Telegram's limit for a message, in characters after parsing; UTF-16 units are never fewer than it counts. */
const LONGEST_MESSAGE = 4096;

/** A text in Telegram's HTML and the same without markup. */
export interface Formatted {
  readonly html: string;
  readonly plain: string;
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

export function plainBlock(text: string): Formatted {
  return { html: escapeHtml(text), plain: text };
}

export function boldBlock(text: string): Formatted {
  return { html: `<b>${escapeHtml(text)}</b>`, plain: text };
}

export function italicBlock(text: string): Formatted {
  return { html: `<i>${escapeHtml(text)}</i>`, plain: text };
}

/** A text's paragraphs, each a block; a paragraph too long for a message is cut where it hurts least. */
export function paragraphBlocks(text: string): Formatted[] {
  return text
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .flatMap((paragraph) => cut(paragraph, LONGEST_MESSAGE))
    .map(plainBlock);
}

/** Joins blocks by blank lines into as few messages as will hold them; a block is never divided. */
export function packBlocks(blocks: readonly Formatted[]): Formatted[] {
  const messages: Formatted[] = [];
  for (const block of blocks) {
    const last = messages.at(-1);
    if (last !== undefined && last.plain.length + 2 + block.plain.length <= LONGEST_MESSAGE) {
      messages[messages.length - 1] = {
        html: `${last.html}\n\n${block.html}`,
        plain: `${last.plain}\n\n${block.plain}`,
      };
    } else {
      messages.push(block);
    }
  }
  return messages;
}

const sentences = new Intl.Segmenter('und', { granularity: 'sentence' });
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Cuts a text into pieces of at most `most` UTF-16 units: at lines, else sentences, else words, else characters. */
export function cut(text: string, most: number): string[] {
  if (text.length <= most) return [text];
  const borders = [
    (part: string) => part.split(/(?<=\n)/),
    (part: string) => [...sentences.segment(part)].map(({ segment }) => segment),
    (part: string) => part.split(/(?<=\s)/),
    (part: string) => [...graphemes.segment(part)].map(({ segment }) => segment),
    (part: string) => [...part],
  ];
  return cutAt(text, most, borders)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
}

function cutAt(text: string, most: number, borders: readonly ((part: string) => string[])[]): string[] {
  const [split, ...finer] = borders;
  if (text.length <= most || split === undefined) return [text];
  const pieces: string[] = [];
  let open = '';
  for (const part of split(text)) {
    if (open.length + part.length <= most) {
      open += part;
      continue;
    }
    if (open !== '') pieces.push(open);
    const fitting = cutAt(part, most, finer);
    pieces.push(...fitting.slice(0, -1));
    open = fitting.at(-1) ?? '';
  }
  return open === '' ? pieces : [...pieces, open];
}

/** The first `most` UTF-16 units of a text, cut between characters and marked with an ellipsis. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  let kept = '';
  for (const { segment } of graphemes.segment(text)) {
    if (kept.length + segment.length > most - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}
