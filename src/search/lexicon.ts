import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The word lists that people read and mend, `NAME.LANGUAGE.txt` or `NAME.txt`, one entry a line, `#` before a comment. */
const LEXICON_DIR = join(import.meta.dirname, '..', '..', 'lexicon');

/** An entry of a list and where it stands. */
export interface LexiconLine {
  readonly text: string;
  /** Empty for a list that is of no language. */
  readonly language: string;
  readonly file: string;
  readonly line: number;
}

/** An entry `NAME: word, word …`. */
export interface WordGroup extends LexiconLine {
  readonly name: string;
  readonly words: readonly string[];
}

/** The lines of a list without comments and blanks. */
export function listLines(text: string): string[] {
  return text.split(/\r?\n/).map(withoutComment).filter(Boolean);
}

/** A list's lines by language; a file `NAME.vi-en.txt` stands under `vi-en`. */
export function readLexicon(name: string): ReadonlyMap<string, readonly string[]> {
  const lists = new Map<string, string[]>();
  for (const { language, text } of readLines(name))
    lists.set(language, [...(lists.get(language) ?? []), text]);
  return lists;
}

/** A list's entries in every language, with their places. */
export function readLines(name: string): LexiconLine[] {
  const files = readdirSync(LEXICON_DIR).filter(
    (file) => file.endsWith('.txt') && (file.startsWith(`${name}.`) || file === `${name}.txt`),
  );
  return files.sort().flatMap((file) =>
    readFileSync(join(LEXICON_DIR, file), 'utf8')
      .split(/\r?\n/)
      .map((line, at) => ({
        text: withoutComment(line),
        language: file.slice(name.length + 1, -'.txt'.length),
        file,
        line: at + 1,
      }))
      .filter(({ text }) => text !== ''),
  );
}

/** The entries of a list of groups, in lower case. */
export function readGroups(name: string, isName: (name: string) => boolean): WordGroup[] {
  return toGroups(readLines(name), isName);
}

/** Lines as groups. Throws where a line is none or has a name that `isName` does not know, and says where it stands. */
export function toGroups(lines: readonly LexiconLine[], isName: (name: string) => boolean): WordGroup[] {
  return lines.map((line) => {
    const [, group = '', words = ''] = /^(.+?):\s+(.+)$/u.exec(line.text) ?? [];
    if (group === '') throw lexiconFault(line, 'is not of the form "name: word, word"');
    if (!isName(group)) throw lexiconFault(line, `has an unknown name before the colon: "${group}"`);
    const list = words.split(',').map((word) => word.trim().normalize('NFC').toLowerCase());
    if (list.includes('')) throw lexiconFault(line, 'has a comma with no word beside it');
    return { ...line, name: group, words: list };
  });
}

/** What is wrong with an entry, and where whoever wrote it finds it. */
export function lexiconFault({ file, line, text }: LexiconLine, fault: string): Error {
  return new Error(`lexicon/${file}, line ${line}: "${text}" ${fault}`);
}

/** The source of a pattern for any of these words, the longest first; a space stands for a space of any width. */
export function anyOf(words: readonly string[]): string {
  const sources = [...new Set(words)]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`).replaceAll(' ', SPACE));
  return sources.length === 0 ? '(?!)' : `(?:${sources.join('|')})`;
}

/** Borders of a word in every script; \b knows only ASCII letters, and "giờ" ends in none. */
export const WORD_START = String.raw`(?<![\p{L}\p{M}\p{N}])`;
export const WORD_END = String.raw`(?![\p{L}\p{M}\p{N}])`;
export const SPACE = String.raw`[ \u00a0\u202f]`;

function withoutComment(line: string): string {
  return line.replace(/(?:^|\s)#.*$/u, '').trim();
}
