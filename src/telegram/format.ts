import { cutText } from '../domain/cut-text.ts';
import { escapeHtml } from '../domain/escape-html.ts';

/** Telegram's limit for a message, in characters after parsing; UTF-16 units are never fewer than it counts. */
const LONGEST_MESSAGE = 4096;

/** A text in Telegram's HTML and the same without markup. */
export interface Formatted {
  readonly html: string;
  readonly plain: string;
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
    .flatMap((paragraph) => cutText(paragraph, LONGEST_MESSAGE))
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

/** A little more than is kept, so that the character at the border is seen whole; see cutText for why not all. */
const BORDER = 50;
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** The first `most` UTF-16 units of a text, cut between characters and marked with an ellipsis. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  let kept = '';
  for (const { segment } of graphemes.segment(text.slice(0, most + BORDER))) {
    if (kept.length + segment.length > most - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

/** A section's name that fits: where it is a path, what is cut is the part farthest from the section itself. */
export function shortenName(name: string, most: number): string {
  let kept = name;
  while (kept.length > most) {
    const next = kept.indexOf(' > ', kept.startsWith('… > ') ? '… > '.length : 0);
    if (next === -1) return shorten(kept, most);
    kept = `…${kept.slice(next)}`;
  }
  return kept;
}
