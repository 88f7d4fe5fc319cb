import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { AlsoAskedEdit, EditPreview } from '../domain/repair.ts';
import { PolicyError } from '../errors.ts';
import { addAlsoAsked, refuse } from '../policies/also-asked-edit.ts';
import { type DecodedPolicy, decodeForEditing, FILE_LIMIT_BYTES } from '../policies/decode.ts';
import { faultOf, findPolicyFiles } from '../policies/find-files.ts';

/** A policy file that is being changed. */
interface OpenFile {
  readonly file: string;
  readonly location: string;
  readonly bytes: Uint8Array;
  readonly decoded: DecodedPolicy;
}

type Opening =
  | { readonly ok: true; readonly opened: OpenFile }
  | { readonly ok: false; readonly reason: string };

/** What the edit would make of its policy file as it stands on disk now. */
export async function previewAlsoAsked(policiesDir: string, edit: AlsoAskedEdit): Promise<EditPreview> {
  const opening = await openPolicy(policiesDir, fileOf(edit));
  if (!opening.ok) return opening;
  return editOpened(opening.opened, edit);
}

/** Makes the edit in the policy file as it stands on disk now: all of it or nothing. */
export async function applyAlsoAsked(policiesDir: string, edit: AlsoAskedEdit): Promise<EditPreview> {
  const opening = await openPolicy(policiesDir, fileOf(edit));
  if (!opening.ok) return opening;
  const { opened } = opening;
  const edited = editOpened(opened, edit);
  if (!edited.ok) return edited;
  const bytes = opened.decoded.encode(edited.after);
  if (bytes.byteLength > FILE_LIMIT_BYTES)
    return refuse(`${opened.file} would be larger than 2 MiB: split it`);
  try {
    if (!Buffer.from(await readFile(opened.location)).equals(opened.bytes)) {
      return refuse(`${opened.file} was changed at this very moment: try again`);
    }
    await replaceFile(opened.location, bytes);
  } catch (error) {
    return refuse(`${opened.file} cannot be written (${faultOf(error)}): make the change by hand`);
  }
  return edited;
}

/** A section's id is its file and a slug, which has no `#`. */
function fileOf({ sectionId }: AlsoAskedEdit): string {
  return sectionId.slice(0, Math.max(0, sectionId.lastIndexOf('#')));
}

/** Only a file that indexing would read is opened: no path leads out of the folder, and no link. */
async function openPolicy(policiesDir: string, file: string): Promise<Opening> {
  try {
    const { found, skipped } = await findPolicyFiles(policiesDir);
    const place = found.find((each) => each.file === file);
    if (place === undefined) {
      const reason = skipped.find((each) => each.file === file)?.reason ?? 'there is no such file any more';
      return refuse(`${file}: ${reason}`);
    }
    const bytes = await readFile(place.location);
    const decoded = decodeForEditing(bytes);
    return decoded.ok
      ? { ok: true, opened: { ...place, bytes, decoded: decoded.value } }
      : refuse(`${file} is ${decoded.reason}`);
  } catch (error) {
    return refuse(
      error instanceof PolicyError ? error.message : `${file} cannot be read (${faultOf(error)})`,
    );
  }
}

function editOpened({ file, decoded }: OpenFile, edit: AlsoAskedEdit): EditPreview {
  try {
    const edited = addAlsoAsked(decoded.text, file, edit);
    return edited.ok ? { ok: true, file, before: decoded.text, after: edited.text } : edited;
  } catch (error) {
    if (error instanceof PolicyError) return refuse(error.message);
    if (error instanceof RangeError) return refuse(`${file} is nested too deeply to be read`);
    throw error;
  }
}

/** A reader meets the old file or the new one, never half of it, also after a power cut. */
async function replaceFile(location: string, bytes: Uint8Array): Promise<void> {
  const { mode } = await stat(location);
  const temporary = join(dirname(location), `.${basename(location)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    const handle = await open(temporary, 'wx', mode);
    try {
      await handle.writeFile(bytes);
      await handle.chmod(mode);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, location);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
