import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { APIRequestContext } from '@playwright/test';
import { makeClip } from '../support/clip.ts';
import { memberOf, newFilm, newMaker, newStaff, unlock } from '../support/films.ts';
import { expect, test } from '../support/fixtures.ts';
import { call, newPerson } from '../support/people.ts';
import { decodedFrames, untilPlaying } from '../support/player.ts';

const run = promisify(execFile);

/** Checksums of the frames that a thief's ffmpeg decodes of the first segment under a viewer's own address. */
async function framesUnder(api: APIRequestContext, address: string): Promise<string[]> {
  const get = async (file: string) => {
    const answer = await api.get(`${address}${file}`);
    expect(answer.status(), file).toBe(200);
    return answer.body();
  };
  const name = /(video-[a-z0-9]+)\.m3u8/.exec((await get('master.m3u8')).toString())?.[1];
  const stolen = Buffer.concat([await get(`${name}-init.mp4`), await get(`${name}-00001.m4s`)]);
  const folder = await mkdtemp(join(tmpdir(), 'stolen-'));
  try {
    await writeFile(join(folder, 'film.mp4'), stolen);
    const args = ['-v', 'quiet', '-i', join(folder, 'film.mp4'), '-f', 'framecrc', '-'];
    const { stdout } = await run('ffmpeg', args, { maxBuffer: 1 << 26 }).catch((error: { stdout: string }) => error);
    const lines = stdout.split('\n').filter((line) => line.startsWith('0,'));
    return lines.map((line) => line.split(',').at(-1)?.trim() ?? '');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Started = { playbackSessionId: string; access: { signedUrl: string } };

test('a maker protects a film in the studio; it plays with a licence, and its files are useless without one [WAT-06] [STU-07:journey] [WAT-14:licence]', async ({
  page,
  context,
  url,
  browser,
}) => {
  test.setTimeout(300_000);
  const maker = await newMaker(url);
  const filmId = await newFilm(maker, url, {
    title: `Shielded ${randomUUID().slice(0, 8)}`,
    film: await makeClip({ seconds: 20, width: 640, height: 360 }),
    approvedBy: await newStaff(url),
  });
  const viewer = await memberOf(url, await newPerson(url, { onboarded: true }));
  await unlock(viewer, url, filmId);
  const start = async () => {
    const body = { requestId: randomUUID(), filmId };
    const { access, ...started } = await call<Started>(viewer.api, url, 'film.v1.WatchService/StartPlayback', body);
    return { ...started, address: `${url}${access.signedUrl}` };
  };
  const clear = await start();
  const clearFrames = await framesUnder(viewer.api, clear.address);
  expect(clearFrames.length).toBeGreaterThan(80);

  const studio = await browser.newContext({ storageState: await maker.api.storageState() });
  const desk = await studio.newPage();
  await desk.goto(`${url}/content/${filmId}/upload`);
  const protection = desk.getByRole('region', { name: 'Protection' });
  await expect(protection.getByText('NOT PROTECTED')).toBeVisible();
  await protection.getByRole('button', { name: 'Protect' }).click();
  await expect(protection.getByRole('heading', { name: 'COMPLETED' })).toBeVisible({ timeout: 60_000 });
  await protection.getByText('Protection so far').click();
  await expect(protection.getByText(/^Key [0-9a-f]{32}$/)).toBeVisible();
  await studio.close();

  expect((await viewer.api.get(`${clear.address}master.m3u8`)).status()).toBe(404);
  const shielded = await start();
  const noise = await framesUnder(viewer.api, shielded.address);
  expect(noise.filter((frame) => clearFrames.includes(frame))).toEqual([]);

  await context.addCookies((await viewer.api.storageState()).cookies);
  const licences: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/GetLicence')) licences.push(Promise.resolve(response.status()));
  });
  await page.goto(`${url}/feed/${filmId}/watch`);
  await untilPlaying(page);
  await expect.poll(() => decodedFrames(page), { timeout: 30_000 }).toBeGreaterThan(60);
  expect(await Promise.all(licences)).toEqual([200]);
  const hasKeys = await page.locator('video').evaluate((video: HTMLVideoElement) => video.mediaKeys !== null);
  expect(hasKeys).toBe(true);

  const ask = async (api: APIRequestContext) => {
    const headers = { origin: url, 'sec-fetch-site': 'same-origin' };
    const data = { playbackSessionId: shielded.playbackSessionId };
    return (await api.post(`${url}/rpc/film.v1.WatchService/GetLicence`, { data, headers })).status();
  };
  expect(await ask(viewer.api)).toBe(200);
  const stranger = await memberOf(url, await newPerson(url, { onboarded: true }));
  expect(await ask(stranger.api)).toBe(404);
  await page.goto('about:blank');
  await call(viewer.api, url, 'identity.v1.AuthService/SignOut', {});
  await expect.poll(() => ask(viewer.api)).toBe(401);
});
