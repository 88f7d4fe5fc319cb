import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { STYLES } from './styles/styles.ts';

const CLIENT_DIR = join(import.meta.dirname, 'client');

export interface Asset {
  readonly mediaType: string;
  readonly text: string;
}

/** What a browser fetches besides pages, by file name: the style sheet and the modules of the script. */
export const ASSETS: ReadonlyMap<string, Asset> = new Map([
  ['style.css', { mediaType: 'text/css; charset=utf-8', text: STYLES }],
  ...readdirSync(CLIENT_DIR)
    .filter((name) => name.endsWith('.js'))
    .map((name): [string, Asset] => [
      name,
      { mediaType: 'text/javascript; charset=utf-8', text: readFileSync(join(CLIENT_DIR, name), 'utf8') },
    ]),
]);

/** Changes with any of them, so that a browser may keep them for good and never mixes two versions. */
const VERSION = createHash('sha256')
  .update(JSON.stringify([...ASSETS]))
  .digest('hex')
  .slice(0, 10);

export function assetHref(name: string): string {
  return `/assets/${VERSION}/${name}`;
}
