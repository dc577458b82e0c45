import type { Page } from '@playwright/test';
import { makeClip } from '../support/clip.ts';
import { memberOf, newFilm, unlock } from '../support/films.ts';
import { expect, test } from '../support/fixtures.ts';
import { newPerson, signIn } from '../support/people.ts';
import { position, untilPlaying } from '../support/player.ts';

const SRT = '1\n00:00:00,000 --> 00:00:59,000\nOù es-tu ?\n';
const file = (text: string, encoding: BufferEncoding) => ({
  ...{ name: 'film.srt', mimeType: 'application/x-subrip', buffer: Buffer.from(text, encoding) },
});

/** The texts that the browser shows now. */
const shownTexts = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) =>
    Array.from(video.textTracks)
      .filter(({ mode }) => mode === 'showing')
      .flatMap(({ activeCues }) => Array.from(activeCues ?? []).map((cue) => (cue as VTTCue).text)),
  );

/** What a line of 10 Mbit/s brings within the two seconds that a first picture may take. */
const FIRST_FRAME_BYTES = (2 * 10_000_000) / 8;

/**
 * A line of 10 Mbit/s and 40 ms, in a browser with picture in picture and another screen, which a browser without windows has not.
 * Counts what arrived until the first picture, and how often the film waited after it.
 */
async function onTheLine(page: Page) {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  const bytes = 10_000_000 / 8;
  const limits = { offline: false, latency: 40, downloadThroughput: bytes, uploadThroughput: bytes };
  await network.send('Network.emulateNetworkConditions', limits);
  let received = 0;
  network.on('Network.dataReceived', ({ encodedDataLength }) => {
    received += encodedDataLength;
  });
  await page.addInitScript(() => {
    const counted = Object.assign(globalThis, { waits: 0, hasFrame: false });
    document.addEventListener('playing', () => Object.assign(counted, { hasFrame: true }), true);
    document.addEventListener(
      'waiting',
      ({ target }) => {
        const isMoved = target instanceof HTMLVideoElement && target.seeking;
        if (counted.hasFrame && !isMoved) counted.waits += 1;
      },
      true,
    );
    Object.defineProperty(document, 'pictureInPictureEnabled', { value: true });
    const remote = Object.assign(new EventTarget(), {
      state: 'disconnected',
      prompt: async () => {},
      cancelWatchAvailability: async () => {},
      watchAvailability: async (found: (isThere: boolean) => void) => {
        found(true);
        return 1;
      },
    });
    Object.defineProperty(HTMLMediaElement.prototype, 'remote', { get: () => remote });
  });
  return {
    received: () => received,
    waits: () => page.evaluate(() => (globalThis as unknown as { waits: number }).waits),
    endLimits: () =>
      network.send('Network.emulateNetworkConditions', { ...limits, latency: 0, downloadThroughput: -1 }),
  };
}

test('a maker adds subtitles, and a viewer chooses them and the sound once for all films and devices, with all that a player has [WAT-12 WAT-12:subtitles WAT-12:audio WAT-12:person STU-12:subtitles SET-14:audio-description]', async ({
  page,
  context,
  browser,
  problems,
  url,
  cast: { maker, office },
}) => {
  test.setTimeout(300_000);
  const sounds = { languages: ['eng', 'fra', 'fra'], described: [2] };
  const clip = await makeClip({ seconds: 60, width: 960, height: 540, fps: 12, ...sounds });
  const filmId = await newFilm(maker, url, { title: 'Two Voices', film: clip, approvedBy: office });

  const room = await browser.newContext();
  await room.addCookies((await maker.api.storageState()).cookies);
  const studio = await room.newPage();
  problems.watch(studio);
  problems.expectProblem(/AddTextTrack|status of 400/);
  await studio.goto(`${url}/content/${filmId}/upload`);
  const heard = studio.getByRole('region', { name: 'Sound' }).getByRole('listitem').locator('strong');
  await expect(heard).toHaveText(['English', 'French', 'Audio description (French)']);
  await studio.getByRole('button', { name: 'Add subtitles' }).click();
  const form = studio.getByRole('form', { name: 'Add subtitles' });
  await form.getByRole('combobox', { name: 'Language' }).fill('Fren');
  await studio.getByRole('option', { name: 'French' }).click();
  await form.getByLabel('File').setInputFiles(file(`${SRT}\n2\n00:00:09,000 --> 00:00:08,000\nx\n`, 'utf8'));
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(form.getByText('Line 6: the text ends before it starts.')).toBeVisible();
  await form.getByLabel('File').setInputFiles(file(SRT, 'latin1'));
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(studio.getByText('film.srt · 1 text from 0:00 to 0:59')).toBeVisible();
  await studio.goto(`${url}/content/${filmId}/edit`);
  await studio.getByRole('button', { name: 'Add a chapter' }).click();
  await studio.getByLabel('Start of chapter 1').fill('0:00');
  await studio.getByLabel('Title of chapter 1').fill('The crossing');
  await expect(studio.getByText('Updated successfully')).toBeVisible();
  await room.close();

  const person = await newPerson(url, { onboarded: true });
  const viewer = await memberOf(url, person);
  await unlock(viewer, url, filmId);
  await context.addCookies((await viewer.api.storageState()).cookies);
  const watch = async () => {
    await page.goto(`${url}/feed/${filmId}/watch`);
    await untilPlaying(page);
  };
  await page.goto(`${url}/feed/${filmId}`);
  const facts = page.getByRole('complementary', { name: 'About this film' });
  await expect(facts.getByText('Audio description', { exact: true })).toBeVisible();
  const line = await onTheLine(page);
  await watch();
  expect(line.received()).toBeLessThan(FIRST_FRAME_BYTES);
  await expect.poll(() => position(page), { timeout: 60_000 }).toBeGreaterThan(8_000);
  expect(await line.waits()).toBe(0);
  await line.endLimits();
  expect(await page.evaluate(() => navigator.mediaSession.metadata?.title)).toBe('Two Voices');
  await page.mouse.move(10, 30);
  await page.keyboard.press('k');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  for (const name of ['Chapters', 'Subtitles', 'Picture in picture', 'Play on another screen']) {
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
  }
  await page.getByRole('slider', { name: 'Position in the film' }).hover();
  await expect(page.locator('[style*="width: 176px"]')).toBeVisible();
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  const offered = page.getByRole('dialog', { name: 'Settings of the player' });
  for (const name of ['Quality', 'Speed', 'Audio', 'Subtitles']) {
    await expect(offered.getByRole('group', { name, exact: true })).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await page.keyboard.press('k');
  expect(await shownTexts(page)).toEqual([]);
  await page.keyboard.press('c');
  await expect.poll(() => shownTexts(page)).toEqual(['Où es-tu ?']);
  await page.mouse.move(10, 10);
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  const menu = page.getByRole('dialog', { name: 'Settings of the player' });
  await menu.getByText('Yellow', { exact: true }).click();
  const offeredSounds = menu.getByRole('group', { name: 'Audio' });
  const sound = (name: string) => offeredSounds.getByRole('radio', { name, exact: true });
  await expect(sound('English')).toBeChecked();
  await offeredSounds.getByText('French', { exact: true }).click();
  await expect(sound('French')).toBeChecked();

  await watch();
  await expect.poll(() => shownTexts(page)).toEqual(['Où es-tu ?']);
  await page.mouse.move(10, 20);
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await expect(sound('French')).toBeChecked();
  await expect(menu.getByRole('radio', { name: 'Yellow' })).toBeChecked();
  await offeredSounds.getByText('Audio description (French)').click();
  await expect(sound('Audio description (French)')).toBeChecked();

  // What is chosen while the film plays is at the account a moment later.
  const kept = page.waitForResponse(/SetPlayerSettings/);
  await menu.getByText('1.5×', { exact: true }).click();
  await menu.getByText('Pictures on the seek bar').click();
  expect((await kept).ok()).toBe(true);

  const device = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
  await signIn(device, url, person.email);
  const second = await device.newPage();
  problems.watch(second);
  // What is saved last may be on its way still.
  await expect(async () => {
    await second.goto(`${url}/feed/${filmId}/watch`);
    await untilPlaying(second);
    expect(await second.locator('video').evaluate((video: HTMLVideoElement) => video.playbackRate)).toBe(1.5);
  }).toPass();
  await expect.poll(() => shownTexts(second)).toEqual(['Où es-tu ?']);
  await second.locator('video').hover({ force: true });
  await second.getByRole('button', { name: 'Settings', exact: true }).click();
  const there = second.getByRole('dialog', { name: 'Settings of the player' });
  await expect(there.getByRole('radio', { name: 'Audio description (French)' })).toBeChecked();
  await expect(there.getByRole('radio', { name: 'Yellow' })).toBeChecked();
  await expect(there.getByRole('switch', { name: 'Pictures on the seek bar' })).not.toBeChecked();
  await device.close();
});
