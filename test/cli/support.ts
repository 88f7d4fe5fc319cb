import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';

const ROOT = join(import.meta.dirname, '..', '..');

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

/** A working directory of its own, with a database of its own and the sample policies. */
export function openHome(test: TestContext) {
  const dir = mkdtempSync(join(tmpdir(), 'citedesk-cli-'));
  test.after(() => rmSync(dir, { recursive: true, force: true }));
  const databasePath = join(dir, 'data', 'desk.db');
  const base = {
    PATH: process.env['PATH'] ?? '',
    POLICIES_DIR: join(ROOT, 'policies'),
    DATABASE_PATH: databasePath,
  };
  return {
    dir,
    databasePath,
    write(name: string, content: string): void {
      mkdirSync(dirname(join(dir, name)), { recursive: true });
      writeFileSync(join(dir, name), content);
    },
    run: (argv: readonly string[], { env = {}, input = '' }: RunOptions = {}) =>
      runCommand(argv, dir, { ...base, ...env }, input),
  };
}

function runCommand(
  argv: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
  input: string,
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const args = [join(ROOT, 'dist', 'cli.js'), ...argv];
    const child = spawn(process.execPath, args, { cwd, env, stdio: 'pipe' });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      stdout += piece;
    });
    child.stderr.setEncoding('utf8').on('data', (piece: string) => {
      stderr += piece;
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
    child.stdin.end(input);
  });
}

/** What a command printed with `--json`: one document on standard output, and nothing else anywhere. */
export function jsonOf<T = Record<string, unknown>>({ code, stdout, stderr }: Finished): T {
  assert.deepEqual([code, stderr], [0, '']);
  return JSON.parse(stdout) as T;
}

/** What a command that did not do its work must leave: its exit code and one line that says why. */
export function assertFailed(finished: Finished, code: number, reason: RegExp): void {
  assert.equal(finished.code, code, finished.stderr);
  assert.equal(finished.stdout, '');
  assert.match(finished.stderr, /^citedesk: [^\n]+\n$/);
  assert.match(finished.stderr, reason);
}

export interface JsonHit {
  readonly rank: number;
  readonly score: number;
  readonly section: {
    readonly id: string;
    readonly file: string;
    readonly title: string;
    readonly path: string[];
  };
  readonly matched: readonly unknown[];
  readonly sent: boolean;
}

export interface AskJson {
  readonly question: string;
  readonly outcome: string;
  readonly text: string;
  readonly citations: readonly {
    readonly sectionId: string;
    readonly title: string;
    readonly quote: string;
  }[];
  readonly hits: readonly JsonHit[];
  readonly searches: readonly {
    readonly by: string;
    readonly query: string;
    readonly hits: readonly { readonly sectionId: string; readonly sent: boolean }[];
  }[];
  readonly sentChars: number;
  readonly documentChars: number;
  readonly answerer: string | null;
  readonly fallback: string | null;
  readonly model: string | null;
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number } | null;
}

export function assertHasKeys(value: object, keys: readonly string[]): void {
  for (const key of keys) assert.ok(Object.hasOwn(value, key), `${key} is missing`);
}
