import type { AnalysedSection, CurrentIndex, FileFingerprint, NewIndex } from '../domain/policy-index.ts';
import { passageLength, type Section } from '../domain/section.ts';
import { PolicyError } from '../errors.ts';
import type { SkippedFile } from '../policies/find-files.ts';
import { fingerprintPolicies, type PolicySet, readPolicies } from '../policies/read-policies.ts';
import { ANALYSER_VERSION, analyse } from '../search/analyser.ts';
import { measureChance } from '../search/calibrate.ts';
import { detectLanguage, UNKNOWN_LANGUAGE } from '../search/detect-language.ts';
import type { PassageIndex } from '../search/passage-index.ts';
import type { IndexStore } from './index-store.ts';

/** What a re-index does: section ids by what became of them, and the files that could not be used or need mending. */
export interface ReindexReport {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly skipped: readonly SkippedFile[];
  readonly faulty: readonly SkippedFile[];
  readonly sections: number;
  readonly dryRun: boolean;
  readonly tookMs: number;
}

export interface ReindexOptions {
  /** Only say what would change. */
  readonly dryRun?: boolean;
  readonly now?: () => number;
}

/**
 * Re-reads the policy files and switches the index to them in one transaction; a question meets either the old or
 * the new index. Throws a PolicyError, leaving the old index serving, where the folder cannot be read or holds no
 * section at all while the index has some: an unmounted disk must not silence the desk.
 */
export async function reindexPolicies(
  store: IndexStore & PassageIndex,
  policiesDir: string,
  options: ReindexOptions = {},
): Promise<ReindexReport> {
  const { dryRun = false, now = Date.now } = options;
  const startedAt = now();
  const policies = withoutEmptySections(await readPolicies(policiesDir));
  const current = store.current();
  refuseEmptying(policies, current, policiesDir);
  if (!dryRun) {
    const { sections, files, thesaurus } = policies;
    buildIndex(store, { sections, files, thesaurus, policiesDir, builtAt: now() });
  }
  return { ...compareSections(current, policies), dryRun, tookMs: now() - startedAt };
}

/** What an index is made of. */
export interface IndexSource extends Pick<NewIndex, 'builtAt' | 'policiesDir' | 'files' | 'thesaurus'> {
  readonly sections: readonly Section[];
}

/** Analyses the sections and switches the index to them, calibrated, in one transaction. */
export function buildIndex(store: IndexStore & PassageIndex, { sections, ...source }: IndexSource): void {
  const index: NewIndex = {
    ...source,
    analyserVersion: ANALYSER_VERSION,
    sections: analyseSections(sections),
    documentChars: countCharacters(sections),
  };
  store.replace(index, () => measureChance(store));
}

/**
 * Whether the index must be built before it can serve: there is none, it came from another folder, or another
 * analyser made it. Edited files are no reason; the admin decides when an edit goes live.
 */
export function needsReindex(store: IndexStore, policiesDir: string): boolean {
  const current = store.current();
  return (
    current === null || current.policiesDir !== policiesDir || current.analyserVersion !== ANALYSER_VERSION
  );
}

/**
 * Policy files that were added, changed or removed on disk since the index was built; all of them where the folder
 * cannot be read.
 */
export async function changedFiles(store: IndexStore, policiesDir: string): Promise<string[]> {
  const indexed = byFile(store.current()?.files ?? []);
  const onDisk = byFile(await fingerprintPolicies(policiesDir).catch(refusedFolder));
  const files = new Set([...indexed.keys(), ...onDisk.keys()]);
  return [...files].filter((file) => indexed.get(file) !== onDisk.get(file)).sort();
}

/** A heading with nothing beneath it but other headings gives its name to their paths and has nothing to cite. */
function withoutEmptySections(policies: PolicySet): PolicySet {
  const hasText = (section: Section) => section.passages.some((passage) => passage.text !== '');
  return { ...policies, sections: policies.sections.filter(hasText) };
}

function refusedFolder(error: unknown): FileFingerprint[] {
  if (error instanceof PolicyError) return [];
  throw error;
}

function byFile(files: readonly FileFingerprint[]): Map<string, string> {
  return new Map(files.map(({ file, hash }) => [file, hash]));
}

function refuseEmptying(policies: PolicySet, current: CurrentIndex | null, policiesDir: string): void {
  if (policies.sections.length > 0 || current === null || current.sections.length === 0) return;
  const reasons = policies.skipped.map(({ file, reason }) => ` ${file}: ${reason}.`).join('');
  throw new PolicyError(
    `No policy section was found in ${policiesDir}, so the index stays as it was; put a .md file there.${reasons}`,
  );
}

function compareSections(
  current: CurrentIndex | null,
  policies: PolicySet,
): Omit<ReindexReport, 'dryRun' | 'tookMs'> {
  const before = new Map((current?.sections ?? []).map(({ id, hash }) => [id, hash]));
  const after = new Map(policies.sections.map(({ id, hash }) => [id, hash]));
  const kept = [...after.keys()].filter((id) => before.has(id));
  return {
    added: [...after.keys()].filter((id) => !before.has(id)),
    changed: kept.filter((id) => before.get(id) !== after.get(id)),
    removed: [...before.keys()].filter((id) => !after.has(id)),
    skipped: policies.skipped,
    faulty: policies.faulty,
    sections: policies.sections.length,
  };
}

/** Sections in their files' languages: as the front matter says or else as the file's text shows. */
export function analyseSections(sections: readonly Section[]): AnalysedSection[] {
  const texts = new Map<string, string>();
  for (const { file, passages } of sections) {
    texts.set(file, `${texts.get(file) ?? ''}\n${passages.map((passage) => passage.text).join('\n')}`);
  }
  const languages = new Map([...texts].map(([file, text]) => [file, detectLanguage(text)]));
  return sections.map((section) => {
    const declared = section.passages[0]?.language ?? UNKNOWN_LANGUAGE;
    const detected = languages.get(section.file) ?? UNKNOWN_LANGUAGE;
    return analyseSection(section, declared === UNKNOWN_LANGUAGE ? detected : declared);
  });
}

/** A section in a language; its author's `also asked` words count like its title. */
export function analyseSection(section: Section, language: string): AnalysedSection {
  const title = analyse([section.title, ...section.alsoAsked].join('\n'), language);
  // "Returns > Fees" must be found by "return fees", and "Delivery > Fees" must not come before it.
  const parents = analyse(section.path.slice(0, -1).join('\n'), language);
  return {
    section,
    passages: section.passages.map((passage) => {
      const body = [...parents, ...analyse(passage.text, language)];
      return {
        passage: { ...passage, language },
        titleTerms: title.map((token) => token.term),
        bodyTerms: body.map((token) => token.term),
        exactTerms: [...new Set([...title, ...body].flatMap(({ exact }) => (exact === null ? [] : [exact])))],
      };
    }),
  };
}

function countCharacters(sections: readonly Section[]): number {
  return sections
    .flatMap((section) => section.passages)
    .reduce((sum, passage) => sum + passageLength(passage), 0);
}
