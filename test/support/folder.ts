import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A folder of the test's own with these files in it; `remove` takes it away. */
export function createFolder(files: Readonly<Record<string, string>> = {}): {
  readonly path: string;
  readonly write: (file: string, text: string) => void;
  readonly remove: () => void;
} {
  const path = mkdtempSync(join(tmpdir(), 'citedesk-'));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), text);
  };
  for (const [file, text] of Object.entries(files)) write(file, text);
  return { path, write, remove: () => rmSync(path, { recursive: true, force: true }) };
}
