import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const CHROMIUM = '/usr/bin/chromium';
const ARGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-gpu',
  '--no-first-run',
  '--disable-component-update',
  '--disable-sync',
];
const PICTURES = join(import.meta.dirname, '../../test-output');
const AXE = join(import.meta.dirname, '../../node_modules/axe-core/axe.min.js');

const canRun = existsSync(CHROMIUM) || process.env['CI'] !== undefined;
/** For `describe`: why browser tests cannot run here, or false. In CI they run or fail. */
export const skipWithoutBrowser = canRun ? false : `no ${CHROMIUM}: apt-get install -y chromium`;

export interface Screen {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly colorScheme: 'light' | 'dark';
  readonly hasTouch?: boolean;
}

export const DESKTOP_LIGHT: Screen = {
  name: 'desktop-light',
  width: 1280,
  height: 860,
  colorScheme: 'light',
};
export const DESKTOP_DARK: Screen = { ...DESKTOP_LIGHT, name: 'desktop-dark', colorScheme: 'dark' };
export const PHONE_LIGHT: Screen = {
  name: 'phone-light',
  width: 390,
  height: 844,
  colorScheme: 'light',
  hasTouch: true,
};
export const PHONE_DARK: Screen = { ...PHONE_LIGHT, name: 'phone-dark', colorScheme: 'dark' };
/** What every page is looked at on. */
export const SCREENS: readonly Screen[] = [DESKTOP_LIGHT, DESKTOP_DARK, PHONE_LIGHT, PHONE_DARK];

export interface PageOptions extends Partial<Screen> {
  /** False: as in a browser whose script is switched off. */
  readonly javaScript?: boolean;
  /** What the browser may complain of, such as the 409 that a test asks for. */
  readonly allowed?: RegExp;
}

/** Starts Chromium; the caller closes it. */
export async function openBrowser(): Promise<Browser> {
  await mkdir(PICTURES, { recursive: true });
  return chromium.launch({ executablePath: CHROMIUM, args: ARGS });
}

/** Hands over a page of a context of its own; whatever the browser complains of meanwhile fails the test. */
export async function withPage(
  browser: Browser,
  options: PageOptions,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext(contextOptions(options));
  const complaints: string[] = [];
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('requestfailed', (request) =>
      complaints.push(`${request.url()}: ${request.failure()?.errorText}`),
    );
    await use(page);
  } finally {
    await context.close();
  }
  const { allowed } = options;
  assert.deepEqual(
    complaints.filter((complaint) => !allowed?.test(complaint)),
    [],
  );
}

function contextOptions({
  width = DESKTOP_LIGHT.width,
  height = DESKTOP_LIGHT.height,
  colorScheme = 'light',
  hasTouch = false,
  javaScript = true,
}: PageOptions): BrowserContextOptions {
  return {
    viewport: { width, height },
    colorScheme,
    // A picture taken while the page scrolls shows neither place.
    reducedMotion: 'reduce',
    hasTouch,
    isMobile: hasTouch,
    javaScriptEnabled: javaScript,
  };
}

/** Saves what the page shows, whole, for people to look at. */
export async function takePicture(page: Page, name: string, fullPage = true): Promise<void> {
  await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage });
}

/** Whether nothing scrolls sideways. */
export async function fitsWidth(page: Page): Promise<boolean> {
  return page.evaluate<boolean>(
    'document.documentElement.scrollWidth <= document.documentElement.clientWidth',
  );
}

/**
 * What axe-core finds against WCAG 2.2 A and AA and its own good practice: one line a fault, with the markup.
 * It runs through the debugger, which the page's content policy does not bind. Needs JavaScript.
 */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(`${await readFile(AXE, 'utf8')}; undefined`);
  return page.evaluate<string[]>(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations.flatMap(({ id, help, nodes }) => nodes.map(({ html, failureSummary }) =>
      id + ': ' + help + ' – ' + html.slice(0, 200) + ' – ' + failureSummary)))`);
}
