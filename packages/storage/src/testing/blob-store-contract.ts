import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { BlobKeyError, BlobNotFoundError, BlobRangeError, type BlobStat, type BlobStore } from '../blob-store.ts';

type TestFunction = (name: string, run: () => Promise<void>) => void;
export type BlobContract = { name: string; open(): Promise<{ blobs: BlobStore; close(): Promise<void> }> };

/**
 * The suite that every blob store passes.
 */
export function blobStoreContract(contract: BlobContract, test: TestFunction): void {
  const check = (name: string, run: (blobs: BlobStore) => Promise<void>) =>
    test(`${contract.name}: ${name}`, async () => {
      const { blobs, close } = await contract.open();
      try {
        await run(blobs);
      } finally {
        await close();
      }
    });

  check('a blob is read back whole, with its size and etag', async (blobs) => {
    const body = Buffer.from('the quick brown fox');
    const put = await blobs.put('a/b/film.mp4', body);
    const got = await blobs.get('a/b/film.mp4');
    assert.deepEqual(await buffer(got.body), body);
    assert.equal(got.size, body.length);
    assert.equal(got.etag, put.etag);
    assert.equal((await blobs.stat('a/b/film.mp4'))?.etag, put.etag);
    assert.deepEqual(await blobs.read('a/b/film.mp4'), body);
  });

  check('a stream and an empty body are stored as well', async (blobs) => {
    await blobs.put('streamed', Readable.from([Buffer.alloc(300_000, 1), Buffer.alloc(300_000, 2)]));
    assert.equal((await blobs.stat('streamed'))?.size, 600_000);
    await blobs.put('empty', new Uint8Array());
    assert.equal((await blobs.read('empty')).length, 0);
  });

  check('a second put replaces the bytes and changes the etag', async (blobs) => {
    const first = await blobs.put('k', Buffer.from('one'));
    const second = await blobs.put('k', Buffer.from('two'));
    assert.notEqual(first.etag, second.etag);
    assert.equal((await blobs.read('k')).toString(), 'two');
  });

  check('a put whose source breaks off leaves the old bytes and nothing else', async (blobs) => {
    await blobs.put('k', Buffer.from('old'));
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('new, but ');
        throw new Error('connection lost');
      })(),
    );
    await assert.rejects(blobs.put('k', broken), /connection lost/);
    assert.equal((await blobs.read('k')).toString(), 'old');
    assert.deepEqual(await keys(blobs, ''), ['k']);
  });

  check('a reader that began before a replacement sees the old bytes to the end', async (blobs) => {
    await blobs.put('k', Buffer.alloc(2_000_000, 1));
    const reader = (await blobs.get('k')).body;
    const chunks: Buffer[] = [];
    let replaced = false;
    for await (const chunk of reader) {
      chunks.push(chunk as Buffer);
      if (!replaced) await blobs.put('k', Buffer.alloc(10, 2));
      replaced = true;
    }
    const seen = Buffer.concat(chunks);
    assert.equal(seen.length, 2_000_000);
    assert.ok(seen.every((byte) => byte === 1));
  });

  check('ranges are inclusive, clipped to the end, and refused beyond it', async (blobs) => {
    await blobs.put('k', Buffer.from('0123456789'));
    const text = async (range: { start: number; end?: number }) => {
      const streamed = await buffer((await blobs.get('k', { range })).body);
      assert.deepEqual(await blobs.read('k', { range }), streamed);
      return streamed.toString();
    };
    assert.equal(await text({ start: 2, end: 4 }), '234');
    assert.equal(await text({ start: 7 }), '789');
    assert.equal(await text({ start: 8, end: 100 }), '89');
    await assert.rejects(blobs.get('k', { range: { start: 10 } }), BlobRangeError);
    await assert.rejects(blobs.read('k', { range: { start: 5, end: 4 } }), BlobRangeError);
  });

  check('a missing blob is distinguished from an error', async (blobs) => {
    assert.equal(await blobs.stat('nothing/here'), undefined);
    assert.equal(await blobs.delete('nothing/here'), false);
    await assert.rejects(blobs.get('nothing/here'), BlobNotFoundError);
    await assert.rejects(blobs.read('nothing/here'), BlobNotFoundError);
    await assert.rejects(blobs.localCopy('nothing/here'), BlobNotFoundError);
    await blobs.put('folder/file', Buffer.from('x'));
    assert.equal(await blobs.stat('folder'), undefined);
    await assert.rejects(blobs.get('folder'), BlobNotFoundError);
    await assert.rejects(blobs.read('folder/file/below'), BlobNotFoundError);
  });

  check('lists by prefix in order of key, without neighbours of a similar name', async (blobs) => {
    for (const key of ['film/2/b', 'film/1/a', 'film/10/c', 'film/1/z/deep', 'films/x', 'film-1']) {
      await blobs.put(key, Buffer.from(key));
    }
    assert.deepEqual(await keys(blobs, 'film/1/'), ['film/1/a', 'film/1/z/deep']);
    assert.deepEqual(await keys(blobs, 'film/'), ['film/1/a', 'film/1/z/deep', 'film/10/c', 'film/2/b']);
    assert.deepEqual(await keys(blobs, 'none/'), []);
    assert.equal((await keys(blobs, '')).length, 6);
  });

  check('deletes a prefix and only that', async (blobs) => {
    for (const key of ['p/1/a', 'p/1/b/c', 'p/10/a', 'p/2']) await blobs.put(key, Buffer.from('x'));
    assert.equal(await blobs.deletePrefix('p/1/'), 2);
    assert.equal(await blobs.deletePrefix('p/1/'), 0);
    assert.deepEqual(await keys(blobs, ''), ['p/10/a', 'p/2']);
    await blobs.put('p/1/a', Buffer.from('again'));
    assert.equal((await blobs.read('p/1/a')).toString(), 'again');
    await assert.rejects(blobs.deletePrefix(''), BlobKeyError);
    assert.equal(await blobs.delete('p/2'), true);
  });

  const wrongKeys = ['', '/etc/passwd', '../x', 'a/../../x', 'a//b', 'a/', './a', 'a/.hidden', 'a\\b', 'a b', 'a\0b'];
  for (const key of [...wrongKeys, '%2e%2e/x', 'a/..', 'é', 'x'.repeat(513)]) {
    check(`refuses the key ${JSON.stringify(key.slice(0, 20))} everywhere`, async (blobs) => {
      await assert.rejects(blobs.put(key, Buffer.from('x')), BlobKeyError);
      await assert.rejects(blobs.get(key), BlobKeyError);
      await assert.rejects(blobs.read(key), BlobKeyError);
      await assert.rejects(blobs.stat(key), BlobKeyError);
      await assert.rejects(blobs.delete(key), BlobKeyError);
      await assert.rejects(blobs.localCopy(key), BlobKeyError);
      await assert.rejects(blobs.putFile(key, '/dev/null'), BlobKeyError);
      await assert.rejects(blobs.deletePrefix(`${key}/`), BlobKeyError);
    });
  }

  check('stores a file by moving it, and provides a blob as a local file', async (blobs) => {
    const folder = await mkdtemp(join(tmpdir(), 'blob-contract-'));
    try {
      const path = join(folder, 'upload');
      await writeFile(path, 'a film');
      await blobs.putFile('masters/1', path);
      await assert.rejects(stat(path), { code: 'ENOENT' });
      const copy = await blobs.localCopy('masters/1');
      assert.equal((await readFile(copy.path)).toString(), 'a film');
      await copy.release();
      assert.equal((await blobs.read('masters/1')).toString(), 'a film');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  check('twenty concurrent writers of one key leave one complete body', async (blobs) => {
    const bodies = Array.from({ length: 20 }, (_, index) => Buffer.alloc(50_000, index));
    await Promise.all(bodies.map((body) => blobs.put('contested', body)));
    const left = await blobs.read('contested');
    assert.ok(bodies.some((body) => body.equals(left)));
    assert.deepEqual(await keys(blobs, ''), ['contested']);
  });
}

async function keys(blobs: BlobStore, prefix: string): Promise<string[]> {
  const found: BlobStat[] = [];
  for await (const blob of blobs.list(prefix)) found.push(blob);
  return found.map((blob) => blob.key);
}
