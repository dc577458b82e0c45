import { Code } from '@connectrpc/connect';
import { AssetKind } from '@marquee/contracts/film/v1/film_pb';
import { ProtectionStatus, TranscodeStatus } from '@marquee/contracts/media/v1/media_pb';
import { type Answers, refusing } from '@marquee/testing/answer-calls';
import { aFilmAsset, anAsset, aStudioFilm, FILM_ID } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { dialogGone, doing, later, press, seeToast, showPage } from '../../testing/show-page.tsx';
import { UploadScreen } from './upload-screen.tsx';

type Protection = Parameters<typeof anAsset>[0] extends infer P
  ? NonNullable<P>['protection' & keyof NonNullable<P>]
  : never;

async function open(protection: Protection, answers: Answers = {}, loader?: () => void) {
  const uploads = [anAsset({ protection })];
  const page = <UploadScreen entry={aStudioFilm({}, { assets: [aFilmAsset()] })} uploads={uploads} />;
  const at = { at: `/content/${FILM_ID}/upload`, path: '/content/:filmId/upload' };
  return showPage(page, { ...at, answers, ...(loader && { loader }) });
}
const region = () => within(screen.getByRole('region', { name: 'Protection' }));

test.each([
  [ProtectionStatus.UNSPECIFIED, 'NOT PROTECTED', 'Protect'],
  [ProtectionStatus.IN_PROGRESS, 'IN PROGRESS', 'Cancel'],
  [ProtectionStatus.COMPLETED, 'COMPLETED', 'Remove the protection'],
  [ProtectionStatus.FAILED, 'FAILED', 'Start again'],
])('protection in state %d says %s and offers to %s [STU-07:states]', async (status, text, action) => {
  await open({ status });
  expect(region().getByRole('heading', { name: new RegExp(text) })).toBeTruthy();
  expect(region().getByRole('button', { name: action })).toBeTruthy();
});

test('its progress and its history are shown, with the ids of keys [STU-07:history]', async () => {
  await open({
    status: ProtectionStatus.IN_PROGRESS,
    progressPercent: 41,
    removing: true,
    history: [
      { status: ProtectionStatus.IN_PROGRESS, removing: true },
      { status: ProtectionStatus.COMPLETED, keyId: 'ab12', completedAt: { seconds: 1_763_640_000n } },
    ],
  });
  expect(region().getByRole('progressbar').getAttribute('aria-label')).toBe('Removing the protection');
  // A removal that runs is not broken off.
  expect(region().queryByRole('button')).toBeNull();
  const [now, before] = region().getAllByRole('listitem', { hidden: true });
  expect(now?.textContent).toBe('Removal · IN PROGRESS');
  expect(before?.textContent).toMatch(/^Protection · COMPLETED · .*2025.*Key ab12$/);
});

test('it is pending, and what failed says why [STU-07:actions]', async () => {
  const answer = later<object>();
  let loads = 0;
  const { sent } = await open({}, { startProtection: answer.answer }, () => {
    loads += 1;
  });
  // The screen reads once more when it opens.
  await waitFor(() => expect(loads).toBe(2));
  await press('Protect');
  expect(
    region()
      .getByRole('button', { name: /Protect$/ })
      .getAttribute('aria-busy'),
  ).toBe('true');
  expect(sent('startProtection')).toEqual([expect.objectContaining({ assetId: 'asset1' })]);
  await answer.resolve({});
  await waitFor(() => expect(loads).toBe(3));
  await waitFor(() => expect(region().getByRole('button', { name: 'Protect' }).getAttribute('aria-busy')).toBeNull());
});

test('removing it is asked for once more; a refusal says why', async () => {
  const message = 'This file is not ready yet.';
  const { sent } = await open(
    { status: ProtectionStatus.COMPLETED },
    { deleteProtection: refusing(Code.FailedPrecondition, { message }) },
  );
  await press('Remove the protection');
  expect(sent('deleteProtection')).toEqual([]);
  const dialog = within(await screen.findByRole('dialog'));
  await doing(() => fireEvent.click(dialog.getByRole('button', { name: 'Remove the protection' })));
  await seeToast(message);
  await dialogGone();
});

test('only a film that is ready can be protected, and no trailer', async () => {
  const trailer = aFilmAsset({ kind: AssetKind.TRAILER_VIDEO, mediaId: 't1' });
  const uploads = [
    anAsset({ transcode: { status: TranscodeStatus.IN_PROGRESS } }),
    anAsset({ id: 't1', slot: 'TRAILER_VIDEO' }),
  ];
  const page = <UploadScreen entry={aStudioFilm({}, { assets: [aFilmAsset(), trailer] })} uploads={uploads} />;
  await showPage(page, { at: `/content/${FILM_ID}/upload`, path: '/content/:filmId/upload' });
  expect(screen.queryByRole('region', { name: 'Protection' })).toBeNull();
});
