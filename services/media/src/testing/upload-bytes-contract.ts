import { randomBytes } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { newId } from '@marquee/data/ids';
import type { BlobStore } from '@marquee/storage/blob-store';
import { eventually } from '@marquee/testing/eventually';
import { Upload } from '@tus/server';
import { blobLayout } from '../storage/blob-layout.ts';
import { CELL_BYTES } from '../uploads/bucket-uploads.ts';
import type { OpenUpload, UploadBytes } from '../uploads/upload-bytes.ts';
import { uploadHeld } from '../uploads/upload-errors.ts';

export type UploadBytesUnderTest = {
  blobs: BlobStore;
  /** What a process holds; all of them know the same uploads. */
  connect(): UploadBytes;
};

// As a body arrives.
const CHUNK_BYTES = 65_536;
const metadata = { filename: 'film.mp4', slot: 'FILM_VIDEO', filmId: '' };

/** The suite that every store of unfinished uploads passes. It keeps the rows of the table itself. */
export function uploadBytesContract(name: string, open: () => Promise<UploadBytesUnderTest>): void {
  describe(name, () => {
    let blobs: BlobStore;
    let here: UploadBytes;
    let there: UploadBytes;
    let table: Map<string, OpenUpload | 'finished'>;

    beforeEach(async () => {
      const under = await open();
      blobs = under.blobs;
      [here, there] = [under.connect(), under.connect()];
      table = new Map();
    });

    const storeOf = (bytes: UploadBytes) =>
      bytes.dataStore(async (id) => {
        const known = table.get(id);
        if (known === 'finished') throw uploadHeld();
        return known;
      });
    const write = (to: UploadBytes, id: string, at: number, bytes: Buffer) =>
      storeOf(to).write(Readable.from(chunksOf(bytes)), id, at);
    const offsetIn = async (from: UploadBytes, id: string) => (await storeOf(from).getUpload(id)).offset;

    async function begin(size: number) {
      const id = newId();
      table.set(id, { id, sizeBytes: size, metadata, createdAt: new Date() });
      await storeOf(here).create(new Upload({ id, size, offset: 0, metadata }));
      return { id, bytes: randomBytes(size) };
    }

    /** The master holds these bytes, and nothing else of the upload lies anywhere. */
    async function expectMaster(id: string, bytes: Buffer) {
      expect((await blobs.read(blobLayout.master(id))).equals(bytes)).toBe(true);
      expect(await keysOf(id)).toEqual([blobLayout.master(id)]);
    }

    async function keysOf(id: string): Promise<string[]> {
      const keys: string[] = [];
      for await (const { key } of blobs.list('')) if (key.includes(id)) keys.push(key);
      return keys;
    }

    test('an upload is what the table says, and one that is unknown or finished is reported as such', async () => {
      const { id } = await begin(1000);
      expect(await storeOf(there).getUpload(id)).toMatchObject({ id, size: 1000, offset: 0, metadata });
      await expect(storeOf(here).getUpload(newId())).rejects.toMatchObject({ status_code: 404 });
      table.set(id, 'finished');
      await expect(storeOf(here).getUpload(id)).rejects.toMatchObject({ reason: 'UPLOAD_HELD' });
    });

    test.each([
      [1, []],
      [CELL_BYTES, [1000]],
      [CELL_BYTES + 1, [CELL_BYTES]],
      [2 * CELL_BYTES + 3_000_001, [1_000_003, CELL_BYTES + 5, 2 * CELL_BYTES]],
    ])(
      'a file of %i bytes that comes in pieces through two processes is the master, byte for byte [STU-11:core]',
      async (size, cuts) => {
        const { id, bytes } = await begin(size);
        let at = 0;
        for (const [piece, end] of [...cuts, size].entries()) {
          const [one, other] = piece % 2 ? [there, here] : [here, there];
          expect(await one.isWhole(id, size)).toBe(false);
          expect(await offsetIn(one, id)).toBe(at);
          expect(await write(one, id, at, bytes.subarray(at, end))).toBe(end);
          expect(await other.received(id, size)).toBe(end);
          at = end;
        }
        expect(await there.isWhole(id, size)).toBe(true);
        await here.finish(id, size);
        await expectMaster(id, bytes);
      },
    );

    test('what arrived before a connection broke is kept, and the upload continues from there [STU-11:core]', async () => {
      const { id, bytes } = await begin(2 * CELL_BYTES);
      const sent = CELL_BYTES + 100_000;
      const connection = new PassThrough();
      const broken = expect(storeOf(here).write(connection, id, 0)).rejects.toThrow('the connection broke');
      connection.write(bytes.subarray(0, sent));
      const arrived = await eventually(async () => {
        const received = await there.received(id, bytes.length);
        return received > 0 && received;
      });
      connection.destroy(new Error('the connection broke'));
      await broken;
      const kept = await offsetIn(there, id);
      expect(kept).toBeGreaterThanOrEqual(arrived);
      expect(kept).toBeLessThanOrEqual(sent);
      await write(there, id, kept, bytes.subarray(kept));
      await there.finish(id, bytes.length);
      await expectMaster(id, bytes);
    });

    test('a file is finished again without a change, and not before it is whole', async () => {
      const { id, bytes } = await begin(CELL_BYTES + 5);
      await write(here, id, 0, bytes.subarray(0, 1000));
      await expect(here.finish(id, bytes.length)).rejects.toThrow(`of ${bytes.length} bytes`);
      expect(await offsetIn(here, id)).toBe(1000);
      await write(here, id, 1000, bytes.subarray(1000));
      for (const process of [here, there, here]) await process.finish(id, bytes.length);
      await expectMaster(id, bytes);
    });

    test('a file that was taken over, which nobody wrote down yet, is neither said to be gone nor changed', async () => {
      const { id, bytes } = await begin(3000);
      await write(here, id, 0, bytes);
      await here.finish(id, bytes.length);
      const said = (answer: Promise<unknown>) => answer.catch(({ reason, status_code: status }) => reason ?? status);
      // A client that gets 409 asks for the offset.
      expect(['UPLOAD_HELD', bytes.length]).toContain(await said(offsetIn(there, id)));
      expect(['UPLOAD_HELD', 409]).toContain(await said(write(there, id, 0, Buffer.alloc(bytes.length))));
      expect(await there.isWhole(id, bytes.length)).toBe(true);
      await there.finish(id, bytes.length);
      await expectMaster(id, bytes);
    });

    test.each([
      ['continues', CELL_BYTES + 3000],
      ['breaks off', 2000],
    ])('a writer that stalled while another sent and finished the file does no harm when it %s', async (_, end) => {
      const { id, bytes } = await begin(CELL_BYTES + 3000);
      const stalled = new PassThrough();
      const late = storeOf(here)
        .write(stalled, id, 0)
        .catch(() => 'refused');
      stalled.write(bytes.subarray(0, 999));
      await eventually(() => stalled.readableLength === 0);
      await write(there, id, 0, bytes);
      await there.finish(id, bytes.length);
      table.set(id, 'finished');
      stalled.end(bytes.subarray(999, end));
      await late;
      await expectMaster(id, bytes);
    });

    test('an upload that is removed leaves nothing behind, and others stay', async () => {
      const [gone, other] = [await begin(3 * CELL_BYTES), await begin(3 * CELL_BYTES)];
      for (const { id, bytes } of [gone, other]) await write(here, id, 0, bytes.subarray(0, CELL_BYTES + 7));
      for (const process of [here, there]) await process.discard(gone.id);
      // As the garbage goes.
      await blobs.parts?.abort(blobLayout.master(gone.id));
      await blobs.deletePrefix(blobLayout.masterPrefix(gone.id));
      expect(await there.received(gone.id, gone.bytes.length)).toBe(0);
      expect(await keysOf(gone.id)).toEqual([]);
      expect(await offsetIn(there, other.id)).toBe(CELL_BYTES + 7);
    });
  });
}

function* chunksOf(bytes: Buffer): Iterable<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
}
