import { MediaKind, TranscodeStatus, UploadState } from '@marquee/contracts/media/v1/media_pb';
import { UPLOAD_REFUSALS } from '@marquee/rules/media';
import { TRANSCODE_ERRORS } from '../transcode-queue/transcode-errors.ts';
import { assetMessage, describedAssetMessage, imageMessage } from './asset-message.ts';
import type { WholeAsset } from './assets.ts';

const at = new Date('2026-11-22T12:00:00Z');
const picture = (id: string) => ({ id, width: 400, height: 300, thumbhash: 'hash', focalX: null, focalY: null });
const asset = (changes: object = {}) =>
  ({
    ...{ id: 'asset', ownerId: 'maker', kind: 'VIDEO', slot: 'FILM_VIDEO', fileName: 'film.mp4', sizeBytes: 900n },
    ...{
      state: 'READY',
      createdAt: at,
      version: 3n,
      source: null,
      pictures: [],
      textTracks: [],
      qualityChecks: [],
      currentTranscode: null,
    },
    ...{ protection: '', protected: false, protections: [] },
    ...changes,
  }) as unknown as WholeAsset;
const transcode = (status: string, changes: object = {}) =>
  asset({
    currentTranscode: { id: 'version', status, posterIds: [], renditions: [], audioTracks: [], ...changes },
  });

test('an open upload says how much has arrived and where the rest goes; another has all of it', () => {
  const open = asset({ state: 'UPLOADING' });
  expect(assetMessage(open, { received: 7 })).toMatchObject({
    ...{ kind: MediaKind.VIDEO, state: UploadState.UPLOADING, receivedBytes: 7n, uploadUrl: '/uploads/asset' },
  });
  expect(assetMessage(open).receivedBytes).toBe(0n);
  expect(assetMessage(asset({ kind: 'IMAGE' }))).toMatchObject({
    ...{ kind: MediaKind.IMAGE, state: UploadState.READY, receivedBytes: 900n, uploadUrl: '', refusedMessage: '' },
  });
});

test('a refused file says why', () => {
  expect(assetMessage(asset({ state: 'REFUSED', refusedReason: 'NOT_A_VIDEO' }))).toMatchObject({
    ...{ state: UploadState.REFUSED, refusedReason: 'NOT_A_VIDEO', refusedMessage: UPLOAD_REFUSALS.NOT_A_VIDEO },
  });
});

test.each([
  ['WAITING', { progressPercent: 0 }, { status: TranscodeStatus.IN_PROGRESS, progressPercent: 0, waiting: true }],
  ['RUNNING', { progressPercent: 40 }, { status: TranscodeStatus.IN_PROGRESS, progressPercent: 40, waiting: false }],
  ['COMPLETE', { completedAt: at }, { status: TranscodeStatus.COMPLETE, progressPercent: 100, uri: 'master.m3u8' }],
  [
    'ERROR',
    { errorReason: 'STORAGE_FULL' },
    { status: TranscodeStatus.ERROR, errorReason: 'STORAGE_FULL', errorMessage: TRANSCODE_ERRORS.STORAGE_FULL },
  ],
  ['ERROR', {}, { status: TranscodeStatus.ERROR, errorReason: 'TRANSCODE_FAILED' }],
])('a transcode that is %s is shown so: %#', (status, changes, shown) => {
  expect(assetMessage(transcode(status, changes)).transcode).toMatchObject(shown);
});

test.each(['CANCELLED', 'DELETED'])('a transcode that is %s is none', (status) => {
  expect(assetMessage(transcode(status)).transcode).toEqual({});
});

test('renditions, sound and posters are those of a complete transcode, and its version can be played', () => {
  const made = {
    renditions: [{ width: 640, height: 360, bandwidth: 1, codecs: 'avc1' }],
    audioTracks: [{ language: 'de', label: 'German', channels: 2 }],
    posterIds: ['p1', 'gone', 'p2'],
  };
  const pictures = ['p1', 'p2'].map(picture);
  const complete = { ...transcode('COMPLETE', made), pictures } as WholeAsset;
  const { renditions, audioTracks, posterCandidates } = assetMessage(complete);
  expect({ renditions, audioTracks }).toEqual({ renditions: made.renditions, audioTracks: made.audioTracks });
  expect(posterCandidates?.map(({ index, image }) => [index, image?.uri])).toEqual([
    [0, '/media/images/p1'],
    [2, '/media/images/p2'],
  ]);
  expect(describedAssetMessage(complete).playableVersion).toBe('version');

  const running = { ...transcode('RUNNING', made), pictures } as WholeAsset;
  expect(assetMessage(running)).toMatchObject({ renditions: [], audioTracks: [], posterCandidates: [] });
  expect(describedAssetMessage(running).playableVersion).toBe('');
});

test('a picture is served in the listed widths up to its own, and in the smallest always', () => {
  expect(imageMessage(picture('p')).widths).toEqual([160, 320, 360]);
  expect(imageMessage({ ...picture('p'), width: 360 }).widths).toEqual([160, 320, 360]);
  expect(imageMessage({ ...picture('p'), width: 100 }).widths).toEqual([160]);
  const shown = asset({ kind: 'IMAGE', pictureId: 'p2', pictures: ['p1', 'p2'].map(picture) });
  expect(assetMessage(shown).image).toMatchObject({ uri: '/media/images/p2', width: 400, thumbhash: 'hash' });
  expect(assetMessage(shown).image?.focalPoint).toBeUndefined();
  expect(imageMessage({ ...picture('p'), focalX: 0, focalY: 80 }).focalPoint).toEqual({ x: 0, y: 80 });
  expect(assetMessage(asset()).image).toBeUndefined();
});
