import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, it } from 'node:test';
import { Hono } from 'hono';
import { createFrame } from '../../src/desk/frame.ts';
import { readRepairs, repairPanels } from '../../src/desk/repair-panels.ts';
import { addRepairRoutes } from '../../src/desk/routes/repairs.ts';
import type { DeskApp, DeskEnv } from '../../src/desk/staff.ts';
import type { Exchange, StoredExchange } from '../../src/domain/exchange.ts';
import type { StaffMember } from '../../src/domain/review.ts';
import { createLogger } from '../../src/log.ts';
import { openDatabase } from '../../src/store/database.ts';
import { type Bench, modelSaying, openBench, postForm, textOf } from './support.ts';

const QUESTION = 'When is the money of a cancelled order back? Please compensate me';
const REFUNDS = 'tea.md#refunds';

let bench: Bench;
afterEach(() => bench.close());

const pathOf = ({ id }: Exchange, step = '') => `/exchanges/${id}${step}`;

/** The page after a form led there. */
async function follow(response: Response, exchange: Exchange, panel: string): Promise<string> {
  assert.equal(response.status, 303);
  assert.equal(response.headers.get('location'), `${pathOf(exchange)}#${panel}`);
  return (await bench.get(pathOf(exchange))).html;
}

async function fault(response: Response, status = 422): Promise<string> {
  assert.equal(response.status, status);
  return textOf(await response.text());
}

/** The panel of this name with its open tag. */
function panelOf(html: string, name: string): string {
  return (
    new RegExp(
      `<details class="card repair" id="${name}"[^]*?(?=<details class="card repair"|</section>)`,
    ).exec(html)?.[0] ?? ''
  );
}

const isOpen = (html: string, name: string) => /^<details[^>]* open>/.test(panelOf(html, name));

const policy = () => readFile(join(bench.policiesDir, 'tea.md'), 'utf8');

function exchangeIn({ store }: Bench, { id }: Exchange): StoredExchange {
  return store.review.findExchange(id) ?? assert.fail('no such exchange');
}

/** The routes for one member of staff; who that is and what a form must prove is found out before them. */
function deskFor(staff: StaffMember): DeskApp {
  const desk: DeskApp = new Hono<DeskEnv>();
  desk.use(async (c, next) => {
    c.set('staff', staff);
    await next();
  });
  const { store, repairs } = bench;
  const frame = createFrame({
    status: () => assert.fail('no page is shown here'),
    timeZone: 'UTC',
    businessName: 'Tea',
    logger: createLogger({ level: 'silent' }),
    now: Date.now,
  });
  addRepairRoutes(desk, { repairs, reader: store.review, frame, businessName: 'Tea' });
  return desk;
}

/** As the verdict's own form stores it. */
function judge({ policiesDir }: Bench, exchange: Exchange, label: string, more: object = {}): void {
  const verdict = {
    label,
    derived: label,
    place: { kind: 'section', sectionId: REFUNDS },
    correctAnswer: '',
    ...more,
  };
  const db = openDatabase(join(policiesDir, '.desk.db'));
  db.prepare(
    'UPDATE review_item SET label = ?, verdict = ? WHERE exchange_seq = (SELECT seq FROM exchange WHERE id = ?)',
  ).run(label, JSON.stringify(verdict), exchange.id);
  db.close();
}

describe('trying an exchange again', () => {
  it('shows what today’s policies bring beside what the customer read, and records no exchange', async () => {
    bench = await openBench({ sendSections: 1 });
    const exchange = await bench.ask(QUESTION);
    const sentThen = exchange.hits.filter(({ sent }) => sent).map(({ name }) => name);
    await writeFile(
      join(bench.policiesDir, 'tea.md'),
      (await policy()).replace('## Refunds', '## Money back of a cancelled order, when'),
    );
    await bench.reindex();
    const html = await follow(
      await postForm(bench.desk, pathOf(exchange, '/rerun'), {}),
      exchange,
      'try-again',
    );
    const text = textOf(panelOf(html, 'try-again'));
    assert.match(text, new RegExp(`Sent: Money back of a cancelled order, when instead of ${sentThen[0]}`));
    assert.match(text, /Then .*Now .*three working days/);
    assert.match(text, /this computer · 29 Nov 2026/);
    assert.match(text, /no cost/);
    assert.ok(isOpen(html, 'try-again'));
    assert.equal([...bench.store.review.allExchanges()].length, 1);
  });

  it('says where nothing has changed', async () => {
    bench = await openBench();
    const exchange = await bench.ask('When do you open on holidays?');
    const html = await follow(
      await postForm(bench.desk, pathOf(exchange, '/rerun'), {}),
      exchange,
      'try-again',
    );
    const text = textOf(panelOf(html, 'try-again'));
    assert.match(text, /Outcome: Answered, as before Sent: the same sections Reply: word for word the same/);
  });

  it('forces one section, with the model’s cost, and says what that tells', async () => {
    const claude = modelSaying(([hit]) => [
      {
        text: `I read ${hit?.name} alone.`,
        citations: [
          {
            sectionId: hit?.passage.sectionId ?? ('' as never),
            title: hit?.name ?? '',
            passageHash: hit?.passage.hash ?? '',
            quote: '',
          },
        ],
      },
    ]);
    bench = await openBench({ claude });
    const exchange = await bench.ask(QUESTION);
    const form = { section: 'tea.md#gift-cards' };
    const html = await follow(
      await postForm(bench.desk, pathOf(exchange, '/force'), form),
      exchange,
      'try-again',
    );
    const text = textOf(panelOf(html, 'try-again'));
    assert.match(text, /With Gift cards alone/);
    assert.match(text, /I read Gift cards alone\. Source: Gift cards Sent: Gift cards Cited: Gift cards/);
    assert.match(text, /\$0\.00015/);
    assert.match(
      text,
      /still wrong, the section was misread\. If it is right now, the section had not arrived/,
    );
  });

  it('refuses a section that is not in the policies, and an exchange that there is not', async () => {
    bench = await openBench();
    const exchange = await bench.ask(QUESTION);
    for (const section of ['tea.md#gone', '', '<script>']) {
      const text = await fault(await postForm(bench.desk, pathOf(exchange, '/force'), { section }));
      assert.match(text, /not in the policies any more/);
    }
    await fault(await postForm(bench.desk, '/exchanges/none/rerun', {}), 404);
    assert.deepEqual(bench.store.repairs.attemptsOf(exchange.id), []);
  });
});

describe('teaching the search', () => {
  const propose = (exchange: Exchange, words = 'compensate', section = REFUNDS) =>
    postForm(bench.desk, pathOf(exchange, '/also-asked'), { section, words });

  it('suggests the customer’s words that the section lacks', async () => {
    bench = await openBench({ isOnDisk: true });
    const exchange = await bench.ask(QUESTION);
    judge(bench, exchange, 'wrong_chunk');
    const panel = panelOf((await bench.get(pathOf(exchange))).html, 'teach');
    assert.match(panel, /name="words" value="[^"]*cancelled[^"]*compensate"/);
    assert.doesNotMatch(panel, /value="[^"]*money/, 'the section has it');
    assert.match(panel, new RegExp(`<option value="${REFUNDS}" selected`));
  });

  it('proposes a change of the file, shown as a diff, which an admin applies', async () => {
    bench = await openBench();
    const exchange = await bench.ask(QUESTION);
    const before = await policy();
    const html = await follow(await propose(exchange, 'compensate, pay me back'), exchange, 'teach');
    const text = textOf(panelOf(html, 'teach'));
    assert.match(text, /12 ## Refunds 13 \+ added <!-- also asked: compensate, pay me back --> 14/);
    assert.equal(await policy(), before, 'a proposal changes nothing');

    const [proposal] = bench.store.repairs.proposalsOf(exchange.id);
    const apply = `/proposals/${proposal?.id}/apply`;
    const applied = await follow(await postForm(bench.desk, apply, {}), exchange, 'teach');
    assert.equal(
      await policy(),
      before.replace('## Refunds\n', '## Refunds\n<!-- also asked: compensate, pay me back -->\n'),
    );
    assert.match(
      textOf(applied),
      /Applied by this computer.* Re-indexed: .* Changed \(1\): • tea\.md#refunds/,
    );
    assert.equal((await bench.ask('compensate?')).hits[0]?.passage.sectionId, REFUNDS);
    const again = await fault(await postForm(bench.desk, apply, {}));
    assert.match(again, /This proposal was applied already/);
  });

  it('shows the diff against the file as it is now, and says where the section is gone', async () => {
    bench = await openBench();
    const exchange = await bench.ask(QUESTION);
    await propose(exchange);
    const [proposal] = bench.store.repairs.proposalsOf(exchange.id);
    const file = join(bench.policiesDir, 'tea.md');
    await writeFile(file, (await policy()).replace('# Tea house', '# Tea house\n\nHello.'));
    assert.match(
      textOf((await bench.get(pathOf(exchange))).html),
      /15 \+ added <!-- also asked: compensate -->/,
    );
    await writeFile(file, (await policy()).replace('## Refunds', '## Money'));
    const gone = /The words were not added: tea\.md has no section tea\.md#refunds any more\./;
    const page = textOf((await bench.get(pathOf(exchange))).html);
    assert.match(page, gone);
    assert.doesNotMatch(page, /Apply and re-index/);
    assert.match(await fault(await postForm(bench.desk, `/proposals/${proposal?.id}/apply`, {})), gone);
    await follow(await postForm(bench.desk, `/proposals/${proposal?.id}/dismiss`, {}), exchange, 'teach');
    assert.equal(bench.store.repairs.findProposal(proposal?.id ?? 0)?.state, 'dismissed');
  });

  it('keeps what was typed where it cannot be written', async () => {
    bench = await openBench();
    const exchange = await bench.ask(QUESTION);
    for (const [words, reason] of [
      ['a --> <script>alert(1)</script>', /holds "--"/],
      ['', /at least one word/],
      ['one\ntwo', /line break/],
    ] as const) {
      const response = await propose(exchange, words);
      assert.equal(response.status, 422);
      const html = await response.text();
      assert.match(textOf(html), reason);
      assert.ok(!html.includes('<script>alert'));
      const escaped = words.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
      assert.ok(html.includes(`name="words" value="${escaped}"`));
    }
    assert.match(await fault(await propose(exchange, 'x', '../../etc/passwd#x')), /no such file/);
    assert.deepEqual(bench.store.repairs.proposalsOf(exchange.id), []);
  });

  it('lets a reviewer propose and dismiss, and only an admin change the policies', async () => {
    bench = await openBench();
    const exchange = await bench.ask(QUESTION);
    const before = await policy();
    const lan = deskFor({ id: 5, name: 'Lan', role: 'reviewer' });
    const post = (path: string, fields: Record<string, string> = {}) =>
      lan.request(path, { method: 'POST', body: new URLSearchParams(fields) });
    const form = { section: REFUNDS, words: 'compensate' };
    await follow(await post(pathOf(exchange, '/also-asked'), form), exchange, 'teach');
    const [proposal] = bench.store.repairs.proposalsOf(exchange.id);
    assert.equal(proposal?.proposedBy, 'Lan');
    const refused = await fault(await post(`/proposals/${proposal.id}/apply`), 403);
    assert.match(refused, /Only an admin may change the policies/);
    assert.equal(await policy(), before);
    const viewer = { csrfToken: 'x', isAdmin: false, timeZone: 'UTC' };
    const shown = await readRepairs(bench.repairs, exchangeIn(bench, exchange));
    const panels = String(await repairPanels(exchangeIn(bench, exchange), shown, viewer));
    assert.match(textOf(panels), /An admin applies it/);
    assert.doesNotMatch(panels, /\/apply"/);
    await follow(await post(`/proposals/${proposal.id}/dismiss`), exchange, 'teach');
    await fault(await postForm(bench.desk, '/proposals/99/apply', {}), 404);
    await fault(await postForm(bench.desk, '/proposals/x/dismiss', {}), 404);
  });
});

describe('replying to the customer', () => {
  const CHAT = 4711;

  async function askInTelegram(): Promise<Exchange> {
    const exchange = await bench.ask(QUESTION, { channel: 'telegram', chatId: CHAT });
    return exchange;
  }

  const reply = (exchange: Exchange, text: string, form = 'form-0001') =>
    postForm(bench.desk, pathOf(exchange, '/reply'), { text, form });

  const outgoing = () => {
    const messages = [];
    for (;;) {
      const claimed = bench.store.outbox.claimNext([]);
      if (claimed === null) return messages;
      bench.store.outbox.markSent(claimed.id, 1);
      messages.push(claimed.message);
    }
  };

  it('puts it into the outbox once, marked as from a person, and shows what became of it', async () => {
    bench = await openBench();
    const exchange = await askInTelegram();
    const html = await follow(await reply(exchange, ' Three days.\r\n<b>Sorry!</b> '), exchange, 'reply');
    assert.match(textOf(panelOf(html, 'reply')), /this computer replied waiting to be sent .* Three days\. /);
    await follow(await reply(exchange, 'Three days.'), exchange, 'reply');
    const [message, ...others] = outgoing();
    assert.equal(message?.chatId, CHAT);
    assert.equal(message?.plain, 'Tea & <House>, answered by a person:\n\nThree days.\n<b>Sorry!</b>');
    assert.match(message?.html ?? '', /^<b>Tea &amp; &lt;House&gt;, .*&lt;b&gt;Sorry!/s);
    assert.deepEqual(others, [], 'the second time was the same form');
    assert.match(textOf((await bench.get(pathOf(exchange))).html), /this computer replied sent/);
    assert.equal(bench.store.review.findExchange(exchange.id)?.delivery, 'none');
  });

  it('gives every page a form of its own', async () => {
    bench = await openBench();
    const exchange = await askInTelegram();
    const forms = [];
    for (let visits = 0; visits < 2; visits += 1) {
      const [, form = ''] =
        /name="form" value="([^"]+)"/.exec((await bench.get(pathOf(exchange))).html) ?? [];
      await follow(await reply(exchange, 'Again.', form), exchange, 'reply');
      forms.push(form);
    }
    assert.notEqual(forms[0], forms[1]);
    assert.equal(outgoing().length, 2);
  });

  it('divides what is too long for one message and speaks the customer’s language', async () => {
    bench = await openBench();
    const exchange = await bench.ask('Hoàn tiền được không?', { channel: 'telegram', chatId: CHAT });
    await follow(await reply(exchange, `${'Ba ngày. '.repeat(450)}`), exchange, 'reply');
    const messages = outgoing();
    assert.equal(messages.length, 1);
    assert.match(messages[0]?.plain ?? '', /^Tea & <House>, nhân viên trả lời:\n\nBa ngày/);
    await follow(await reply(exchange, 'x'.repeat(4096), 'form-0002'), exchange, 'reply');
    const parts = outgoing();
    assert.ok(parts.length === 2 && parts.every(({ plain }) => plain.length <= 4096));
  });

  it('keeps what was typed where it cannot be sent', async () => {
    bench = await openBench();
    const exchange = await askInTelegram();
    for (const [text, form, reason] of [
      ['  ', 'form-0001', /write a reply first/],
      ['\u200B', 'form-0001', /write a reply first/],
      ['</textarea>'.repeat(400), 'form-0001', /4,400 characters; the most is 4,096/],
      ['Hello', '', /out of date/],
    ] as const) {
      const response = await reply(exchange, text, form);
      assert.equal(response.status, 422);
      const html = await response.text();
      assert.match(textOf(html), reason);
      assert.ok(html.includes(text.trim().replaceAll('<', '&lt;').replaceAll('>', '&gt;')));
    }
    assert.deepEqual(outgoing(), []);
  });

  it('says beforehand where nobody can be reached, and refuses all the same', async () => {
    bench = await openBench();
    const local = await bench.ask(QUESTION);
    const exchange = await askInTelegram();
    bench.store.chats.markUnreachable(CHAT, 'Forbidden: bot was blocked by the user');
    const panel = panelOf((await bench.get(pathOf(exchange))).html, 'reply');
    assert.match(
      textOf(panel),
      /delivers nothing to this chat .*\( ?Forbidden: bot was blocked by the user ?\)/,
    );
    assert.doesNotMatch(panel, /<textarea/);
    assert.match(await fault(await reply(exchange, 'Hello')), /bot was blocked/);
    const other = panelOf((await bench.get(pathOf(local))).html, 'reply');
    assert.match(textOf(other), /asked in the terminal, so no customer waits/);
    assert.match(await fault(await reply(local, 'Hello')), /from no Telegram chat/);
    assert.deepEqual(outgoing(), []);
  });

  it('warns where a group would read it', async () => {
    bench = await openBench();
    const exchange = await bench.ask(QUESTION, { channel: 'telegram', chatId: -100 });
    assert.match(textOf((await bench.get(pathOf(exchange))).html), /everybody there reads the reply/);
  });
});

describe('the panels', () => {
  it('open what the verdict asks for', async () => {
    bench = await openBench({ isOnDisk: true });
    const exchange = await bench.ask(QUESTION, { channel: 'telegram', chatId: 1 });
    const open = async () => {
      const { html } = await bench.get(pathOf(exchange));
      return ['try-again', 'teach', 'reply'].filter((name) => isOpen(html, name));
    };
    assert.deepEqual(await open(), []);
    for (const [label, panels] of [
      ['good', []],
      ['missing_policy', ['reply']],
      ['retrieval_miss', ['teach']],
      ['wrong_chunk', ['teach']],
      ['model_misread', ['try-again']],
    ] as const) {
      judge(bench, exchange, label);
      assert.deepEqual(await open(), panels, label);
    }
  });

  it('begin a reply with the correct answer of the verdict', async () => {
    bench = await openBench({ isOnDisk: true });
    const exchange = await bench.ask(QUESTION, { channel: 'telegram', chatId: 1 });
    judge(bench, exchange, 'model_misread', { correctAnswer: 'Within <three> days.' });
    const panel = panelOf((await bench.get(pathOf(exchange))).html, 'reply');
    assert.match(panel, /<textarea[^>]*>\nWithin &lt;three&gt; days\.<\/textarea>/);
  });

  it('stand on a page without any policy', async () => {
    bench = await openBench({ isIndexed: false });
    const exchange = await bench.ask(QUESTION);
    const { status, html } = await bench.get(pathOf(exchange));
    assert.equal(status, 200);
    assert.match(textOf(html), /No policies are indexed/);
  });
});
