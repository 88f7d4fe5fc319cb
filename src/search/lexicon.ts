import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The word lists that people read and mend, `NAME.LANGUAGE.txt`, one entry a line, `#` before a comment. */
const LEXICON_DIR = join(import.meta.dirname, '..', '..', 'lexicon');

/** The lines of a list without comments and blanks. */
export function listLines(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/(?:^|\s)#.*$/u, '').trim())
    .filter((line) => line !== '');
}

/** A list's lines by language; a file `NAME.vi-en.txt` stands under `vi-en`. */
export function readLexicon(name: string): ReadonlyMap<string, readonly string[]> {
  const prefix = `${name}.`;
  const files = readdirSync(LEXICON_DIR).filter((file) => file.startsWith(prefix) && file.endsWith('.txt'));
  return new Map(
    files.map((file) => [
      file.slice(prefix.length, -'.txt'.length),
      listLines(readFileSync(join(LEXICON_DIR, file), 'utf8')),
    ]),
  );
}
