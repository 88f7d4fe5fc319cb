import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { PolicyError } from '../errors.ts';
import { fileKind } from './file-kinds.ts';

/** A file that the admin may expect to be read and that is not, and what to do about it. */
export interface SkippedFile {
  readonly file: string;
  readonly reason: string;
}

export interface FoundFile {
  /** Relative to the policies folder, with `/`, letters composed (macOS stores names decomposed). */
  readonly file: string;
  /** Where to open it. */
  readonly location: string;
}

export interface FoundFiles {
  readonly found: readonly FoundFile[];
  readonly skipped: readonly SkippedFile[];
}

interface Place {
  readonly name: string;
  readonly location: string;
}

/** A walk in progress. Links wait until everything real is known, so that they never give a file a second name. */
interface Walk {
  readonly root: string;
  readonly folders: Set<string>;
  readonly files: Set<string>;
  readonly links: Place[];
  readonly found: Map<string, FoundFile>;
  readonly skipped: SkippedFile[];
}

/**
 * The policy files below a folder, by name in a fixed order. Symbolic links are followed within the folder (mounted
 * Kubernetes volumes consist of them) and refused where they lead out of it.
 */
export async function findPolicyFiles(dir: string): Promise<FoundFiles> {
  const root = await openRoot(dir);
  const walk: Walk = { root, folders: new Set(), files: new Set(), links: [], found: new Map(), skipped: [] };
  await walkFolder({ name: '', location: root }, walk);
  for (let link = walk.links.shift(); link !== undefined; link = walk.links.shift())
    await followLink(link, walk);
  return { found: [...walk.found.values()].sort(byFile), skipped: walk.skipped.sort(byFile) };
}

async function openRoot(dir: string): Promise<string> {
  const shown = resolve(dir);
  try {
    const root = await realpath(shown);
    const isFolder = (await stat(root)).isDirectory();
    if (isFolder) await readdir(root);
    if (isFolder) return root;
  } catch (cause) {
    throw new PolicyError(`The policies folder ${shown} cannot be opened (${faultOf(cause)}): ${ADVICE}`, {
      cause,
    });
  }
  throw new PolicyError(`The policies folder ${shown} is a file, not a folder: ${ADVICE}`);
}

const ADVICE = 'name a folder that holds the policies as .md files and can be read.';

async function walkFolder(place: Place, walk: Walk): Promise<void> {
  let entries: Dirent[];
  try {
    const real = await realpath(place.location);
    if (walk.folders.has(real)) return;
    walk.folders.add(real);
    entries = await readdir(real, { withFileTypes: true });
  } catch (error) {
    walk.skipped.push({ file: `${place.name}/`, reason: `the folder cannot be opened (${faultOf(error)})` });
    return;
  }
  for (const entry of entries.sort((a, b) => compare(a.name, b.name))) {
    // Dotfiles are the system's, `~$` are the lock files of an open word processor.
    if (entry.name.startsWith('.') || entry.name.startsWith('~$')) continue;
    const name = place.name === '' ? entry.name : `${place.name}/${entry.name}`;
    const inner = { name, location: join(place.location, entry.name) };
    if (entry.isSymbolicLink()) walk.links.push(inner);
    else if (entry.isDirectory()) await walkFolder(inner, walk);
    else noteFile(inner, entry.isFile(), walk);
  }
}

async function followLink(link: Place, walk: Walk): Promise<void> {
  const skip = (reason: string): void => {
    if (fileKind(link.name) !== 'unrelated') walk.skipped.push({ file: link.name, reason });
  };
  try {
    const target = await realpath(link.location);
    const info = await stat(target);
    if (target !== walk.root && !target.startsWith(walk.root.replace(/[/\\]$/, '') + sep)) {
      if (info.isDirectory()) walk.skipped.push({ file: link.name, reason: LEAVES });
      else skip(LEAVES);
    } else if (info.isDirectory()) await walkFolder(link, walk);
    else if (!walk.files.has(target)) noteFile({ name: link.name, location: target }, info.isFile(), walk);
  } catch (error) {
    skip(`the symbolic link leads nowhere (${faultOf(error)})`);
  }
}

const LEAVES = 'a symbolic link that leaves the policies folder: copy the file here instead';

function noteFile({ name, location }: Place, isFile: boolean, walk: Walk): void {
  const file = name.normalize('NFC');
  const kind = fileKind(file);
  if (kind === 'unrelated') return;
  const reason =
    kind === 'document'
      ? 'not read: save it as .md'
      : !isFile
        ? 'not a regular file'
        : walk.found.has(file)
          ? 'another file has the same name, only its accents are stored differently: rename one'
          : null;
  if (reason !== null) walk.skipped.push({ file, reason });
  else {
    walk.files.add(location);
    walk.found.set(file, { file, location });
  }
}

/** What the system says, in a few words for people. */
export function faultOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const faults: Record<string, string> = {
    ENOENT: 'it does not exist',
    ENOTDIR: 'it is not a folder',
    EACCES: 'no permission',
    EPERM: 'no permission',
    ELOOP: 'it leads to itself',
  };
  return faults[code] ?? (code || String(error));
}

function byFile(a: { readonly file: string }, b: { readonly file: string }): number {
  return compare(a.file, b.file);
}

/** By code unit: the same order on every system and in every language. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
