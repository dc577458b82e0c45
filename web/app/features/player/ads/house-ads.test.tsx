import '../../../testing/video-element.ts';
import { create } from '@bufbuild/protobuf';
import { Code } from '@connectrpc/connect';
import { AdEvent, GetAdResponseSchema } from '@marquee/contracts/film/v1/campaigns_pb';
import { adPath } from '@marquee/rules/ads';
import { type Answers, answerCalls, refusing } from '@marquee/testing/answer-calls';
import { aFilm, aPerson, FILM_ID } from '@marquee/testing/contract-messages';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { RouterContextProvider } from 'react-router';
import { api, createApi, site } from '../../../api/context.ts';
import { loader as adLoader } from '../../../routes/watch/ad.ts';
import { loader as eventLoader } from '../../../routes/watch/ad-event.ts';
import { doing, press, showPage } from '../../../testing/show-page.tsx';
import { filmView } from '../../film/film-view.ts';
import { WatchPage } from '../watch-page.tsx';
import { loadAds } from './load-ads.ts';

const SHOWING_ID = '9a1d4d1e-4f0e-4d5c-9a52-6f1d8c2b7a30';
const TAG = adPath(SHOWING_ID);
const SITE = 'http://localhost';
const AD = {
  ...{ title: 'Boats & <rivers>', companionText: `Tom's "boats" ]]> & <b>more</b>\uFFFE`, filmId: FILM_ID },
  ...{ clickUrl: 'https://shop.example/?a=1&b=<2>', skipAfterSeconds: 5, durationMs: 20_500, width: 640, height: 360 },
  ...{ signedUrl: '/v/token/t1/', dashManifest: 'manifest.mpd', hlsManifest: 'master.m3u8' },
};

function contextOf(answers: Answers) {
  const calls = answerCalls(answers);
  const context = new RouterContextProvider();
  context.set(
    api,
    createApi(() => calls.transport),
  );
  context.set(site, { publicUrl: SITE, language: 'en' });
  return { context, ...calls };
}
/** The document that the site serves for an ad; made before a page is shown, whose calls have answers of their own. */
async function documentOf(part: object = {}): Promise<() => Promise<Response>> {
  const { context } = contextOf({ getAd: () => create(GetAdResponseSchema, { ...AD, ...part }) });
  const document = await adLoader({ params: { showingId: SHOWING_ID }, context } as never);
  return async () => document.clone();
}

const { fetch } = globalThis;
const source = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, 'src') as PropertyDescriptor;
let reported: string[];
let asked: { url: string; credentials?: RequestCredentials | undefined }[];
beforeEach(() => {
  localStorage.clear();
  [reported, asked] = [[], []];
  Object.defineProperty(HTMLImageElement.prototype, 'src', {
    ...source,
    set(this: HTMLImageElement, url: string) {
      if (url.startsWith(`${SITE}${TAG}/`)) reported.push(url.slice(`${SITE}${TAG}/`.length));
      else source.set?.call(this, url);
    },
  });
});
afterEach(() => {
  cleanup();
  globalThis.fetch = fetch;
  Object.defineProperty(HTMLImageElement.prototype, 'src', source);
});
function answering(answer: () => Promise<Response>) {
  globalThis.fetch = ((url: string, init?: RequestInit) => {
    if (!String(url).includes('/ads/')) return fetch(url, init);
    asked.push({ url, credentials: init?.credentials });
    return answer();
  }) as never;
}

test('the player reads our own document as it was filled in, whatever characters it has [WAT-11:house]', async () => {
  const document = await documentOf();
  expect((await document()).headers.get('content-type')).toBe('application/xml; charset=utf-8');
  answering(document);
  const [ad, ...others] = await loadAds(TAG, new AbortController().signal);
  expect(others).toEqual([]);
  expect(ad).toMatchObject({
    video: { signedUrl: '/v/token/t1/', manifests: { dash: 'manifest.mpd', hls: 'master.m3u8' } },
    ...{ durationS: 20.5, skipAfterS: 5, text: `Tom's "boats" ]]> & <b>more</b>` },
    href: AD.clickUrl,
  });
  // The site is asked as an ad server is: without cookies.
  expect(asked).toEqual([{ url: `${SITE}${TAG}`, credentials: 'omit' }]);
});

test('an ad without text has the title of its film, leads to its page without an address, and is not skipped', async () => {
  answering(await documentOf({ companionText: '', clickUrl: '', skipAfterSeconds: undefined }));
  const [ad] = await loadAds(TAG, new AbortController().signal);
  expect(ad).toMatchObject({ text: AD.title, href: `${SITE}/feed/${FILM_ID}` });
  expect(ad?.skipAfterS).toBeUndefined();
});

test('manifests of another site are not played', async () => {
  answering(await documentOf({ signedUrl: 'https://ads.example/v/token/t1/' }));
  expect(await loadAds(TAG, new AbortController().signal)).toEqual([]);
});

async function watch(answer: () => Promise<Response>) {
  answering(answer);
  const access = { valid: true, signedUrl: '/v/token/f1/' };
  const started = { access, playbackSessionId: 's1', heartbeatIntervalMs: 15_000, hlsManifest: 'master.m3u8' };
  return showPage(<WatchPage film={filmView(aFilm())} />, {
    at: `/feed/${FILM_ID}/watch`,
    viewer: aPerson(),
    answers: {
      startPlayback: () => ({ ...started, adTagUrl: TAG }),
      heartbeat: () => ({ access }),
      recordPlaybackEvents: () => ({}),
      markView: () => ({}),
    },
  });
}
const ad = async () => (await screen.findByLabelText('Advertisement', { selector: 'video' })) as HTMLVideoElement;
const filmPlays = async () => {
  const element = (await screen.findByLabelText('Salt', { selector: 'video' })) as HTMLVideoElement;
  await waitFor(() => expect(element.src).toBe(`${SITE}/v/token/f1/master.m3u8`));
  await waitFor(() => expect(element.paused).toBe(false));
};

test('an ad of the house plays as trailers do, reports each event once, and the film follows [WAT-11:house]', async () => {
  await watch(await documentOf());
  const video = await ad();
  await waitFor(() => expect([video.src, video.paused]).toEqual([`${SITE}/v/token/t1/master.m3u8`, false]));
  expect(screen.getByText('Skip in 5 seconds')).toBeTruthy();
  for (const second of [1, 2, 6, 7]) {
    await doing(() => {
      video.currentTime = second;
    });
  }
  await press('Skip ad');
  await filmPlays();
  expect(reported).toEqual(['impression', 'start', 'first-quartile', 'skip']);
});

test('an ad of the house whose video fails is reported, and one that is gone leaves the film [WAT-11:failing]', async () => {
  await watch(await documentOf());
  const video = await ad();
  await waitFor(() => expect(video.paused).toBe(false));
  await doing(() => video.dispatchEvent(new Event('error')));
  await filmPlays();
  expect(reported.at(-1)).toBe('error');
  cleanup();
  await watch(async () => new Response(null, { status: 404 }));
  await filmPlays();
});

test('an ad that is not known has no document', async () => {
  const { context } = contextOf({ getAd: refusing(Code.NotFound) });
  await expect(adLoader({ params: { showingId: SHOWING_ID }, context } as never)).rejects.toMatchObject({
    init: { status: 404 },
  });
});

test.each([
  ['impression', AdEvent.IMPRESSION],
  ['first-quartile', AdEvent.FIRST_QUARTILE],
  ['error', AdEvent.ERROR],
])('the address of %s reports that event, and another none', async (name, event) => {
  const { context, sent } = contextOf({ recordAdEvent: () => ({}) });
  const ask = (asked: string) =>
    eventLoader({ params: { showingId: SHOWING_ID, event: asked }, context } as never) as Promise<Response>;
  expect((await ask(name)).status).toBe(204);
  expect(sent('recordAdEvent')).toMatchObject([{ showingId: SHOWING_ID, event }]);
  expect((await ask('IMPRESSION')).status).toBe(404);
  expect(sent('recordAdEvent')).toHaveLength(1);
});
