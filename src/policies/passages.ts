import { createHash } from 'node:crypto';
import { cutText } from '../domain/cut-text.ts';
import type { Passage, Section } from '../domain/section.ts';
import { type Block, blockText } from './blocks.ts';

/** The longest text of a passage, in UTF-16 units as Telegram and JavaScript count them; the title comes on top. */
export const PASSAGE_LIMIT = 2000;

const BETWEEN_BLOCKS = '\n\n';

type Named = Pick<Section, 'id' | 'file' | 'title' | 'path'> & Pick<Passage, 'language'>;

/**
 * A section's passages and the hash of it all. A heading with nothing under it has one passage without text: its
 * title can still be found and shows what lies below it.
 */
export function toPassages(named: Named, blocks: readonly Block[]): Pick<Section, 'passages' | 'hash'> {
  const texts = splitBlocks(blocks, PASSAGE_LIMIT);
  const passages = texts.map(
    (text, at): Passage => ({
      sectionId: named.id,
      file: named.file,
      title: named.title,
      path: named.path,
      part: at + 1,
      parts: texts.length,
      language: named.language,
      text,
      hash: hashText(named.path, text),
    }),
  );
  return { passages, hash: hashText(named.path, blocks.map(blockText).join(BETWEEN_BLOCKS)) };
}

export function hashText(path: readonly string[], text: string): string {
  return createHash('sha256')
    .update(JSON.stringify([path, text]))
    .digest('hex')
    .slice(0, 32);
}

/** Cuts at block ends; only a block that is itself over the limit is cut, at the gentlest place it has. */
export function splitBlocks(blocks: readonly Block[], limit: number): string[] {
  const pieces = blocks.flatMap((block) => {
    const text = blockText(block);
    return text.length <= limit ? [text] : splitBlock(block, limit);
  });
  return pieces.length === 0 ? [''] : pack(pieces, BETWEEN_BLOCKS, limit);
}

function splitBlock(block: Block, limit: number): string[] {
  switch (block.kind) {
    case 'text':
      return cutText(block.text, limit);
    case 'code':
      return packAll(block.text.split('\n'), '\n', limit);
    case 'list':
      return packAll(block.items, '\n', limit);
    case 'table':
      return splitTable(block.header, block.rows, limit);
  }
}

/** Every part repeats the header rows; figures mean nothing without them. A header of half a passage is no header. */
function splitTable(header: string, rows: readonly string[], limit: number): string[] {
  if (header.length > limit / 2) return packAll([header, ...rows], '\n', limit);
  const top = header === '' ? '' : `${header}\n`;
  return packAll(rows, '\n', limit - top.length).map((part) => top + part);
}

function packAll(pieces: readonly string[], glue: string, limit: number): string[] {
  return pack(
    pieces.flatMap((piece) => cutText(piece, limit)),
    glue,
    limit,
  );
}

/** Fills each part with as many whole pieces as it holds. */
function pack(pieces: readonly string[], glue: string, limit: number): string[] {
  const parts: string[] = [];
  let current: string | null = null;
  for (const piece of pieces) {
    if (current !== null && current.length + glue.length + piece.length <= limit) current += glue + piece;
    else {
      if (current !== null) parts.push(current);
      current = piece;
    }
  }
  if (current !== null) parts.push(current);
  return parts;
}
