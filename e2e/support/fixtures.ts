import { test as base, type Page } from '@playwright/test';
import { type Cast, newCast } from './cast.ts';
import { notePages, takePages } from './pages.ts';
import { addressOf } from './people.ts';
import { newScene, type Scene } from './scene.ts';

/** Of an answer that was not expected. */
const WORDS_MAX = 300;
const REST_TRIES = 3;
const REST_MS_MAX = 5_000;

export type Watch = {
  /** Console errors and failed requests that this journey expects, as patterns. */
  expectProblem(pattern: RegExp): void;
  /** Watches one more page, of another browser context. */
  watch(page: Page): void;
};

/**
 * Journeys fail on an unexpected console error, page error or failed request. The cast is made once for a worker, which
 * runs one journey at a time: nobody else watches its film meanwhile.
 */
export const test = base.extend<{ problems: Watch; pages: void }, { url: string; cast: Cast; scene: Scene }>({
  url: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const url = process.env.MARQUEE_URL;
      if (!url) throw new Error('MARQUEE_URL is not set: global-setup did not run');
      await use(url);
    },
    { scope: 'worker' },
  ],
  browser: [
    async ({ browser }, use) => {
      notePages(browser);
      await use(browser);
    },
    { scope: 'worker' },
  ],
  cast: [async ({ url }, use) => use(await newCast(url)), { scope: 'worker', timeout: 300_000 }],
  scene: [async ({ url, cast }, use) => use(await newScene(url, cast)), { scope: 'worker', timeout: 300_000 }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  extraHTTPHeaders: async ({}, use) => use({ 'x-forwarded-for': addressOf() }),
  // scripts/test.mjs reads them from the report: a journey does not run again after a change of other pages alone.
  pages: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use, { annotations }) => {
      await use();
      annotations.push(...takePages().map((description) => ({ type: 'page', description })));
    },
    { auto: true },
  ],
  context: async ({ context }, use, { errors }) => {
    await use(context);
    // What failed is looked at as it is.
    if (errors.length === 0) await Promise.all(context.pages().map(bringToRest));
  },
  problems: [
    async ({ page }, use) => {
      const found: string[] = [];
      const expected: RegExp[] = [];
      const watch = (watched: Page) => {
        untilItListens(watched);
        watched.on('console', (message) => {
          if (message.type() === 'error') found.push(`console: ${message.text()} (${message.location().url})`);
        });
        watched.on('pageerror', (error) => found.push(`page error: ${error.stack ?? error.message}`));
        watched.on('requestfailed', (request) => {
          const why = request.failure()?.errorText ?? '';
          // A page that is left, or a player that is closed, cancels what it was loading.
          if (why !== 'net::ERR_ABORTED') found.push(`failed request: ${request.method()} ${request.url()} ${why}`);
        });
        watched.on('response', (response) => {
          if (response.status() < 500) return;
          const at = found.push(`${response.status()}: ${response.url()}`) - 1;
          void response.text().then(
            (text) => {
              found[at] += ` ${text.slice(0, WORDS_MAX)}`;
            },
            () => {},
          );
        });
      };
      watch(page);
      await use({ watch, expectProblem: (pattern) => expected.push(pattern) });
      const unexpected = found.filter((line) => !expected.some((pattern) => pattern.test(line)));
      if (unexpected.length > 0) throw new Error(`unexpected problems:\n${unexpected.join('\n')}`);
    },
    { auto: true },
  ],
});

/** Chromium now and then never closes a page that is on its way to another. */
async function bringToRest(page: Page): Promise<void> {
  for (let tried = 0; tried < REST_TRIES; tried += 1) {
    try {
      await page.goto('about:blank', { timeout: REST_MS_MAX });
      return;
    } catch {
      // A visit of its own came between.
    }
  }
}

/** Has every visit wait until the page listens: what is pressed before is lost, and nobody is that quick. */
function untilItListens(page: Page): void {
  const goto = page.goto.bind(page);
  page.goto = async (...visit) => {
    const answer = await goto(...visit);
    await page.waitForFunction(() => {
      const isOurs = document.querySelector('script[type=module]') !== null;
      // React notes on the document that it listens.
      return !isOurs || Object.keys(document).some((key) => key.startsWith('_reactListening'));
    });
    return answer;
  };
}

export { expect } from '@playwright/test';
