import '../../testing/component-tests.ts';
import { jest } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { readCamera } from './camera-reader.ts';
import { CameraView } from './camera-view.tsx';
import { allowSounds, signalVerdict } from './door-signal.ts';
import { keepPage } from './keep-page.ts';

/** What stands before the camera, the formats that the browser reads, and how often it has looked. */
let inView = '';
let formats = ['qr_code'];
let looks = 0;
class BrowserReader {
  static getSupportedFormats = async () => formats;
  detect = async () => {
    looks += 1;
    return inView ? [{ rawValue: inView }] : [];
  };
}
const track = { stop: jest.fn() };
const getUserMedia = jest.fn(async () => ({ getTracks: () => [track] }) as unknown as MediaStream);
const drawn: unknown[][] = [];
const give = (target: object, name: string, value: unknown) =>
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
give(globalThis, 'BarcodeDetector', BrowserReader);
give(navigator, 'mediaDevices', { getUserMedia });
give(HTMLMediaElement.prototype, 'play', async () => {});
const context = { drawImage: (...given: unknown[]) => drawn.push(given), getImageData: () => ({ data: [] }) };
give(HTMLCanvasElement.prototype, 'getContext', () => context);

beforeEach(() => {
  [inView, formats, looks] = ['', ['qr_code'], 0];
  drawn.length = 0;
  track.stop.mockClear();
});

describe('a camera', () => {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }));
  afterEach(() => void jest.useRealTimers());

  async function begin(width = 1_600) {
    const video = document.createElement('video');
    give(video, 'videoWidth', width);
    give(video, 'videoHeight', width / 2);
    const ended = new AbortController();
    const seen: string[] = [];
    const reading = readCamera(video, async (text) => seen.push(text), ended.signal);
    const passing = (ms: number) => jest.advanceTimersByTimeAsync(ms);
    await passing(0);
    return { video, ended, seen, reading, passing };
  }

  test('reads a code once while it stays in view, and again once it was gone for three seconds', async () => {
    const { seen, passing, ended, reading } = await begin();
    inView = 'A';
    await passing(1_000);
    expect(seen).toEqual(['A']);
    inView = '';
    await passing(2_000);
    inView = 'A';
    await passing(500);
    expect(seen).toEqual(['A']);
    inView = '';
    await passing(4_000);
    inView = 'A';
    await passing(500);
    expect(seen).toEqual(['A', 'A']);
    inView = 'B';
    await passing(500);
    expect(seen).toEqual(['A', 'A', 'B']);
    ended.abort();
    await passing(200);
    await reading;
    expect(track.stop).toHaveBeenCalledTimes(1);
  });

  test('looks about eight times a second at a picture that is small enough, until it is stopped', async () => {
    const { video, passing, ended } = await begin();
    expect(video.srcObject).toBeTruthy();
    await passing(1_200);
    expect(looks).toBeGreaterThanOrEqual(8);
    expect(drawn[0]).toEqual([video, 0, 0, 800, 400]);
    ended.abort();
    await passing(200);
    const before = looks;
    await passing(1_000);
    expect(looks).toBe(before);
    const small = await begin(400);
    await small.passing(200);
    expect(drawn.at(-1)).toEqual([small.video, 0, 0, 400, 200]);
    small.ended.abort();
    await small.passing(200);
  });

  test('waits for the first picture, and is closed where it was stopped before it began', async () => {
    const { passing, ended } = await begin(0);
    await passing(500);
    expect([looks, drawn]).toEqual([0, []]);
    ended.abort();
    await passing(200);
    track.stop.mockClear();
    const stopped = new AbortController();
    stopped.abort();
    const video = document.createElement('video');
    await readCamera(video, async () => {}, stopped.signal);
    expect(track.stop).toHaveBeenCalledTimes(1);
    expect(video.srcObject).toBeFalsy();
  });

  test('is read by a library where the browser reads no QR codes', async () => {
    formats = ['ean_13'];
    const { passing, ended } = await begin();
    await passing(500);
    expect(looks).toBe(0);
    ended.abort();
    await passing(200);
  });
});

describe('the picture of the camera', () => {
  const start = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Start the camera' })));

  test.each([
    [new DOMException('no', 'NotAllowedError'), /^The camera may not be used here\./],
    [new DOMException('no', 'NotFoundError'), /^There is no camera that works here\./],
    [new Error('no'), /^There is no camera that works here\./],
  ])('says why there is none, and can be started again: %s', async (error, text) => {
    getUserMedia.mockRejectedValueOnce(error);
    render(<CameraView onCode={async () => {}} />);
    await start();
    expect((await screen.findByRole('alert')).textContent).toMatch(text);
    expect(screen.queryByRole('button', { name: 'Stop the camera' })).toBeNull();
    await start();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('button', { name: 'Stop the camera' })).toBeTruthy();
  });

  test('is stopped, and gives the camera back', async () => {
    render(<CameraView onCode={async () => {}} />);
    await start();
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Stop the camera' })));
    await waitFor(() => expect(track.stop).toHaveBeenCalledTimes(1));
    expect(screen.getByRole('button', { name: 'Start the camera' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

test('a yes is high and short, a no is low and long, and a device without sound still buzzes', () => {
  const vibrate = jest.fn();
  give(navigator, 'vibrate', vibrate);
  signalVerdict(true);
  expect(vibrate).toHaveBeenLastCalledWith(80);
  const tones: { hertz: number; from?: unknown; until?: number }[] = [];
  const destination = {};
  const sounds = {
    state: 'suspended',
    resume: jest.fn(),
    currentTime: 10,
    destination,
    createGain,
    createOscillator,
  };
  function createGain() {
    return { gain: { value: 1 }, connect: (to: unknown): void => expect(to).toBe(destination) };
  }
  function createOscillator() {
    const tone = { hertz: 0 } as (typeof tones)[number];
    const frequency = {
      set value(hertz: number) {
        tone.hertz = hertz;
      },
    };
    const start = () => tones.push(tone);
    const stop = (until: number) => Object.assign(tone, { until });
    return { frequency, type: '', connect: (gain: unknown) => gain, start, stop };
  }
  give(
    globalThis,
    'AudioContext',
    jest.fn(() => sounds),
  );
  allowSounds();
  expect(sounds.resume).toHaveBeenCalledTimes(1);
  signalVerdict(true);
  expect(tones).toEqual([]);
  sounds.state = 'running';
  signalVerdict(true);
  signalVerdict(false);
  expect(tones).toEqual([
    { hertz: 1_200, until: 10.12 },
    { hertz: 220, until: 10.4 },
  ]);
  expect(vibrate).toHaveBeenLastCalledWith([200, 80, 200]);
});

describe('the page of a door', () => {
  const worker = (answer: string) => ({
    postMessage: jest.fn((_asked: object, [port]: MessagePort[]) => port?.postMessage(answer)),
  });
  const withWorker = (active: object | null) =>
    give(navigator, 'serviceWorker', { ready: Promise.resolve({ active }) });
  afterEach(() => give(navigator, 'serviceWorker', undefined));

  test('is kept by the service worker, which says so', async () => {
    const active = worker('kept');
    withWorker(active);
    give(performance, 'getEntriesByType', () => [{ name: '/assets/a.js' }]);
    expect(await keepPage()).toBe(true);
    expect(active.postMessage.mock.calls[0]?.[0]).toEqual({ keepPage: '/', files: ['/assets/a.js'] });
    withWorker(worker('full'));
    expect(await keepPage()).toBe(false);
  });

  test('is not kept without one, nor by one that says nothing for half a minute', async () => {
    expect(await keepPage()).toBe(false);
    withWorker(null);
    expect(await keepPage()).toBe(false);
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance'] });
    withWorker({ postMessage: () => {} });
    const kept = keepPage();
    await jest.advanceTimersByTimeAsync(30_000);
    jest.useRealTimers();
    expect(await kept).toBe(false);
  });
});
