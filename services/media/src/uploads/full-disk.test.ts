// @requires ffmpeg
// @requires mount
// @inputs services/media/src

import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TranscodeStatus, UploadState } from '@marquee/contracts/media/v1/media_pb';
import { MEDIA_MESSAGES } from '@marquee/rules/media';
import { diskBlobs } from '@marquee/storage/disk-blobs';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { mediaService, TRANSCODE_MS } from '../testing/media-service.ts';
import { clipFolder } from '../testing/test-clips.ts';
import { videoLike } from '../testing/video-like.ts';

const MIB = 1024 * 1024;

/** A disk of so many bytes, in memory. */
async function smallDisk(bytes: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'small-disk-'));
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const run = (...command: string[]) => {
    const [program = '', ...args] = [...asRoot, ...command];
    const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${command.join(' ')}: ${stderr}`);
  };
  run('mount', '-t', 'tmpfs', '-o', `size=${bytes},mode=0777`, 'tmpfs', folder);
  atEnd(async () => {
    run('umount', '-l', folder);
    await rm(folder, { recursive: true, force: true });
  });
  return folder;
}

/** So full that this much is left. */
async function fill(disk: string, left: number, size: number) {
  const path = join(disk, 'others');
  await writeFile(path, Buffer.alloc(size - left));
  return () => rm(path);
}

test('an upload that fills the disk is refused in words, keeps what arrived, and continues when there is room', async () => {
  const disk = await smallDisk(8 * MIB);
  const media = await mediaService({ env: { TRANSCODE_WORKER: '0' } });
  const maker = media.maker();
  const bytes = videoLike(4 * MIB);
  const created = await media.create(maker, bytes.length);
  const location = created.headers.get('location') ?? '';
  const id = location.slice('/uploads/'.length);
  await media.stop();
  // Room is reserved by what the disk had to give when the upload began; others have taken it since.
  Object.assign(media.config, { UPLOADS_DIR: disk });
  await writeFile(join(disk, id), '');
  const free = await fill(disk, MIB, 8 * MIB);
  await media.restart();

  const refused = await media.send(maker, location, 0, bytes);
  expect(refused.status).toBe(507);
  expect(await refused.json()).toEqual({ reason: 'STORAGE_FULL', message: MEDIA_MESSAGES.storageFull });
  const head = () =>
    fetch(media.url(location), { method: 'HEAD', headers: { ...media.headers(maker), 'Tus-Resumable': '1.0.0' } });
  const kept = Number((await head()).headers.get('upload-offset'));
  expect(kept).toBeGreaterThan(MIB / 2);
  expect(kept).toBeLessThan(2 * MIB);
  expect((await media.rpc(maker).getAsset({ assetId: id })).asset?.state).toBe(UploadState.UPLOADING);
  await free();
  expect((await media.send(maker, location, kept, bytes.subarray(kept))).status).toBe(204);
  await media.checked(maker, id);
  expect((await media.platform.blobs.read(`masters/${id}/file`)).equals(bytes)).toBe(true);
});

test('a blob store without room refuses the whole file in words, and takes it when there is room again', async () => {
  const disk = await smallDisk(4 * MIB);
  const free = await fill(disk, MIB, 4 * MIB);
  const media = await mediaService({ env: { TRANSCODE_WORKER: '0' }, blobs: await diskBlobs({ root: disk }) });
  const maker = media.maker();
  const bytes = videoLike(2 * MIB);
  const created = await media.create(maker, bytes.length);
  const location = created.headers.get('location') ?? '';
  const refused = await media.send(maker, location, 0, bytes);
  expect([refused.status, await refused.json()]).toMatchObject([507, { reason: 'STORAGE_FULL' }]);
  await free();
  // The file is whole, so the next sweep takes it.
  await media.restart();
  await media.checked(maker, location.slice('/uploads/'.length));
  expect((await media.platform.blobs.read(`masters/${location.slice('/uploads/'.length)}/file`)).equals(bytes)).toBe(
    true,
  );
});

test(
  'a transcode that fills the disk says so, leaves nothing behind, and works when it is started again with room',
  async () => {
    const media = await mediaService({ env: { TRANSCODE_WORKER: '0' } });
    const clips = await clipFolder();
    const maker = media.maker();
    const bytes = await readFile(await clips.film('film.mp4', { size: '640x360', seconds: 8 }));
    const id = await media.upload(maker, { bytes });
    await media.checked(maker, id);
    await media.stop();
    const disk = await smallDisk(200 * MIB);
    const free = await fill(disk, 100_000, 200 * MIB);
    Object.assign(media.config, { SCRATCH_DIR: join(disk, 'scratch'), TRANSCODE_WORKER: '1' });
    await media.restart();
    const failed = await media.until(maker, id, ({ transcode }) => transcode?.status === TranscodeStatus.ERROR);
    expect(failed.transcode).toMatchObject({
      errorReason: 'STORAGE_FULL',
      errorMessage: expect.stringContaining('no room'),
    });
    expect(await media.platform.db.query('SELECT attempt FROM transcodes')).toEqual([{ attempt: 1 }]);
    await eventually(async () => (await readdir(join(disk, 'scratch', 'media'))).length === 0);
    await free();
    await media.rpc(maker).startTranscode({ assetId: id, requestId: 'again' });
    await media.until(maker, id, ({ transcode }) => transcode?.status === TranscodeStatus.COMPLETE);
    await clips.remove();
  },
  2 * TRANSCODE_MS,
);
