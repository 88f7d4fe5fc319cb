import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { assertFailed, jsonOf, openHome } from '../cli/support.ts';

const GOLDEN = [
  {
    id: 'fee',
    q: 'What does home delivery cost?',
    answerable: true,
    evidence: 'costs four euros',
    facts: ['4'],
  },
  { id: 'back', q: 'When is my money back?', answerable: true, gold: ['refunds'] },
  { id: 'pets', q: 'zebra crossing', answerable: false },
];
const POLICY = '## Delivery\nHome delivery costs four euros.\n\n## Refunds\nMoney is back within three days.';

function openShop(test: TestContext) {
  const home = openHome(test);
  home.write('golden/shop.jsonl', GOLDEN.map((line) => JSON.stringify(line)).join('\n'));
  home.write('shop/policy.md', POLICY);
  return { ...home, evaluate: (...argv: string[]) => home.run(['evaluate', '--policies', 'shop', ...argv]) };
}

interface EvaluateJson {
  readonly strategies: readonly {
    readonly name: string;
    readonly chunks: number;
    readonly intact: number;
    readonly recall: Readonly<Record<string, number>>;
    readonly mrr: number;
    readonly refusal: { readonly refused: number } | null;
    readonly questions: readonly {
      readonly id: string;
      readonly verdict: string;
      readonly rank: number | null;
    }[];
  }[];
  readonly answers: { readonly mode: string; readonly summary: { readonly answered: number } } | null;
  readonly baseline: { readonly holds: boolean } | null;
}

describe('citedesk evaluate', { concurrency: 3 }, () => {
  it('judges the golden questions of the working directory and leaves the database alone', async (t) => {
    const shop = openShop(t);
    const json = jsonOf<EvaluateJson>(
      await shop.evaluate('--strategies', 'section,fixed:40/tfidf', '--k', '3,1', '--answers', '--json'),
    );
    const [section, fixed] = json.strategies;
    assert.deepEqual([section?.name, section?.chunks, section?.intact], ['section', 2, 2]);
    assert.deepEqual(section?.recall, { 1: 1, 3: 1 });
    assert.deepEqual([section?.mrr, section?.refusal?.refused], [1, 1]);
    assert.deepEqual(section?.questions[0]?.verdict, 'found at k=1');
    assert.equal(fixed?.name, 'fixed:40/tfidf');
    assert.deepEqual(
      [json.answers?.mode, json.answers?.summary.answered, json.baseline],
      ['offline', 2, null],
    );
    assert.equal(existsSync(shop.databasePath), false);
  });

  it('holds a baseline, and exits with 1 where a question is not found any more', async (t) => {
    const shop = openShop(t);
    const path = join(shop.dir, 'baseline', 'base.json');
    assert.equal((await shop.evaluate('--save-baseline', path)).code, 0);
    const held = await shop.evaluate('--baseline', path);
    assert.deepEqual([held.code, held.stderr], [0, '']);
    const golden = GOLDEN.map((line) => ({ ...line, q: line.id === 'fee' ? 'zebra?' : line.q }));
    shop.write('golden/shop.jsonl', golden.map((line) => JSON.stringify(line)).join('\n'));
    const fallen = await shop.evaluate('--baseline', path);
    assert.equal(fallen.code, 1);
    assert.match(fallen.stdout, /broken\n {4}fee ↓ 1→no rank/);
    assert.match(fallen.stdout, /no significant change/);
  });

  it('sets apart evidence that has left the policies, and does not fail for it', async (t) => {
    const shop = openShop(t);
    const path = join(shop.dir, 'base.json');
    await shop.evaluate('--save-baseline', path);
    writeFileSync(join(shop.dir, 'shop', 'policy.md'), POLICY.replace('four', 'five'));
    const { code, stdout } = await shop.evaluate('--baseline', path);
    assert.equal(code, 0);
    assert.match(stdout, /stale: fee/);
  });

  it('writes the report as one file', async (t) => {
    const shop = openShop(t);
    const { code } = await shop.evaluate('--report', 'out/report.html');
    assert.equal(code, 0);
    assert.match(readFileSync(join(shop.dir, 'out', 'report.html'), 'utf8'), /<svg /);
  });

  it('says in one line what is wrong', async (t) => {
    const shop = openShop(t);
    shop.write('bad.jsonl', '{"id":"a"}');
    shop.write('bad.json', 'x');
    const cases: readonly (readonly [readonly string[], RegExp])[] = [
      [['--golden', 'none.jsonl'], /none\.jsonl.*does not exist/],
      [['--golden', 'bad.jsonl'], /bad\.jsonl, line 1: 'q' is missing/],
      [['--strategies', 'chapter'], /'chapter' must be section, paragraph/],
      [['--k', '0'], /--k must be whole numbers/],
      [['--baseline', 'none.json'], /none\.json.*does not exist/],
      [['--baseline', 'bad.json'], /bad\.json is not JSON/],
      [['extra'], /Unexpected argument 'extra'/],
    ];
    for (const [argv, reason] of cases) assertFailed(await shop.evaluate(...argv), 2, reason);
    assertFailed(await shop.run(['evaluate', '--policies', 'nowhere']), 1, /nowhere/);
  });
});
