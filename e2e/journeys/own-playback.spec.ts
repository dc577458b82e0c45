import { randomUUID } from 'node:crypto';
import { makeClip } from '../support/clip.ts';
import { memberOf, newFilm, unlock } from '../support/films.ts';
import { expect, test } from '../support/fixtures.ts';
import { call, newPerson } from '../support/people.ts';
import { untilPlaying } from '../support/player.ts';

test('a maker asks for a watermark and writes chapters; hiding the watermark ends playback, and leaving ends its address [WAT-14:watermark WAT-14:address WAT-14 WAT-12:chapters STU-12:chapters STU-12]', async ({
  page,
  context,
  browser,
  problems,
  url,
  cast: { maker, office },
}) => {
  test.setTimeout(300_000);
  const clip = await makeClip({ seconds: 60, width: 320, height: 180, fps: 12 });
  const filmId = await newFilm(maker, url, { title: 'Marked', film: clip, approvedBy: office });

  const room = await browser.newContext({ reducedMotion: 'reduce' });
  await room.addCookies((await maker.api.storageState()).cookies);
  const studio = await room.newPage();
  problems.watch(studio);
  await studio.goto(`${url}/content/${filmId}/edit`);
  for (const [number, time, title] of [
    [1, '0:00', 'The crossing'],
    [2, '0:30', 'Home'],
  ] as const) {
    await studio.getByRole('button', { name: 'Add a chapter' }).click();
    await studio.getByLabel(`Start of chapter ${number}`).fill(time);
    await studio.getByLabel(`Title of chapter ${number}`).fill(title);
  }
  await studio.getByLabel('Watermark').check();
  await expect(studio.getByText('Updated successfully')).toBeVisible();
  await studio.reload();
  await expect(studio.getByLabel('Title of chapter 2')).toHaveValue('Home');
  await expect(studio.getByLabel('Watermark')).toBeChecked();
  await room.close();

  const person = await newPerson(url, { onboarded: true, lastName: 'Reis' });
  const viewer = await memberOf(url, person);
  await unlock(viewer, url, filmId);
  await context.addCookies((await viewer.api.storageState()).cookies);
  await page.goto(`${url}/feed/${filmId}/watch`);
  await untilPlaying(page);
  const mark = page.getByText(/^Ada Reis · [0-9a-f]{8}/);
  await expect(mark).toBeVisible();
  await page.mouse.move(10, 10);
  await page.getByRole('button', { name: 'Chapters', exact: true }).click();
  await page.getByRole('dialog', { name: 'Chapters' }).getByRole('button', { name: /Home/ }).click();
  const second = () => page.locator('video').evaluate(({ currentTime }: HTMLVideoElement) => currentTime);
  await expect.poll(second).toBeGreaterThanOrEqual(30);
  await expect(page.getByRole('slider', { name: 'Position in the film' })).toHaveAttribute('aria-valuetext', /, Home$/);

  // As an extension of the browser may do it, whose style sheets need no leave of the page.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.select-none { visibility: hidden }');
    document.adoptedStyleSheets.push(sheet);
  });
  await expect(page.getByRole('alert')).toContainText('This film plays with your name over the picture.');
  expect(await page.locator('video').evaluate(({ paused }: HTMLVideoElement) => paused)).toBe(true);

  // An address that was copied plays for a player that sends no cookies, until its own page is left.
  const asked = page.waitForRequest(/\/v\/.*\.mpd/);
  await page.goto(`${url}/feed/${filmId}/watch`);
  const own = await asked;
  await untilPlaying(page);
  const stranger = await browser.newContext();
  const status = async () => (await stranger.request.get(own.url())).status();
  expect(await status()).toBe(200);
  await page.goto(`${url}/feed/${filmId}`);
  await expect.poll(status, { timeout: 15_000 }).toBe(403);

  // So it is with native HLS, whose address lives for the whole film.
  const start = { requestId: randomUUID(), filmId, nativeHls: true };
  type Started = { access: { signedUrl: string }; playbackSessionId: string; hlsManifest: string };
  const native = await call<Started>(viewer.api, url, 'film.v1.WatchService/StartPlayback', start);
  const address = `${url}${native.access.signedUrl}${native.hlsManifest}`;
  expect((await stranger.request.get(address)).status()).toBe(200);
  await call(viewer.api, url, 'film.v1.WatchService/RecordPlaybackEvents', {
    ...{ playbackSessionId: native.playbackSessionId, filmId },
    events: [{ eventId: randomUUID(), event: 'PLAYBACK_EVENT_KIND_LEFT', timeMs: 0, playedMs: 0 }],
  });
  await expect.poll(async () => (await stranger.request.get(address)).status(), { timeout: 15_000 }).toBe(403);
  await stranger.close();
});

test('on one device more than a plan allows, the newest asks first and wins, and the one that began first ends [WAT-14:streams]', async ({
  page,
  context,
  browser,
  problems,
  url,
  cast: { film },
}) => {
  // The refusal that asks.
  problems.expectProblem(/status of 400.*StartPlayback|status of 412.*StartPlayback/);
  const person = await newPerson(url, { onboarded: true });
  const [first, second, third] = [
    await memberOf(url, person),
    await memberOf(url, person),
    await memberOf(url, person),
  ];
  await unlock(first, url, film);
  await context.addCookies((await first.api.storageState()).cookies);
  await page.goto(`${url}/feed/${film}/watch`);
  await untilPlaying(page);
  // Another device of theirs, as many as they may have.
  const playback = { requestId: randomUUID(), filmId: film };
  type Started = { playbackSessionId: string };
  const start = () => call<Started>(second.api, url, 'film.v1.WatchService/StartPlayback', playback);
  const { playbackSessionId } = await start();

  const room = await browser.newContext({ viewport: { width: 390, height: 844 } });
  await room.addCookies((await third.api.storageState()).cookies);
  const phone = await room.newPage();
  problems.watch(phone);
  const beat = { playbackSessionId, positionMs: 1_000, playedMs: 1_000 };
  await call(second.api, url, 'film.v1.WatchService/Heartbeat', beat);
  await phone.goto(`${url}/feed/${film}/watch`);
  await expect(phone.getByRole('alert')).toContainText(
    'This account is watching on another device. Watch here instead?',
  );
  await phone.getByRole('button', { name: 'Watch here instead' }).click();
  await untilPlaying(phone);
  await expect(page.getByRole('alert')).toContainText('This account now watches on another device.');
  expect(await page.locator('video').evaluate(({ paused }: HTMLVideoElement) => paused)).toBe(true);
  const { access } = await call<{ access: { valid?: boolean } }>(
    second.api,
    url,
    'film.v1.WatchService/Heartbeat',
    beat,
  );
  expect(access.valid).toBe(true);
  await room.close();
});
