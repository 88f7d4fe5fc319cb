import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { Section } from '../domain/section.ts';
import { decodePolicy, FILE_LIMIT_BYTES } from './decode.ts';
import { type FoundFile, faultOf, findPolicyFiles, type SkippedFile } from './find-files.ts';
import { assembleSections, type DocumentReading, type PolicyDocument, readDocument } from './parse-policy.ts';

/** A policy file as it was on disk. */
export interface PolicyFile {
  /** Relative to the policies folder, with `/`. */
  readonly file: string;
  /** sha256 of the bytes, hex. */
  readonly hash: string;
}

export interface PolicySet {
  readonly sections: readonly Section[];
  /** Every policy file whose bytes could be read, skipped ones too: mending one must show as a change. */
  readonly files: readonly PolicyFile[];
  readonly skipped: readonly SkippedFile[];
  /** Files that are read all the same, with what their author should mend. */
  readonly faulty: readonly SkippedFile[];
  /** The lines of the shop's own `thesaurus.txt`, which is no policy; none where there is none. */
  readonly thesaurus: readonly string[];
}

/** Beside the policies, at the top of their folder. */
const THESAURUS = 'thesaurus.txt';

type Loading =
  | { readonly ok: true; readonly bytes: Uint8Array; readonly hash: string }
  | { readonly ok: false; readonly reason: string };

/**
 * Reads all policies below a folder. A file that cannot be used is skipped with its reason and never stops the
 * others. Throws a PolicyError if the folder itself cannot be read.
 */
export async function readPolicies(dir: string): Promise<PolicySet> {
  const { found, skipped } = await findPolicyFiles(dir);
  const files: PolicyFile[] = [];
  const documents: PolicyDocument[] = [];
  const unusable: SkippedFile[] = [];
  let thesaurus: readonly string[] = [];
  for (const place of found) {
    const { file } = place;
    const loading = await loadFile(place);
    if (loading.ok) files.push({ file, hash: loading.hash });
    if (file === THESAURUS && loading.ok) {
      const decoding = decodePolicy(loading.bytes);
      if (decoding.ok) thesaurus = decoding.text.split(/\r?\n/);
      else unusable.push({ file, reason: decoding.reason });
      continue;
    }
    const reading = loading.ok ? readBytes(file, loading.bytes) : loading;
    if (reading.ok) documents.push(reading.document);
    else unusable.push({ file, reason: reading.reason });
  }
  const all = [...skipped, ...unusable].sort((a, b) => (a.file < b.file ? -1 : 1));
  const faulty = documents.flatMap(({ file, faults }) => faults.map((reason) => ({ file, reason })));
  return { sections: assembleSections(documents), files, skipped: all, faulty, thesaurus };
}

/** Equal to `readPolicies(dir).files`, without parsing anything: has a file changed since? */
export async function fingerprintPolicies(dir: string): Promise<readonly PolicyFile[]> {
  const { found } = await findPolicyFiles(dir);
  const files: PolicyFile[] = [];
  for (const place of found) {
    const loading = await loadFile(place);
    if (loading.ok) files.push({ file: place.file, hash: loading.hash });
  }
  return files;
}

async function loadFile({ location }: FoundFile): Promise<Loading> {
  try {
    const { size } = await stat(location);
    if (size > FILE_LIMIT_BYTES) return { ok: false, reason: 'larger than 2 MiB: split it' };
    const bytes = await readFile(location);
    return { ok: true, bytes, hash: createHash('sha256').update(bytes).digest('hex') };
  } catch (error) {
    return { ok: false, reason: `cannot be read (${faultOf(error)})` };
  }
}

function readBytes(file: string, bytes: Uint8Array): DocumentReading {
  const decoding = decodePolicy(bytes);
  if (!decoding.ok) return decoding;
  const reading = parseSafely(file, decoding.text);
  const isEmpty = reading.ok && reading.document.drafts.length === 0;
  return isEmpty ? { ok: false, reason: 'holds no text' } : reading;
}

/** Thousands of nested quotations exhaust the stack: one hostile file must not keep the others from customers. */
function parseSafely(file: string, text: string): DocumentReading {
  try {
    return readDocument(file, text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { ok: false, reason: 'nested too deeply to be read' };
  }
}
