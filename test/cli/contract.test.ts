import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { type AskJson, assertFailed, assertHasKeys, type JsonHit, jsonOf, openHome } from './support.ts';

const HIT_KEYS = ['rank', 'score', 'section', 'matched', 'sent'];
const DELIVERY = 'From which order value do you deliver for free?';

describe('citedesk, the examples it was asked for', { concurrency: 3 }, () => {
  it('answers from the right section, having read a small part of the policies', async (t) => {
    const answer = jsonOf<AskJson>(await openHome(t).run(['ask', DELIVERY, '--offline', '--json']));
    assert.equal(answer.outcome, 'answered');
    assert.match(answer.text, /150,000/);
    assert.ok(answer.citations.some(({ title }) => title === 'Delivery fee'));
    assert.ok(answer.sentChars > 0 && answer.sentChars <= answer.documentChars / 4);
    assertHasKeys(answer, ['question', 'model', 'usage']);
    for (const hit of answer.hits) assertHasKeys(hit, HIT_KEYS);
  });

  it('follows a section that names another one', async (t) => {
    const question = 'I cancelled an order I had paid by bank transfer. When is my money back?';
    const answer = jsonOf<AskJson>(await openHome(t).run(['ask', question, '--offline', '--json']));
    const sent = answer.hits.filter((hit) => hit.sent).map((hit) => hit.section.title);
    assert.ok(sent.includes('Refunds'), sent.join());
    assert.ok(answer.citations.some(({ title }) => title === 'Refunds'));
    assert.match(answer.text, /three working days/);
    assert.doesNotMatch(answer.text, /two minutes/);
  });

  it('refuses what the policies do not say and names a next step', async (t) => {
    const home = openHome(t);
    // The file in the working directory counts; the environment wins over it.
    home.write('.env', 'CONTACT=our hotline 0123\nPOLICIES_DIR=/nowhere\n');
    const question = 'Do you have parking for motorbikes?';
    const answer = jsonOf<AskJson>(await home.run(['ask', question, '--offline', '--json']));
    assert.match(answer.outcome, /^refused/);
    assert.deepEqual(answer.citations, []);
    assert.match(answer.text, /our hotline 0123/);
  });

  it('finds a section whatever signs the question is full of', async (t) => {
    const question = `what's your refund policy?? "AND (NEAR" *`;
    const finished = await openHome(t).run(['search', question, '--json']);
    const result = jsonOf<{ readonly hits: readonly JsonHit[] }>(finished);
    assert.ok(result.hits.some(({ section }) => section.title === 'Refunds'));
    assertHasKeys(result, ['question', 'query', 'confidence', 'answerable', 'hits']);
    for (const hit of result.hits) {
      assertHasKeys(hit, HIT_KEYS);
      assertHasKeys(hit.section, ['id', 'file', 'title', 'path']);
    }
  });

  it('tries another folder without touching the database', async (t) => {
    const home = openHome(t);
    home.write('other/pets.md', '# Pets\n\nDogs are welcome on the terrace.');
    const search = ['search', 'May I bring my dog?', '--policies', 'other', '--json'];
    const fresh = jsonOf<{ readonly hits: readonly JsonHit[] }>(await home.run(search));
    assert.deepEqual(
      fresh.hits.map(({ section }) => section.id),
      ['pets.md#pets'],
    );
    assert.equal(existsSync(home.databasePath), false);

    jsonOf(await home.run(['reindex', '--json']));
    const before = readFileSync(home.databasePath);
    const ask = ['ask', 'Are dogs welcome?', '--offline', '--policies', join(home.dir, 'other'), '--json'];
    const answer = jsonOf<AskJson>(await home.run(ask));
    assert.match(answer.text, /Dogs are welcome on the terrace\./);
    assert.equal(readFileSync(home.databasePath).equals(before), true);
  });
});

describe('citedesk, the contract of its commands', { concurrency: 3 }, () => {
  it('re-indexes, reports what changed and is not changed by a dry run', async (t) => {
    const home = openHome(t);
    home.write('rules/a.md', '# A\n\nOne.\n\n# B\n\nTwo.');
    home.write('rules/b.docx', 'x');
    const env = { POLICIES_DIR: join(home.dir, 'rules') };
    const first = jsonOf(await home.run(['reindex', '--json'], { env }));
    assert.deepEqual([first['added'], first['sections']], [['a.md#a', 'a.md#b'], 2]);
    assert.deepEqual(first['skipped'], [{ file: 'b.docx', reason: 'not read: save it as .md' }]);
    home.write('rules/a.md', '# A\n\nThree.\n\n# C\n\nTwo.');
    for (const argv of [
      ['reindex', '--dry-run', '--json'],
      ['reindex', '--json'],
    ]) {
      const { added, changed, removed } = jsonOf(await home.run(argv, { env }));
      assert.deepEqual(
        { added, changed, removed },
        { added: ['a.md#c'], changed: ['a.md#a'], removed: ['a.md#b'] },
      );
    }
  });

  it('records what was asked and gives it out as JSON, JSONL and CSV', async (t) => {
    const home = openHome(t);
    const asked = await home.run(['ask', DELIVERY, '--offline']);
    assert.match(asked.stdout, /^[^\n]*150,000[^\n]*\n\nSource: Delivery fee\n$/);
    const [document, lines, csv, status] = await Promise.all(
      [['export', '--json'], ['export'], ['export', '--format', 'csv'], ['status', '--json']].map((argv) =>
        home.run(argv),
      ),
    );
    assert.ok(document && lines && csv && status);
    const [exchange, ...rest] = jsonOf<Record<string, unknown>[]>(document);
    assert.deepEqual(rest, []);
    assert.deepEqual([exchange?.['question'], exchange?.['channel']], [DELIVERY, 'terminal']);
    assert.deepEqual(JSON.parse(lines.stdout), exchange);
    assert.match(
      csv.stdout,
      /^\uFEFFid,asked_at,[^\n]*\r\n[^\n]*,From which order value do you deliver for free\?,/,
    );
    assert.deepEqual(jsonOf(status), {
      exchangesToday: 1,
      waiting: 0,
      failuresToday: 0,
      fallbacksToday: 0,
      sections: 14,
      indexBuiltAt: jsonOf(status)['indexBuiltAt'],
      needsReindex: false,
      threshold: null,
      changedFiles: [],
      model: null,
      bot: null,
    });
  });

  it('shows hits in words: how sure, what is unknown, and why each', async (t) => {
    const { code, stdout, stderr } = await openHome(t).run(['search', 'zeppelin', 'refund']);
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /^Confidence 0\.\d\d \(threshold 0\.\d+\): /);
    assert.match(stdout, /^In no policy: zeppelin$/m);
    assert.match(stdout, /^ 1\. .* sent {2}.*Refunds\n +moc\.md#refunds: refund \d+\.\d\d \(title\)/m);
  });

  it('lists no more hits than --limit says', async (t) => {
    const finished = await openHome(t).run(['search', 'order', '--limit', '1', '--json']);
    assert.equal(jsonOf<{ readonly hits: readonly JsonHit[] }>(finished).hits.length, 1);
  });

  it('answers line by line in a chat until an empty line', async (t) => {
    const input = `${DELIVERY}\nDo you have parking?\n\nHow long does a refund take?\n`;
    const { code, stdout, stderr } = await openHome(t).run(['chat'], { input });
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /150,000[\s\S]*could not find an answer/);
    assert.doesNotMatch(stdout, /three working days/);
  });

  it('explains itself', async (t) => {
    const help = await openHome(t).run(['--help']);
    assert.deepEqual([help.code, help.stderr], [0, '']);
    for (const command of ['search', 'ask', 'chat', 'reindex', 'export', 'status']) {
      assert.match(help.stdout, new RegExp(`^ {2}${command}\\b`, 'm'));
    }
  });

  it("prints a command's own usage where that is asked for, and does nothing else", async (t) => {
    const home = openHome(t);
    const asked: readonly (readonly [readonly string[], RegExp])[] = [
      [['search', '--help'], /^citedesk search QUESTION .*--limit N/],
      [['ask', 'how long?', '-h'], /^citedesk ask QUESTION .*--no-retrieval\]\n.*recorded\n\n/],
      [
        ['evaluate', '--answers', '--help'],
        /^citedesk evaluate [\s\S]*--save-threshold[\s\S]*golden questions\n\n/,
      ],
      [['export', '--format', '--help'], /^citedesk export \[--format/],
      [['chat', '--help'], /^citedesk chat/],
      [['reindex', '--help'], /^citedesk reindex .*--dry-run/],
      [['status', '--help'], /^citedesk status/],
    ];
    for (const [argv, usage] of asked) {
      const { code, stdout, stderr } = await home.run(argv);
      assert.deepEqual([code, stderr], [0, '']);
      assert.match(stdout, usage);
      assert.equal(stdout.match(/^ {2}\w/m), null, 'another command');
    }
    assert.equal(existsSync(home.databasePath), false);
    const words = await home.run(['search', '--', '--help', 'refund']);
    assert.match(words.stdout, /^Confidence/);
  });
});

describe('citedesk, when it cannot do its work', { concurrency: 3 }, () => {
  it('exits 2 on wrong use, with one line', async (t) => {
    const home = openHome(t);
    const wrong: readonly (readonly [readonly string[], RegExp])[] = [
      [['toString'], /no command 'toString'.*search, ask/],
      [['search', 'x', '--bogus', '--json'], /'--bogus'/],
      [['ask', '--json'], /question is missing/],
    ];
    const finished = await Promise.all(wrong.map(([argv]) => home.run(argv)));
    finished.forEach((each, at) => {
      assertFailed(each, 2, wrong[at]?.[1] ?? /never/);
    });
    assert.equal(existsSync(home.databasePath), false);
  });

  it('exits 1 with one line where a folder or the database cannot be used', async (t) => {
    const home = openHome(t);
    home.write('file', 'x');
    const inFile = { DATABASE_PATH: join(home.dir, 'file', 'desk.db') };
    const [folder, database] = await Promise.all([
      home.run(['search', 'refund', '--policies', 'nowhere', '--json']),
      home.run(['status', '--json'], { env: inFile }),
    ]);
    assertFailed(folder, 1, /nowhere/);
    assertFailed(database, 1, /desk\.db.*DATABASE_PATH/);
  });

  it('exits 1 and names every fault of the configuration', async (t) => {
    const env = { DESK_PORT: 'x', LOG_LEVEL: 'loud' };
    const { code, stdout, stderr } = await openHome(t).run(['status', '--json'], { env });
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(
      stderr,
      /^citedesk: The configuration has 2 faults:\n {2}DESK_PORT must .*\n {2}LOG_LEVEL must .*\n$/,
    );
  });
});
