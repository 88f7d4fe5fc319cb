import { createHash } from 'node:crypto';
import type { SectionId } from '../domain/section.ts';

/** Telegram passes nothing else on after `?start=`, 64 characters at most; a button's data holds `o:` as well. */
const LINK = /^[A-Za-z0-9_-]{1,62}$/;
/** The data of a button that opens a section. */
export const OPEN_BUTTON = /^o:([A-Za-z0-9_-]{1,62})$/;
const HASH_MARK = 'h_';

type Named = { readonly id: SectionId };

/**
 * What names a section in `t.me/bot?start=…`: the last part of its id where no other section has the same, or else a
 * hash of the id. It holds until the section is renamed.
 */
export function linkTo(id: SectionId, sections: readonly Named[]): string {
  const slug = slugOf(id);
  const isPlain = LINK.test(slug) && !slug.startsWith(HASH_MARK);
  return isPlain && sections.filter((other) => slugOf(other.id) === slug).length === 1 ? slug : hashOf(id);
}

/** The section that a link names; null where it names none, or several. */
export function sectionOfLink<T extends Named>(link: string, sections: readonly T[]): T | null {
  const isHash = link.startsWith(HASH_MARK);
  const named = sections.filter(({ id }) => (isHash ? hashOf(id) : slugOf(id)) === link);
  return named.length === 1 ? (named[0] ?? null) : null;
}

export function openButtonData(id: SectionId, sections: readonly Named[]): string {
  return `o:${linkTo(id, sections)}`;
}

function slugOf(id: SectionId): string {
  return id.slice(id.lastIndexOf('#') + 1);
}

function hashOf(id: SectionId): string {
  return `${HASH_MARK}${createHash('sha256').update(id).digest('base64url').slice(0, 16)}`;
}
