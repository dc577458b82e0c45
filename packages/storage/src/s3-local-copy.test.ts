import { mkdtemp, readdir, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { eventually } from '@marquee/testing/eventually';
import type { BlobStore, ByteRange } from './blob-store.ts';
import { copyFromS3 } from './s3-local-copy.ts';

const FILM = 'a film of many bytes';

type Answers = { bytes: number[]; etagOf?: (asked: number) => string };

/** Copies from a store whose answers have so many bytes, and break off once they are written unless that is the end. */
async function copying({ bytes, etagOf = () => 'v1' }: Answers, onBreak = () => {}, signal?: AbortSignal) {
  const folder = await mkdtemp(join(tmpdir(), 'copy-'));
  const asked: (ByteRange | undefined)[] = [];
  const isWritten = async (size: number) => {
    for (const name of await readdir(folder)) if ((await stat(join(folder, name))).size === size) return true;
    return size === 0;
  };
  const get: BlobStore['get'] = async (key, { range } = {}) => {
    asked.push(range);
    const start = range?.start ?? 0;
    const end = Math.min(start + (bytes[asked.length - 1] ?? 0), FILM.length);
    const body = Readable.from(
      (async function* () {
        if (end > start) yield Buffer.from(FILM.slice(start, end));
        if (end === FILM.length) return;
        await eventually(() => isWritten(end));
        onBreak();
        throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
      })(),
    );
    return { key, size: FILM.length, etag: etagOf(asked.length), modifiedAt: new Date(0), body };
  };
  const copy = copyFromS3({ get }, 'film', { folder, signal });
  copy.catch(() => {});
  return { asked, copy, left: () => readdir(folder) };
}

test('a copy that breaks off five times continues at its last byte', async () => {
  const { asked, copy, left } = await copying({ bytes: [2, 3, 0, 4, 1, FILM.length] });
  const { path, release } = await copy;
  expect((await readFile(path)).toString()).toBe(FILM);
  expect(asked).toEqual([undefined, ...[2, 5, 5, 9, 10].map((start) => ({ start }))]);
  await release();
  expect(await left()).toEqual([]);
});

test.each<[string, Answers, string, number]>([
  ['breaks off a sixth time', { bytes: [2, 3, 0, 4, 1, 1, FILM.length] }, 'ECONNRESET', 6],
  ['breaks off before its first byte', { bytes: [0, FILM.length] }, 'ECONNRESET', 1],
  ['is of a blob that was replaced', { bytes: [2, FILM.length], etagOf: (asked) => `v${asked}` }, 'was replaced', 2],
])('a copy that %s fails and leaves nothing', async (_, answers, reason, times) => {
  const { asked, copy, left } = await copying(answers);
  await expect(copy).rejects.toThrow(reason);
  expect(asked).toHaveLength(times);
  expect(await left()).toEqual([]);
});

test('a copy that nobody waits for any more is not continued', async () => {
  const leaving = new AbortController();
  const { asked, copy, left } = await copying({ bytes: [2, FILM.length] }, () => leaving.abort(), leaving.signal);
  await expect(copy).rejects.toThrow();
  expect(asked).toHaveLength(1);
  expect(await left()).toEqual([]);
});
