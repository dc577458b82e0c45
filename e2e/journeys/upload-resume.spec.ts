import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@marquee/runtime/free-ports';
import type { Page, Request } from '@playwright/test';
import { type App, startApp } from '../support/app.ts';
import { makeClip } from '../support/clip.ts';
import { createFilm, newMaker } from '../support/films.ts';
import { expect, test } from '../support/fixtures.ts';
import { SETTINGS } from '../support/global-setup.ts';
import { type WeakNetwork, weakNetwork } from '../support/weak-network.ts';

const MIB = 1024 * 1024;
const PADDING_BYTES = 24 * MIB;
const SLOW_BYTES_PER_S = MIB;

let app: App;
let dataDir: string;
let port: number;
let network: WeakNetwork;

const start = () => {
  const env = { ...SETTINGS, PUBLIC_URL: `http://localhost:${network.port}` };
  return startApp({ dataDir, port, env });
};

test.beforeAll(async () => {
  test.setTimeout(240_000);
  dataDir = await mkdtemp(join(tmpdir(), 'marquee-e2e-upload-'));
  port = await freePort();
  network = await weakNetwork(port);
  app = await start();
});
test.afterAll(async () => {
  await app.stop();
  await network.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** A short film in a large file: a box that players skip, full of bytes that nothing could guess. */
async function largeFilm(): Promise<string> {
  const clip = await readFile(await makeClip({ seconds: 4, width: 320, height: 180, fps: 12 }));
  const box = Buffer.alloc(8);
  box.writeUInt32BE(PADDING_BYTES + 8);
  box.write('free', 4);
  const path = join(dataDir, 'master.mp4');
  await writeFile(path, Buffer.concat([clip, box, randomBytes(PADDING_BYTES)]));
  return path;
}

const sha256 = async (path: string) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex');

/** Every file below the folder that has this size. */
async function filesOfSize(folder: string, size: number): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const sizes = await Promise.all(files.map(async (path) => (await stat(path)).size));
  return files.filter((_, index) => sizes[index] === size);
}

const percent = async (page: Page) => {
  const bar = page.getByRole('region', { name: 'Film', exact: true }).getByRole('progressbar', { name: /^Uploading/ });
  return Number((await bar.getAttribute('aria-valuenow', { timeout: 1_000 }).catch(() => null)) ?? -1);
};

const offsetOf = (request: Request) => Number(request.headers()['upload-offset'] ?? -1);

test('an upload continues after a cut connection, a restart of the server and a reload, with the right bytes [STU-11:resume]', async ({
  page,
  context,
  problems,
}) => {
  test.setTimeout(400_000);
  problems.expectProblem(/Failed to load resource|failed request|50[234]/);
  const maker = await newMaker(app.url);
  const filmId = await createFilm(maker, app.url, 'Carried Across');
  await context.addCookies((await maker.api.storageState()).cookies);
  const file = await largeFilm();
  const patches: Request[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH' && request.url().includes('/uploads/')) patches.push(request);
  });
  const choose = () => page.getByLabel('Choose a file for the film', { exact: true }).setInputFiles(file);

  await page.goto(`${app.url}/content/${filmId}/upload`);
  network.slow(SLOW_BYTES_PER_S);
  await choose();
  await expect.poll(() => percent(page), { timeout: 60_000 }).toBeGreaterThan(10);

  // The connection is cut, and comes back.
  network.cut();
  await expect(page.getByText('The connection is lost. It continues by itself.').first()).toBeVisible();
  network.mend();
  // The second part began where the first bytes ended, which the server looks at alone.
  await expect.poll(() => patches.map(offsetOf).at(-1), { timeout: 60_000 }).toBeGreaterThan(MIB);
  const afterCut = patches.map(offsetOf).at(-1) ?? 0;
  await expect.poll(() => percent(page), { timeout: 60_000 }).toBeGreaterThan(30);

  // The server dies, and starts again on what it kept.
  await app.kill();
  await expect(page.getByText('The connection is lost. It continues by itself.').first()).toBeVisible();
  app = await start();
  await expect.poll(() => patches.map(offsetOf).at(-1), { timeout: 90_000 }).toBeGreaterThan(afterCut);
  const afterKill = patches.map(offsetOf).at(-1) ?? 0;
  await expect.poll(() => percent(page), { timeout: 60_000 }).toBeGreaterThan(50);

  // The tab is closed and opened again: the same file continues.
  await page.reload();
  await expect(page.getByText('Choose the same file again to continue from there.')).toBeVisible();
  const sent = patches.length;
  network.slow(Number.POSITIVE_INFINITY);
  await choose();
  await expect.poll(() => patches.length, { timeout: 60_000 }).toBeGreaterThan(sent);
  expect(patches.slice(sent).map(offsetOf)[0]).toBeGreaterThan(afterKill);

  const slot = page.getByRole('region', { name: 'Film', exact: true });
  await expect(slot.getByText('COMPLETE')).toBeVisible({ timeout: 120_000 });
  const kept = await filesOfSize(join(dataDir, 'blobs'), (await stat(file)).size);
  expect(kept).toHaveLength(1);
  expect(await sha256(kept[0] ?? '')).toBe(await sha256(file));
});
