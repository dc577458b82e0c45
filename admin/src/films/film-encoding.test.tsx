import { Code } from '@connectrpc/connect';
import { ProtectionStatus, TranscodeStatus } from '@marquee/contracts/media/v1/media_pb';
import { refusing } from '@marquee/testing/answer-calls';
import { aFilmAsset, anAsset, aStudioFilm } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { closed, doing, press, showFilm } from '../testing/show.tsx';

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
