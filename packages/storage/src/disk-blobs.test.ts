import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { BlobKeyError } from './blob-store.ts';
import { diskBlobs } from './disk-blobs.ts';
import { blobStoreContract } from './testing/blob-store-contract.ts';

const temporaryRoot = () => mkdtemp(join(tmpdir(), 'blobs-'));

blobStoreContract(
  {
    name: 'disk',
    async open() {
      const root = await temporaryRoot();
      return { blobs: await diskBlobs({ root }), close: () => rm(root, { recursive: true }) };
    },
  },
  test,
);

test('files half written before a crash are never visible and are removed at the next start', async () => {
  const root = await temporaryRoot();
  await mkdir(join(root, '.incoming'));
  await writeFile(join(root, '.incoming', 'half'), 'half a film');
  // Another process may still write it.
  const beside = await diskBlobs({ root });
  const seen: string[] = [];
  for await (const blob of beside.list('')) seen.push(blob.key);
  expect(seen).toEqual([]);
  expect(await readdir(join(root, '.incoming'))).toEqual(['half']);
  await diskBlobs({ root, sweep: true });
  expect(await readdir(join(root, '.incoming'))).toEqual([]);
  await rm(root, { recursive: true });
});

test('a file that cannot be moved to the blob stays in place, because it may be the only copy of an upload', async () => {
  const root = await temporaryRoot();
  const blobs = await diskBlobs({ root });
  await blobs.put('masters', Buffer.from('in the way of the folder'));
  const path = join(root, '.incoming', 'upload');
  await writeFile(path, 'a film');
  await expect(blobs.putFile('masters/1', path)).rejects.toThrow();
  expect((await readFile(path)).toString()).toBe('a film');
  await rm(root, { recursive: true });
});

test('a blob whose source or place fails leaves nothing half written', async () => {
  const root = await temporaryRoot();
  const blobs = await diskBlobs({ root });
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('half a film');
      throw new Error('connection lost');
    })(),
  );
  await expect(blobs.put('film', broken)).rejects.toThrow('connection lost');
  await blobs.put('masters', Buffer.from('in the way of the folder'));
  await expect(blobs.put('masters/1', Buffer.from('a film'))).rejects.toThrow();
  expect(await readdir(join(root, '.incoming'))).toEqual([]);
  expect(await blobs.stat('film')).toBeUndefined();
  await rm(root, { recursive: true });
});

test('nothing is read for a key that is none', async () => {
  const root = await temporaryRoot();
  const blobs = await diskBlobs({ root });
  const body = Readable.from([Buffer.from('a film')]);
  await expect(blobs.put('../film', body)).rejects.toThrow(BlobKeyError);
  expect(body.readableDidRead).toBe(false);
  await rm(root, { recursive: true });
});

test('deleting a prefix leaves no empty folders behind', async () => {
  const root = await temporaryRoot();
  const blobs = await diskBlobs({ root });
  await blobs.put('asset/v1/1/hls/a.m4s', Buffer.from('x'));
  await blobs.deletePrefix('asset/v1/1/');
  expect(await readdir(join(root, 'asset', 'v1'))).toEqual([]);
  await rm(root, { recursive: true });
});

test('a file of another file system is copied, and is gone afterwards', async () => {
  const [root, elsewhere] = [await temporaryRoot(), await mkdtemp('/dev/shm/blobs-')];
  const blobs = await diskBlobs({ root });
  const path = join(elsewhere, 'upload');
  await writeFile(path, 'a film');
  await blobs.putFile('masters/1', path);
  expect((await blobs.read('masters/1')).toString()).toBe('a film');
  expect(await readdir(elsewhere)).toEqual([]);
  expect(await readdir(join(root, '.incoming'))).toEqual([]);
  await Promise.all([root, elsewhere].map((folder) => rm(folder, { recursive: true })));
});
