import {
  MediaKind,
  ProtectionStatus,
  TextTrackKind,
  TranscodeStatus,
  UploadState,
} from '@marquee/contracts/media/v1/media_pb';
import { SOURCE_NOTES, UPLOAD_REFUSALS } from '@marquee/rules/media';
import { PROTECTION_ERRORS } from '../protection/protection-errors.ts';
import { TRANSCODE_ERRORS } from '../transcode-queue/transcode-errors.ts';
import { transcodeCompleted } from './asset-events.ts';
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
    audioTracks: [{ language: 'de', label: 'German', channels: 2, isDescription: false }],
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

test('a file belongs to the film that uses it, or to the one that it was sent for', () => {
  const filmOf = (changes: object) => assetMessage(asset(changes)).filmId;
  expect(filmOf({ filmId: 'asked' })).toBe('asked');
  expect(filmOf({ filmId: 'asked', boundFilmId: 'bound' })).toBe('bound');
  expect(filmOf({})).toBe('');
});

test('a video has its notes, and its subtitles and captions with their lengths', () => {
  const text = { fileName: 'a.srt', cueCount: 2, firstCueMs: 1_000, endMs: 9_000, language: 'en', isDefault: true };
  const message = assetMessage(
    asset({
      source: { notes: ['PICTURE_HELD'] },
      textTracks: [
        { id: 't1', kind: 'CAPTIONS', ...text },
        { id: 't2', kind: 'SUBTITLES', ...text, isDefault: false },
      ],
    }),
  );
  expect(message.notes).toEqual([SOURCE_NOTES.PICTURE_HELD]);
  expect(message.textTracks).toMatchObject([
    { id: 't1', kind: TextTrackKind.CAPTIONS, cueCount: 2, firstCueMs: 1_000, endMs: 9_000, isDefault: true },
    { id: 't2', kind: TextTrackKind.SUBTITLES, isDefault: false },
  ]);
});

describe('the protection of a video [ENT-12:message]', () => {
  const step = (status: string, changes: object = {}) => ({
    ...{ status, progressPercent: 40, isRemoval: false, errorReason: null, sealedKeys: null },
    ...{ completedAt: null, createdAt: at, ...changes },
  });
  const shown = (protection: string, ...protections: object[]) =>
    assetMessage(asset({ protection, protections })).protection;
  const reason = Object.keys(PROTECTION_ERRORS)[0] as keyof typeof PROTECTION_ERRORS;

  test.each<[string, ReturnType<typeof shown>, object]>([
    [
      'none',
      shown(''),
      { status: ProtectionStatus.UNSPECIFIED, progressPercent: 0, removing: false, errorMessage: '' },
    ],
    [
      'one that is made',
      shown('IN_PROGRESS', step('RUNNING')),
      { status: ProtectionStatus.IN_PROGRESS, progressPercent: 40, removing: false },
    ],
    [
      'one that is removed',
      shown('IN_PROGRESS', step('WAITING', { isRemoval: true, progressPercent: 0 })),
      { status: ProtectionStatus.IN_PROGRESS, progressPercent: 0, removing: true },
    ],
    [
      'one that is done',
      shown('COMPLETED', step('COMPLETED', { isRemoval: true })),
      { status: ProtectionStatus.COMPLETED, progressPercent: 100, removing: false, errorMessage: '' },
    ],
    [
      'one that failed',
      shown('FAILED', step('FAILED', { errorReason: reason })),
      { status: ProtectionStatus.FAILED, errorMessage: PROTECTION_ERRORS[reason] },
    ],
    ['one that failed before', shown('COMPLETED', step('FAILED', { errorReason: reason })), { errorMessage: '' }],
    ['one that failed without a reason', shown('FAILED', step('FAILED')), { errorMessage: '' }],
  ])('is %s', (_what, message, expected) => {
    expect(message).toMatchObject(expected);
  });

  test('has a history without what was cancelled', () => {
    const done = step('COMPLETED', { completedAt: at });
    const history = shown('COMPLETED', done, step('CANCELLED'), step('WAITING'))?.history;
    expect(history?.map(({ status, completedAt, keyId }) => [status, completedAt !== undefined, keyId])).toEqual([
      [ProtectionStatus.COMPLETED, true, ''],
      [ProtectionStatus.IN_PROGRESS, false, ''],
    ]);
  });
});

test.each<[object[], boolean]>([
  [[{ language: 'de', label: 'German', channels: 2, isDescription: false }], false],
  [[{ language: 'de', label: 'German (audio description)', channels: 2, isDescription: true }], true],
  [[{ language: 'de', label: 'made before descriptions were known', channels: 2 }], false],
])(
  'film hears whether a sound of a prepared video says what is seen [SET-14:audio-description]: %#',
  (audioTracks, has) => {
    const { message } = transcodeCompleted(transcode('COMPLETE', { audioTracks }), 'version');
    expect(message).toMatchObject({ hasAudioDescription: has });
  },
);
