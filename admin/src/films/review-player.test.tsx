import { Code } from '@connectrpc/connect';
import { jest } from '@jest/globals';
import { AssetKind } from '@marquee/contracts/film/v1/film_pb';
import { QualityStatus } from '@marquee/contracts/media/v1/media_pb';
import { failing, refusing } from '@marquee/testing/answer-calls';
import { aFilmAsset, anAsset, aStudioFilm, FILM_ID } from '@marquee/testing/contract-messages';
import { type Engine, type EngineEvents, NO_ENGINE_TRACKS, type SignedSource } from '@marquee/web/player/engine';
import { fireEvent, screen, waitFor } from '@testing-library/react';

// jsdom plays nothing: this stands where the engine of the site does.
const engine = {
  load: jest.fn<Engine['load']>(),
  chooseQuality: jest.fn<Engine['chooseQuality']>(),
  chooseAudio: jest.fn<Engine['chooseAudio']>(),
  recover: jest.fn<Engine['recover']>(),
  destroy: jest.fn<Engine['destroy']>(),
};
type Make = (video: HTMLVideoElement, source: SignedSource, events: EngineEvents) => Promise<Engine | undefined>;
const createEngine = jest.fn<Make>();
jest.unstable_mockModule('./review-engine.ts', () => ({ createEngine }));
const { doing, later, press, showFilm } = await import('../testing/show.tsx');

const play = jest.fn(async () => {});
const scrolled = jest.fn();
Object.assign(window.HTMLMediaElement.prototype, { play });
Object.assign(window.HTMLElement.prototype, { scrollIntoView: scrolled });

beforeEach(() => {
  jest.clearAllMocks();
  createEngine.mockResolvedValue(engine);
  for (const call of [engine.load, engine.destroy]) call.mockResolvedValue(undefined);
});

const playback = { dashManifest: '/m.mpd', hlsManifest: '/m.m3u8', signedUrl: '/s/1', clearKey: 'key' };
const film = () =>
  aStudioFilm(
    {},
    {
      assets: [
        aFilmAsset({ mediaId: 'a1' }),
        aFilmAsset({ mediaId: 'a2', awaitingApproval: true }),
        aFilmAsset({ mediaId: 'a3', kind: AssetKind.TRAILER_VIDEO, transcodeStatus: 'PENDING' }),
      ],
    },
  );
const open = (answers: object = {}) =>
  showFilm({ getReviewPlayback: () => playback, getAsset: () => ({ asset: anAsset() }), ...answers }, film());
const made = () => {
  const [, source, events] = createEngine.mock.lastCall ?? [];
  if (!source || !events) throw new Error('no engine was made');
  return { source, events };
};
const video = (label = 'Film video') =>
  screen.queryByLabelText(label, { selector: 'video' }) as HTMLVideoElement | null;

test('a video is played from its beginning without being a view; one that is not prepared is not', async () => {
  const { sent } = await open();
  const trailer = await screen.findByRole('button', { name: 'Trailer video: PENDING' });
  expect((trailer as HTMLButtonElement).disabled).toBe(true);
  await press('Play film video');
  await waitFor(() => expect(play).toHaveBeenCalled());
  expect(engine.load).toHaveBeenCalledWith({ dash: '/m.mpd', hls: '/m.m3u8' }, 0);
  expect(sent('getReviewPlayback')).toMatchObject([{ filmId: FILM_ID, kind: AssetKind.FILM_VIDEO, waiting: false }]);
  const button = screen.getByRole('button', { name: 'Play film video' });
  expect(button.getAttribute('aria-pressed')).toBe('true');
  expect(screen.queryByRole('alert')).toBeNull();
  await press('Close the player');
  expect(video()).toBeNull();
  expect(engine.destroy).toHaveBeenCalledTimes(1);
  expect(button.getAttribute('aria-pressed')).toBe('false');
});

test('another video takes the place of the first, with an engine of its own', async () => {
  const { sent } = await open();
  await press('Play film video');
  await waitFor(() => expect(engine.load).toHaveBeenCalledTimes(1));
  await press('Play new film video');
  await waitFor(() => expect(engine.load).toHaveBeenCalledTimes(2));
  expect(engine.destroy).toHaveBeenCalledTimes(1);
  expect(sent('getReviewPlayback')[1]).toMatchObject({ waiting: true });
  expect([video(), video('New film video')?.tagName]).toEqual([null, 'VIDEO']);
});

test('its qualities can be chosen once they are known, and are forgotten with it', async () => {
  await open();
  await press('Play film video');
  await waitFor(() => expect(engine.load).toHaveBeenCalled());
  expect(screen.queryByLabelText('Quality')).toBeNull();
  const qualities = [
    { id: 'q1', label: '1080p', height: 1_080, lines: 1_080 },
    { id: 'q2', label: '360p', height: 360, lines: 360 },
  ];
  await doing(() => made().events.onTracks({ ...NO_ENGINE_TRACKS, qualities }));
  const choice = screen.getByLabelText('Quality') as HTMLSelectElement;
  expect([...choice.options].map(({ text }) => text)).toEqual(['Automatic', '1080p', '360p']);
  await doing(() => made().events.onTracks({ ...NO_ENGINE_TRACKS, qualities, playingHeight: 360 }));
  expect(choice.options[0]?.text).toBe('Automatic (360)');
  await doing(() => fireEvent.change(choice, { target: { value: 'q2' } }));
  await doing(() => fireEvent.change(choice, { target: { value: '' } }));
  expect(engine.chooseQuality.mock.calls).toEqual([['q2'], [undefined]]);
  await doing(() => made().events.onTracks({ ...NO_ENGINE_TRACKS, qualities, quality: 'q1' }));
  expect(choice.value).toBe('q1');
  await press('Play new film video');
  await waitFor(() => expect(engine.load).toHaveBeenCalledTimes(2));
  expect(screen.queryByLabelText('Quality')).toBeNull();
});

test.each([
  ['The film is gone.', { getReviewPlayback: refusing(Code.NotFound, { message: 'The film is gone.' }) }],
  ['Please try again later.', { getReviewPlayback: failing }],
])('what the server refuses is said, and is tried again: %s', async (text, answers) => {
  let isUp = false;
  const refused = answers.getReviewPlayback;
  await open({ getReviewPlayback: () => (isUp ? playback : refused()) });
  await press('Play film video');
  expect((await screen.findByRole('alert')).textContent).toContain(text);
  expect(createEngine).not.toHaveBeenCalled();
  isUp = true;
  await press('Try again');
  await waitFor(() => expect(engine.load).toHaveBeenCalled());
  expect(screen.queryByText('The video does not play')).toBeNull();
});

test('what the engine cannot do is said in its words', async () => {
  createEngine.mockResolvedValueOnce(undefined);
  await open();
  await press('Play film video');
  expect(await screen.findByText('This browser cannot play the video.')).toBeTruthy();
  engine.load.mockRejectedValueOnce(Object.assign(new Error('No key for it.'), { reason: 'decode' }));
  await press('Try again');
  expect(await screen.findByText('No key for it.')).toBeTruthy();
  engine.load.mockRejectedValueOnce(new TypeError('x is undefined'));
  await press('Try again');
  expect(await screen.findByText('Please try again later.')).toBeTruthy();
  play.mockRejectedValueOnce(new Error('not allowed'));
  await press('Try again');
  await waitFor(() => expect(play).toHaveBeenCalledTimes(1));
  await doing(() => made().events.onProblem({ message: 'The network broke.' } as never));
  expect(screen.getByText('The network broke.')).toBeTruthy();
  await doing(() => made().events.onStuck(1));
  expect(screen.getByText('The player is stuck.')).toBeTruthy();
});

test('a player that is closed before it began makes nothing, or ends what it made', async () => {
  const answer = later<object>();
  await open({ getReviewPlayback: answer.answer });
  await press('Play film video');
  await press('Close the player');
  await answer.resolve(playback);
  expect(createEngine).not.toHaveBeenCalled();

  const late = later<typeof engine>();
  createEngine.mockImplementationOnce(late.answer);
  await open();
  await press('Play film video');
  await waitFor(() => expect(createEngine).toHaveBeenCalledTimes(1));
  await press('Close the player');
  await late.resolve(engine);
  expect(engine.destroy).toHaveBeenCalledTimes(1);
  expect(engine.load).not.toHaveBeenCalled();
});

test('the address is renewed once it is four minutes old, and stays when it cannot be', async () => {
  let isUp = true;
  const { sent } = await open({
    getReviewPlayback: () => (isUp ? { ...playback, signedUrl: `/s/${sent('getReviewPlayback').length}` } : failing()),
  });
  await press('Play film video');
  await waitFor(() => expect(engine.load).toHaveBeenCalled());
  const { source } = made();
  const clock = jest.spyOn(Date, 'now');
  const start = Date.now();
  const at = (minutes: number) => clock.mockReturnValue(start + minutes * 60_000);
  expect([source.signedUrl(), await source.licence?.()]).toEqual(['/s/1', 'key']);
  at(3.9);
  expect(await source.freshUrl()).toBe('/s/1');
  at(4.1);
  expect(await source.freshUrl()).toBe('/s/2');
  at(8);
  expect(await source.freshUrl()).toBe('/s/2');
  expect(await source.renew()).toBe(true);
  expect(source.signedUrl()).toBe('/s/3');
  isUp = false;
  at(20);
  expect(await source.renew()).toBe(false);
  expect(await source.freshUrl()).toBe('/s/3');
  clock.mockRestore();
});

test('a finding is played from where it is, also in a video that plays already [ADF-05:quality]', async () => {
  const findings = [
    { kind: 'SOUND_SILENT', fromMs: 125_000, toMs: 140_000, value: 15 },
    { kind: 'SOUND_SILENT', fromMs: 250_000, toMs: 260_000, value: 10 },
  ];
  const quality = { status: QualityStatus.COMPLETE, checkedAt: { seconds: 1_763_640_000n }, findings };
  await showFilm(
    { getReviewPlayback: () => playback, getAsset: () => ({ asset: anAsset({ quality }) }) },
    aStudioFilm({}, { assets: [aFilmAsset({ mediaId: 'a1' })] }),
  );
  await press('Play from 2:05');
  await waitFor(() => expect(engine.load).toHaveBeenCalledWith(expect.anything(), 125));
  expect(scrolled).not.toHaveBeenCalled();
  await waitFor(() => expect(play).toHaveBeenCalledTimes(1));
  Object.defineProperty(video(), 'readyState', { value: HTMLMediaElement.HAVE_ENOUGH_DATA });
  await press('Play from 4:10');
  expect(video()?.currentTime).toBe(250);
  expect([scrolled.mock.calls.length, play.mock.calls.length]).toEqual([1, 2]);
  expect(engine.load).toHaveBeenCalledTimes(1);
});
