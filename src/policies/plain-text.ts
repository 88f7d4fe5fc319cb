import type { Block } from './blocks.ts';
import { cleanText } from './clean.ts';
import type { Run } from './inline-run.ts';

/** Plain text is not Markdown: a `#` or a `*` in it means itself, and its line ends are its author's. */
export function readPlainText(source: string): {
  readonly blocks: readonly Block[];
  readonly runs: readonly Run[];
} {
  const paragraphs = cleanText(source)
    .split(/\n(?:[ \t]*\n)+/)
    .map((paragraph) => paragraph.replace(/^\n+/, '').trimEnd())
    .filter((paragraph) => paragraph !== '');
  return {
    blocks: paragraphs.map((text) => ({ kind: 'text', text })),
    runs: paragraphs.map((text) => ({ text: text.replace(/\s+/g, ' ').trim(), spans: [] })),
  };
}
