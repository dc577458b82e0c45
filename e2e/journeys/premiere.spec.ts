import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { makeClip } from '../support/clip.ts';
import { type Member, memberOf, newFilm } from '../support/films.ts';
import { expect, test } from '../support/fixtures.ts';
import { call, newPerson } from '../support/people.ts';
import { untilPlaying } from '../support/player.ts';

const FILM_S = 90;
/** Two viewers differ by less than this in 19 of 20 looks, in seconds. */
const APART_S_MAX = 0.3;
const LOOKS = 20;

/** Somebody new at the screen of a premiere, in a browser of their own. */
async function comesIn(browser: Browser, url: string, filmId: string): Promise<Page> {
  const viewer = await memberOf(url, await newPerson(url, { onboarded: true }));
  const context = await browser.newContext();
  await context.addCookies((await viewer.api.storageState()).cookies);
  const page = await context.newPage();
  await page.goto(`${url}/feed/${filmId}/premiere`);
  return page;
}

/** When the first picture of the film would have been shown, by where it is now: the same for all who are in step. */
const beganAt = (page: Page): Promise<number> =>
  page.locator('video').evaluate((video: HTMLVideoElement) => Date.now() / 1_000 - video.currentTime);

/** Resolves once two pages are in step, of 20 looks one after the other. */
async function inStep(one: Page, other: Page): Promise<void> {
  await expect(async () => {
    const apart: number[] = [];
    for (let look = 0; look < LOOKS; look++) {
      const [a, b] = await Promise.all([beganAt(one), beganAt(other)]);
      apart.push(Math.abs(a - b));
    }
    const p95 = apart.sort((a, b) => a - b)[Math.ceil(LOOKS * 0.95) - 1];
    expect(p95).toBeLessThan(APART_S_MAX);
  }).toPass({ timeout: 60_000 });
}

/** Gives a film a premiere in so many seconds. */
const plan = (maker: Member, url: string, filmId: string, seconds: number) =>
  call(maker.api, url, 'film.v1.StudioService/UpdateFilm', {
    ...{ requestId: randomUUID(), filmId, releaseType: 'RELEASE_TYPE_SCREENING' },
    screeningStartTime: new Date(Date.now() + seconds * 1_000).toISOString(),
  });

test('a premiere begins for everybody at once, in step; who comes late is where the others are; staff stop and delay it [WAT-04] [WAT-04:in-step] [WAT-13:premiere]', async ({
  browser,
  url,
  cast: { maker, office },
}) => {
  const film = await makeClip({ seconds: FILM_S, width: 320, height: 180, fps: 12 });
  const filmId = await newFilm(maker, url, { title: 'All at Once', film, approvedBy: office });
  await plan(maker, url, filmId, 3_600);
  const [one, other] = [await comesIn(browser, url, filmId), await comesIn(browser, url, filmId)];
  await expect(one.getByText('Stay here: the film starts by itself, for everybody at once.')).toBeVisible();
  await expect(one.getByText('2 people are here')).toBeVisible();
  await expect(one.getByRole('timer')).toContainText('59 min');

  // Its time is moved while they wait.
  const opened: number[] = [];
  one.on('request', (request) => {
    if (request.url().endsWith('/StartPlayback')) opened.push(Date.now());
  });
  await plan(maker, url, filmId, 15);
  const startsAt = Date.now() + 15_000;
  await expect(one.getByRole('timer')).not.toContainText('min');
  await Promise.all([untilPlaying(one), untilPlaying(other)]);
  // The film was opened in the lobby, and its start asked nothing.
  expect(opened.map((at) => at < startsAt)).toEqual([true]);
  await inStep(one, other);
  await expect(one.getByRole('button', { name: 'Pause' })).toHaveCount(0);
  await expect(one.getByRole('slider', { name: 'Seek' })).toHaveCount(0);

  const late = await comesIn(browser, url, filmId);
  await untilPlaying(late);
  await inStep(one, late);
  // The film's own page shows it no other way meanwhile.
  await late.goto(`${url}/feed/${filmId}/watch`);
  await expect(late).toHaveURL(/\/premiere$/);
  await untilPlaying(late);
  await inStep(one, late);

  await other.getByRole('button', { name: 'Applause' }).click();
  await expect(one.locator('[data-reaction="APPLAUSE"]').first()).toBeAttached();

  await call(office.api, url, 'film.v1.PremiereService/StopPremiere', { requestId: randomUUID(), filmId });
  for (const page of [one, other, late]) {
    await expect(page.getByText('This premiere was stopped.')).toBeVisible();
    await expect(page.locator('video')).toHaveCount(0);
  }
  await call(office.api, url, 'film.v1.PremiereService/DelayPremiere', { requestId: randomUUID(), filmId, minutes: 2 });
  await expect(one.getByRole('timer')).toContainText('min');
  for (const page of [one, other, late]) await page.context().close();
});
