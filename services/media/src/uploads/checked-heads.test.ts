// @requires ffmpeg
// @inputs services/media/src

import { readFile } from 'node:fs/promises';
import { UploadState } from '@marquee/contracts/media/v1/media_pb';
import { UPLOAD_LIMITS, UPLOAD_REFUSALS, type UploadRefusal } from '@marquee/rules/media';
import { mediaService, type UploadInput } from '../testing/media-service.ts';
import { type ClipFolder, clipFolder } from '../testing/test-clips.ts';

const HEAD = UPLOAD_LIMITS.headBytes;
const noTranscodes = { env: { TRANSCODE_WORKER: '0' } };
let clips: ClipFolder;
let media: Awaited<ReturnType<typeof mediaService>>;
beforeAll(async () => {
  clips = await clipFolder();
});
beforeEach(async () => {
  media = await mediaService(noTranscodes);
});
afterAll(() => clips.remove());

/** A file cut or filled up to the bytes that are sent first. */
const headOf = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(HEAD)], HEAD);
const fast = ['-movflags', '+faststart'];
const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=64x64:d=1'];
const sound = ['-f', 'lavfi', '-i', 'sine=440:d=1'];
const made = async (name: string, ...args: string[]) => headOf(await readFile(await clips.make(name, ...args)));

/** Sends the first bytes of a file that says to be larger. */
async function sendHead(head: Buffer, input: UploadInput = {}) {
  const maker = media.maker();
  const created = await media.create(maker, 50 * HEAD - 1, input);
  const location = created.headers.get('location') ?? '';
  const response = await media.send(maker, location, 0, head);
  const left = (await media.rpc(maker).listUploads({})).assets;
  return { maker, location, response, left };
}

type Bad = [what: string, reason: UploadRefusal, head: () => Promise<Buffer>, slot?: string];
const bad: Bad[] = [
  ['a document', 'NOT_A_VIDEO', async () => headOf(Buffer.from('%PDF-1.7'))],
  ['nothing but zeros', 'NOT_A_VIDEO', async () => headOf(Buffer.alloc(0))],
  ['a sound track in MP4', 'NO_VIDEO_TRACK', () => made('sound.mp4', ...sound, '-c:a', 'aac', ...fast)],
  [
    'a picture that is too wide',
    'VIDEO_DIMENSIONS',
    () => made('wide.mkv', '-f', 'lavfi', '-i', 'color=s=8224x32:d=0.1', '-c:v', 'mjpeg'),
  ],
  ['a video as a poster', 'NOT_A_PICTURE', () => made('poster.mp4', ...picture, '-c:v', 'mjpeg'), 'POSTER_IMAGE'],
];

test.each(bad)(
  '%s is refused before the rest of it is sent, and leaves nothing [STU-11:head]',
  async (_, reason, make, slot) => {
    const { maker, location, response, left } = await sendHead(await make(), slot ? { slot } : {});
    expect([response.status, await response.json()]).toEqual([400, { reason, message: UPLOAD_REFUSALS[reason] }]);
    expect(left).toEqual([]);
    const headers = { ...media.headers(maker), 'Tus-Resumable': '1.0.0' };
    expect((await fetch(media.url(location), { method: 'HEAD', headers })).status).toBe(404);
  },
);

test.each<[string, () => Promise<Buffer>, string?]>([
  // ffmpeg writes it so by itself.
  [
    'a film with its index at its end',
    async () => headOf((await readFile(await clips.film('end.mp4', { seconds: 4 }))).subarray(0, 10_000)),
  ],
  ['a film with its index at its beginning', () => made('front.mp4', ...picture, '-c:v', 'libx264', ...fast)],
  [
    'a film whose index at its beginning is longer than what is looked at',
    async () => {
      const bytes = await made('long.mp4', ...picture, '-c:v', 'libx264', ...fast);
      return headOf(bytes.subarray(0, bytes.indexOf('stbl')));
    },
  ],
  ['Matroska', () => made('film.mkv', ...picture, '-c:v', 'libx264')],
  ['MXF', () => made('film.mxf', ...picture, '-r', '25', '-c:v', 'mpeg2video')],
  ['an MPEG transport stream that begins with sound', () => made('sound.ts', ...sound, '-c:a', 'aac')],
  ['a picture', async () => headOf(Buffer.from('ffd8ffe0', 'hex')), 'POSTER_IMAGE'],
])('%s goes on to be sent [STU-11:head]', async (_, make, slot) => {
  const { response, left } = await sendHead(await make(), slot ? { slot } : {});
  expect([response.status, response.headers.get('upload-offset')]).toEqual([204, String(HEAD)]);
  expect(left).toMatchObject([{ state: UploadState.UPLOADING, receivedBytes: BigInt(HEAD) }]);
});

test('a first part that was cut off is not judged by, and every byte of a good file arrives', async () => {
  const maker = media.maker();
  const film = await readFile(await clips.film('whole.mp4', { seconds: 6, size: '1280x720' }));
  const bytes = Buffer.concat([film, Buffer.from([0, 0, 0x20, 0]), Buffer.from('free'), Buffer.alloc(0x2000 - 8)]);
  expect(bytes.length).toBeGreaterThan(HEAD + 10);
  const created = await media.create(maker, bytes.length);
  const location = created.headers.get('location') ?? '';
  expect((await media.send(maker, location, 0, bytes.subarray(0, 10))).status).toBe(204);
  expect((await media.send(maker, location, 10, bytes.subarray(10))).status).toBe(204);
  expect(await media.checked(maker, location.slice('/uploads/'.length))).toMatchObject({ state: UploadState.READY });
  const again = await media.checked(maker, await media.upload(maker, { bytes }));
  expect(again).toMatchObject({ state: UploadState.READY, width: 1280 });
});

test('a file that is accepted takes the place of those that were refused for its slot [STU-11:replaced]', async () => {
  const maker = media.maker();
  const filmId = media.newId();
  const refused = async (input: UploadInput) => {
    const id = await media.upload(maker, { bytes: Buffer.from('no film'), filmId, ...input });
    await media.checked(maker, id);
    return id;
  };
  await refused({ slot: 'FILM_VIDEO' });
  const others = [await refused({ slot: 'TRAILER_VIDEO' }), await refused({ filmId: media.newId() })];
  const path = await clips.film('good.mp4');
  const accepted = await media.upload(maker, { path, filmId, slot: 'FILM_VIDEO' });
  expect((await media.checked(maker, accepted)).state).toBe(UploadState.READY);
  const { assets } = await media.rpc(maker).listUploads({});
  expect(assets.map(({ id }) => id).sort()).toEqual([...others, accepted].sort());
});
