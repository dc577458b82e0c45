// @requires ffmpeg
// @inputs services/media/src
import { stat, truncate } from 'node:fs/promises';
import { UploadState } from '@marquee/contracts/media/v1/media_pb';
import { SOURCE_NOTES, UPLOAD_REFUSALS, VIDEO_LIMITS } from '@marquee/rules/media';
import { eventually } from '@marquee/testing/eventually';
import { recordingLog } from '@marquee/testing/recording-log';
import sharp from 'sharp';
import { mediaService, type UploadInput } from '../testing/media-service.ts';
import { type ClipFolder, clipFolder } from '../testing/test-clips.ts';

const noTranscodes = { env: { TRANSCODE_WORKER: '0' } };
let clips: ClipFolder;
beforeAll(async () => {
  clips = await clipFolder();
});
afterAll(() => clips.remove());

async function refusalOf(response: Response) {
  return { status: response.status, ...((await response.json()) as { reason: string; message: string }) };
}

const badBeginnings: [string, number, UploadInput, number, string][] = [
  ['0 bytes', 0, {}, 400, 'EMPTY_FILE'],
  ['over 20 GB', VIDEO_LIMITS.bytesMax + 1, {}, 413, 'VIDEO_TOO_LARGE'],
  ['a picture of over 50 MB', 60 * 1024 ** 2, { slot: 'POSTER_IMAGE' }, 413, 'PICTURE_FILE_TOO_LARGE'],
  ['no slot', 1000, { slot: 'SOMETHING' }, 400, 'INVALID_INPUT'],
  ['no film', 1000, { filmId: 'x' }, 400, 'INVALID_INPUT'],
  ['no name', 1000, { name: ' ' }, 400, 'INVALID_INPUT'],
];
test.each(badBeginnings)('an upload of %s is refused at once [STU-11:core]', async (_, size, input, status, reason) => {
  const media = await mediaService(noTranscodes);
  expect(await refusalOf(await media.create(media.maker(), size, input))).toMatchObject({ status, reason });
});

test('an upload that says nothing of its file is refused in words for its maker', async () => {
  const media = await mediaService(noTranscodes);
  const headers = { ...media.headers(media.maker()), 'Tus-Resumable': '1.0.0', 'Upload-Length': '1000' };
  expect(await refusalOf(await fetch(media.url('/uploads'), { method: 'POST', headers }))).toMatchObject({
    ...{ status: 400, reason: 'INVALID_INPUT', message: 'Please choose a file.' },
  });
});

const badFiles: [string, keyof typeof UPLOAD_REFUSALS, () => Promise<UploadInput>][] = [
  ['a text named .mp4', 'NOT_A_VIDEO', async () => ({ bytes: Buffer.from('no film\n'.repeat(1000)) })],
  [
    'a truncated mp4',
    'FILE_TRUNCATED',
    async () => {
      const path = await clips.film('cut.mp4', { seconds: 3 });
      await truncate(path, Math.floor((await stat(path)).size / 2));
      return { path };
    },
  ],
  [
    'sound only',
    'NO_VIDEO_TRACK',
    async () => ({ path: await clips.make('sound.mp4', '-f', 'lavfi', '-i', 'sine=d=2', '-c:a', 'aac') }),
  ],
  [
    'a still of four hours',
    'VIDEO_IS_A_STILL',
    async () => {
      const source = ['-f', 'lavfi', '-i', 'color=s=320x180:r=1/1200:d=14400'];
      return { path: await clips.make('still.mp4', ...source, '-c:v', 'libx264', '-preset', 'ultrafast') };
    },
  ],
  ['a text as a poster', 'NOT_A_PICTURE', async () => ({ bytes: Buffer.alloc(5000, 'x'), slot: 'POSTER_IMAGE' })],
  [
    'an SVG as a poster',
    'NOT_A_PICTURE',
    async () => ({
      bytes: Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="900"><rect width="9" height="9"/></svg>',
      ),
      slot: 'POSTER_IMAGE',
    }),
  ],
  [
    'a GIF as a poster',
    'NOT_A_PICTURE',
    async () => ({
      bytes: await sharp(await plainPicture(400, 600))
        .gif()
        .toBuffer(),
      slot: 'POSTER_IMAGE',
    }),
  ],
  [
    'a picture of 10,000 × 10,000',
    'PICTURE_TOO_LARGE',
    async () => ({ bytes: await plainPicture(10_000, 10_000), slot: 'POSTER_IMAGE' }),
  ],
  [
    'a decompression bomb',
    'PICTURE_TOO_LARGE',
    async () => ({ bytes: bombHeader(await plainPicture(64, 64), 65_000), slot: 'POSTER_IMAGE' }),
  ],
  [
    'a cut picture',
    'PICTURE_UNREADABLE',
    async () => ({ bytes: (await noisyPicture(400, 600)).subarray(0, 5000), slot: 'POSTER_IMAGE' }),
  ],
  ['a tiny picture', 'PICTURE_TOO_SMALL', async () => ({ bytes: await plainPicture(20, 20), slot: 'POSTER_IMAGE' })],
];

const plainPicture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' }, limitInputPixels: false })
    .png()
    .toBuffer();

const noisyPicture = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 50 } },
  })
    .jpeg()
    .toBuffer();

/** A small PNG that claims to be 65,000 pixels wide and high. */
function bombHeader(png: Buffer, side: number): Buffer {
  const bomb = Buffer.from(png);
  bomb.writeUInt32BE(side, 16);
  bomb.writeUInt32BE(side, 20);
  bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
  return bomb;
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

test('an accepted file says what was done to it', async () => {
  const media = await mediaService(noTranscodes);
  const maker = media.maker();
  const path = await clips.make(
    'long-sound.mp4',
    ...['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=25:d=1', '-f', 'lavfi', '-i', 'sine=d=2'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac'],
  );
  const accepted = await media.checked(maker, await media.upload(maker, { path }));
  expect(accepted.state).toBe(UploadState.READY);
  expect(accepted.notes).toEqual([SOURCE_NOTES.PICTURE_HELD]);
});

test.each(badFiles)(
  'refuses %s with its reason, and keeps the file until the maker decides [STU-11:core]',
  async (_, reason, make) => {
    const { log, lines } = recordingLog();
    const media = await mediaService({ ...noTranscodes, log });
    const maker = media.maker();
    const id = await media.upload(maker, await make());
    const refused = await media.checked(maker, id);
    expect(refused).toMatchObject({
      state: UploadState.REFUSED,
      refusedReason: reason,
      refusedMessage: UPLOAD_REFUSALS[reason],
    });
    const logged = lines().find(({ msg }) => msg === 'an upload was refused');
    expect(logged).toMatchObject({ assetId: id, refusal: reason, detail: expect.any(String) });
    expect(await media.events()).toEqual(['UploadChecked']);
    const { blobs } = media.platform;
    expect((await blobs.stat(`masters/${id}/file`))?.size).toBe(Number(refused.sizeBytes));
    expect((await media.rpc(maker).listUploads({})).assets.map((asset) => asset.id)).toEqual([id]);
    await expect(media.rpc(maker).startTranscode({ assetId: id, requestId: 'x' })).rejects.toMatchObject({
      reason: refused.kind === 1 ? 'ASSET_NOT_READY' : 'ASSET_IS_NO_VIDEO',
    });
    await media.rpc(maker).deleteAsset({ assetId: id });
    await eventually(async () => (await blobs.stat(`masters/${id}/file`)) === undefined);
  },
);
