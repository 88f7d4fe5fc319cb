import { cutText } from '../domain/cut-text.ts';
import { escapeHtml } from '../domain/escape-html.ts';
import { showsSomething } from '../domain/shows-something.ts';

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
  return paragraphsOf(text)
    .flatMap((paragraph) => cutText(paragraph, LONGEST_MESSAGE))
    .map(plainBlock);
}

/** The same with a line beneath that shares its block with the text's end: no message holds the line alone. */
export function closedBlocks(text: string, closing: Formatted): Formatted[] {
  const paragraphs = paragraphsOf(text);
  const last = paragraphs.pop();
  if (last === undefined) return [closing];
  const parts = cutText(last, LONGEST_MESSAGE - closing.plain.length - BLANK_LINE.length).map(plainBlock);
  const end = join(parts.pop() ?? plainBlock(''), closing);
  return [...paragraphs.flatMap(paragraphBlocks), ...parts, end];
}

/** A text under a line that shares its block with the text's beginning: no message holds the line alone. */
export function openedBlocks(opening: Formatted, text: string): Formatted[] {
  const [first, ...rest] = paragraphsOf(text);
  if (first === undefined) return [];
  const [start = '', ...parts] = cutText(first, LONGEST_MESSAGE - opening.plain.length - BLANK_LINE.length);
  return [join(opening, plainBlock(start)), ...parts.map(plainBlock), ...rest.flatMap(paragraphBlocks)];
}

function paragraphsOf(text: string): string[] {
  return text.split(/\n{2,}/).filter((paragraph) => showsSomething(paragraph));
}

const BLANK_LINE = '\n\n';

function join(above: Formatted, below: Formatted): Formatted {
  return {
    html: `${above.html}${BLANK_LINE}${below.html}`,
    plain: `${above.plain}${BLANK_LINE}${below.plain}`,
  };
}

/** Joins blocks by blank lines into as few messages as will hold them; a block is never divided. */
export function packBlocks(blocks: readonly Formatted[]): Formatted[] {
  const messages: Formatted[] = [];
  for (const block of blocks) {
    const last = messages.at(-1);
    const isRoom =
      last !== undefined && last.plain.length + BLANK_LINE.length + block.plain.length <= LONGEST_MESSAGE;
    if (isRoom) {
      messages[messages.length - 1] = join(last, block);
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
