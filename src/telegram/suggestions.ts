import type { Button } from '../domain/delivery.ts';
import type { SectionId } from '../domain/section.ts';
import type { PolicySections } from './ports.ts';
import { toButton } from './present.ts';
import { openButtonData } from './section-links.ts';

const MOST_SUGGESTIONS = 4;

/** Sections to begin with: the first of each file, then the second of each, four in all, no two of one name. */
export function suggestSections(sections: PolicySections): Button[] {
  const all = sections.list();
  const files = firstOfFiles(all.map(({ id }) => id)).map((ids) => leading(ids, sections));
  const rounds = Array.from({ length: MOST_SUGGESTIONS }, (_, round) =>
    files.flatMap((ids) => ids.slice(round, round + 1)),
  );
  const titles = new Map(all.map(({ id, title }) => [id, title]));
  const firstOfTitle = new Map<string, SectionId>();
  for (const id of rounds.flat()) {
    const title = titles.get(id) ?? '';
    if (!firstOfTitle.has(title)) firstOfTitle.set(title, id);
  }
  return [...firstOfTitle]
    .slice(0, MOST_SUGGESTIONS)
    .map(([title, id]) => toButton(title, openButtonData(id, all)));
}

/** Of the first files the first sections, one more than is needed because one may be the introduction. */
function firstOfFiles(ids: readonly SectionId[]): SectionId[][] {
  const files = new Map<string, SectionId[]>();
  for (const id of ids) {
    const file = id.slice(0, id.lastIndexOf('#'));
    const kept = files.get(file) ?? [];
    if (kept.length <= MOST_SUGGESTIONS) files.set(file, [...kept, id]);
  }
  return [...files.values()].slice(0, MOST_SUGGESTIONS);
}

/** What stands below a file's title alone introduces the file and comes last. */
function leading(ids: readonly SectionId[], { passagesOf }: PolicySections): SectionId[] {
  const isIntroduction = (id: SectionId) => (passagesOf(id)[0]?.path.length ?? 0) < 2;
  return [...ids.filter((id) => !isIntroduction(id)), ...ids.filter(isIntroduction)];
}
