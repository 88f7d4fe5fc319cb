import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Section } from '../../src/domain/section.ts';
import { parsePolicy } from '../../src/policies/parse-policy.ts';

/** Sections of a Markdown file `a.md`. */
export function parse(markdown: string): Section[] {
  return parsePolicy('a.md', markdown);
}

export function titles(sections: readonly Section[]): string[] {
  return sections.map((section) => section.title);
}

export function ids(sections: readonly Section[]): string[] {
  return sections.map((section) => section.id);
}

/** A section's text as a whole. */
export function textOf(section: Section | undefined): string {
  return section?.passages.map((passage) => passage.text).join('\n\n') ?? '';
}

/** Everything a customer could be shown of these sections. */
export function allText(sections: readonly Section[]): string {
  return sections.map((section) => `${section.path.join(' > ')}\n${textOf(section)}`).join('\n\n');
}

/** The text of a file that holds nothing but one section's body. */
export function render(body: string): string {
  return textOf(parse(`# T\n\n${body}`)[0]);
}

/** A throw-away policies folder with these files. */
export async function folder(
  test: TestContext,
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'citedesk-policies-'));
  test.after(() => rm(dir, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(dir, name)), { recursive: true });
    await writeFile(join(dir, name), content);
  }
  return dir;
}
