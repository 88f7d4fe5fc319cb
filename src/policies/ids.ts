import type { SectionId } from '../domain/section.ts';

/**
 * A title as GitHub makes an anchor of it: lower case, letters and digits of every script kept, spaces to hyphens.
 * A title without any of them (`## 🎉`) is `section`.
 */
export function slugify(title: string): string {
  const slug = title
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replace(/ /g, '-');
  return slug.replace(/^-+$/, '') || 'section';
}

/**
 * The ids of a file's sections, in order, from their title paths.
 *
 * A title that is the only one of its slug in the file is named by it alone (`a.md#refunds`), so nothing done to
 * other headings, above or around, changes it. All those of a shared title are named with as many parents as tell
 * them apart (`a.md#returns-fees`, `a.md#delivery-fees`): none of them owns the bare slug, because which one came
 * first is a matter of editing. Only sections of one and the same path are numbered (`fees`, `fees-2`); moving those
 * among each other is the one edit elsewhere that changes an id. Slugs that titles have by right are given out
 * first, so a made-up id never takes one.
 */
export function assignIds(file: string, paths: readonly (readonly string[])[]): SectionId[] {
  const slugPaths = paths.map((path) => path.map(slugify));
  const suffixes = slugPaths.map(suffixesOf);
  const bareUses = count(suffixes.map(([bare = '']) => bare));
  const uses = count(suffixes.flatMap((own) => [...new Set(own)]));
  const isAlone = (bare: string): boolean => bareUses.get(bare) === 1;

  const taken = new Set([...bareUses.keys()].filter(isAlone));
  return suffixes.map(([bare = '', ...longer]) => {
    if (isAlone(bare)) return toId(file, bare);
    const telling = longer.find((suffix) => uses.get(suffix) === 1 && !taken.has(suffix));
    const slug = telling ?? firstFree(longer.at(-1) ?? bare, taken);
    taken.add(slug);
    return toId(file, slug);
  });
}

/** `[returns, fees]` → `fees`, `returns-fees`. */
function suffixesOf(slugPath: readonly string[]): string[] {
  return slugPath.map((_, at) => slugPath.slice(slugPath.length - 1 - at).join('-'));
}

function count(names: readonly string[]): Map<string, number> {
  const uses = new Map<string, number>();
  for (const name of names) uses.set(name, (uses.get(name) ?? 0) + 1);
  return uses;
}

function firstFree(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  let number = 2;
  while (taken.has(`${slug}-${number}`)) number += 1;
  return `${slug}-${number}`;
}

function toId(file: string, slug: string): SectionId {
  return `${file}#${slug}` as SectionId;
}
