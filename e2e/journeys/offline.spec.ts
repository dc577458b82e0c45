import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { memberOf } from '../support/films.ts';
import { expect, test } from '../support/fixtures.ts';
import { newPerson } from '../support/people.ts';

const UNREACHED = 'This page could not be reached.';
const unreached = (page: Page) => page.getByRole('heading', { name: UNREACHED });
const room = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).first().getByRole('link', { name });

test.use({ serviceWorkers: 'allow' });
test.beforeEach(({ problems }) => problems.expectProblem(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/));

/** Waits until the worker answers for this page and has kept the files that the page named. */
async function untilWorkerRuns(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await expect.poll(async () => (await keptPaths(page)).some((path) => path.includes('/assets/shell-'))).toBe(true);
}

/** The paths of all that the worker keeps. */
const keptPaths = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const stores = await Promise.all(names.map((name) => caches.open(name)));
    const requests = await Promise.all(stores.map((store) => store.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });

/** What axe finds on the page as it stands, under the theme of the system. */
async function violations(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(axe.source);
    const all = await page.evaluate(async () => {
      const { axe: here } = globalThis as unknown as { axe: typeof axe };
      return (await here.run(document, { resultTypes: ['violations'] })).violations.map(({ id }) => id);
    });
    found.push(...all.map((id) => `${id} ${colorScheme}`));
  }
  return found;
}

test('a click without a network keeps the page and what was typed, and arrives by itself when it is back', async ({
  page,
  context,
  url,
}) => {
  await page.goto(`${url}/search`);
  await untilWorkerRuns(page);
  await page.getByRole('searchbox').fill('typed here');
  await expect(page).toHaveURL(/q=typed/);
  const before = page.url();
  await context.setOffline(true);
  await room(page, 'Festivals').click();
  await expect(unreached(page)).toBeFocused();
  await expect(page).toHaveURL(`${url}/festivals`);
  await expect(page).toHaveTitle(`${UNREACHED} · Marquee`);
  expect(await violations(page)).toEqual([]);

  await page.goBack();
  await expect(page).toHaveURL(before);
  await expect(page.getByRole('searchbox')).toHaveValue('typed here');
  await expect(room(page, 'Festivals')).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(unreached(page)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Festivals', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(`${url}/festivals`);
  await page.goBack();
  await expect(page).toHaveURL(before);
});

test('a reload without a network shows the offline page at its address, which loads itself when it is back', async ({
  page,
  context,
  url,
}) => {
  await page.goto(`${url}/festivals`);
  await untilWorkerRuns(page);
  await context.setOffline(true);
  await page.reload();
  await expect(unreached(page)).toBeVisible();
  await expect(page.getByText('You are offline. It is loaded when you are back.')).toBeVisible();
  await expect(page).toHaveURL(`${url}/festivals`);
  // Its typeface is among what is kept.
  expect(
    await page.evaluate(() => document.fonts.ready.then(() => document.fonts.check('16px "Inter Variable"'))),
  ).toBe(true);
  expect(await violations(page)).toEqual([]);
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Festivals', level: 1 })).toBeVisible();
});

test('for somebody who is signed in, too, the worker keeps built files and the offline page alone', async ({
  page,
  context,
  url,
}) => {
  const { api } = await memberOf(url, await newPerson(url, { pro: true }));
  await context.addCookies((await api.storageState()).cookies);
  await page.goto(`${url}/content`);
  await untilWorkerRuns(page);
  await page.goto(`${url}/settings`);
  await room(page, 'Festivals').click();
  await expect(page.getByRole('heading', { name: 'Festivals', level: 1 })).toBeVisible();
  const kept = await keptPaths(page);
  expect(kept.filter((path) => !/^\/assets\/[\w.-]+$/.test(path)).toSorted()).toEqual([
    '/favicon.svg',
    '/offline.html',
  ]);
});

test('the site can be installed: its manifest names what is there', async ({ page, url }) => {
  await page.goto(url);
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = await (await page.request.get(url + href)).json();
  expect(manifest).toMatchObject({ start_url: '/', scope: '/', display: 'standalone' });
  const touchIcon = await page.locator('link[rel=apple-touch-icon]').getAttribute('href');
  const named = [touchIcon, ...[...manifest.icons, ...manifest.shortcuts].map(({ src, url: at }) => src ?? at)];
  for (const path of named) expect((await page.request.get(url + path)).status(), path).toBe(200);
  const devtools = await page.context().newCDPSession(page);
  expect((await devtools.send('Page.getAppManifest')).errors).toEqual([]);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // Contexts of journeys are private windows, in which nothing can be installed.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
});
