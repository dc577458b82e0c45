import { Code } from '@connectrpc/connect';
import { TranscodeStatus } from '@marquee/contracts/media/v1/media_pb';
import type { Database } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { databaseBefore, testDatabase } from '@marquee/testing/test-database';
import { viewers } from '@marquee/testing/viewers';
import * as assets from '../assets/assets.ts';
import { mediaService } from '../testing/media-service.ts';
import { storeVideo } from '../testing/stored-assets.ts';
import * as transcodes from './transcodes.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const later = () => new Date(Date.now() + HOUR_MS);

type Line = { db: Database };

/** Media whose transcodes only the test claims, and what its makers put in line there, also beyond their limits. */
async function line() {
  const media = await mediaService({ env: { TRANSCODE_WORKER: '0' } });
  const { platform } = media;
  return {
    ...{ db: platform.db, rpc: media.rpc, maker: media.maker, events: media.events },
    async put(maker: ReturnType<typeof media.maker>, durationMs = 4_000): Promise<string> {
      const { assetId } = await storeVideo(platform, { ownerId: maker.accountId, durationMs });
      await platform.db.transaction(async (tx) => {
        const video = { id: assetId, ownerId: maker.accountId, durationMs, ladderMode: 'full' };
        await assets.update(tx, assetId, { currentTranscodeId: await transcodes.queue(tx, video, new Date()) });
      });
      return assetId;
    },
  };
}

const claim = async ({ db }: Line) => (await transcodes.work.claim(db, later()))?.assetId;
async function claims(of: Line, count: number): Promise<(string | undefined)[]> {
  const claimed: (string | undefined)[] = [];
  while (claimed.length < count) claimed.push(await claim(of));
  return claimed;
}

test('38 uploads of one maker do not keep the clip of another waiting: it is converted second', async () => {
  const media = await line();
  const [many, other] = [media.maker(), media.maker()];
  const first: string[] = [];
  for (let index = 0; index < 38; index += 1) first.push(await media.put(many));
  expect(await claim(media)).toBe(first[0]);
  const clip = await media.put(other);
  expect(await claims(media, 3)).toEqual([clip, first[1], first[2]]);
});

test("a maker's trailer comes before the film that was put in line first, and two films keep their order", async () => {
  const media = await line();
  const maker = media.maker();
  const running = await media.put(media.maker(), 2 * HOUR_MS);
  expect(await claim(media)).toBe(running);
  const films = [await media.put(maker, 2 * HOUR_MS), await media.put(maker, 1 * HOUR_MS)];
  const trailer = await media.put(maker, 2 * MINUTE_MS);
  expect(await claims(media, 3)).toEqual([trailer, ...films]);
});

test('a film of twelve hours waits for half an hour of the clips of another, and no more', async () => {
  const media = await line();
  const film = await media.put(media.maker(), 12 * HOUR_MS);
  const other = media.maker();
  for (let index = 0; index < 35; index += 1) await media.put(other, 1_000);
  const claimed = await claims(media, 36);
  expect(claimed.indexOf(film)).toBe(29);
});

test('staff move a waiting transcode to the front, once, and see where each one stands', async () => {
  const media = await line();
  const [maker, staff] = [media.maker(), viewers.staff()];
  const waiting = [await media.put(maker), await media.put(maker), await media.put(maker)];
  const last = waiting[2] ?? '';
  const placeFor = async (viewer: AccountViewer, assetId = '') =>
    (await media.rpc(viewer).getAsset({ assetId })).asset?.transcode?.placeInLine;
  expect(await Promise.all(waiting.map((id) => placeFor(staff, id)))).toEqual([1, 2, 3]);
  expect(await placeFor(maker, last)).toBe(0);

  const move = async (requestId: string) =>
    (await media.rpc(staff).moveTranscodeToFront({ assetId: last, requestId })).asset;
  const moved = await move('r1');
  expect(moved?.transcode).toMatchObject({ status: TranscodeStatus.IN_PROGRESS, waiting: true, placeInLine: 1 });
  const again = await move('r2');
  expect(again?.version).toBe(moved?.version);
  expect(await Promise.all(waiting.map((id) => placeFor(staff, id)))).toEqual([2, 3, 1]);
  const [row] = await media.db.query('SELECT moved_by FROM transcodes WHERE asset_id = $1', [last]);
  expect(row).toEqual({ movedBy: staff.accountId });
  expect(await media.events()).toEqual(['TranscodeMoved']);

  // A short clip of somebody who comes now would be before those that were not moved.
  const clip = await media.put(media.maker());
  expect(await claims(media, 2)).toEqual([last, waiting[0]]);
  expect(await placeFor(staff, clip)).toBe(1);
  expect(await placeFor(staff, last)).toBe(0);
});

test('a transcode that runs or has ended, and one of a file that does not exist, are not moved, and why is said', async () => {
  const media = await line();
  const maker = media.maker();
  const running = await media.put(maker);
  expect(await claim(media)).toBe(running);
  const cancelled = await media.put(maker);
  await media.rpc(maker).cancelTranscode({ assetId: cancelled });
  const complete = await media.put(maker);
  await media.db.query("UPDATE transcodes SET status = 'COMPLETE' WHERE asset_id = $1", [complete]);
  const move = (assetId: string, viewer: AccountViewer = viewers.staff()) =>
    media.rpc(viewer).moveTranscodeToFront({ assetId, requestId: newId() });
  const refused = { code: Code.FailedPrecondition };
  await expect(move(running)).rejects.toMatchObject({ ...refused, reason: 'TRANSCODE_RUNNING' });
  for (const ended of [cancelled, complete]) {
    await expect(move(ended)).rejects.toMatchObject({ ...refused, reason: 'TRANSCODE_NOT_WAITING' });
  }
  await expect(move(newId())).rejects.toMatchObject({ code: Code.NotFound, reason: 'ASSET_NOT_FOUND' });
  await expect(move(await media.put(maker), maker)).rejects.toMatchObject({ code: Code.PermissionDenied });
});

test('38 files of one maker that wait for their check do not keep the file of another waiting', async () => {
  const db = await testDatabase('media');
  const upload = async (ownerId: string): Promise<string> => {
    const id = newId();
    const about = { kind: 'IMAGE', slot: 'POSTER_IMAGE', fileName: 'poster.jpg', filmId: null } as const;
    await db.transaction(async (tx) => {
      const asset = await assets.insert(tx, { id, ownerId, ...about, sizeBytes: 1_000n, state: 'UPLOADING' });
      await assets.queueCheck(tx, asset, { sourceKey: `masters/${id}/file`, now: new Date() });
    });
    return id;
  };
  const [many, other] = [newId(), newId()];
  const first: string[] = [];
  for (let index = 0; index < 38; index += 1) first.push(await upload(many));
  const check = async () => (await assets.checks.claim(db, later()))?.id;
  expect(await check()).toBe(first[0]);
  const poster = await upload(other);
  expect([await check(), await check()]).toEqual([poster, first[1]]);
});

test('a file and a transcode that were put in line while the clock was ahead are due once it is right again', async () => {
  const db = await testDatabase('media');
  const about = { kind: 'VIDEO', slot: 'FILM_VIDEO', fileName: 'film.mp4', filmId: null } as const;
  const [id, ownerId] = [newId(), newId()];
  await db.transaction(async (tx) => {
    const asset = await assets.insert(tx, { id, ownerId, ...about, sizeBytes: 1_000n, state: 'UPLOADING' });
    await assets.queueCheck(tx, asset, { sourceKey: `masters/${id}/file`, now: later() });
    await transcodes.queue(tx, asset, later());
  });
  const right = new Date(Date.now() + MINUTE_MS);
  expect(await assets.checks.claim(db, right)).toMatchObject({ id });
  expect(await transcodes.work.claim(db, right)).toMatchObject({ assetId: id });
});

test('what waited when the release with fair lines came takes turns from then on', async () => {
  const db = await databaseBefore('media', '0004');
  const [many, other] = [newId(), newId()];
  const waiting: string[] = [];
  const storage = { db, blobs: undefined as never };
  const put = async (ownerId: string, durationMs: number) => {
    const { assetId } = await storeVideo(storage, { ownerId, durationMs, transcode: 'WAITING' });
    await db.query('UPDATE transcodes SET due_at = now() + $2 * interval $$1 second$$ WHERE asset_id = $1', [
      assetId,
      waiting.push(assetId),
    ]);
    return assetId;
  };
  const film = await put(many, 2 * HOUR_MS);
  const first = [await put(many, 4_000), await put(many, 4_000), await put(many, 4_000)];
  const clip = await put(other, 4_000);
  const running = await put(other, 4_000);
  await db.query(
    "UPDATE transcodes SET status = 'RUNNING', lease_until = now() + interval '1 hour' WHERE asset_id = $1",
    [running],
  );
  const file = newId();
  await db.query(
    `INSERT INTO assets (id, owner_id, kind, slot, file_name, size_bytes, state)
     VALUES ($1, $2, 'VIDEO', 'FILM_VIDEO', 'a.mp4', 3, 'CHECKING')`,
    [file, many],
  );

  await db.migrate();

  expect(await claims({ db }, 5)).toEqual([first[0], clip, first[1], first[2], film]);
  expect(await assets.checks.claim(db, later())).toMatchObject({ id: file });
});
