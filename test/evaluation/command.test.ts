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

  it('guards refusals and answers too, and says what it did not compare', async (t) => {
    const shop = openShop(t);
    const [plain, full] = [join(shop.dir, 'plain.json'), join(shop.dir, 'full.json')];
    await shop.evaluate('--save-baseline', plain);
    await shop.evaluate('--answers', '--save-baseline', full);
    const unequal = await shop.evaluate('--answers', '--baseline', plain);
    assert.equal(unequal.code, 0);
    assert.match(unequal.stdout, /not compared: answers \(not in the baseline/);
    writeFileSync(plain, readFileSync(plain, 'utf8').replace('"section":', '"paragraph":'));
    assertFailed(await shop.evaluate('--baseline', plain), 2, /strategies paragraph, and none of section/);

    const golden = GOLDEN.map((line) => ({ ...line, q: line.id === 'pets' ? 'home delivery cost' : line.q }));
    shop.write('golden/shop.jsonl', golden.map((line) => JSON.stringify(line)).join('\n'));
    const fallen = await shop.evaluate('--answers', '--baseline', full);
    assert.equal(fallen.code, 1);
    assert.match(fallen.stdout, /^ {4}pets refusal: refused → let through$/m);
    assert.match(fallen.stdout, /^answers against the baseline: 3\/3 → 2\/3.*broken: 1$/m);
    assert.match(fallen.stdout, /^ {4}pets answer: refused → answered$/m);
    const json = await shop.evaluate('--answers', '--baseline', full, '--json');
    assert.equal((JSON.parse(json.stdout) as EvaluateJson).baseline?.holds, false);
  });

  it('exits with 1 where the policies hold no evidence at all', async (t) => {
    const shop = openShop(t);
    shop.write('pets/policy.md', '## Dogs\nDogs are welcome.');
    assertFailed(await shop.run(['evaluate', '--policies', 'pets']), 1, /Nothing was judged.*right folder/);
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

describe('citedesk evaluate --save-threshold', { concurrency: 3 }, () => {
  const QUESTIONS = [
    ...Array.from({ length: 10 }, (_, at) => ({ ...GOLDEN[0], id: `fee-${at}` })),
    ...Array.from({ length: 5 }, (_, at) => ({
      ...GOLDEN[2],
      id: `pets-${at}`,
      q: 'Is there a zebra at home?',
    })),
  ];

  function openIndexedShop(test: TestContext, questions: readonly object[] = QUESTIONS) {
    const shop = openShop(test);
    shop.write('golden/shop.jsonl', questions.map((line) => JSON.stringify(line)).join('\n'));
    const env = { POLICIES_DIR: join(shop.dir, 'shop') };
    return { ...shop, desk: (...argv: string[]) => shop.run(argv, { env }) };
  }

  it('stores the best threshold with the index, where it survives a re-index and offline refusals use it', async (t) => {
    const { desk } = openIndexedShop(t);
    await desk('reindex');
    const saved = await desk('evaluate', '--save-threshold');
    assert.deepEqual([saved.code, saved.stderr], [0, '']);
    const [, after] = /^threshold saved with the index: 0\.460 → (0\.\d{3})$/m.exec(saved.stdout) ?? [];
    assert.ok(after !== undefined && after !== '0.460', saved.stdout);
    await desk('reindex');
    assert.match((await desk('status')).stdout, new RegExp(`^Threshold: ${after}, chosen by evaluate`, 'm'));
    assert.equal(
      jsonOf<{ threshold: number }>(await desk('ask', 'refund', '--offline', '--json')).threshold.toFixed(3),
      after,
    );
    const again = jsonOf<{ savedThreshold: object | null; sweep: { inUse: { threshold: number } } }>(
      await desk('evaluate', '--json'),
    );
    assert.deepEqual([again.savedThreshold, again.sweep.inUse.threshold.toFixed(3)], [null, after]);
  });

  it('refuses in one sentence where there is no index of these policies or too little to choose by', async (t) => {
    const { desk, evaluate, databasePath, write } = openIndexedShop(t);
    assertFailed(await evaluate('--save-threshold'), 2, /cannot go with --policies/);
    assertFailed(
      await desk('evaluate', '--save-threshold'),
      2,
      /there is no database yet; run 'citedesk reindex'/,
    );
    assert.equal(existsSync(databasePath), false);
    await desk('reindex');
    write(
      'few.jsonl',
      QUESTIONS.slice(1)
        .map((line) => JSON.stringify(line))
        .join('\n'),
    );
    assertFailed(await desk('evaluate', '--save-threshold', '--golden', 'few.jsonl'), 2, /there are 9 and 5/);
    write('shop/policy.md', `${POLICY}\n\n## New\nText.`);
    assertFailed(await desk('evaluate', '--save-threshold'), 2, /policy\.md has changed since/);
    assert.doesNotMatch((await desk('status')).stdout, /Threshold/);
  });
});
