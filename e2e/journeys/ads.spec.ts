import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { makeClip } from '../support/clip.ts';
import { memberOf, unlock } from '../support/films.ts';
import { expect, test } from '../support/fixtures.ts';
import { newPerson } from '../support/people.ts';
import { decodedFrames, untilPlaying } from '../support/player.ts';
import { PHONE } from '../support/sizes.ts';

const EVENTS = ['start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete', 'skip'];

/** An ad server on the site's own origin, which its policy allows. Returns what is reported to it. */
async function adServer(page: Page, url: string): Promise<string[]> {
  const reported: string[] = [];
  const at = (name: string) => `<![CDATA[${url}/ad-server/${name}]]>`;
  const ad = (id: string, video: string) => `<Ad id="${id}" sequence="${id.slice(1)}"><InLine>
    <AdSystem>A</AdSystem><AdTitle>Boats for small rivers</AdTitle><Error>${at(`${id}/error`)}</Error>
    <Impression>${at(`${id}/impression`)}</Impression><Creatives><Creative><Linear skipoffset="00:00:02">
    <Duration>00:00:04</Duration>
    <TrackingEvents>${EVENTS.map((name) => `<Tracking event="${name}">${at(`${id}/${name}`)}</Tracking>`).join('')}</TrackingEvents>
    <VideoClicks><ClickThrough>${at('shop')}</ClickThrough></VideoClicks>
    <MediaFiles><MediaFile delivery="progressive" type="video/mp4" width="320" height="180">${at(video)}</MediaFile></MediaFiles>
    </Linear></Creative></Creatives></InLine></Ad>`;
  const clip = await readFile(await makeClip({ seconds: 4, width: 320, height: 180, fps: 12 }));
  await page.route(`${url}/ad-server/**`, (route) => {
    const name = route.request().url().split('/ad-server/')[1] ?? '';
    if (name === 'vast') {
      const ads = [ad('a1', 'broken.mp4'), ad('a2', 'ad.mp4'), ad('a3', 'ad.mp4')].join('');
      return route.fulfill({ contentType: 'text/xml', body: `<VAST version="4.2">${ads}</VAST>` });
    }
    if (name === 'ad.mp4') return route.fulfill({ contentType: 'video/mp4', body: clip });
    if (name === 'broken.mp4') return route.fulfill({ contentType: 'video/mp4', body: 'no video' });
    reported.push(name);
    return route.fulfill({ status: 204 });
  });
  return reported;
}

test('ads play before a film, one that is broken is passed over, and a blocked server leaves the film [WAT-11:player WAT-11:failing]', async ({
  page,
  context,
  problems,
  url,
  cast: { film },
}) => {
  problems.expectProblem(/ad-server/);
  const viewer = await memberOf(url, await newPerson(url, { onboarded: true }));
  await unlock(viewer, url, film);
  await context.addCookies((await viewer.api.storageState()).cookies);
  // What film answers where AD_TAG_URL is set, which would give ads to every journey.
  await page.route('**/film.v1.WatchService/StartPlayback', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), adTagUrl: `${url}/ad-server/vast` } });
  });
  const reported = await adServer(page, url);
  await page.setViewportSize(PHONE);
  await page.goto(`${url}/feed/${film}/watch`);

  await expect(page.getByText('Ad 2 of 3 · 0:0')).toBeVisible();
  await expect.poll(() => decodedFrames(page)).toBeGreaterThan(0);
  expect(await violations(page)).toEqual([]);
  await expect(page.getByText('Ad 3 of 3 · 0:0')).toBeVisible();
  await page.getByRole('button', { name: 'Skip ad' }).click();
  await untilPlaying(page);
  await expect(page.getByRole('region', { name: 'Advertisement' })).toHaveCount(0);
  const whole = ['impression', ...EVENTS.slice(0, 5)].map((name) => `a2/${name}`);
  await expect.poll(() => reported.filter((name) => name.startsWith('a2/'))).toEqual(whole);
  expect(reported.filter((name) => name.startsWith('a1/'))).toEqual(['a1/error']);
  expect(reported.filter((name) => /a3.(impression|skip|complete)/.test(name))).toEqual(['a3/impression', 'a3/skip']);

  await page.unroute(`${url}/ad-server/**`);
  await page.route(`${url}/ad-server/**`, (route) => route.abort('blockedbyclient'));
  await page.reload();
  await untilPlaying(page);
  await expect(page.getByRole('region', { name: 'Advertisement' })).toHaveCount(0);
});
