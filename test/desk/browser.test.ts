import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { type RunningDesk, startDesk } from '../../src/desk/desk.ts';
import { ModelError } from '../../src/errors.ts';
import {
  DESKTOP_LIGHT,
  fitsWidth,
  openBrowser,
  PHONE_DARK,
  PHONE_LIGHT,
  SCREENS,
  skipWithoutBrowser,
  takePicture,
  withPage,
} from './browser-support.ts';
import { type Bench, modelSaying, openBench } from './support.ts';

describe('the desk in a browser', { skip: skipWithoutBrowser, timeout: 120_000 }, () => {
  let bench: Bench;
  let running: RunningDesk;
  let browser: Browser;

  before(async () => {
    bench = await openBench();
    await askVariously(bench);
    running = await startDesk(bench.desk, { host: '127.0.0.1', port: 0 });
    browser = await openBrowser();
  });

  after(async () => {
    await browser?.close();
    await running?.close();
    await bench?.close();
  });

  for (const screen of SCREENS) {
    it(`leads from list to exchange to playground and back, without a fault (${screen.name})`, async () => {
      await withPage(browser, screen, async (page) => {
        const look = async (name: string) => {
          assert.deepEqual(await faintTexts(page), [], `${name}: every text is readable`);
          assert.ok(await fitsWidth(page), `${name}: nothing scrolls sideways`);
          await takePicture(page, `desk-${name}-${screen.name}`);
        };

        await page.goto(running.url);
        assert.equal(await page.title(), 'Exchanges – Citedesk');
        await look('list');

        // The whole row leads on, not just its words.
        const row = page.locator('.row.good', { hasText: 'how long until the money' });
        await row.click({ position: { x: 5, y: 40 } });
        assert.match(page.url(), /\/exchanges\/[\w-]+$/);
        await look('exchange');
        await page.locator('.candidate summary').first().click();
        assert.ok(await page.locator('details[open] .passage').first().isVisible());
        await page.locator('a.cite').first().click();
        assert.match(page.url(), /#hit-\d+$/);

        await page.getByRole('link', { name: 'Playground' }).click();
        await look('playground');
        await page.getByLabel('Question').fill('What does delivery of an order within 5 km cost?');
        await page.getByRole('button', { name: 'Ask' }).click();
        await page.waitForURL(/\/exchanges\/[\w-]+$/);
        assert.ok(await page.locator('.reply').getByText('2.50 euros').isVisible());
        await look('answer');

        await page.getByRole('link', { name: '← All exchanges' }).click();
        await page.getByRole('link', { name: /^Refused: nothing found/ }).click();
        await look('filtered');
      });
    });
  }

  it('shows every kind of exchange readably, and what is wrong', async () => {
    const exchanges = [...bench.store.review.allExchanges()].slice(0, 8);
    for (const screen of [PHONE_LIGHT, PHONE_DARK]) {
      await withPage(browser, screen, async (page) => {
        for (const { id, outcome } of exchanges) {
          await page.goto(`${running.url}/exchanges/${id}`);
          assert.deepEqual(await faintTexts(page), [], outcome);
          assert.ok(await fitsWidth(page), outcome);
        }
        await takePicture(page, `desk-last-${screen.name}`);
      });
    }
  });

  it('has an empty list that says what to do, and clear error pages', async () => {
    const empty = await openBench({ isIndexed: false, status: { bot: 'tea_house_bot' } });
    const other = await startDesk(empty.desk, { host: '127.0.0.1', port: 0 });
    try {
      await withPage(browser, PHONE_LIGHT, async (page) => {
        await page.goto(other.url);
        assert.ok(await page.getByRole('link', { name: 'Ask a question in the playground' }).isVisible());
        assert.deepEqual(await faintTexts(page), []);
        assert.ok(await fitsWidth(page));
        await takePicture(page, 'desk-empty-phone-light');
      });
    } finally {
      await other.close();
      await empty.close();
    }
  });

  it('works by keyboard alone', async () => {
    await withPage(browser, DESKTOP_LIGHT, async (page) => {
      await page.goto(`${running.url}/exchanges`);
      await page.keyboard.press('Tab');
      assert.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to the content');
      await page.goto(`${running.url}/playground`);
      await page.getByLabel('Question').focus();
      await page.keyboard.type('When do you open?');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/exchanges\/[\w-]+$/);
    });
  });
});

/** Texts under the contrast of 4.5 that WCAG asks for. Runs in the page, hence a string: no DOM types here. */
async function faintTexts(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const numbers = (color) => color.match(/[\\d.]+/g).map(Number);
    const light = ([r, g, b]) => [r, g, b].map((v) => v / 255)
      .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
      .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
    const ground = (element) => {
      for (let at = element; at !== null; at = at.parentElement) {
        const color = numbers(getComputedStyle(at).backgroundColor);
        if (color.length === 3 || color[3] > 0) return color;
      }
      return [255, 255, 255];
    };
    const faint = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement;
      if (node.data.trim() === '' || element.getClientRects().length === 0) continue;
      const [a, b] = [light(numbers(getComputedStyle(element).color)), light(ground(element))];
      const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      if (contrast < 4.5) faint.push(contrast.toFixed(2) + ' ' + node.data.trim());
    }
    return faint;
  })()`);
}

/** Exchanges of every kind that staff meet: answered, refused, misread, fallen back, hostile, failed. */
async function askVariously({ ask, store }: Bench): Promise<void> {
  await ask('When do you open on holidays?');
  await ask('Do you repair bicycles?');
  await ask('');
  await ask(
    '<script>alert(1)</script> هل يمكنني إلغاء الطلب \u202Eorder\u202C? http://example.com/a-very-long-address-without-any-place-to-break-it-so-that-it-must-be-broken-somewhere-else',
  );
  const overloaded = {
    name: 'claude' as const,
    answer: () => Promise.reject(new ModelError('overloaded', 'Overloaded.')),
  };
  await ask('Is cash paid for a gift card?', { claude: overloaded });
  const misreading = modelSaying((sent) => {
    const [hit] = sent;
    assert.ok(hit !== undefined);
    const { sectionId, hash: passageHash } = hit.passage;
    const quote = 'A cancelled order paid by bank transfer is refunded in full';
    return [
      {
        text: 'An order paid by bank transfer is refunded in full.',
        citations: [{ sectionId, passageHash, title: hit.name, quote }],
      },
      { text: ' It usually takes one or two days.', citations: [] },
    ];
  });
  const misread = await ask(
    'I cancelled my bank transfer order <b>yesterday</b>, how long until the money is back? Please compensate me',
    { claude: misreading },
  );
  const nothing = { spans: [], citations: [], answerer: null, model: null, usage: null, costUsd: null };
  store.exchanges.finishExchange(
    {
      ...misread,
      ...nothing,
      id: 'failed-one',
      outcome: 'failed',
      failure: 'SqliteError',
      hits: [],
      text: 'Something went wrong on our side.',
    },
    null,
  );
  store.exchanges.finishExchange(
    {
      ...misread,
      ...nothing,
      id: 'weak-one',
      outcome: 'refused_low_confidence',
      confidence: 0.21,
      text: 'I could not find an answer to that in our policies.',
    },
    null,
  );
}
