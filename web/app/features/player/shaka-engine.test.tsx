import { jest } from '@jest/globals';
import { unknownRefusal } from '@marquee/contracts/refusal';
import shaka from 'shaka-player/dist/shaka-player.dash-es2021.js';
import { ApiError } from '../../api/api-error.ts';
import type { EngineEvents, SignedSource, Tracks } from './engine.ts';
import { createShakaEngine } from './shaka-engine.ts';

type Track = Record<string, unknown>;
type Request = { uris: string[]; headers?: Record<string, string> };
type Filter = (type: number, request: Request, context?: { stream?: { type: string } }) => Promise<void>;
const { Code, Category, Severity } = shaka.util.Error;

/** What stands for shaka's player, which needs Media Source Extensions. */
class FakePlayer extends EventTarget {
  static isBrowserSupported = () => true;
  static last: FakePlayer;
  loads: [string, number | null][] = [];
  /** What each load meets; then it succeeds. */
  outcomes: object[] = [];
  retries: (number | undefined)[] = [];
  adapts: boolean | undefined;
  bandwidth: unknown;
  filter: Filter | undefined;
  video: Track[] = [];
  audio: Track[] = [];
  selected: unknown[] = [];
  isDestroyed = false;
  attached: unknown;

  constructor() {
    super();
    FakePlayer.last = this;
  }
  attach = async (video: HTMLVideoElement) => {
    this.attached = video;
  };
  servers: Record<string, string> | undefined;
  drm: object | undefined;
  configure({
    abr,
    drm,
  }: {
    abr: { enabled: boolean; defaultBandwidthEstimate?: number };
    drm?: { servers: Record<string, string> };
  }) {
    this.servers = drm?.servers ?? this.servers;
    this.drm = drm ?? this.drm;
    this.adapts = abr.enabled;
    this.bandwidth = abr.defaultBandwidthEstimate ?? this.bandwidth;
  }
  getNetworkingEngine = () => ({
    registerRequestFilter: (filter: Filter) => {
      this.filter = filter;
    },
  });
  async load(address: string, startS: number | null) {
    this.loads.push([address, startS]);
    const outcome = this.outcomes.shift();
    if (outcome) throw outcome;
  }
  getVideoTracks = () => this.video;
  getAudioTracks = () => this.audio;
  selectVideoTrack = (...chosen: unknown[]) => this.selected.push(chosen);
  selectAudioTrack = (track: Track) => this.selected.push(track);
  retryStreaming(delayS?: number) {
    this.retries.push(delayS);
    return true;
  }
  getPlaybackRate = () => 1.5;
  getStats = () => ({ estimatedBandwidth: 40_000_000 });
  async destroy() {
    this.isDestroyed = true;
  }
  /** Reports an error as shaka does. */
  async fails(error: object) {
    this.dispatchEvent(Object.assign(new Event('error'), { detail: error }));
    await jest.advanceTimersByTimeAsync(0);
  }
}
Object.assign(shaka, { Player: FakePlayer });
type Plugin = (address: string, request: object) => { promise: Promise<{ data: ArrayBuffer }> };
let askFor: Plugin;
jest.spyOn(shaka.net.NetworkingEngine, 'registerScheme').mockImplementation((_scheme, plugin) => {
  askFor = plugin as unknown as Plugin;
});
const installed = jest.spyOn(shaka.polyfill, 'installAll').mockImplementation(() => {});

const failure = (code: number, { status = 0, severity = Severity.CRITICAL, category = Category.NETWORK } = {}) => ({
  ...{ code, severity, category, data: ['https://localhost/v/token/t1/5.m4s', status] },
});
const refused = (status = 403) => failure(Code.BAD_HTTP_STATUS, { status });
const offline = () => failure(Code.HTTP_ERROR);

/** A film of ten minutes that is at `at` and has `buffered` seconds around it. */
async function engineOf({
  renews = true,
  at = 100,
  buffered = [[90, 130]] as [number, number][],
  licence = undefined as (() => Promise<string>) | undefined,
  served = {} as Pick<SignedSource, 'licenceServers' | 'licenceToken'>,
} = {}) {
  const video = document.createElement('video');
  Object.defineProperties(video, {
    currentTime: { get: () => at },
    duration: { get: () => 600 },
    buffered: {
      get: () => ({
        length: buffered.length,
        start: (n: number) => buffered[n]?.[0],
        end: (n: number) => buffered[n]?.[1],
      }),
    },
  });
  const source = {
    signedUrl: jest.fn(() => '/v/token/t1/'),
    freshUrl: jest.fn(async () => '/v/fresh/t1/'),
    renew: jest.fn(async () => renews),
    ...(licence && { licence }),
    ...served,
  } satisfies SignedSource;
  const events = {
    onTracks: jest.fn(),
    onProblem: jest.fn(),
    onStuck: jest.fn(),
    onBlocked() {},
  } satisfies EngineEvents;
  const engine = await createShakaEngine(video, source, events);
  if (!engine) throw new Error('no engine');
  return {
    engine,
    video,
    source,
    events,
    player: FakePlayer.last,
    tracks: () => events.onTracks.mock.lastCall?.[0] as Tracks | undefined,
  };
}
const MANIFESTS = { dash: 'manifest.mpd', hls: 'master.m3u8' };

beforeEach(() => {
  jest.useFakeTimers();
  localStorage.clear();
});
afterEach(() => jest.useRealTimers());

test('a browser that shaka cannot play in gets no engine; shaka’s patches are installed once', async () => {
  jest.spyOn(FakePlayer, 'isBrowserSupported').mockReturnValueOnce(false);
  const nothing = { onTracks() {}, onProblem() {}, onStuck() {}, onBlocked() {} };
  const source = { signedUrl: () => '', freshUrl: async () => '', renew: async () => false };
  expect(await createShakaEngine(document.createElement('video'), source, nothing)).toBeUndefined();
  const { player, video } = await engineOf();
  expect(player.attached).toBe(video);
  expect(installed).toHaveBeenCalledTimes(1);
});

test('the manifest lies beside the signed address, and is loaded where the film continues [WAT-10:browser]', async () => {
  const { engine, player } = await engineOf();
  await engine.load(MANIFESTS, 125.5);
  await engine.load(MANIFESTS, 0);
  expect(player.loads).toEqual([
    ['http://localhost/v/token/t1/manifest.mpd', 125.5],
    ['http://localhost/v/token/t1/manifest.mpd', null],
  ]);
});

test('every request carries the fresh token', async () => {
  const { player } = await engineOf();
  const request = { uris: ['http://localhost/v/token/t1/video/5.m4s'] };
  await player.filter?.(1, request, { stream: { type: 'video' } });
  expect(request.uris).toEqual(['http://localhost/v/fresh/t1/video/5.m4s']);
});

test('a film starts with what the line carried last time, and adapts after its first frame', async () => {
  const first = await engineOf();
  await first.engine.destroy();
  expect(first.player.isDestroyed).toBe(true);

  const { player, video } = await engineOf();
  expect(player.bandwidth).toBe(8_000_000);
  expect(player.adapts).toBe(false);
  video.dispatchEvent(new Event('loadeddata'));
  expect(player.adapts).toBe(true);
});

test('a first segment that takes longer than 4 s lets the engine adapt', async () => {
  const { engine, player } = await engineOf();
  await engine.load(MANIFESTS, 0);
  jest.advanceTimersByTime(3_999);
  expect(player.adapts).toBe(false);
  jest.advanceTimersByTime(1);
  expect(player.adapts).toBe(true);
});

test('after the end of an engine nothing of it happens any more', async () => {
  const { engine, player, video, events } = await engineOf({ buffered: [] });
  await engine.load(MANIFESTS, 0);
  video.dispatchEvent(new Event('seeking'));
  await engine.destroy();
  events.onTracks.mockClear();
  for (const name of ['loadeddata', 'seeking', 'resize']) video.dispatchEvent(new Event(name));
  jest.advanceTimersByTime(60_000);
  expect(player.adapts).toBe(false);
  expect(events.onTracks).not.toHaveBeenCalled();
  expect(events.onStuck).not.toHaveBeenCalled();
});

test('a retry that waits ends with its engine', async () => {
  const { engine, player } = await engineOf();
  await player.fails(offline());
  await engine.destroy();
  jest.advanceTimersByTime(60_000);
  expect(player.retries).toEqual([]);
});

const HIGH = { width: 3840, height: 2160 };
const LOW = { width: 1280, height: 720 };
const PORTRAIT = { width: 1080, height: 1920 };

test.each([
  [1920, 800, '1080p'],
  [800, 1920, '1080p'],
  [1440, 1080, '1080p'],
  [3840, 1600, '4K'],
  [640, 268, '360p'],
])('a picture of %d by %d is named %s', async (width, height, label) => {
  const { player, tracks } = await engineOf();
  player.video = [{ width, height }];
  player.dispatchEvent(new Event('trackschanged'));
  expect(tracks()?.qualities.map((quality) => quality.label)).toEqual([label]);
});

test('qualities have names, best first; one that the engine hides for a while stays', async () => {
  const { player, tracks } = await engineOf();
  player.video = [LOW, HIGH, { ...PORTRAIT, active: true }];
  player.dispatchEvent(new Event('trackschanged'));
  player.video = [{ ...LOW, active: true }];
  player.dispatchEvent(new Event('adaptation'));
  expect(tracks()).toMatchObject({
    qualities: [
      { id: '3840x2160', label: '4K', height: 2160, lines: 2160 },
      { id: '1080x1920', label: '1080p', height: 1920, lines: 1080 },
      { id: '1280x720', label: '720p', height: 720, lines: 720 },
    ],
    quality: undefined,
    playingHeight: 720,
  });
});

test('a chosen quality is kept: the engine adapts no more until the viewer leaves the choice to it', async () => {
  const { engine, player, tracks, video } = await engineOf();
  player.video = [LOW, { ...HIGH, active: true }];
  await engine.load(MANIFESTS, 0);
  engine.chooseQuality('3840x2160');
  expect(player.selected).toEqual([[player.video[1], true, 2]]);
  expect(tracks()).toMatchObject({ quality: '3840x2160' });
  video.dispatchEvent(new Event('loadeddata'));
  expect(player.adapts).toBe(false);

  player.selected = [];
  engine.chooseQuality(undefined);
  expect(player.adapts).toBe(true);
  expect(player.selected).toEqual([]);
  expect(tracks()).toMatchObject({ quality: undefined });
});

test('sound is named by its label or language, and chosen', async () => {
  const namedByBrowser = jest.spyOn(Intl.DisplayNames.prototype, 'of');
  const { engine, player, tracks } = await engineOf();
  const sound = { language: 'pt', label: null, channelsCount: 2, roles: ['main'] };
  const comment = { language: 'en', label: 'Commentary', channelsCount: null, roles: [] };
  const unnamed = ['und', ''].map((language) => ({ language, label: null, channelsCount: 2, roles: [] }));
  player.audio = [sound, { ...comment, active: true }, ...unnamed];
  player.dispatchEvent(new Event('audiotrackschanged'));
  expect(tracks()).toMatchObject({
    audio: [
      { id: 'pt//2', label: 'Portuguese', language: 'pt', isDescription: false },
      { id: 'en/Commentary/0', label: 'Commentary', language: 'en', isDescription: false },
      { id: 'und//2', label: 'Default', language: 'und', isDescription: false },
      { id: '//2', label: 'Default', language: '', isDescription: false },
    ],
    audioTrack: 'en/Commentary/0',
  });
  expect(namedByBrowser).not.toHaveBeenCalled();
  namedByBrowser.mockRestore();

  engine.chooseAudio('pt//2');
  engine.chooseAudio('xx//2');
  player.audio = [{ ...sound, active: true }];
  player.dispatchEvent(new Event('audiotrackschanged'));
  expect(tracks()).toMatchObject({ audioTrack: 'pt//2' });
  expect(player.selected).toEqual([sound]);
});

test.each([
  ['pt', 'Audio description (Portuguese)'],
  ['und', 'Audio description'],
])(
  'a sound in the language %s that says what is seen is named as %s [SET-14:audio-description]',
  async (language, label) => {
    const { player, tracks } = await engineOf();
    player.audio = [{ language, label: 'Portuguese (audio description)', channelsCount: 2, roles: ['description'] }];
    player.dispatchEvent(new Event('audiotrackschanged'));
    expect(tracks()).toMatchObject({ audio: [{ label, isDescription: true }] });
  },
);

test('every choice is reported at once', async () => {
  const { engine, video, events } = await engineOf();
  const choices = [() => engine.chooseAudio('x'), () => engine.chooseQuality('x')];
  const reports = [...choices, () => engine.load(MANIFESTS, 0), () => video.dispatchEvent(new Event('resize'))];
  for (const report of reports) {
    events.onTracks.mockClear();
    await report();
    expect(events.onTracks).toHaveBeenCalledTimes(1);
  }
});

test('loading another film clears the qualities of the one before', async () => {
  const { engine, player, tracks } = await engineOf();
  player.video = [HIGH];
  await engine.load(MANIFESTS, 0);
  player.video = [LOW];
  await engine.load(MANIFESTS, 0);
  expect(tracks()?.qualities).toEqual([{ id: '1280x720', label: '720p', height: 720, lines: 720 }]);
});

test.each([401, 403, 410])(
  'an address refused with %d is renewed, and the film is loaded under the new one',
  async (status) => {
    const { engine, player, source, events } = await engineOf();
    player.outcomes = [refused(status)];
    source.renew.mockImplementation(async () => {
      source.signedUrl.mockReturnValue('/v/new/t1/');
      return true;
    });
    await engine.load(MANIFESTS, 7);
    expect(player.loads[1]).toEqual(['http://localhost/v/new/t1/manifest.mpd', 7]);
    expect(events.onTracks).toHaveBeenCalled();
  },
);

test.each([
  ['an address that cannot be renewed', refused(), { renews: false }, 'ACCESS', 1],
  ['a server that is unavailable', failure(Code.BAD_HTTP_STATUS, { status: 503 }), {}, 'UNAVAILABLE', 0],
])('a film that could not be loaded says why: %s', async (_what, error, options, reason, renewals) => {
  const { engine, player, source } = await engineOf(options);
  player.outcomes = [error];
  await expect(engine.load(MANIFESTS, 0)).rejects.toMatchObject({ reason });
  expect(source.renew).toHaveBeenCalledTimes(renewals);
  expect(player.loads).toHaveLength(1);
});

test('a load that a newer one replaced says nothing', async () => {
  const { engine, player, events } = await engineOf();
  player.outcomes = [failure(Code.LOAD_INTERRUPTED)];
  await engine.load(MANIFESTS, 0);
  expect(events.onTracks).not.toHaveBeenCalled();
});

test('a refusal while the film plays renews the address, three times in a minute', async () => {
  const { player, source, events } = await engineOf({ buffered: [] });
  for (let times = 0; times < 3; times += 1) await player.fails(refused());
  expect(player.retries).toEqual([0.1, 0.1, 0.1]);
  expect(events.onProblem).not.toHaveBeenCalled();

  await player.fails(refused());
  expect(source.renew).toHaveBeenCalledTimes(3);
  expect(events.onProblem).toHaveBeenCalledWith(expect.objectContaining({ reason: 'ACCESS' }));

  jest.setSystemTime(Date.now() + 60_000);
  await player.fails(refused());
  expect(source.renew).toHaveBeenCalledTimes(4);
});

test('a refusal that cannot be renewed is said', async () => {
  const { player, events } = await engineOf({ renews: false });
  await player.fails(refused());
  expect(player.retries).toEqual([]);
  expect(events.onProblem).toHaveBeenCalledWith(expect.objectContaining({ reason: 'ACCESS' }));
});

test('what shaka recovers from by itself, and what it gave up on purpose, is not said', async () => {
  const { player, events } = await engineOf({ buffered: [] });
  await player.fails(failure(Code.HTTP_ERROR, { severity: Severity.RECOVERABLE }));
  await player.fails(failure(Code.OPERATION_ABORTED));
  expect(events.onProblem).not.toHaveBeenCalled();
});

test.each([
  ['the network', offline()],
  ['a slow server', failure(Code.TIMEOUT)],
  ['a server that is unavailable', failure(Code.BAD_HTTP_STATUS, { status: 500 })],
  ['a server that has too much to do', failure(Code.BAD_HTTP_STATUS, { status: 429 })],
])('while buffered film plays, %s is tried again after 2 s', async (_what, error) => {
  const { player, events } = await engineOf();
  await player.fails(error);
  jest.advanceTimersByTime(1_000);
  await player.fails(error);
  jest.advanceTimersByTime(1_999);
  expect(player.retries).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(player.retries).toEqual([0]);
  expect(events.onProblem).not.toHaveBeenCalled();
});

test.each([
  ['before the buffer', 89.9, true],
  ['at its start', 90, false],
  ['inside', 129.9, false],
  ['at its end', 130, true],
])('a lost network is said when nothing is left to play: %s', async (_where, at, isSaid) => {
  const { player, events } = await engineOf({ at });
  await player.fails(offline());
  expect(events.onProblem).toHaveBeenCalledTimes(isSaid ? 1 : 0);
});

test.each([
  ['no network', offline(), 'NETWORK'],
  ['a server that is unavailable', failure(Code.BAD_HTTP_STATUS, { status: 502 }), 'UNAVAILABLE'],
  ['a file that is missing', failure(Code.BAD_HTTP_STATUS, { status: 404 }), `SHAKA_${Code.BAD_HTTP_STATUS}`],
  ['a broken file', failure(3016, { category: Category.MEDIA }), 'SHAKA_3016'],
  ['a broken stream', failure(5006, { category: Category.STREAMING }), 'SHAKA_5006'],
  ['an unknown format', failure(4032, { category: Category.MANIFEST }), 'SHAKA_4032'],
])('a problem is said by its kind: %s', async (_what, error, reason) => {
  const { player, events } = await engineOf({ buffered: [] });
  await player.fails(error);
  expect(events.onProblem).toHaveBeenCalledTimes(1);
  expect(events.onProblem.mock.lastCall).toMatchObject([{ reason }]);
});

test('what is wrong with the film can be tried again, what is wrong with the browser cannot', async () => {
  const { player, events } = await engineOf({ buffered: [] });
  const remedyOf = async (category: number) => {
    await player.fails(failure(4000, { category }));
    return (events.onProblem.mock.lastCall?.[0] as { remedy: string } | undefined)?.remedy;
  };
  expect(await remedyOf(Category.MEDIA)).toBe('retry');
  expect(await remedyOf(Category.STREAMING)).toBe('retry');
  expect(await remedyOf(Category.DRM)).toBe('film-page');
});

test.each([
  ['nothing is buffered and nothing was asked for', {}, true],
  ['the film plays', { buffered: [[90, 130]] }, false],
  ['the film is at its end', { at: 599.6 }, false],
])('five seconds after a seek or a wait the engine is stuck, or not: %s', async (_what, options, isStuck) => {
  const { video, events } = await engineOf({ buffered: [], ...options } as never);
  video.dispatchEvent(new Event('seeking'));
  jest.advanceTimersByTime(3_000);
  video.dispatchEvent(new Event('waiting'));
  jest.advanceTimersByTime(4_999);
  expect(events.onStuck).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(events.onStuck.mock.calls).toEqual(isStuck ? [[1.5]] : []);
  jest.advanceTimersByTime(60_000);
  expect(events.onStuck).toHaveBeenCalledTimes(isStuck ? 1 : 0);
});

describe('a slow network is no stuck engine', () => {
  const slow = async (type: string) => {
    const film = await engineOf({ buffered: [] });
    film.video.dispatchEvent(new Event('seeking'));
    const request = { uris: [] };
    await film.player.filter?.(1, request, { stream: { type } });
    jest.advanceTimersByTime(25_000);
    const ends = (how: string) => film.player.dispatchEvent(Object.assign(new Event(how), { request }));
    return { ...film, ends };
  };

  test.each(['downloadcompleted', 'downloadfailed'])(
    'a segment of the picture is under way; then nothing comes after it (%s)',
    async (how) => {
      const { events, ends } = await slow('video');
      expect(events.onStuck).not.toHaveBeenCalled();
      ends(how);
      jest.advanceTimersByTime(4_999);
      expect(events.onStuck).not.toHaveBeenCalled();
      jest.advanceTimersByTime(1);
      expect(events.onStuck).toHaveBeenCalledTimes(1);
    },
  );

  test('a segment of sound alone brings no picture', async () => {
    expect((await slow('audio')).events.onStuck).toHaveBeenCalledTimes(1);
  });

  test('segments of a film that plays start no watch', async () => {
    const { player, events } = await engineOf({ buffered: [] });
    const request = { uris: [] };
    await player.filter?.(1, request, { stream: { type: 'video' } });
    player.dispatchEvent(Object.assign(new Event('downloadcompleted'), { request }));
    jest.advanceTimersByTime(60_000);
    expect(events.onStuck).not.toHaveBeenCalled();
  });

  test('an address that is being renewed is waited for', async () => {
    const { source, events, ends, player } = await slow('video');
    const { promise, resolve } = Promise.withResolvers<boolean>();
    source.renew.mockReturnValueOnce(promise);
    ends('downloadfailed');
    await player.fails(refused());
    await jest.advanceTimersByTimeAsync(20_000);
    resolve(true);
    await jest.advanceTimersByTimeAsync(0);
    expect([events.onStuck.mock.calls, player.retries]).toEqual([[], [0.1]]);
  });
});

test('the engine continues where it stopped', async () => {
  const { engine, player } = await engineOf();
  expect(engine.recover()).toBe(true);
  expect(player.retries).toEqual([undefined]);
});

test('a protected film asks its source for licences, for as long as the engine lives [WAT-14:licence]', async () => {
  const licence = jest.fn(async () => '{"keys":[]}');
  const { player, engine } = await engineOf({ licence });
  const address = player.servers?.['org.w3.clearkey'] ?? '';
  const ask = async () => {
    const { data } = await askFor(address, {}).promise;
    return new TextDecoder().decode(data);
  };
  expect(await ask()).toBe('{"keys":[]}');
  await engine.destroy();
  await ask();
  expect(licence).toHaveBeenCalledTimes(1);
  expect((await engineOf()).player.servers).toBeUndefined();
});

test('without licence servers the engine is configured for Clear Key alone, as before [WAT-06]', async () => {
  const { player } = await engineOf({ licence: async () => '{}', served: { licenceServers: [] } });
  expect(player.drm).toEqual({ servers: { 'org.w3.clearkey': expect.stringMatching(/^licence:/) } });
});

const SERVED = {
  licenceServers: [
    { keySystem: 'com.widevine.alpha', url: 'https://drm.example/widevine', certificateUrl: '' },
    { keySystem: 'com.apple.fps', url: 'https://drm.example/fps', certificateUrl: 'https://drm.example/fps.cer' },
  ],
  licenceToken: async () => 'sealed',
};
const { LICENSE, SERVER_CERTIFICATE } = shaka.net.NetworkingEngine.RequestType;

test('licence servers are preferred to Clear Key and are sent a token of the playback, nobody else is [WAT-06]', async () => {
  const { player } = await engineOf({ licence: async () => '{}', served: SERVED });
  const clearKey = player.servers?.['org.w3.clearkey'] ?? '';
  expect(player.drm).toEqual({
    servers: {
      'com.widevine.alpha': 'https://drm.example/widevine',
      'com.apple.fps': 'https://drm.example/fps',
      'org.w3.clearkey': clearKey,
    },
    preferredKeySystems: ['com.widevine.alpha', 'com.apple.fps'],
    advanced: { 'com.apple.fps': { serverCertificateUri: 'https://drm.example/fps.cer' } },
  });
  const headersOf = async (type: number, uri: string) => {
    const request = { uris: [uri], headers: {} };
    await player.filter?.(type, request);
    return request.headers;
  };
  expect(await headersOf(LICENSE, 'https://drm.example/widevine')).toEqual({ authorization: 'Bearer sealed' });
  expect(await headersOf(LICENSE, clearKey)).toEqual({});
  expect(await headersOf(SERVER_CERTIFICATE, 'https://drm.example/fps.cer')).toEqual({});
  expect(await headersOf(1, 'http://localhost/v/token/t1/5.m4s')).toEqual({});
});

test('a licence server that fails is no fault of the browser; a token that film refuses says why', async () => {
  const { player, events } = await engineOf({ buffered: [], licence: async () => '{}', served: SERVED });
  const drm = (code: number, inner: object) => ({ ...failure(code, { category: Category.DRM }), data: [inner] });
  const message = 'This film cannot be reached at the moment.';
  for (const code of [Code.LICENSE_REQUEST_FAILED, Code.SERVER_CERTIFICATE_REQUEST_FAILED]) {
    await player.fails(drm(code, { ...refused(), data: ['https://drm.example/', 403, 'No.'] }));
    expect(events.onProblem.mock.lastCall).toMatchObject([{ message }]);
    events.onProblem.mockClear();
  }
  const refusal = new ApiError({
    ...{ ...unknownRefusal, code: 'FailedPrecondition', reason: 'UNLOCK_REQUIRED', message: 'Unlock it.' },
  });
  const filtered = { ...failure(Code.REQUEST_FILTER_ERROR), data: [refusal] };
  await player.fails(drm(Code.LICENSE_REQUEST_FAILED, filtered));
  expect(events.onProblem.mock.lastCall).toMatchObject([{ message: 'Unlock it.' }]);
});

test('a licence that was refused says so in the words of the server; a browser without EME says that', async () => {
  const message = 'You need to unlock this film to watch it.';
  const refuse = () =>
    Promise.reject(new ApiError({ ...unknownRefusal, code: 'FailedPrecondition', reason: 'UNLOCK_REQUIRED', message }));
  const { player, events } = await engineOf({ buffered: [], licence: refuse });
  const address = player.servers?.['org.w3.clearkey'] ?? '';
  const inner = await askFor(address, {}).promise.catch((error: object) => error);
  await player.fails({ ...failure(Code.LICENSE_REQUEST_FAILED, { category: Category.DRM }), data: [inner] });
  expect(events.onProblem.mock.lastCall).toMatchObject([{ message }]);
  await player.fails(failure(6001, { category: Category.DRM }));
  expect(events.onProblem.mock.lastCall).toMatchObject([{ message: 'This browser cannot play protected films.' }]);
});
