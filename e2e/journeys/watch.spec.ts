import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@marquee/runtime/free-ports';
import type { BrowserContext, Page, Response } from '@playwright/test';
import { type App, startApp } from '../support/app.ts';
import { makeClip } from '../support/clip.ts';
import { type Member, memberOf, newFilm, newMaker, newStaff, unlock } from '../support/films.ts';
import { expect, test } from '../support/fixtures.ts';
import { SETTINGS } from '../support/global-setup.ts';
import { call, newPerson } from '../support/people.ts';
import { bufferedTo, decodedFrames, pictureHeight, position, startedAt, untilPlaying } from '../support/player.ts';

const LONG_SECONDS = 500;
const RESUME_BACK_MS = 300_000;
/** How far ahead the player loads. */
const BUFFERED_S = 30;
/** Near the end of the film of all journeys. */
const LATE_S = 80;

// Nine journeys that mostly wait: as many workers as there are may share them.
test.describe.configure({ mode: 'parallel' });

/** Somebody in this browser who may watch the film. */
async function viewerOf(context: BrowserContext, url: string, filmId: string): Promise<Member> {
  const viewer = await memberOf(url, await newPerson(url, { onboarded: true }));
  await unlock(viewer, url, filmId);
  await context.addCookies((await viewer.api.storageState()).cookies);
  return viewer;
}

const watch = async (page: Page, url: string, filmId: string) => {
  await page.goto(`${url}/feed/${filmId}/watch`);
  await untilPlaying(page);
};

const progressOf = (viewer: Member, url: string, filmId: string) =>
  call<{ positionMs?: number; resumePositionMs?: number; finished?: boolean }>(
    viewer.api,
    url,
    'film.v1.WatchService/GetPlaybackProgress',
    { filmId },
  );

const seekTo = (page: Page, second: number) =>
  page.locator('video').evaluate((video: HTMLVideoElement, to) => {
    video.currentTime = to;
  }, second);

const bufferedAhead = async (page: Page) => (await bufferedTo(page)) - (await position(page)) / 1000;

async function pause(page: Page): Promise<void> {
  await page.keyboard.press('k');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
}

const untilPast = (page: Page, second: number, timeout = 60_000) =>
  expect.poll(() => position(page), { timeout }).toBeGreaterThan(second * 1000);

test('an engine that lost its way after a move finds back, paused as it was [WAT-12:lost]', async ({
  page,
  context,
  url,
  cast: { film },
}) => {
  await page.addInitScript(() => {
    // Once asked to, the browser says nothing more of clearing the pictures: what the engine waits for never comes.
    const state = window as unknown as { deaf: boolean };
    const { addSourceBuffer } = MediaSource.prototype;
    MediaSource.prototype.addSourceBuffer = function (type) {
      const buffer = addSourceBuffer.call(this, type);
      const remove = buffer.remove.bind(buffer);
      buffer.remove = (start, end) => {
        if (!state.deaf || !type.startsWith('video')) return remove(start, end);
        state.deaf = false;
      };
      return buffer;
    };
  });
  await viewerOf(context, url, film);
  await watch(page, url, film);
  const video = page.locator('video');
  await page.keyboard.press('k');
  await page.keyboard.press('>');
  await page.evaluate(() => {
    (window as unknown as { deaf: boolean }).deaf = true;
  });
  await seekTo(page, 70);
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState)).toBeLessThan(3);
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState)).toBeGreaterThan(2);
  expect(await video.evaluate(({ paused, playbackRate }: HTMLVideoElement) => [paused, playbackRate])).toEqual([
    true,
    1.25,
  ]);
  await page.keyboard.press('k');
  await untilPast(page, 71);
});

test('an unavailable server is not noticed while buffered film plays; then it is said, and retried [WAT-12:outage]', async ({
  page,
  context,
  problems,
  url,
  cast: { film },
}) => {
  test.setTimeout(300_000);
  problems.expectProblem(/503/);
  await viewerOf(context, url, film);
  await watch(page, url, film);
  const isBufferedTo = () => bufferedTo(page);
  // As far ahead as it loads, so that there is film left for all the tries, and still none where it is moved to.
  await pause(page);
  await expect.poll(() => bufferedAhead(page), { timeout: 60_000 }).toBeGreaterThanOrEqual(BUFFERED_S);
  let refused = 0;
  await page.route('**/v/**', (route) => {
    refused += 1;
    return route.fulfill({ status: 503, body: '' });
  });
  await page.keyboard.press('k');
  // More than the engine tries by itself: it was set going again.
  await expect.poll(() => refused, { timeout: 60_000 }).toBeGreaterThan(16);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.unroute('**/v/**');
  const had = await bufferedTo(page);
  await expect.poll(isBufferedTo, { timeout: 60_000 }).toBeGreaterThan(had + 3);
  await untilPlaying(page);

  await pause(page);
  await page.route('**/v/**', (route) => route.fulfill({ status: 503, body: '' }));
  expect(await isBufferedTo()).toBeLessThan(LATE_S);
  await seekTo(page, LATE_S);
  await page.keyboard.press('k');
  await expect(page.getByRole('alert')).toContainText('This film cannot be reached at the moment.', {
    timeout: 60_000,
  });
  await page.unroute('**/v/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await untilPast(page, LATE_S);
});

test('the quality follows the connection down and up again [WAT-12:quality]', async ({
  page,
  context,
  url,
  cast: { film },
}) => {
  await viewerOf(context, url, film);
  const network = await context.newCDPSession(page);
  const throttle = (kbitPerS: number) => {
    const bytes = kbitPerS > 0 ? (kbitPerS * 1000) / 8 : -1;
    const limits = { offline: false, latency: 40, downloadThroughput: bytes, uploadThroughput: bytes };
    return network.send('Network.emulateNetworkConditions', limits);
  };
  await watch(page, url, film);
  await expect.poll(() => pictureHeight(page), { timeout: 60_000 }).toBe(540);
  await throttle(700);
  await seekTo(page, 45);
  await expect.poll(() => pictureHeight(page), { timeout: 90_000 }).toBe(360);
  const frames = await decodedFrames(page);
  await expect.poll(() => decodedFrames(page), { timeout: 60_000 }).toBeGreaterThan(frames + 5);
  await throttle(0);
  await seekTo(page, 45);
  // Controls stay while the film is paused.
  await page.keyboard.press('k');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('radio', { name: '540p', exact: true }).check({ force: true });
  // What is buffered of the next two seconds still plays in the old quality.
  await page.keyboard.press('Escape');
  await untilPlaying(page);
  await expect.poll(() => pictureHeight(page), { timeout: 60_000 }).toBe(540);
});

test.describe('under a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 844, height: 390 } });

  test('the first tap shows the controls and does nothing else; the next one on Pause pauses [WAT-12:touch]', async ({
    page,
    context,
    url,
    cast: { film },
  }) => {
    await viewerOf(context, url, film);
    await watch(page, url, film);
    const isPaused = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.paused);
    const pause = page.getByRole('button', { name: 'Pause', exact: true });
    const controls = page.getByRole('region', { name: /^Player: / });
    await expect(controls).toHaveClass(/cursor-none/);
    await page.touchscreen.tap(422, 195);
    await expect(controls).not.toHaveClass(/cursor-none/);
    expect(await isPaused()).toBe(false);
    await pause.tap();
    expect(await isPaused()).toBe(true);
  });

  test('a small button is as large as the others: 44 pixels', async ({ page, context, url, cast: { film } }) => {
    await viewerOf(context, url, film);
    await page.goto(`${url}/settings/account`);
    const button = page.locator('main a.touch-area:visible, main button.touch-area:visible').first();
    await expect(button).toBeVisible();
    const sides = await button.evaluate((element) => {
      element.scrollIntoView({ block: 'center' });
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      const isOwn = (at: number) => element.contains(document.elementFromPoint(x, at));
      return { heightPx: bottom - top, above: isOwn(y - 21), below: isOwn(y + 21), beyond: isOwn(y + 24) };
    });
    expect(sides).toEqual({ heightPx: 32, above: true, below: true, beyond: false });
  });
});

test('a film continues 300 seconds before where the viewer left, and from the start after 300 seconds or the end [WAT-10]', async ({
  page,
  context,
  url,
  cast: { maker, office },
}) => {
  test.setTimeout(400_000);
  const long = await makeClip({ seconds: LONG_SECONDS, width: 320, height: 180, fps: 4 });
  const longFilm = await newFilm(maker, url, { title: 'The Long Wait', film: long, approvedBy: office });
  const viewer = await viewerOf(context, url, longFilm);
  await watch(page, url, longFilm);
  expect(await startedAt(page)).toBe(0);

  // Up to 300 seconds: the start again.
  await seekTo(page, 250);
  await untilPast(page, 250.5);
  await page.goto(`${url}/feed/${longFilm}`);
  await expect.poll(async () => (await progressOf(viewer, url, longFilm)).positionMs ?? 0).toBeGreaterThan(250_000);
  await expect(page.getByRole('link', { name: 'Watch', exact: true })).toBeVisible();
  await watch(page, url, longFilm);
  expect(await startedAt(page)).toBe(0);

  // Beyond: 300 seconds earlier.
  await seekTo(page, 460);
  await untilPast(page, 460.5);
  await pause(page);
  const left = await position(page);
  const saved = async () => (await progressOf(viewer, url, longFilm)).positionMs ?? 0;
  await expect.poll(async () => Math.abs((await saved()) - left)).toBeLessThan(100);
  await page.goto(`${url}/feed/${longFilm}`);
  await page.getByRole('link', { name: /^Resume from 2:4\d$/ }).click();
  await expect(page).toHaveURL(`${url}/feed/${longFilm}/watch`);
  await untilPlaying(page);
  const from = await startedAt(page);
  expect(Math.abs(from * 1000 - (left - RESUME_BACK_MS))).toBeLessThan(500);

  // A film that was finished starts again.
  await seekTo(page, LONG_SECONDS - 1);
  await expect.poll(async () => (await progressOf(viewer, url, longFilm)).finished ?? false).toBe(true);
  await watch(page, url, longFilm);
  expect(await startedAt(page)).toBe(0);
});

test('a view counts once, after 60 seconds of playing, and the end asks for a rating [WAT-07:film WAT-08]', async ({
  page,
  context,
  url,
  cast: { office, film },
}) => {
  test.setTimeout(400_000);
  const viewer = await viewerOf(context, url, film);
  const views = async () => {
    const answer = await call<{ film: { film: { counters?: { viewCount?: string } } } }>(
      office.api,
      url,
      'film.v1.FilmBackOfficeService/GetAnyFilm',
      { filmId: film },
    );
    return Number(answer.film.film.counters?.viewCount ?? 0);
  };
  const before = await views();
  let played = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/MarkView')) played = performance.now();
  });
  await watch(page, url, film);
  const began = performance.now();
  await untilPast(page, 40, 150_000);
  expect(await views()).toBe(before);
  await expect.poll(views, { timeout: 120_000 }).toBe(before + 1);
  expect(played - began).toBeGreaterThan(50_000);

  await page.keyboard.press('9');
  const prompt = page.getByRole('dialog', { name: 'What did you think?' });
  await expect(prompt).toBeVisible({ timeout: 60_000 });
  await prompt.getByRole('radio', { name: /^4 stars/ }).check({ force: true });
  await prompt.getByRole('button', { name: 'Save rating' }).click();
  await expect(page.getByText('Thank you. Your rating was saved.')).toBeVisible();
  const rated = await call<{ review?: { rating?: number } }>(viewer.api, url, 'film.v1.ReviewService/GetUserRating', {
    filmId: film,
  });
  expect(rated.review?.rating).toBe(4);
  expect(await views()).toBe(before + 1);

  // A viewer who has rated is not asked again.
  await watch(page, url, film);
  await seekTo(page, 89);
  await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.ended)).toBe(true);
  await expect(prompt).toHaveCount(0);
});

test('what happens offline arrives later, once [WAT-17 WAT-09:journey]', async ({
  page,
  context,
  problems,
  url,
  cast: { film },
}) => {
  problems.expectProblem(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_NETWORK_CHANGED|ERR_CONNECTION_RESET/);
  const viewer = await viewerOf(context, url, film);
  await watch(page, url, film);
  // Enough is loaded to play on without a network.
  await expect.poll(() => bufferedTo(page), { timeout: 60_000 }).toBeGreaterThan(15);
  await context.setOffline(true);
  await seekTo(page, 9);
  await pause(page);
  expect((await progressOf(viewer, url, film)).positionMs ?? 0).toBeLessThan(9_000);

  // The first answer is lost on its way, so that the page has to tell again.
  const answers: Buffer[] = [];
  await page.route('**/RecordPlaybackEvents', async (route) => {
    const answer = await route.fetch();
    answers.push(await answer.body());
    if (answers.length === 1) await route.abort('connectionreset');
    else await route.fulfill({ response: answer });
  });
  await context.setOffline(false);
  await expect.poll(() => answers.length).toBe(1);
  expect(answers[0]?.length).toBeGreaterThan(0);
  await expect.poll(async () => (await progressOf(viewer, url, film)).positionMs ?? 0).toBeGreaterThanOrEqual(9_000);
  await page.reload();
  await expect.poll(() => answers.length).toBeGreaterThan(1);
  // Of all that was sent again only the end of the playback is new, which the reload brought: a count of one.
  expect([...(answers[1] ?? [])]).toEqual([8, 1]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('its maker and staff preview a film that nobody else may see, and see so [WAT-16]', async ({
  page,
  context,
  browser,
  problems,
  url,
  cast: { maker, office },
}) => {
  test.setTimeout(300_000);
  const clip = await makeClip({ seconds: 12, width: 320, height: 180, fps: 12 });
  const hidden = await newFilm(maker, url, { title: 'Not Yet Shown', film: clip, publish: false });
  for (const member of [maker, office]) {
    const room = await browser.newContext();
    await room.addCookies((await member.api.storageState()).cookies);
    const seat = await room.newPage();
    problems.watch(seat);
    await seat.goto(`${url}/feed/${hidden}?preview=1`);
    await expect(seat.getByText(/This is a preview. Only you and our staff see this film/)).toBeVisible();
    await watch(seat, url, hidden);
    await seat.mouse.move(200, 200);
    await expect(seat.getByText(/^Preview: you see this film past its region and window/)).toBeVisible();
    await room.close();
  }
  problems.expectProblem(/Failed to load resource.*(404|403|412)/);
  const stranger = await memberOf(url, await newPerson(url, { onboarded: true }));
  await context.addCookies((await stranger.api.storageState()).cookies);
  await page.goto(`${url}/feed/${hidden}/watch`);
  await expect(page.getByRole('heading', { name: 'Film Not Available' })).toBeVisible();
});

test('says that an unlock is needed, unlocks for 48 hours, and says when access cannot be loaded [WAT-01:journey WAT-02:free WAT-18:journey]', async ({
  page,
  context,
  problems,
  url,
  cast: { film },
}) => {
  problems.expectProblem(/Failed to load resource|ERR_FAILED/);
  const viewer = await memberOf(url, await newPerson(url, { onboarded: true }));
  await context.addCookies((await viewer.api.storageState()).cookies);
  await page.goto(`${url}/feed/${film}/watch`);
  await expect(page.getByRole('alert')).toContainText('You need to unlock this film to watch it.');
  await expect(page.locator('video')).toHaveCount(0);
  await page.getByRole('button', { name: 'Unlock and watch' }).click();
  await untilPlaying(page);
  const { access } = await call<{ access: { expireAt: string } }>(
    viewer.api,
    url,
    'film.v1.WatchService/GetFilmAccess',
    { filmId: film },
  );
  const hours = (Date.parse(access.expireAt) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(47.8);
  expect(hours).toBeLessThanOrEqual(48.1);

  await page.route('**/GetFilmAccess*', (route) => route.abort());
  await page.goto(`${url}/feed/${film}`);
  await expect(page.getByText('We failed to load your access to the film.')).toBeVisible();
  await page.unroute('**/GetFilmAccess*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('link', { name: 'Watch', exact: true })).toBeVisible();
});

test.describe('with addresses that live for seconds', () => {
  let app: App;
  let dataDir: string;
  test.beforeAll(async () => {
    test.setTimeout(240_000);
    dataDir = await mkdtemp(join(tmpdir(), 'marquee-e2e-short-'));
    app = await startApp({ dataDir, port: await freePort(), env: { ...SETTINGS, PLAYBACK_TOKEN_SECONDS: '20' } });
  });
  test.afterAll(async () => {
    await app.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('a pause of 15 minutes does not break playback [WAT-06:clear]', async ({ page, context }) => {
    test.setTimeout(300_000);
    const { url } = app;
    const owner = await newMaker(url);
    const approver = await newStaff(url, dataDir);
    const clip = await makeClip({ seconds: 90, width: 320, height: 180, fps: 12 });
    const paused = await newFilm(owner, url, { title: 'Intermission', film: clip, approvedBy: approver });
    await viewerOf(context, url, paused);
    await page.clock.install();
    const segments: Response[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/v/') && response.url().endsWith('.m4s')) segments.push(response);
    });
    await watch(page, url, paused);
    await pause(page);
    // As far ahead as it loads, so that it asks for nothing while the laptop sleeps.
    await expect.poll(() => bufferedAhead(page), { timeout: 60_000 }).toBeGreaterThanOrEqual(BUFFERED_S);
    const old = segments.at(-1)?.url() ?? '';
    expect((await page.request.get(old)).status()).toBe(200);

    // The laptop sleeps: the address dies, and the page's clock jumps.
    await page.clock.pauseAt(Date.now() + 60_000);
    await expect.poll(async () => (await page.request.get(old)).status(), { timeout: 60_000 }).toBe(403);
    await page.clock.fastForward('15:00');
    await page.clock.resume();

    await seekTo(page, 80);
    await page.keyboard.press('k');
    await untilPast(page, 81);
    const frames = await decodedFrames(page);
    await expect.poll(() => decodedFrames(page)).toBeGreaterThan(frames + 5);
    await expect(page.getByRole('alert')).toHaveCount(0);
    expect(segments.at(-1)?.url().split('/')[4]).not.toBe(old.split('/')[4]);
  });
});
