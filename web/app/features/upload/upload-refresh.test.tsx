import { AssetKind } from '@marquee/contracts/film/v1/film_pb';
import { ProtectionStatus, QualityStatus, TranscodeStatus, UploadState } from '@marquee/contracts/media/v1/media_pb';
import { aFilmAsset, anAsset, aStudioFilm, FILM_ID } from '@marquee/testing/contract-messages';
import { cleanup } from '@testing-library/react';
import { passing, pauseTimeouts, settled, settledUntil } from '../../testing/paused-timeouts.ts';
import { doing, showPage } from '../../testing/show-page.tsx';
import { UploadScreen } from './upload-screen.tsx';
import { uploadStore } from './upload-store.ts';

pauseTimeouts();

async function open(uploads: ReturnType<typeof anAsset>[]) {
  let loads = 0;
  const assets = [aFilmAsset({ kind: AssetKind.FILM_VIDEO })];
  await showPage(<UploadScreen entry={aStudioFilm({}, { assets })} uploads={uploads} />, {
    ...{ at: `/content/${FILM_ID}/upload`, path: '/content/:filmId/upload' },
    loader: () => {
      loads += 1;
    },
  });
  await settled();
  const before = loads;
  return () => loads - before;
}

test.each([
  ['a file is being checked', anAsset({ id: 'o1', state: UploadState.CHECKING }), 1],
  ['a video is being transcoded', anAsset({ transcode: { status: TranscodeStatus.IN_PROGRESS } }), 1],
  ['a video is being protected', anAsset({ protection: { status: ProtectionStatus.IN_PROGRESS } }), 1],
  ['a video is looked through', anAsset({ quality: { status: QualityStatus.IN_PROGRESS } }), 1],
  ['nothing moves', anAsset(), 0],
])('signals may be lost: while %s the screen polls every four seconds', async (_what, asset, each) => {
  const looks = await open([asset]);
  await passing(3_999);
  expect(looks()).toBe(0);
  await passing(1);
  await settledUntil(() => looks() === each);
  expect(looks()).toBe(each);
  await passing(4_000);
  await settledUntil(() => looks() === 2 * each);
  expect(looks()).toBe(2 * each);
  cleanup();
  await passing(20_000);
  expect(looks()).toBe(2 * each);
});

test('so it does while this tab has a file that is checked', async () => {
  const looks = await open([]);
  const item = { key: 'k', filmId: FILM_ID, slot: 'FILM_VIDEO', fileName: 'salt.mov' } as const;
  await doing(() => uploadStore.put({ ...item, sentBytes: 1, totalBytes: 1, step: 'checking' }));
  await settled();
  const before = looks();
  await passing(4_000);
  await settledUntil(() => looks() === before + 1);
  expect(looks()).toBe(before + 1);
  await doing(() => uploadStore.remove('k'));
});
