import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SHARED = join(import.meta.dirname, '..', '..', '..', 'shared');

/** For `describe`'s or `it`'s `skip`: false, or why. The material lies beside a developer's checkout only. */
export const withoutShared: string | false = existsSync(SHARED)
  ? false
  : 'needs the folder ../shared beside the checkout';

export function readShared(path: string): string {
  return readFileSync(join(SHARED, path), 'utf8');
}

/** A case of `cases/cases.jsonl` by its id. */
export function readCase(id: string): { readonly input: Readonly<Record<string, unknown>> } {
  const line = readShared('cases/cases.jsonl')
    .split('\n')
    .find((text) => text.includes(`"id": "${id}"`));
  if (line === undefined) throw new Error(`there is no case ${id}`);
  return JSON.parse(line) as { input: Record<string, unknown> };
}
