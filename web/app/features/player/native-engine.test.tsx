import { jest } from '@jest/globals';
import { eventually } from '@marquee/testing/eventually';
import { NO_ENGINE_TRACKS } from './engine.ts';
import { createNativeEngine } from './native-engine.ts';

const MEDIA_ERR_NETWORK = 2;
Object.assign(globalThis, { MediaError: { MEDIA_ERR_NETWORK } });
const MANIFESTS = { dash: 'manifest.mpd', hls: 'master.m3u8' };

function engineOf() {
  const video = document.createElement('video');
  const state = { at: 0, loads: 0, error: null as { code: number } | null };
  Object.defineProperties(video, {
    currentTime: { get: () => state.at, set: (second: number) => (state.at = second) },
    error: { get: () => state.error },
    load: { value: () => (state.loads += 1) },
  });
  const addresses = { now: '/v/token/t1/', next: '/v/token/t1/' };
  const renew = async () => {
    addresses.now = addresses.next;
    return true;
  };
  const source = { signedUrl: () => addresses.now, freshUrl: async () => '', renew };
  const events = { onTracks: jest.fn(), onProblem: jest.fn(), onStuck: jest.fn(), onBlocked: jest.fn() };
  const engine = createNativeEngine(video, source, events);
  const happens = (name: string, code?: number) => {
    state.error = code === undefined ? null : { code };
    video.dispatchEvent(new Event(name));
  };
  return { engine, video, state, events, happens, addresses };
}

test.each([
  [125.5, 125.5],
  [0, 0],
])('the signed address is played from %d s', async (startS, at) => {
  const { engine, video, state, events, happens } = engineOf();
  const loading = engine.load(MANIFESTS, startS);
  expect(video.src).toBe('http://localhost/v/token/t1/master.m3u8');
  expect(state.loads).toBe(1);
  expect(events.onTracks).not.toHaveBeenCalled();
  happens('loadedmetadata');
  await loading;
  expect(state.at).toBe(at);
  expect(events.onTracks).toHaveBeenCalledWith(NO_ENGINE_TRACKS);

  // Loaded once, it stays where its viewer moves it.
  state.at = 300;
  happens('loadedmetadata');
  expect(state.at).toBe(300);
});

test('a film that cannot be loaded says why', async () => {
  const { engine, happens } = engineOf();
  const refused = engine.load(MANIFESTS, 0);
  happens('error', 4);
  await expect(refused).rejects.toEqual({ code: 4 });
  const failed = engine.load(MANIFESTS, 0);
  happens('error');
  await expect(failed).rejects.toThrow('The film could not be loaded');
});

test('a film that could not be loaded leaves nothing behind that moves the next one', async () => {
  const { engine, state, happens } = engineOf();
  const failed = engine.load(MANIFESTS, 125.5);
  happens('error', 4);
  await expect(failed).rejects.toEqual({ code: 4 });
  const loading = engine.load(MANIFESTS, 0);
  happens('loadedmetadata');
  await loading;
  expect(state.at).toBe(0);
});

test('what stops the film is the network, or that the browser cannot play it', () => {
  const { happens, events } = engineOf();
  const reason = () => (events.onProblem.mock.lastCall?.[0] as { reason: string } | undefined)?.reason;
  happens('error', MEDIA_ERR_NETWORK);
  expect(reason()).toBe('NETWORK');
  happens('error', 3);
  expect(reason()).toBe('MEDIA');
  happens('error');
  expect(reason()).toBe('MEDIA');
});

test('a film whose address has ended plays on from the next one; the same one again is a problem [WAT-14:address]', async () => {
  const { engine, video, state, happens, events, addresses } = engineOf();
  const loading = engine.load(MANIFESTS, 0);
  happens('loadedmetadata');
  await loading;
  const play = jest.spyOn(video, 'play').mockResolvedValue();
  Object.defineProperty(video, 'paused', { value: false });
  state.at = 125;
  addresses.next = '/v/other/t1/';
  happens('error', MEDIA_ERR_NETWORK);
  await eventually(async () => expect(video.src).toBe('http://localhost/v/other/t1/master.m3u8'));
  state.at = 0;
  happens('loadedmetadata');
  await eventually(async () => expect(play).toHaveBeenCalledTimes(1));
  expect(state.at).toBe(125);
  expect(events.onProblem).not.toHaveBeenCalled();

  happens('error', MEDIA_ERR_NETWORK);
  await eventually(async () => expect(events.onProblem).toHaveBeenCalledTimes(1));
  expect(events.onProblem.mock.lastCall).toMatchObject([{ reason: 'NETWORK' }]);
});

test('a film that continues at another address keeps its speed, and waits for its viewer where the browser asks for that', async () => {
  const { engine, video, state, happens, events, addresses } = engineOf();
  const loading = engine.load(MANIFESTS, 0);
  happens('loadedmetadata');
  await loading;
  const play = jest.spyOn(video, 'play').mockRejectedValue(new DOMException('A gesture is missing', 'NotAllowedError'));
  Object.defineProperty(video, 'paused', { value: false });
  let rate = 1.5;
  Object.defineProperty(video, 'playbackRate', { get: () => rate, set: (next: number) => (rate = next) });
  addresses.next = '/v/other/t1/';
  happens('error', MEDIA_ERR_NETWORK);
  await eventually(async () => expect(state.loads).toBe(2));
  // As browsers do when they load.
  rate = 1;
  happens('loadedmetadata');
  await eventually(async () => expect(play).toHaveBeenCalledTimes(1));
  await eventually(async () => expect(events.onBlocked).toHaveBeenCalledTimes(1));
  expect(rate).toBe(1.5);
  expect(events.onProblem).not.toHaveBeenCalled();
});

test('after its end the engine lets the file go, and says nothing more', async () => {
  const { engine, video, state, happens, events } = engineOf();
  const loading = engine.load(MANIFESTS, 0);
  happens('loadedmetadata');
  await loading;
  await engine.destroy();
  expect(video.hasAttribute('src')).toBe(false);
  expect(state.loads).toBe(2);
  happens('error', 3);
  expect(events.onProblem).not.toHaveBeenCalled();
});

test('the browser chooses; after a problem the film has to be loaded again', () => {
  const { engine } = engineOf();
  expect(engine.recover()).toBe(false);
});
