import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@marquee/runtime/free-ports';
import type { Page } from '@playwright/test';
import { type App, startApp } from '../support/app.ts';
import { expect, test } from '../support/fixtures.ts';
import { SETTINGS } from '../support/global-setup.ts';

const BUILD = fileURLToPath(new URL('../../web/build', import.meta.url));

/** What this browser holds of the worker for the site. */
const held = (page: Page) =>
  page.evaluate(async () => ({
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    stores: (await caches.keys()).length,
    isAnswering: navigator.serviceWorker.controller !== null,
  }));

/** Browsers end a worker after half a minute without work. */
async function endIdleWorkers(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.stopAllWorkers');
  await devtools.detach();
}

test.use({ serviceWorkers: 'allow' });

test('a release without the worker ends the one that browsers hold, with all that it kept', async ({
  page,
  problems,
}, testInfo) => {
  test.setTimeout(240_000);
  // The page still asks for the worker that is gone; pages that load while the site is stopped fail.
  problems.expectProblem(/service-worker\.js|when fetching the script|ERR_CONNECTION_REFUSED|status of 404/);
  const dataDir = await mkdtemp(join(tmpdir(), 'marquee-e2e-worker-'));
  const port = await freePort();
  let app: App | undefined;
  try {
    app = await startApp({ dataDir, port, env: SETTINGS });
    await page.goto(`${app.url}/festivals`);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await expect.poll(async () => (await held(page)).stores).toBe(2);
    await app.stop();

    // Beside node_modules, where the server's part finds its packages.
    const build = testInfo.outputPath('build');
    await cp(BUILD, build, { recursive: true });
    const client = await readdir(join(build, 'client'));
    const worker = client.filter((name) => name.startsWith('service-worker.js'));
    expect(worker.length).toBeGreaterThan(0);
    for (const name of worker) await rm(join(build, 'client', name));
    app = await startApp({ dataDir, port, env: { ...SETTINGS, WEB_BUILD_DIR: build } });
    expect((await page.request.head(`${app.url}/service-worker.js`)).status()).toBe(404);

    await endIdleWorkers(page);
    await page.goto(`${app.url}/films`);
    await expect
      .poll(async () => ({ ...(await held(page)), isAnswering: undefined }))
      .toEqual({ workers: 0, stores: 0 });
    await page.reload();
    await expect(page.getByRole('heading', { name: 'All films', level: 1 })).toBeVisible();
    // The page asks for the worker at each load; a browser counts one until its script was not found.
    await expect.poll(() => held(page)).toEqual({ workers: 0, stores: 0, isAnswering: false });
  } finally {
    await app?.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
