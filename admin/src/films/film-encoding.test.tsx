import { Code } from '@connectrpc/connect';
import { ProtectionStatus, TranscodeStatus } from '@marquee/contracts/media/v1/media_pb';
import { inTurn, refusing } from '@marquee/testing/answer-calls';
import { aFilmAsset, anAsset, aStudioFilm } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { passing, pauseIntervals } from '../testing/pause-intervals.ts';
import { closed, doing, later, press, showFilm } from '../testing/show.tsx';

const film = () => aStudioFilm({}, { assets: [aFilmAsset()] });

test('HLS and DRM of a film: status, key, history, and what can be done [ADF-05]', async () => {
  const protection = {
    status: ProtectionStatus.COMPLETED,
    history: [{ status: ProtectionStatus.COMPLETED, keyId: 'ab12', completedAt: { seconds: 1_763_640_000n } }],
  };
  const { sent } = await showFilm(
    { getAsset: () => ({ asset: anAsset({ protection }) }), deleteProtection: () => ({}) },
    film(),
    'assets',
  );
  expect(await screen.findByText('COMPLETED')).toBeTruthy();
  expect(screen.getByText('ab12')).toBeTruthy();
  await press('Delete DRM');
  expect(await screen.findByText(/its files are not encrypted any more/)).toBeTruthy();
  const dialog = within(await screen.findByRole('dialog'));
  await doing(() => fireEvent.click(dialog.getByRole('button', { name: 'Delete DRM' })));
  await waitFor(() => expect(sent('deleteProtection')).toEqual([expect.objectContaining({ assetId: 'asset1' })]));
  await closed();
  await press('Delete HLS');
  expect(await screen.findByText(/Nobody can watch the film/)).toBeTruthy();
});

test('HLS and DRM that load, or could not be loaded, say so', async () => {
  const answer = later<object>();
  const asset = anAsset({ protection: { status: ProtectionStatus.IN_PROGRESS, progressPercent: 40 } });
  await showFilm({ getAsset: inTurn<unknown[], unknown>(answer.answer, () => ({ asset })) as never }, film(), 'assets');
  expect(await screen.findByText('Loading HLS and DRM')).toBeTruthy();
  await answer.reject(new Error('down'));
  const failed = (await screen.findByText('HLS and DRM could not be loaded.')).parentElement as HTMLElement;
  expect(screen.queryByText('Loading HLS and DRM')).toBeNull();
  await doing(() => fireEvent.click(within(failed).getByRole('button', { name: 'Try again' })));
  const progress = await screen.findByLabelText('Progress of DRM');
  expect(progress.getAttribute('aria-valuenow')).toBe('40');
  expect(screen.getByRole('button', { name: 'Delete DRM' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Start DRM' })).toBeNull();
  expect(screen.queryByRole('list', { name: 'History of DRM' })).toBeNull();
});

test.each([
  ['none of a film that is not transcoded', { transcode: { status: TranscodeStatus.ERROR } }, ['Start HLS']],
  ['HLS of one that is', {}, ['Delete HLS', 'Start DRM']],
  ['no DRM of one whose DRM is being deleted', { protection: { removing: true, status: 2 } }, ['Delete HLS']],
])('staff start and delete %s', async (_what, part, names) => {
  const { protection, ...more } = { protection: undefined, ...part } as { protection?: object };
  const status = ProtectionStatus.COMPLETED;
  const given = { ...more, ...(protection && { protection: { ...protection, status } }) };
  await showFilm({ getAsset: () => ({ asset: anAsset(given) }) }, film(), 'assets');
  await screen.findByText('HLS');
  expect(screen.getAllByRole('button', { name: /HLS|DRM/ }).map(({ textContent }) => textContent)).toEqual(names);
  expect(screen.queryByLabelText('Progress of DRM')).toBeNull();
});

test('what became of DRM stands in its history, and is shown as it is after an action', async () => {
  const history = [
    { status: ProtectionStatus.COMPLETED, removing: true, startedAt: { seconds: 2n } },
    { status: ProtectionStatus.FAILED, startedAt: { seconds: 1n }, completedAt: { seconds: 1_763_640_000n } },
  ];
  const asset = (status: ProtectionStatus) => ({ asset: anAsset({ protection: { status, history } }) });
  const getAsset = inTurn(
    () => asset(ProtectionStatus.UNSPECIFIED),
    () => asset(ProtectionStatus.COMPLETED),
  );
  await showFilm({ getAsset, startProtection: () => ({}) }, film(), 'assets');
  const items = within(await screen.findByRole('list', { name: 'History of DRM' })).getAllByRole('listitem');
  const [deleted, started] = items.map(({ textContent }) => textContent);
  expect(deleted).toBe('Delete: COMPLETED');
  expect(started).toMatch(/^Start: FAILED, Nov 20, 2025/);
  await press('Start DRM');
  expect(await screen.findByRole('button', { name: 'Delete DRM' })).toBeTruthy();
});

describe('what is in work', () => {
  pauseIntervals();

  test.each([
    ['as it is being prepared', { transcode: { status: TranscodeStatus.IN_PROGRESS } }, 1],
    ['as it is being encrypted', { protection: { status: ProtectionStatus.IN_PROGRESS } }, 1],
    ['that has ended', {}, 0],
  ])('is asked for every three seconds, %s [ADF-05]', async (_what, part, each) => {
    const { sent } = await showFilm({ getAsset: () => ({ asset: anAsset(part) }) }, film(), 'assets');
    await screen.findByText('HLS');
    const before = sent('getAsset').length;
    await passing(2_999);
    expect(sent('getAsset')).toHaveLength(before);
    await passing(1);
    await waitFor(() => expect(sent('getAsset')).toHaveLength(before + each));
  });
});

test.each([
  ['Start DRM', 'startProtection', {}, 'Failed to encode'],
  ['Start HLS', 'startTranscode', { transcode: { status: TranscodeStatus.ERROR } }, 'Failed to transcode'],
] as const)('%s that is refused says why', async (name, method, part, title) => {
  const message = 'This file is not ready yet.';
  const answers = {
    getAsset: () => ({ asset: anAsset(part) }),
    [method]: refusing(Code.FailedPrecondition, { message }),
  };
  const { sent } = await showFilm(answers, film(), 'assets');
  await press(name);
  expect(await screen.findByText(title)).toBeTruthy();
  expect(screen.getByText(message)).toBeTruthy();
  expect(sent(method)).toHaveLength(1);
});

test('what failed is said, with its message [ADF-05:failed]', async () => {
  const protection = { status: ProtectionStatus.FAILED, errorMessage: 'There was no room.' };
  const transcode = { status: TranscodeStatus.ERROR, errorMessage: 'Too long.' };
  await showFilm({ getAsset: () => ({ asset: anAsset({ protection, transcode }) }) }, film(), 'assets');
  expect(await screen.findByText('Failed to encode')).toBeTruthy();
  expect(screen.getByText('There was no room.')).toBeTruthy();
  expect(screen.getByText('Failed to transcode')).toBeTruthy();
  expect(screen.getByText('Too long.')).toBeTruthy();
});
