import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { describe, it } from 'node:test';

const SRC = join(import.meta.dirname, '..', 'src');

/** What each room may import, besides itself, `domain` and the leaves. The picture is in docs/design.md. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  policies: [],
  search: [],
  answer: ['search'],
  store: [],
  conversation: ['search', 'answer'],
  indexing: ['search', 'policies'],
  review: ['search'],
  evaluation: ['search', 'answer', 'conversation', 'indexing', 'review', 'policies'],
  telegram: ['conversation', 'indexing', 'review'],
  desk: ['conversation', 'review'],
  app: ['store', 'search', 'answer', 'conversation', 'indexing', 'review', 'telegram', 'desk'],
  cli: ['app', 'answer', 'conversation', 'evaluation', 'indexing', 'review', 'store'],
  main: ['app', 'cli', 'desk', 'indexing'],
};
const LEAVES = ['config', 'log', 'errors'];

/** The room that a foreign library enters; nobody else may name it. */
const ROOM_OF: Readonly<Record<string, string>> = {
  grammy: 'telegram',
  '@anthropic-ai/sdk': 'answer',
  'better-sqlite3': 'store',
  hono: 'desk',
  '@hono/node-server': 'desk',
  'mdast-util-from-markdown': 'policies',
  'mdast-util-frontmatter': 'policies',
  'mdast-util-gfm': 'policies',
  'micromark-extension-frontmatter': 'policies',
  'micromark-extension-gfm': 'policies',
  mdast: 'policies',
  parse5: 'policies',
  yaml: 'policies',
  'smol-toml': 'policies',
  '@orama/stemmers': 'search',
  '@orama/stopwords': 'search',
  eld: 'search',
  stopword: 'search',
  'wink-porter2-stemmer': 'search',
  zod: 'config',
  pino: 'log',
  dotenv: 'cli',
};

const IMPORT = /^(?:import|export)\b[^;]*?\bfrom\s+'([^']+)'/gm;
const SQL = /[`'"]\s*(?:SELECT\s|INSERT INTO\s|UPDATE \w+ SET\s|DELETE FROM\s|PRAGMA\s)/;

interface SourceFile {
  readonly name: string;
  readonly room: string;
  readonly text: string;
  readonly imports: readonly string[];
}

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name): SourceFile => {
    const text = readFileSync(join(SRC, name), 'utf8');
    const imports = [...text.matchAll(IMPORT)].map((match) => match[1] ?? '');
    return { name, room: roomOf(name), text, imports };
  });

function roomOf(path: string): string {
  return path.split(sep)[0]?.replace(/\.ts$/, '') ?? '';
}

describe('the architecture', () => {
  it('knows every room', () => {
    const rooms = new Set(files.map(({ room }) => room));
    assert.deepEqual([...rooms].sort(), [...Object.keys(MAY_IMPORT), ...LEAVES].sort());
  });

  for (const file of files) {
    it(`lets ${file.name} import only what lies below it`, () => {
      const allowed = LEAVES.includes(file.room)
        ? LEAVES
        : [file.room, 'domain', ...LEAVES, ...(MAY_IMPORT[file.room] ?? [])];
      const targets = file.imports
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => roomOf(relative(SRC, join(SRC, file.name, '..', specifier))));
      assert.deepEqual(
        targets.filter((target) => !allowed.includes(target)),
        [],
      );
    });
  }

  it('lets each foreign library into one room', () => {
    const strangers = files.flatMap(({ name, room, imports }) =>
      imports
        .filter((specifier) => !specifier.startsWith('.') && !specifier.startsWith('node:'))
        .map(packageOf)
        .filter((library) => ROOM_OF[library] !== room)
        .map((library) => `${name}: ${library}`),
    );
    assert.deepEqual(strangers, []);
  });

  it('keeps SQL in the store', () => {
    const elsewhere = files.filter(({ room, text }) => room !== 'store' && SQL.test(text));
    assert.deepEqual(
      elsewhere.map(({ name }) => name),
      [],
    );
  });
});

function packageOf(specifier: string): string {
  const [scope = '', name = ''] = specifier.split('/');
  return scope.startsWith('@') ? `${scope}/${name}` : scope;
}
