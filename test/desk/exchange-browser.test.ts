import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { html } from 'hono/html';
import type { Browser, Page } from 'playwright-core';
import { type RunningDesk, startDesk } from '../../src/desk/desk.ts';
import { exchangePage } from '../../src/desk/exchange-page.ts';
import { page as wholePage } from '../../src/desk/layout.ts';
import type { StoredExchange } from '../../src/domain/exchange.ts';
import { findPointers } from '../../src/review/pointers.ts';
import {
  axeViolations,
  DESKTOP_LIGHT,
  fitsWidth,
  openBrowser,
  PHONE_LIGHT,
  SCREENS,
  skipWithoutBrowser,
  takePicture,
  withPage,
} from './browser-support.ts';
import { type Bench, modelSaying, openBench } from './support.ts';

const QUESTION =
  'I cancelled my bank transfer order <b>yesterday</b>, how long until the money is back? Please compensate me';
const ANSWER_PLACES = ['right', 'section:tea.md#refunds', 'section:tea.md#cancelling-an-order', 'no_policy'];

describe('the exchange page in a browser', { skip: skipWithoutBrowser, timeout: 180_000 }, () => {
  let bench: Bench;
  let running: RunningDesk;
  let browser: Browser;
  let address: string;

  before(async () => {
    bench = await openBench({ sendSections: 1 });
    await bench.ask('When do you open on holidays?');
    const id = await misread(bench);
    await bench.ask('So when exactly?');
    running = await startDesk(bench.desk, { host: '127.0.0.1', port: 0 });
    address = `${running.url}/exchanges/${id}`;
    browser = await openBrowser();
  });

  after(async () => {
    await browser?.close();
    await running?.close();
    await bench?.close();
  });

  for (const screen of SCREENS) {
    it(`fits the screen and has no fault that axe finds (${screen.name})`, async () => {
      await withPage(browser, screen, async (page) => {
        await openWithForm(page, bench, address);
        assert.ok(await fitsWidth(page));
        await takePicture(page, `exchange-${screen.name}-first`, false);
        await takePicture(page, `exchange-${screen.name}`);
        assert.deepEqual(await axeViolations(page), []);
        for (const summary of await page.locator('main summary').all()) await summary.click();
        assert.ok(await fitsWidth(page));
        assert.deepEqual(await axeViolations(page), []);
      });
    });
  }

  it('outlines the candidate of a sentence that is focused or under the pointer, and back', async () => {
    await withPage(browser, DESKTOP_LIGHT, async (page) => {
      await page.goto(address);
      const linked = () => page.locator('[data-linked]').evaluateAll((all) => all.map(({ id }) => id));
      await page.locator('a.cite').first().focus();
      assert.deepEqual(await linked(), ['sentence-1', 'hit-1']);
      await takePicture(page, 'exchange-outlined', false);
      await page.locator('#hit-1 .passage').hover();
      assert.deepEqual(await linked(), ['sentence-1', 'hit-1']);
      await page.locator('#how').hover();
      assert.deepEqual(await linked(), []);
    });
  });

  it('goes by single keys, lists them, and lets them be switched off', async () => {
    await withPage(browser, DESKTOP_LIGHT, async (page) => {
      await openWithForm(page, bench, address);
      const chosen = () =>
        page.locator('[name=place]:checked').evaluateAll((all) => all.map((one) => one.id));
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      assert.equal(await page.evaluate("document.activeElement.closest('.candidate').id"), 'hit-2');
      await page.keyboard.press('k');
      assert.equal(await page.evaluate('document.activeElement.id'), 'hit-1');
      await page.keyboard.press('2');
      assert.deepEqual(await chosen(), ['place-2']);
      await page.keyboard.press('Alt+3');
      assert.deepEqual(await chosen(), ['place-2']);
      await page.keyboard.press('n');
      await page.keyboard.type('1 j ?');
      assert.equal(await page.getByLabel('Note').inputValue(), '1 j ?');
      assert.deepEqual(await chosen(), ['place-2']);
      await page.locator('#hit-1').focus();

      await page.keyboard.press('?');
      const help = page.getByRole('dialog', { name: 'Keys of this page' });
      await help.getByText('In no policy').waitFor();
      assert.ok(await help.getByText('next', { exact: true }).isVisible());
      assert.deepEqual(await axeViolations(page), []);
      await takePicture(page, 'exchange-keys', false);
      await help.getByLabel('Switch single keys off').check();
      await page.keyboard.press('Escape');
      await page.keyboard.press('3');
      assert.deepEqual(await chosen(), ['place-2']);
      await page.keyboard.press('?');
      await help.getByLabel('Switch single keys off').uncheck();
      await help.getByRole('button', { name: 'Close' }).click();
      await page.keyboard.press('3');
      assert.deepEqual(await chosen(), ['place-3']);
    });
  });

  it('sends the form of the focused field by Ctrl+Enter', async () => {
    await withPage(browser, DESKTOP_LIGHT, async (page) => {
      await openWithForm(page, bench, address);
      await page.getByLabel('Note').fill('Refunds was cut off.');
      await page.keyboard.press('Control+Enter');
      await page.waitForURL(/\?note=Refunds/);
    });
  });

  it('has the verdict within reach of a thumb, with and without a script', async () => {
    for (const javaScript of [true, false]) {
      await withPage(browser, { ...PHONE_LIGHT, javaScript }, async (page) => {
        await openWithForm(page, bench, address);
        for (const name of ['✓ Right', '✗ Wrong…']) {
          const box = await page.getByRole('link', { name }).boundingBox();
          assert.ok(box !== null && box.height >= 44 && box.width >= 44 && box.y > PHONE_LIGHT.height / 2);
        }
        await page.getByRole('link', { name: '✓ Right' }).tap();
        assert.ok(page.url().endsWith('#verdict'));
        await page.locator('#verdict').getByText('The reply is right').waitFor();
        if (javaScript) assert.ok(await page.locator('#place-1').isChecked());
        await takePicture(page, `exchange-phone-verdict-${javaScript ? 'script' : 'plain'}`, false);
      });
    }
  });

  it('shows everything without a script', async () => {
    await withPage(browser, { ...DESKTOP_LIGHT, javaScript: false }, async (page) => {
      await page.goto(address);
      for (const text of ['compensate', 'no source', 'The conversation around it', 'How it came about']) {
        assert.ok(await page.getByText(text).first().isVisible(), text);
      }
      await page.locator('.candidate.unsent summary').first().click();
      assert.ok(await page.locator('.candidate.unsent .passage').first().isVisible());
      await page.locator('a.cite').first().click();
      assert.ok(page.url().endsWith('#hit-1'));
      assert.equal(await page.locator('.key-hint').count(), 0);
    });
  });
});

/** The model was sent one section, cites it, and adds a figure of its own. */
async function misread({ ask, store }: Bench): Promise<string> {
  const claude = modelSaying((sent) => {
    const [hit] = sent;
    assert.ok(hit !== undefined);
    const { sectionId, hash: passageHash } = hit.passage;
    const quote = 'A cancelled order paid by bank transfer is refunded in full';
    const citations = [{ sectionId, passageHash, title: hit.name, quote }];
    return [
      { text: 'An order paid by bank transfer is refunded in full.', citations },
      { text: ' It usually takes 1–2 days.', citations: [] },
    ];
  });
  const exchange = await ask(QUESTION, { claude });
  const found = exchange.hits.slice(1, 3).map(({ name, score, sent, passage }) => ({
    name,
    score,
    sent,
    sectionId: passage.sectionId,
  }));
  store.exchanges.finishExchange(
    {
      ...exchange,
      id: 'misread-one',
      searches: [
        ...exchange.searches,
        { by: 'model', query: 'refund time bank transfer', confidence: 0.5, hits: found },
      ],
      drafts: [
        {
          text: 'It is back within 24 hours.',
          faults: [{ kind: 'figure', sentence: 'It is back within 24 hours.', detail: '24 hours' }],
        },
      ],
    },
    null,
  );
  return 'misread-one';
}

/** The page as it is served, with a form of the verdict's kind in its place. */
async function openWithForm(page: Page, { store }: Bench, address: string): Promise<void> {
  const stored = store.review.findExchange('misread-one');
  assert.ok(stored !== null);
  const exchange: StoredExchange = {
    ...stored,
    feedback: { helped: false, reason: 'wrong', givenAt: stored.askedAt + 60_000 },
  };
  const labels = ['The reply is right', 'In 2. Refunds', 'In 1. Cancelling an order', 'In no policy'];
  const radios = ANSWER_PLACES.map(
    (place, at) =>
      html`<p><input type="radio" name="place" value="${place}" id="place-${at + 1}" data-key="${at + 1}"> <label for="place-${at + 1}">${labels[at]}</label></p>`,
  );
  const verdict = html`<section class="card" aria-labelledby="judge"><h2 id="judge">Where is the answer?</h2><form method="get">${radios}<label for="note">Note</label><textarea id="note" name="note" data-key="n"></textarea><button>Save</button></form></section>`;
  const content = exchangePage({
    exchange,
    turns: store.review.conversationAround(exchange.id),
    pointers: findPointers(exchange, store.review),
    timeZone: 'Europe/Berlin',
    panels: { verdict, strip: html`<span class="muted">3 of 12</span>` },
  });
  const body = String(
    await wholePage({
      title: 'Exchange',
      business: 'Tea',
      current: 'exchanges',
      status: null,
      account: null,
      content,
    }),
  );
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }));
  await page.goto(address);
}
