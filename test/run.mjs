// Node 20 knows no glob for --test, and sh knows no `**`: this finds the test files itself, on every system.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const only = process.argv.slice(2);
const files = readdirSync(import.meta.dirname, { recursive: true })
  .filter((name) => name.endsWith('.test.ts'))
  .filter((name) => only.length === 0 || only.some((part) => name.includes(part)))
  .sort()
  .map((name) => join(import.meta.dirname, name));

const result = spawnSync(process.execPath, ['--import', 'tsx', '--test', '--test-reporter=spec', ...files], {
  stdio: 'inherit',
});
process.exit(files.length === 0 ? 1 : (result.status ?? 1));
