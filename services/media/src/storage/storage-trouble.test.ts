// @requires ffmpeg
// @inputs services/media/src

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TranscodeStatus } from '@marquee/contracts/media/v1/media_pb';
import { type BlobStore, BlobsUnavailableError } from '@marquee/storage/blob-store';
import { diskBlobs } from '@marquee/storage/disk-blobs';
import { atEnd } from '@marquee/testing/cleanup';
import { mediaService, TRANSCODE_MS } from '../testing/media-service.ts';
import { clipFolder } from '../testing/test-clips.ts';

/** A store that fails the first check of a file, its first conversion, and the write of its first rendition. */
async function flakyBlobs() {
  const root = await mkdtemp(join(tmpdir(), 'flaky-blobs-'));
  atEnd(() => rm(root, { recursive: true, force: true }));
  const disk = await diskBlobs({ root });
  const failures: string[] = [];
  const failOnce = (what: string) => {
    if (failures.includes(what)) return;
    failures.push(what);
    throw new BlobsUnavailableError('it is restarted');
  };
  let copies = 0;
  const blobs: BlobStore = {
    ...disk,
    async localCopy(key, options) {
      copies += 1;
      failOnce(copies <= 2 ? 'check' : 'transcode');
      return disk.localCopy(key, options);
    },
    async put(key, body) {
      if (key.startsWith('renditions/')) failOnce('rendition');
      return disk.put(key, body);
    },
  };
  return { blobs, failures };
}

test(
  'a store that is unavailable for a while fails neither the check of a file nor its transcode',
  async () => {
    const { blobs, failures } = await flakyBlobs();
    const media = await mediaService({ blobs });
    const maker = media.maker();
    const clips = await clipFolder();
    const id = await media.upload(maker, { path: await clips.film() });
    await media.until(maker, id, ({ transcode }) => transcode?.status === TranscodeStatus.COMPLETE);
    expect(failures).toEqual(['check', 'transcode', 'rendition']);
    const { db } = media.platform;
    expect(await db.query('SELECT check_failures AS failures FROM assets')).toEqual([{ failures: 0 }]);
    // The second attempt continued after the store was unavailable in its middle.
    expect(await db.query('SELECT attempt, losses FROM transcodes')).toEqual([{ attempt: 2, losses: 0 }]);
    await clips.remove();
  },
  2 * TRANSCODE_MS,
);
