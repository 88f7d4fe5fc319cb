import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { type RunningDesk, startDesk } from '../../src/desk/desk.ts';
import {
  axeViolations,
  fitsWidth,
  openBrowser,
  SCREENS,
  skipWithoutBrowser,
  takePicture,
  withPage,
} from './browser-support.ts';
import { type Bench, openBench } from './support.ts';

describe('the exchange page in a browser', { skip: skipWithoutBrowser, timeout: 120_000 }, () => {
  let bench: Bench;
  let running: RunningDesk;
  let browser: Browser;
  let id: string;

  before(async () => {
    bench = await openBench();
    id = (
      await bench.ask(
        'I cancelled my bank transfer order, how long until the money is back? Please compensate me',
      )
    ).id;
    running = await startDesk(bench.desk, { host: '127.0.0.1', port: 0 });
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
        await page.goto(`${running.url}/exchanges/${id}`);
        assert.ok(await fitsWidth(page));
        await takePicture(page, `exchange-${screen.name}`);
        assert.deepEqual(await axeViolations(page), []);
      });
    });
  }
});
