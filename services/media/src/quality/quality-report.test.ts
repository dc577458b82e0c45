// @requires ffmpeg
// @inputs services/media/src

import { Code } from '@connectrpc/connect';
import { type Asset, QualityStatus, TextTrackKind, TranscodeStatus } from '@marquee/contracts/media/v1/media_pb';
import { mediaService, TRANSCODE_MS } from '../testing/media-service.ts';
import { storePicture, storeVideo } from '../testing/stored-assets.ts';
import { clipFolder } from '../testing/test-clips.ts';
import { qualityReportSchema } from './quality-report.ts';

const isChecked = ({ quality }: Asset) => quality?.status === QualityStatus.COMPLETE;

test(
  'a converted video has its report; its maker has it looked through again, and late captions are named [STU-12:quality STU-12:out-of-step]',
  async () => {
    const media = await mediaService();
    const clips = await clipFolder();
    const maker = media.maker();
    const path = await clips.make(
      'gap.mp4',
      ...['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=10:d=14', '-f', 'lavfi', '-i', 'sine=440:d=14'],
      ...['-vf', "drawbox=c=black:t=fill:enable='between(t,4,10)'", '-c:v', 'libx264', '-preset', 'ultrafast'],
    );
    const id = await media.upload(maker, { path });
    const done = await media.until(maker, id, ({ transcode }) => transcode?.status === TranscodeStatus.COMPLETE);
    expect(done.quality).toMatchObject({
      status: QualityStatus.COMPLETE,
      findings: [{ kind: 'PICTURE_BLACK', fromMs: 4000, fact: false }],
      soundLevels: [{ limited: false }],
    });
    const gain = done.quality?.soundLevels[0]?.gain;
    expect(gain).toBeGreaterThan(0);

    const again = await media.rpc(maker).checkQuality({ requestId: media.newId(), assetId: id });
    expect(again.asset?.quality).toMatchObject({
      status: QualityStatus.IN_PROGRESS,
      // The report before stays until the new one is there.
      findings: [{ kind: 'PICTURE_BLACK' }],
    });
    const repeated = await media.until(maker, id, isChecked);
    expect(repeated.quality?.findings).toEqual(done.quality?.findings);
    // It encodes nothing, so the sound plays as it did.
    expect(repeated.quality?.soundLevels[0]?.gain).toBe(gain);
    expect(await media.platform.db.query('SELECT 1 FROM quality_checks')).toHaveLength(1);

    const data = Buffer.from('1\n00:00:15,000 --> 00:00:19,000\nLate\n');
    const track = { language: 'en', kind: TextTrackKind.SUBTITLES, fileName: 'late.srt', data };
    const { asset } = await media.rpc(maker).addTextTrack({ requestId: media.newId(), assetId: id, ...track });
    expect(asset?.quality?.findings.at(-1)).toMatchObject({ kind: 'CAPTIONS_LATE', value: 5 });
    await clips.remove();
  },
  2 * TRANSCODE_MS,
);

test('a file that cannot be looked through says so, and keeps the report before [STU-12:quality]', async () => {
  const media = await mediaService();
  const maker = media.maker();
  const { db } = media.platform;
  // Its blob is missing, so that the check has nothing to read.
  const { assetId } = await storeVideo(media.platform, { ownerId: maker.accountId, transcode: 'COMPLETE' });
  const report = { findings: [{ kind: 'SOUND_EMPTY' }], levels: [] };
  await db.query(
    `INSERT INTO quality_checks (id, asset_id, status, report, completed_at) VALUES ($1, $2, 'COMPLETE', $3, now())`,
    [media.newId(), assetId, JSON.stringify(report)],
  );
  await media.rpc(maker).checkQuality({ requestId: media.newId(), assetId });
  const failed = await media.until(maker, assetId, ({ quality }) => quality?.status === QualityStatus.FAILED);
  expect(failed.quality?.findings).toMatchObject([{ kind: 'SOUND_EMPTY' }]);
});

test('subtitles of which most texts lie where nothing is heard are named, by a report that knows where that is [STU-12:out-of-step]', async () => {
  const media = await mediaService({ env: { TRANSCODE_WORKER: '0' } });
  const maker = media.maker();
  const { assetId } = await storeVideo(media.platform, { ownerId: maker.accountId, transcode: 'COMPLETE' });
  await media.platform.db.query('UPDATE assets SET duration_ms = 100000 WHERE id = $1', [assetId]);
  const at = (second: number) => `00:00:${second},000 --> 00:00:${second},800\nA text\n`;
  const data = Buffer.from(Array.from({ length: 20 }, (_, index) => `${index + 1}\n${at(20 + index)}`).join('\n'));
  const track = { language: 'en', kind: TextTrackKind.SUBTITLES, fileName: 'other-cut.srt', data };
  await media.rpc(maker).addTextTrack({ requestId: media.newId(), assetId, ...track });
  const findingsWith = async (report: object) => {
    await media.platform.db.query(
      `INSERT INTO quality_checks (id, asset_id, status, report, completed_at) VALUES ($1, $2, 'COMPLETE', $3, now())`,
      [media.newId(), assetId, JSON.stringify({ findings: [], levels: [], ...report })],
    );
    return (await media.rpc(maker).getAsset({ assetId })).asset?.quality?.findings;
  };
  // From before it was measured.
  expect(await findingsWith({})).toEqual([]);
  expect(await findingsWith({ silence: [[20_000, 35_000]] })).toMatchObject([
    { kind: 'CAPTIONS_SILENT', value: 75, fact: false },
  ]);
  expect(await findingsWith({ silence: [[20_000, 30_000]] })).toEqual([]);
});

test('a measure is a number that messages hold', () => {
  const isTaken = (value: number) =>
    qualityReportSchema.safeParse({ findings: [{ kind: 'SOUND_EMPTY', value }], levels: [] }).success;
  expect([1e9, -1e9].map(isTaken)).toEqual([true, true]);
  expect([1e9 + 1, -1e9 - 1, Number.NaN].map(isTaken)).toEqual([false, false, false]);
});

test('only its maker and staff have a video looked through, and a picture is none [STU-12:quality]', async () => {
  const media = await mediaService({ env: { TRANSCODE_WORKER: '0' } });
  const [maker, other] = [media.maker(), media.maker()];
  const { assetId } = await storeVideo(media.platform, { ownerId: maker.accountId, transcode: 'COMPLETE' });
  const refused = media.rpc(other).checkQuality({ requestId: media.newId(), assetId });
  await expect(refused).rejects.toMatchObject({ code: Code.PermissionDenied });
  const pictureId = await storePicture(media.platform, { ownerId: maker.accountId });
  await expect(media.rpc(maker).checkQuality({ requestId: media.newId(), assetId: pictureId })).rejects.toMatchObject({
    code: Code.FailedPrecondition,
  });
  // A second request while it waits changes nothing.
  await media.rpc(maker).checkQuality({ requestId: media.newId(), assetId });
  await media.rpc(maker).checkQuality({ requestId: media.newId(), assetId });
  expect(await media.platform.db.query('SELECT 1 FROM quality_checks')).toHaveLength(1);
});
