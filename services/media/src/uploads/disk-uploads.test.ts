import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diskBlobs } from '@marquee/storage/disk-blobs';
import { atEnd } from '@marquee/testing/cleanup';
import { uploadBytesContract } from '../testing/upload-bytes-contract.ts';
import { diskUploads } from './disk-uploads.ts';

uploadBytesContract('uploads in a folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'disk-uploads-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const blobs = await diskBlobs({ root: join(folder, 'blobs') });
  return { blobs, connect: () => diskUploads({ UPLOADS_DIR: join(folder, 'uploads') }, blobs) };
});
