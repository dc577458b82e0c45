import { Code } from '@connectrpc/connect';
import { AssetKind } from '@marquee/contracts/film/v1/film_pb';
import { TranscodeStatus } from '@marquee/contracts/media/v1/media_pb';
import { type Answers, failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { aFilmAsset, anAsset, aStudioFilm } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { passing, pauseIntervals } from '../testing/pause-intervals.ts';
import { doing, later, press, showFilm } from '../testing/show.tsx';

const inLine = (placeInLine: number) => inProgress({ waiting: true, placeInLine });
const inProgress = (transcode: object) => ({
  asset: anAsset({ transcode: { status: TranscodeStatus.IN_PROGRESS, ...transcode } }),
});
const show = (answers: Answers) =>
  showFilm(answers, aStudioFilm({}, { assets: [aFilmAsset({ transcodeStatus: 'IN PROGRESS' })] }), 'assets');
const slot = async () => within(await screen.findByRole('region', { name: 'Film video' }));
const button = () => screen.queryByRole('button', { name: 'Move to the front' });

test('a video that waits shows its place in line, and moves to the front when staff say so', async () => {
  const [place, moving] = [later<object>(), later<object>()];
  let isMoved = false;
  const { sent } = await show({
    getAsset: inTurn(place.answer, async () => inLine(isMoved ? 1 : 39)),
    moveTranscodeToFront: moving.answer,
  });
  expect((await slot()).getByText('Looking up its place in line')).toBeTruthy();
  await place.resolve(inLine(39));
  expect(screen.getByText('Number 39 in line, 38 before it')).toBeTruthy();

  button()?.focus();
  await press('Move to the front');
  expect(button()?.hasAttribute('data-loading')).toBe(true);
  expect(sent('moveTranscodeToFront')).toEqual([expect.objectContaining({ assetId: 'asset1' })]);
  expect(sent('moveTranscodeToFront')[0]?.requestId).not.toBe('');
  isMoved = true;
  await moving.resolve(inLine(1));
  const next = await screen.findByText('Next in line');
  expect(screen.getByText('Moved to the front. It is prepared next.')).toBeTruthy();
  expect(button()).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(next));
});

test('a move that was refused says why, and shows what has become of the video', async () => {
  const message = 'This video is being prepared already.';
  await show({
    getAsset: inTurn(
      () => inLine(2),
      () => inProgress({ progressPercent: 4 }),
    ),
    moveTranscodeToFront: refusing(Code.FailedPrecondition, { message }),
  });
  (await screen.findByRole('button', { name: 'Move to the front' })).focus();
  await press('Move to the front');
  expect(await screen.findByText('Failed to move it to the front')).toBeTruthy();
  expect(screen.getByText(message)).toBeTruthy();
  const converted = await screen.findByText('Being prepared: 4%');
  expect(button()).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(converted));
});

test('a move that failed can be made again', async () => {
  await show({ getAsset: () => inLine(2), moveTranscodeToFront: failing });
  await press('Move to the front');
  expect(await screen.findByText('Failed to move it to the front')).toBeTruthy();
  await waitFor(() => expect(button()?.hasAttribute('data-loading')).toBe(false));
});

test('a place that could not be loaded says so, and is asked for again', async () => {
  await show({ getAsset: inTurn(failing, () => inLine(1)) });
  // HLS and DRM of the video are of the same answer.
  const failure = (await screen.findByText('Its place in line could not be loaded.')).parentElement as HTMLElement;
  await doing(() => fireEvent.click(within(failure).getByRole('button', { name: 'Try again' })));
  expect(await screen.findByText('Next in line')).toBeTruthy();
});

test('only videos that are in progress have a place: it is not shown otherwise, nor once it is over', async () => {
  const assets = [aFilmAsset(), aFilmAsset({ kind: AssetKind.TRAILER_IMAGE, mediaId: 'i1', transcodeStatus: '' })];
  await showFilm({ getAsset: () => ({ asset: anAsset() }) }, aStudioFilm({}, { assets }), 'assets');
  expect((await slot()).queryByText('Looking up its place in line')).toBeNull();
  expect(button()).toBeNull();

  await show({ getAsset: () => ({ asset: anAsset() }) });
  await waitFor(async () => expect((await slot()).queryByText('Looking up its place in line')).toBeNull());
  expect((await slot()).getByText('IN PROGRESS')).toBeTruthy();
  expect(button()).toBeNull();
});

describe('the place of a trailer in line', () => {
  pauseIntervals();

  test('is asked for every fifteen seconds', async () => {
    const assets = [aFilmAsset({ kind: AssetKind.TRAILER_VIDEO, transcodeStatus: 'IN PROGRESS' })];
    const { sent } = await showFilm({ getAsset: () => inLine(2) }, aStudioFilm({}, { assets }), 'assets');
    expect(await screen.findByText('Number 2 in line, 1 before it')).toBeTruthy();
    const before = sent('getAsset').length;
    await passing(14_999);
    expect(sent('getAsset')).toHaveLength(before);
    await passing(1);
    await waitFor(() => expect(sent('getAsset')).toHaveLength(before + 1));
  });
});
