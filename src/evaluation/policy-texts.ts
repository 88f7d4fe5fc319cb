import { readFile } from 'node:fs/promises';
import type { Section } from '../domain/section.ts';
import { decodePolicy } from '../policies/decode.ts';
import { findPolicyFiles } from '../policies/find-files.ts';
import { readPolicies } from '../policies/read-policies.ts';

/** A policy file as its author typed it. */
export interface RawFile {
  readonly file: string;
  readonly text: string;
}

/** The policies both ways: as sections, and as the raw text of the files these came from. */
export interface PolicyTexts {
  readonly sections: readonly Section[];
  readonly files: readonly RawFile[];
  readonly thesaurus: readonly string[];
}

/**
 * Reads the policies below a folder. Internal and unusable files are left out of both. Throws a PolicyError if the
 * folder cannot be read.
 */
export async function readPolicyTexts(dir: string): Promise<PolicyTexts> {
  const { sections, thesaurus } = await readPolicies(dir);
  const usable = new Set(sections.map(({ file }) => file));
  const files: RawFile[] = [];
  for (const { file, location } of (await findPolicyFiles(dir)).found) {
    if (!usable.has(file)) continue;
    const decoding = decodePolicy(await readFile(location));
    if (decoding.ok) files.push({ file, text: decoding.text });
  }
  // A heading with nothing beneath it has nothing to cite and is not indexed either.
  const cited = sections.filter(({ passages }) => passages.some(({ text }) => text !== ''));
  return { sections: cited, files, thesaurus };
}
