import { Code } from '@connectrpc/connect';
import { TextTrackKind } from '@marquee/contracts/media/v1/media_pb';
import { newId } from '@marquee/data/ids';
import { TEXT_TRACK_LIMITS } from '@marquee/rules/text-tracks';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { viewers } from '@marquee/testing/viewers';
import { mediaService } from '../testing/media-service.ts';
import { storeVideo } from '../testing/stored-assets.ts';

const SRT = '1\n00:00:01,000 --> 00:00:02,500\nÇa va ?\n\n2\n00:00:04,000 --> 00:01:10,000\nOui.\n';
const VTT = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nÇa va ?\n\n00:00:04.000 --> 00:01:10.000\nOui.\n';

async function setUp() {
  const media = await mediaService({ env: { TRANSCODE_WORKER: '0' } });
  const maker = media.maker();
  const { assetId } = await storeVideo(media.platform, { ownerId: maker.accountId, transcode: 'COMPLETE' });
  const add = (as: AccountViewer = maker, change: object = {}) =>
    media.rpc(as).addTextTrack({
      ...{ requestId: newId(), assetId, language: 'fr', kind: TextTrackKind.SUBTITLES, fileName: 'film.srt' },
      ...{ data: Buffer.from(SRT), ...change },
    });
  const signed = async () => media.film().signPlayback({ assetId, filmId: newId(), sessionId: '' });
  const served = async () => {
    const { baseUrl, textTracks } = await signed();
    return Promise.all(textTracks.map(async ({ file }) => (await fetch(media.url(`${baseUrl}${file}`))).text()));
  };
  return { media, maker, assetId, add, signed, served, as: media.rpc(maker) };
}

test('subtitles are served as WebVTT under the address of the film, replaced and removed [STU-12:subtitles]', async () => {
  const { media, maker, assetId, add, signed, served, as } = await setUp();
  const { asset } = await add(maker, { data: Buffer.from(SRT, 'latin1') });
  expect(asset?.textTracks).toMatchObject([
    { language: 'fr', kind: TextTrackKind.SUBTITLES, isDefault: false, fileName: 'film.srt', cueCount: 2 },
  ]);
  expect(asset?.textTracks[0]).toMatchObject({ firstCueMs: 1_000, endMs: 70_000 });
  expect(await served()).toEqual([VTT]);
  const { baseUrl, textTracks } = await signed();
  expect(textTracks).toMatchObject([{ language: 'fr', fileName: '', cueCount: 0 }]);
  const answer = await fetch(media.url(`${baseUrl}${textTracks[0]?.file}`));
  expect(answer.headers.get('content-type')).toBe('text/vtt; charset=utf-8');

  await add(maker, { language: 'en', kind: TextTrackKind.CAPTIONS });
  await add(maker, { data: Buffer.from('00:00:01,000 --> 00:00:02,000\nNon.') });
  expect(await served()).toEqual([VTT, 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nNon.\n']);

  const { asset: two } = await as.getAsset({ assetId });
  const [english, french] = two?.textTracks ?? [];
  const defaultId = async () => (await signed()).textTracks.find(({ isDefault }) => isDefault)?.id;
  await as.setDefaultTextTrack({ assetId, textTrackId: french?.id, isDefault: true });
  await as.setDefaultTextTrack({ assetId, textTrackId: english?.id, isDefault: true });
  expect((await signed()).textTracks.map(({ isDefault }) => isDefault)).toEqual([true, false]);
  // A new file of the same language and kind stays the default.
  await add(maker, { language: 'en', kind: TextTrackKind.CAPTIONS });
  expect((await signed()).textTracks.map(({ isDefault }) => isDefault)).toEqual([true, false]);
  await as.setDefaultTextTrack({ assetId, textTrackId: (await defaultId()) ?? '', isDefault: false });
  expect((await signed()).textTracks.map(({ isDefault }) => isDefault)).toEqual([false, false]);

  for (let time = 0; time < 2; time += 1) await as.removeTextTrack({ assetId, textTrackId: french?.id });
  expect((await signed()).textTracks).toMatchObject([{ language: 'en' }]);
});

test.each([
  ['without times', { data: Buffer.from('Hello') }, { reason: 'TEXT_TRACK_NO_TIMES' }],
  [
    'with a wrong time',
    { data: Buffer.from(`${SRT}\n3\n00:00:09,000 --> 00:00:08,000\nx`) },
    { message: 'Line 10: the text ends before it starts.' },
  ],
  [
    'that is larger than a request',
    { data: Buffer.alloc(TEXT_TRACK_LIMITS.bytesMax + 1, 'a') },
    { fields: [expect.objectContaining({ field: 'data' })] },
  ],
  ['of nothing', { data: Buffer.alloc(0) }, { fields: [expect.objectContaining({ field: 'data' })] }],
  ['in no language', { language: 'zxx' }, { fields: [expect.objectContaining({ field: 'language' })] }],
  ['of no kind', { kind: TextTrackKind.UNSPECIFIED }, { fields: [expect.objectContaining({ field: 'kind' })] }],
])('a file %s is refused and leaves nothing [STU-12:subtitles]', async (_what, change, refusal) => {
  const { add, signed } = await setUp();
  await expect(add(undefined, change)).rejects.toMatchObject({ code: Code.InvalidArgument, ...refusal });
  expect((await signed()).textTracks).toEqual([]);
});

test('only its maker and staff change the subtitles of a video', async () => {
  const { media, add, assetId, signed, as } = await setUp();
  await expect(add(viewers.entertainmentPro())).rejects.toMatchObject({ code: Code.PermissionDenied });
  await add(viewers.staff());
  const [track] = (await signed()).textTracks;
  const other = media.rpc(viewers.entertainmentPro());
  const change = { assetId, textTrackId: track?.id };
  await expect(other.removeTextTrack(change)).rejects.toMatchObject({ code: Code.PermissionDenied });
  await expect(other.setDefaultTextTrack(change)).rejects.toMatchObject({ code: Code.PermissionDenied });
  const unknown = as.setDefaultTextTrack({ assetId, textTrackId: newId(), isDefault: true });
  await expect(unknown).rejects.toMatchObject({ reason: 'TEXT_TRACK_NOT_FOUND' });
});
