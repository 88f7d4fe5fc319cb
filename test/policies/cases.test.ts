import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Section } from '../../src/domain/section.ts';
import { parsePolicy } from '../../src/policies/parse-policy.ts';
import { PASSAGE_LIMIT } from '../../src/policies/passages.ts';
import { readPolicies } from '../../src/policies/read-policies.ts';
import { allText, folder, ids, parse, textOf, titles } from './support.ts';

/**
 * Public reports of how such bots misread their documents, and real files that are hard to read. What a case says of
 * questions, hits and replies is tested where those are.
 */
const SHARED = fileURLToPath(new URL('../../../shared/', import.meta.url));
const CASES = join(SHARED, 'cases/cases.jsonl');
const skip = existsSync(CASES) ? false : `the shared cases are not beside this checkout (${CASES})`;

interface Case {
  readonly id: string;
  readonly input: {
    readonly md?: string | readonly string[];
    readonly docs?: Readonly<Record<string, string>>;
    readonly file?: string;
    readonly files?: readonly string[];
  };
}

const cases = new Map<string, Case>();
if (skip === false) {
  for (const line of readFileSync(CASES, 'utf8').split('\n')) {
    if (line.trim() === '') continue;
    const entry = JSON.parse(line) as Case;
    cases.set(entry.id, entry);
  }
}

function inputOf(id: string): Case['input'] {
  const found = cases.get(id);
  assert.ok(found, `there is no case ${id}`);
  return found.input;
}

/** The Markdown inputs of a case. */
function inputs(id: string): readonly string[] {
  const { md } = inputOf(id);
  return typeof md === 'string' ? [md] : (md ?? []);
}

/** The sections of a case's only Markdown input. */
function sectionsOf(id: string): Section[] {
  return parse(inputs(id)[0] ?? '');
}

/** The input before its recipe (" + 200 rows …"). */
function beforeRecipe(id: string): string {
  return (inputs(id)[0] ?? '').split('\n + ')[0] ?? '';
}

/** The sections of a case's only real file. */
function realFile(id: string): Section[] {
  const file = inputOf(id).file ?? '';
  return parsePolicy(basename(file), readFileSync(join(SHARED, 'data', file), 'utf8'));
}

async function copies(t: TestContext, files: readonly string[]): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'citedesk-cases-'));
  t.after(() => rm(dir, { recursive: true, force: true }));
  for (const file of files) await copyFile(join(SHARED, 'data', file), join(dir, basename(file)));
  return dir;
}

/** Sections that stand for a heading: all but the text before the first one. */
function withoutPreamble(sections: readonly Section[], preamble: string): Section[] {
  assert.equal(sections[0]?.title, preamble);
  return sections.slice(1);
}

describe('cases of splitting', { skip }, () => {
  const expectedTitles: Readonly<Record<string, readonly (readonly string[])[]>> = {
    'MDS-02': [['A', 'B']],
    'MDS-04': [['A', 'B'], ['A', 'B'], ['A']],
    'MDS-05': [['A', 'B']],
    'MDS-06': [['A', 'B']],
    'MDS-07': [['A', 'B']],
    'MDS-10': [['A', 'B']],
    'MDS-13': [['Returns']],
    'MDS-15': [['A', 'B']],
    'MDS-16': [['A', 'Refunds']],
    'MDS-18': [['A', 'B']],
    'MDS-26': [['Real']],
    'MDS-27': [['Fees', 'C# course', 'Track ##1']],
    'MDS-31': [['Fees and refunds', 'Hours']],
  };
  for (const [id, expected] of Object.entries(expectedTitles)) {
    it(`${id}: finds exactly the headings that are headings`, () => {
      assert.deepEqual(
        inputs(id).map((source) => titles(parse(source))),
        expected,
      );
    });
  }

  it('MDS-12: takes an unclosed --- as a rule line and keeps what follows', () => {
    const sections = sectionsOf('MDS-12');
    assert.ok(titles(sections).includes('Returns'));
    assert.match(allText(sections), /30 days/);
  });

  it('MDS-13: shows no front matter', () => {
    assert.doesNotMatch(allText(sectionsOf('MDS-13')), /title: X/);
  });

  it('MDS-15: shows no draft in a comment', () => {
    assert.doesNotMatch(allText(sectionsOf('MDS-15')), /90 days|draft/i);
  });

  // There is no heading, so the text stands under the file's own name.
  it('MDS-17: makes no heading of a comment and shows only the text around it', () => {
    const sections = sectionsOf('MDS-17');
    assert.deepEqual(ids(sections), ['a.md#a']);
    assert.match(allText(sections), /aaa\s+bbb/);
    assert.doesNotMatch(allText(sections), /test|==/);
  });

  it('MDS-18: shows no CSS', () => {
    assert.doesNotMatch(allText(sectionsOf('MDS-18')), /margin|body/);
  });

  it('MDS-19: keeps two sections of one name apart by their paths', () => {
    const [source = ''] = Object.values(inputOf('MDS-19').docs ?? {});
    const fees = parse(source).filter((section) => section.title === 'Fees');
    assert.deepEqual(ids(fees), ['a.md#delivery-fees', 'a.md#returns-fees']);
    assert.deepEqual(fees[1]?.path, ['Returns', 'Fees']);
    assert.deepEqual(fees.map(textOf), ['Hanoi 20,000.', 'Return fee 10,000.']);
  });

  it('MDS-20: gives three ids, and none twice', () => {
    const sections = sectionsOf('MDS-20');
    assert.equal(new Set(ids(sections)).size, 3);
    assert.deepEqual(sections.map(textOf), ['a', 'b', 'c']);
  });

  it('MDS-24: keeps the header row with every row of a long table', () => {
    const rows = Array.from({ length: 200 }, (_, at) => `| City_${at + 1} | ${at + 1} | ${(at + 1) * 2} |`);
    const passages = parse(`${beforeRecipe('MDS-24')}\n${rows.join('\n')}\n`)[0]?.passages ?? [];
    const holder = passages.find((passage) => /^City_150 /m.test(passage.text));
    assert.match(holder?.text ?? '', /^City \| Standard \| Express$/m);
    assert.match(holder?.text ?? '', /^City_150 \| 150 \| 300$/m);
    assert.equal(
      passages.flatMap((passage) => passage.text.match(/^City_\d+ \| \d+ \| \d+$/gm) ?? []).length,
      200,
    );
  });

  it('MDS-25: repeats both header lines', () => {
    const rows = Array.from({ length: 150 }, (_, at) => `| Group ${at} | ${at} | ${at + 1} |`);
    const passages = parse(`${beforeRecipe('MDS-25')}\n${rows.join('\n')}\n`)[0]?.passages ?? [];
    assert.ok(passages.length > 1);
    for (const { text } of passages) assert.ok(text.startsWith('Group | Q1 | Q2\n| Jan-Mar | Apr-Jun\n'));
  });

  it('MDS-28: keeps the paths of equal titles', () => {
    const sections = sectionsOf('MDS-28');
    const paths = sections.map((section) => section.path.join(' > '));
    assert.ok(paths.includes('Menu > Tea > Tea') && paths.includes('Menu > Tea > Iced tea'));
    assert.equal(new Set(ids(sections)).size, sections.length);
  });

  it('MDS-30: cuts a section of 60,000 characters within the limit under one title', () => {
    const filler = 'Nothing of interest stands in this sentence. ';
    const body = Array.from({ length: 60_000 / 450 }, () => filler.repeat(10)).join('\n\n');
    const sentence = /the sentence "([^"]+)"/.exec(inputs('MDS-30')[0] ?? '')?.[1] ?? '';
    assert.notEqual(sentence, '');
    const text = `${body.slice(0, 55_000)}. ${sentence} ${body.slice(55_000)}`;
    const [section, ...others] = parse(`# Terms\n\n${text}`);
    assert.equal(others.length, 0);
    for (const passage of section?.passages ?? []) {
      assert.equal(passage.title, 'Terms');
      assert.ok(passage.text.length <= PASSAGE_LIMIT);
    }
    const holders = section?.passages.filter(({ text: part }) => part.includes(sentence));
    assert.equal(holders?.length, 1);
  });

  it('MDS-32: skips .mdx with a line in the report', async (t) => {
    const dir = await folder(t, inputOf('MDS-32').docs ?? {});
    const { sections, skipped } = await readPolicies(dir);
    assert.deepEqual(sections, []);
    assert.deepEqual(skipped, [{ file: 'p.mdx', reason: 'not read: save it as .md' }]);
  });

  it('MDS-34: keeps a short table with its header in one passage', () => {
    const passages = sectionsOf('MDS-34')[0]?.passages ?? [];
    assert.equal(passages.length, 1);
    assert.match(passages[0]?.text ?? '', /^size \| ml \| price\n(.*\n)*L \| 400 \| 39,000$/);
  });

  it('MDS-35: keeps a footnote with the section that refers to it', () => {
    const [refunds, other] = sectionsOf('MDS-35');
    assert.match(textOf(refunds), /Except sale goods/);
    assert.doesNotMatch(textOf(other), /Except sale goods/);
  });
});

describe('cases of real files', { skip }, () => {
  it('REAL-01: finds underlined headings, clean titles, and cuts the long part', () => {
    const sections = realFile('REAL-01');
    assert.equal(sections.length, 37);
    assert.equal(titles(sections).filter((title) => title === 'Terms of Service').length, 2);
    assert.equal(new Set(ids(sections)).size, 37);
    assert.ok(titles(sections).includes('1. Who’s Who'));
    assert.ok(titles(sections).includes('3. Minimum Age Requirements'));
    assert.ok(titles(sections).every((title) => !title.includes('\\')));
    const longest = sections.reduce((a, b) => (b.passages.length > a.passages.length ? b : a));
    assert.ok(longest.passages.length >= 10);
    for (const { title, text } of longest.passages) {
      assert.ok(title === longest.title && text.length <= PASSAGE_LIMIT);
    }
  });

  it('REAL-03: puts the long beginning under the document title and shows no comment', () => {
    const sections = withoutPreamble(realFile('REAL-03'), 'Guide to Submitting a DMCA Takedown Notice');
    assert.deepEqual(titles(sections), [
      'Before You Start',
      'Your Complaint Must ...',
      'Complaints about Anti-Circumvention Technology',
      'How to Submit Your Complaint',
    ]);
    assert.doesNotMatch(allText(realFile('REAL-03')), /redirect_from|markdownlint|<!--|\{%/);
  });

  it('REAL-04: shows no section that is commented out', () => {
    const sections = realFile('REAL-04');
    assert.deepEqual(titles(sections), ['Tổng Quan', 'Cú Pháp Cơ Bản', 'Cú Pháp Mở Rộng']);
    assert.doesNotMatch(allText(sections), /tải xuống/i);
  });

  it('REAL-05: takes no shell comment for a heading', () => {
    const [preamble, ...sections] = realFile('REAL-05');
    assert.equal(preamble?.path.length, 1);
    assert.equal(sections.length, 64);
    assert.ok(titles(sections).every((title) => !title.startsWith('Retrieve full details about a package')));
  });

  it('REAL-08: shows phone numbers without invisible characters', () => {
    const text = allText(realFile('REAL-08'));
    assert.match(text, / at 1-800-222-0364 /);
    assert.doesNotMatch(text, /\u200B|\{%/);
  });

  it('REAL-09: reads Arabic with CRLF and TOML front matter', () => {
    const sections = realFile('REAL-09');
    assert.equal(sections.length, 12);
    assert.equal(sections[0]?.title, 'ميثاق مدونة قواعد سلوك المساهمين');
    assert.ok(titles(sections).some((title) => title.startsWith('1. تصحيح')));
    assert.doesNotMatch(allText(sections), /\+\+\+|aliases|\r/);
  });

  it('REAL-11: reads Greek with TOML front matter', () => {
    const sections = realFile('REAL-11');
    assert.equal(sections.length, 7);
    assert.ok(titles(sections).includes('Οι υποχρεώσεις μας'));
  });

  // 22 headings, and a title page in HTML before the first of them.
  it('REAL-12: drops the byte order mark', () => {
    const sections = withoutPreamble(realFile('REAL-12'), 'Owasp llm intro hi bom nfd');
    assert.equal(sections.length, 22);
    assert.equal(sections[0]?.title, 'परिचय');
    assert.doesNotMatch(allText(sections), /\uFEFF/);
  });

  it('REAL-13: keeps 18 sections of 16 titles apart', () => {
    const sections = realFile('REAL-13');
    assert.equal(sections.length, 18);
    assert.equal(new Set(titles(sections)).size, 16);
    assert.equal(new Set(ids(sections)).size, 18);
    const shared = 'ご利用資格を満たしている必要があります';
    assert.ok(sections.some(({ title, path }) => title === shared && path.includes('Firefox Relay')));
    assert.doesNotMatch(allText(sections), /\{: ?datetime/);
  });

  it('REAL-15: skips the .html beside the .md with a line in the report', async (t) => {
    const dir = await copies(t, inputOf('REAL-15').files ?? []);
    const { sections, skipped } = await readPolicies(dir);
    assert.deepEqual(skipped, [
      { file: 'mozilla-accounts-privacy-tr.html', reason: 'not read: save it as .md' },
    ]);
    assert.ok(sections.length > 0 && sections.every(({ file }) => file === 'mozilla-accounts-privacy-tr.md'));
  });

  it('REAL-16: keeps 50 sections of 43 titles, each under its audience', () => {
    const sections = realFile('REAL-16');
    assert.equal(sections.length, 50);
    assert.equal(new Set(titles(sections)).size, 43);
    assert.equal(new Set(ids(sections)).size, 50);
    assert.ok(
      sections.some(
        ({ title, path }) => /^who to go to/i.test(title) && path.includes('RESOURCES FOR MANAGERS'),
      ),
    );
  });

  it('REAL-18: shows no template variable and no half link', () => {
    const sections = realFile('REAL-18');
    assert.ok(titles(sections).includes('Examples of full refunds we’d grant.'));
    assert.match(allText(sections), /just contact our support team and/);
    assert.doesNotMatch(allText(sections), /\{\{|\]\(|\(\)/);
  });

  it('REAL-20: reads plain text under the file name in several passages', () => {
    const [section, ...others] = realFile('REAL-20');
    assert.equal(others.length, 0);
    assert.equal(section?.title, 'Cc by sa plain text');
    assert.ok((section?.passages.length ?? 0) > 5);
    for (const { text } of section?.passages ?? []) assert.ok(text.length <= PASSAGE_LIMIT);
  });

  it('REAL-21: finds the six headings of a handwritten page', () => {
    const sections = realFile('REAL-21');
    assert.equal(sections.length, 6);
    for (const title of ['Cam kết của chúng tôi', 'Tiêu chuẩn của chúng tôi', 'Trách nhiệm của chúng tôi']) {
      assert.ok(titles(sections).includes(title));
    }
  });
});

describe('cases of splitting and real files', { skip }, () => {
  it('are all tested here', () => {
    const source = readFileSync(fileURLToPath(import.meta.url), 'utf8');
    const wanted = [...cases.keys()].filter((id) => /^(MDS|REAL)-/.test(id));
    assert.deepEqual(
      wanted.filter((id) => !source.includes(`'${id}: `) && !source.includes(`'${id}': `)),
      [],
    );
  });
});
