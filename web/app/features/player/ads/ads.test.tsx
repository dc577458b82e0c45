import '../../../testing/video-element.ts';
import { aFilm, aPerson, FILM_ID } from '@marquee/testing/contract-messages';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { doing, press, showPage } from '../../../testing/show-page.tsx';
import { filmView } from '../../film/film-view.ts';
import { WatchPage } from '../watch-page.tsx';

const TAG = 'https://ads.example/tag';

type AdFacts = {
  id?: string;
  duration?: string;
  skip?: string;
  href?: string;
  video?: string;
  type?: string;
  files?: string;
};
const aFile = (url: string, width: number, type = 'video/mp4', delivery = 'progressive') =>
  `<MediaFile delivery="${delivery}" type="${type}" width="${width}" height="360"><![CDATA[${url}]]></MediaFile>`;
const EVENTS = ['start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete', 'skip', 'pause', 'resume'];
function anAd({
  id = 'a1',
  duration = '00:00:20',
  skip = '',
  href = 'https://shop.example/boats',
  ...rest
}: AdFacts = {}) {
  const { video = `https://ads.example/${id}.mp4`, type = 'video/mp4', files = '' } = rest;
  const events = EVENTS.map(
    (name) => `<Tracking event="${name}"><![CDATA[https://ads.example/${id}/${name}]]></Tracking>`,
  );
  return `<Ad id="${id}" sequence="${id.slice(1)}"><InLine><AdSystem>A</AdSystem><AdTitle>Boats</AdTitle>
    <Error><![CDATA[https://ads.example/${id}/error/[ERRORCODE]]]></Error>
    <Impression><![CDATA[https://ads.example/${id}/impression]]></Impression>
    <Creatives><Creative><Linear${skip && ` skipoffset="${skip}"`}><Duration>${duration}</Duration>
      <TrackingEvents>${events.join('')}</TrackingEvents>
      <VideoClicks><ClickThrough><![CDATA[${href}]]></ClickThrough>
        <ClickTracking><![CDATA[https://ads.example/${id}/click]]></ClickTracking></VideoClicks>
      <MediaFiles>${files || aFile(video, 640, type)}</MediaFiles>
    </Linear></Creative>
    <Creative><CompanionAds><Companion width="300" height="50"><AltText>Boats for small rivers.</AltText></Companion></CompanionAds></Creative>
    </Creatives></InLine></Ad>`;
}
const vast = (...ads: string[]) => `<?xml version="1.0"?><VAST version="4.2">${ads.join('')}</VAST>`;

let reported: string[];
let asked: string[];
const { fetch } = globalThis;
const source = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, 'src') as PropertyDescriptor;
beforeEach(() => {
  localStorage.clear();
  reported = [];
  asked = [];
  Object.defineProperty(HTMLImageElement.prototype, 'src', {
    ...source,
    set(this: HTMLImageElement, url: string) {
      if (url.startsWith('https://ads.example/')) reported.push(url.slice('https://ads.example/'.length));
      else source.set?.call(this, url);
    },
  });
});
afterEach(() => {
  cleanup();
  globalThis.fetch = fetch;
  Object.defineProperty(HTMLImageElement.prototype, 'src', source);
});

/** The watch screen of a viewer who sees ads, with an ad server that answers so. */
async function watch(answer: () => Response | Promise<Response>, adTagUrl = TAG) {
  globalThis.fetch = ((url: string, init?: RequestInit) => {
    if (!String(url).startsWith('https://ads.example/')) return fetch(url, init);
    asked.push(url);
    return Promise.resolve().then(answer);
  }) as never;
  const access = { valid: true, signedUrl: '/v/token/f1/' };
  return showPage(<WatchPage film={filmView(aFilm())} />, {
    at: `/feed/${FILM_ID}/watch`,
    viewer: aPerson(),
    answers: {
      startPlayback: () => ({
        ...{ access, playbackSessionId: 's1', heartbeatIntervalMs: 15_000, hlsManifest: 'master.m3u8', adTagUrl },
      }),
      heartbeat: () => ({ access }),
      recordPlaybackEvents: () => ({}),
      markView: () => ({}),
    },
  });
}
const says = (body: string) => () => new Response(body);
const film = () => screen.findByLabelText('Salt', { selector: 'video' });
const ad = async () => (await screen.findByLabelText('Advertisement', { selector: 'video' })) as HTMLVideoElement;
const at = (element: HTMLVideoElement, second: number) =>
  doing(() => {
    element.currentTime = second;
  });
const filmPlays = async () => {
  const element = (await film()) as HTMLVideoElement;
  await waitFor(() => expect(element.src).toBe('http://localhost/v/token/f1/master.m3u8'));
  await waitFor(() => expect(element.paused).toBe(false));
};

test('ads play before the film, and every event is reported once [WAT-11:player]', async () => {
  await watch(says(vast(anAd(), anAd({ id: 'a2' }))));
  const first = await ad();
  expect([first.src, first.paused]).toEqual(['https://ads.example/a1.mp4', false]);
  expect(screen.queryByLabelText('Salt', { selector: 'video' })).toBeNull();
  expect(screen.getByText('Boats for small rivers.')).toBeTruthy();
  expect(screen.getByText('Ad 1 of 2 · 0:20')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Skip ad' })).toBeNull();
  for (const second of [1, 2, 6, 7, 11, 12, 16, 19]) await at(first, second);
  // A wait for data in between, after which it plays again.
  await doing(() => first.dispatchEvent(new Event('playing')));
  await doing(() => first.dispatchEvent(new Event('ended')));
  const quarters = ['start', 'firstQuartile', 'midpoint', 'thirdQuartile'];
  expect(reported.slice(0, 6)).toEqual(['impression', ...quarters, 'complete'].map((name) => `a1/${name}`));
  await waitFor(async () => expect((await ad()).src).toBe('https://ads.example/a2.mp4'));
  await doing(async () => (await ad()).dispatchEvent(new Event('ended')));
  await filmPlays();
  expect(reported.slice(6)).toEqual(['a2/impression', 'a2/complete']);
  expect(asked).toEqual([TAG]);
});

test('an ad is paused, left for its advertiser, and skipped after its time [WAT-11:skip]', async () => {
  await watch(says(vast(anAd({ skip: '00:00:05' }))));
  const video = await ad();
  expect(screen.getByText('Skip in 5 seconds')).toBeTruthy();
  await press('Pause');
  expect(video.paused).toBe(true);
  await press('Play');
  const link = screen.getByRole('link', { name: /^Visit the advertiser/ });
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
    'https://shop.example/boats',
    'noopener noreferrer sponsored',
  ]);
  await doing(() => fireEvent.click(link));
  expect(video.paused).toBe(true);
  await press('Play');
  await at(video, 5);
  await press('Skip ad');
  await filmPlays();
  const expected = ['impression', 'pause', 'resume', 'click', 'pause', 'resume', 'start', 'firstQuartile', 'skip'];
  expect(reported).toEqual(expected.map((name) => `a1/${name}`));
});

test('an ad is silenced, and ends where its video is longer than any ad may be', async () => {
  await watch(says(vast(anAd())));
  const video = await ad();
  await press('Sound off');
  expect(video.muted).toBe(true);
  await press('Sound on');
  expect(video.muted).toBe(false);
  expect(screen.getByRole('button', { name: 'Sound off' })).toBeTruthy();
  await at(video, 60);
  expect(reported).not.toContain('a1/complete');
  await at(video, 60.1);
  await filmPlays();
  expect(reported.filter((one) => one === 'a1/complete')).toHaveLength(1);
});

test('the quarters of a video that is shorter than was said are its own', async () => {
  await watch(says(vast(anAd())));
  const video = await ad();
  Object.defineProperty(video, 'duration', { value: 8, configurable: true });
  await doing(() => video.dispatchEvent(new Event('loadedmetadata')));
  for (const second of [1, 2.5]) await at(video, second);
  expect(reported).toEqual(['impression', 'start', 'firstQuartile'].map((name) => `a1/${name}`));
});

test('a video that the browser cannot play gives way to the film, and its ad server learns why', async () => {
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
    if (!this.src.startsWith('https://ads.example/')) return play.call(this);
    return Promise.reject(new DOMException('no', 'NotSupportedError'));
  };
  try {
    await watch(says(vast(anAd())));
    await filmPlays();
  } finally {
    HTMLMediaElement.prototype.play = play;
  }
  expect(reported).toEqual(['a1/error/405']);
});

const DASH = aFile('http://localhost/v/t/manifest.mpd', 0, 'application/dash+xml', 'streaming');
const HLS = aFile('http://localhost/v/t/master.m3u8', 0, 'application/vnd.apple.mpegurl', 'streaming');
test.each([
  ['DASH alone', DASH],
  ['HLS alone', HLS],
  ['HLS of another video', DASH + HLS.replace('/t/', '/u/')],
  ['manifests of another site', (DASH + HLS).replaceAll('http://localhost', 'https://ads.example')],
])('an ad of ours needs both manifests of one video: with %s the film plays', async (_what, files) => {
  await watch(says(vast(anAd({ files }))));
  await filmPlays();
  expect(reported).toEqual(['a1/error/403']);
});

test('what has no video is no ad, and the film plays', async () => {
  await watch(says(vast(anAd().replace(/<Creative><Linear.*?<\/Creative>/s, ''))));
  await filmPlays();
  expect(reported).toEqual([]);
});

test('an ad that can be skipped at once has its button from its beginning [WAT-11:skip]', async () => {
  await watch(says(vast(anAd({ skip: '00:00:00' }))));
  await ad();
  await press('Skip ad');
  await filmPlays();
  expect(reported).toContain('a1/skip');
});

test('an advertiser’s address that would run as code is no link', async () => {
  await watch(says(vast(anAd({ href: 'javascript:alert(1)' }))));
  await ad();
  expect(screen.queryByRole('link', { name: /^Visit the advertiser/ })).toBeNull();
});

test('an ad whose video fails is reported, and the film plays [WAT-11:failing]', async () => {
  await watch(says(vast(anAd())));
  const video = await ad();
  await doing(() => video.dispatchEvent(new Event('error')));
  await filmPlays();
  expect(reported).toEqual(['a1/impression', 'a1/error/405']);
});

test('an ad that stands still gives way to the film, and says so to its server [WAT-11:timeout]', async () => {
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
    return this.src.endsWith('.mp4') ? new Promise(() => undefined) : play.call(this);
  };
  // What the player waits for an ad passes at once; all else takes its time.
  const { setTimeout: later } = globalThis;
  globalThis.setTimeout = ((act: () => void, ms?: number) => later(act, ms === 6_000 ? 0 : ms)) as never;
  try {
    await watch(says(vast(anAd())));
    await filmPlays();
    expect(reported).toEqual(['a1/error/402']);
  } finally {
    HTMLMediaElement.prototype.play = play;
    globalThis.setTimeout = later;
  }
});

test('an ad that is paused is waited for, and gives way when it stands still after that [WAT-11:timeout]', async () => {
  const waiting = new Map<unknown, () => void>();
  const { setTimeout: later, clearTimeout: clear } = globalThis;
  globalThis.setTimeout = ((act: () => void, ms?: number) => {
    if (ms !== 6_000) return later(act, ms);
    const timer = {};
    waiting.set(timer, act);
    return timer;
  }) as never;
  globalThis.clearTimeout = ((timer: never) => {
    if (!waiting.delete(timer)) clear(timer);
  }) as never;
  try {
    await watch(says(vast(anAd())));
    await ad();
    await press('Pause');
    expect(waiting.size).toBe(0);
    await press('Play');
    expect(waiting.size).toBe(1);
    await doing(() => {
      for (const act of waiting.values()) act();
    });
    await filmPlays();
    expect(reported.at(-1)).toBe('a1/error/402');
  } finally {
    globalThis.setTimeout = later;
    globalThis.clearTimeout = clear;
  }
});

test('a browser that wants a click before it plays sound gets a button for it', async () => {
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  await watch(says(vast(anAd())));
  const button = await screen.findByRole('button', { name: 'Play the ad' });
  HTMLMediaElement.prototype.play = play;
  await doing(() => fireEvent.click(button));
  expect((await ad()).paused).toBe(false);
  expect(screen.queryByRole('button', { name: 'Play the ad' })).toBeNull();
});

test.each([
  ['is blocked', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['fails', () => new Response('', { status: 500 })],
  ['has no ad', says(vast())],
  ['sends no VAST', says('<html><p>Hello')],
  ['sends too much', says(`${vast(anAd())}<!--${'x'.repeat(300_000)}-->`)],
  ['has only a video of another kind', says(vast(anAd({ type: 'application/javascript' })))],
  ['has only a video that is no address of the web', says(vast(anAd({ video: 'data:video/mp4,x' })))],
  ['has only an ad that is too long', says(vast(anAd({ duration: '00:05:00' })))],
])('an ad server that %s leaves the film [WAT-11:failing]', async (_what, answer) => {
  await watch(answer);
  await filmPlays();
  expect(screen.queryByLabelText('Advertisement')).toBeNull();
});

test.each([
  ['the smallest that fills the window', [640, 1_920, 1_280], 1, 1_280],
  ['the largest where none fills it', [640, 720], 1, 720],
  ['twice as wide on a screen of two pixels in one', [1_280, 2_048, 3_000], 2, 2_048],
  ['no wider on a screen of three', [2_048, 3_072], 3, 2_048],
])('of the files of an ad %s is played', async (_what, widths, density, wanted) => {
  Object.defineProperty(window, 'devicePixelRatio', { value: density, configurable: true });
  const files = widths.map((width) => aFile(`https://ads.example/${width}.mp4`, width)).join('');
  const others = aFile('https://ads.example/live.mp4', 1_100, 'video/mp4', 'streaming');
  await watch(says(vast(anAd({ files: others + files }))));
  expect((await ad()).src).toBe(`https://ads.example/${wanted}.mp4`);
  Object.defineProperty(window, 'devicePixelRatio', { value: 1, configurable: true });
});

test('of more than three ads three play', async () => {
  await watch(says(vast(...['a1', 'a2', 'a3', 'a4'].map((id) => anAd({ id })))));
  await ad();
  expect(screen.getByText('Ad 1 of 3 · 0:20')).toBeTruthy();
});

test('an ad without a length says none, and its server learns why one was left out', async () => {
  await watch(
    says(
      vast(
        anAd({ id: 'a1', duration: '00:05:00' }),
        anAd({ id: 'a2', type: 'video/ogg' }),
        anAd({ id: 'a3', duration: '' }),
      ),
    ),
  );
  await ad();
  expect(screen.getByText('Ad')).toBeTruthy();
  expect(reported.slice(0, 2)).toEqual(['a1/error/202', 'a2/error/403']);
});

test('an ad server that does not answer within three seconds leaves the film [WAT-11:failing]', async () => {
  const { timeout } = AbortSignal;
  const waited: number[] = [];
  const over = Promise.withResolvers<never>();
  AbortSignal.timeout = (ms) => {
    const signal = timeout(0);
    waited.push(ms);
    signal.addEventListener('abort', () => over.reject(signal.reason));
    return signal;
  };
  try {
    await watch(() => over.promise);
    await filmPlays();
    expect(waited).toEqual([3_000]);
  } finally {
    AbortSignal.timeout = timeout;
  }
});

test('ad servers that only name each other are not followed for ever', async () => {
  const wrapper = `<Ad id="w"><Wrapper><AdSystem>A</AdSystem><VASTAdTagURI><![CDATA[${TAG}]]></VASTAdTagURI></Wrapper></Ad>`;
  await watch(says(vast(wrapper)));
  await filmPlays();
  expect(asked.length).toBeLessThanOrEqual(4);
  expect(asked.length).toBeGreaterThan(1);
});

test('who sees no ads starts with the film, and no ad server learns of it', async () => {
  await watch(says(vast(anAd())), '');
  await filmPlays();
  expect(asked).toEqual([]);
});
