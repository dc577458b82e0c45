// @requires ffmpeg
// @inputs services/media/src

import { readFile } from 'node:fs/promises';
import { TranscodeStatus } from '@marquee/contracts/media/v1/media_pb';
import { mediaService } from '../testing/media-service.ts';
import {
  claimedByHand,
  putInHalves,
  reasonIn,
  someResult,
  waitingFilm,
  workerKeysOf,
} from '../testing/remote-worker-calls.ts';
import { clipFolder } from '../testing/test-clips.ts';
import { LOSSES_MAX } from '../transcode-queue/transcode-loop.ts';
import { posterName, storedLimits } from './worker-protocol.ts';

async function aStill() {
  const clips = await clipFolder();
  const size = 'testsrc2=size=1280x720:rate=1:duration=1';
  const bytes = await readFile(await clips.make('still.jpg', ...['-f', 'lavfi', '-i', size, '-frames:v', '1']));
  await clips.remove();
  return new Uint8Array(bytes);
}

const withoutWorkers = { env: { TRANSCODE_WORKER: '0' } };

test('a result that could not be published succeeds when it is sent again, with its posters [STU-14]', async () => {
  const media = await mediaService(withoutWorkers);
  const { maker, id } = await waitingFilm(media);
  const worker = await claimedByHand(media);
  await worker.put(posterName(0), await aStill());
  const result = { ...someResult, posters: 1 };
  const { db, blobs } = media.platform;
  await db.query(`ALTER TABLE transcodes ADD CONSTRAINT out_of_order CHECK (status <> 'COMPLETE')`);
  expect((await worker.post('result', result)).status).toBe(500);
  await db.query('ALTER TABLE transcodes DROP CONSTRAINT out_of_order');
  expect((await worker.post('result', result)).status).toBe(204);
  const { asset } = await media.rpc(maker).getAsset({ assetId: id });
  expect(asset?.transcode?.status).toBe(TranscodeStatus.COMPLETE);
  expect(asset?.posterCandidates).toHaveLength(1);
  // The still itself is no part of the published film, and its absence is no reason to refuse the result once more.
  expect(await blobs.stat(`${await worker.prefix()}${posterName(0)}`)).toBeUndefined();
  expect((await worker.post('result', result)).status).toBe(204);
});

test('a worker gets with its film what was seen of its pictures, by which it chooses rates [STU-14]', async () => {
  const media = await mediaService(withoutWorkers);
  await waitingFilm(media);
  const { claimed } = await claimedByHand(media);
  const { sample } = claimed.job.source;
  const [row] = await media.platform.db.query<{ sample: object }>(`SELECT source->'sample' AS sample FROM assets`);
  expect(sample?.pieces).not.toHaveLength(0);
  expect(sample).toEqual(row?.sample);
});

test('a result that counts stills that were never stored is refused by name [STU-14]', async () => {
  const media = await mediaService(withoutWorkers);
  await waitingFilm(media);
  const worker = await claimedByHand(media);
  const refused = await worker.post('result', { ...someResult, posters: 1 });
  expect([refused.status, await reasonIn(refused)]).toEqual([400, 'BAD_WORK']);
});

test('a file whose key is revoked, whose lease is lost or that is slow while it arrives is not stored [STU-14]', async () => {
  let lateMs = 0;
  const clock = { now: () => new Date(Date.now() + lateMs) };
  const media = await mediaService({ ...withoutWorkers, clock });
  const { maker, id } = await waitingFilm(media);
  const worker = await claimedByHand(media);
  const { db, blobs } = media.platform;
  const isStored = async (name: string) => (await blobs.stat(`${await worker.prefix()}${name}`)) !== undefined;

  expect(await putInHalves(media, worker, 'whole.m4s', async () => undefined)).toBe(204);
  expect(await isStored('whole.m4s')).toBe(true);

  const late = await putInHalves(media, worker, 'slow.m4s', async () => {
    lateMs = 6 * 60_000;
  });
  lateMs = 0;
  expect([late, await isStored('slow.m4s')]).toEqual([504, false]);

  const lost = await putInHalves(media, worker, 'lost.m4s', () => media.rpc(maker).cancelTranscode({ assetId: id }));
  expect([lost, await isStored('lost.m4s')]).toEqual([409, false]);

  await db.query(`UPDATE transcodes SET status = 'RUNNING', lease_until = now() + interval '5 minutes'`);
  const revoked = await putInHalves(media, worker, 'revoked.m4s', () =>
    workerKeysOf(media).revokeWorkerKey({ keyId: worker.keyId }),
  );
  expect([revoked, await isStored('revoked.m4s')]).toEqual([401, false]);
});

test('a result with numbers that no message can hold is refused, and the film can still be read [STU-14]', async () => {
  const media = await mediaService(withoutWorkers);
  const { maker, id } = await waitingFilm(media);
  const worker = await claimedByHand(media);
  const [rendition] = someResult.renditions;
  const level = { language: 'en', lufs: -16, peak: -2, gain: 0, isLimited: false };
  const findings = [{ kind: 'PICTURE_BLACK', fromMs: 2 ** 31, toMs: 2 ** 31 }];
  const wrong = [
    { ...someResult, renditions: [{ ...rendition, width: 2 ** 31 }] },
    { ...someResult, renditions: [{ ...rendition, bandwidth: 2 ** 31 }] },
    { ...someResult, quality: { findings, levels: [level] } },
    { ...someResult, quality: { findings: [], levels: [{ ...level, lufs: 1e300 }] } },
  ];
  const answers = [];
  for (const result of wrong) answers.push((await worker.post('result', result)).status);
  const { asset } = await media.rpc(maker).getAsset({ assetId: id });
  expect(asset?.transcode?.status).toBe(TranscodeStatus.IN_PROGRESS);
  expect(answers).toEqual(wrong.map(() => 400));
  expect((await worker.post('result', { ...someResult, quality: { findings: [], levels: [level] } })).status).toBe(204);
});

test('an attempt stores no more files and bytes than a film of its length takes [STU-14]', async () => {
  const media = await mediaService(withoutWorkers);
  await waitingFilm(media);
  const worker = await claimedByHand(media);
  const { db, blobs } = media.platform;
  const { files, bytes } = storedLimits(worker.claimed.job.source);
  const stored = () => db.query('SELECT stored_files, stored_bytes FROM transcodes');

  expect((await worker.put('video-00001.m4s', 'first')).status).toBe(204);
  expect(await stored()).toEqual([{ storedFiles: 1, storedBytes: 5n }]);

  await db.query('UPDATE transcodes SET stored_files = $1', [files]);
  const oneTooMany = await worker.put('video-00002.m4s', 'one');
  expect([oneTooMany.status, await reasonIn(oneTooMany)]).toEqual([400, 'BAD_WORK']);
  await db.query('UPDATE transcodes SET stored_files = 1, stored_bytes = $1', [bytes - 2]);
  expect((await worker.put('video-00002.m4s', 'one')).status).toBe(400);
  expect(await blobs.stat(`${await worker.prefix()}video-00002.m4s`)).toBeUndefined();

  // Another attempt begins at nothing.
  await worker.release();
  const next = await claimedByHand(media);
  expect(await stored()).toEqual([{ storedFiles: 0, storedBytes: 0n }]);
  expect((await next.put('video-00002.m4s', 'one')).status).toBe(204);
});

test('a worker reads its file whole or in part, and renews, fails and ends only what it holds [STU-14:rights]', async () => {
  const media = await mediaService(withoutWorkers);
  const { maker, id } = await waitingFilm(media);
  const { claimed, own, headers, post, put, release } = await claimedByHand(media);
  const whole = await media.platform.blobs.read(`masters/${id}/file`);
  const source = (more: Record<string, string> = {}, path = own) =>
    fetch(media.url(`${path}/source`), { headers: { ...headers, ...more } });
  const sent = await source();
  expect([sent.status, sent.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(Buffer.from(await sent.arrayBuffer()).equals(whole)).toBe(true);
  const part = await source({ range: 'bytes=10-19' });
  expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, whole.subarray(10, 20)]);

  const refusals: [string, Response][] = [
    ['BAD_WORK', await fetch(media.url('/workers/other'), { method: 'POST', headers })],
    ['BAD_WORK', await fetch(media.url('/workers/transcodes'), { headers })],
    ['BAD_WORK', await fetch(media.url(`${own}/source`), { method: 'POST', headers })],
    ['BAD_WORK', await post('renewal', { percent: 101 })],
    ['BAD_WORK', await post('renewal', { percent: 1, more: 'x'.repeat(256 * 1024) })],
    ['LEASE_LOST', await source({}, own.replace(/\/1$/, '/2'))],
    ['LEASE_LOST', await source({}, own.replace(claimed.id, media.newId()))],
  ];
  for (const [reason, refused] of refusals) expect(await reasonIn(refused)).toBe(reason);

  expect((await post('renewal', { percent: 42.9 })).status).toBe(204);
  const { asset } = await media.rpc(maker).getAsset({ assetId: id });
  expect(asset?.transcode).toMatchObject({ status: TranscodeStatus.IN_PROGRESS, progressPercent: 42 });
  expect((await post('failure', { reason: 'TRANSCODE_TIMED_OUT' })).status).toBe(204);
  const failed = (await media.rpc(maker).getAsset({ assetId: id })).asset?.transcode;
  expect(failed).toMatchObject({ status: TranscodeStatus.ERROR, errorReason: 'TRANSCODE_TIMED_OUT' });
  for (const late of [
    await post('failure', { reason: 'TRANSCODE_FAILED' }),
    await post('renewal', { percent: 50 }),
    await post('result', someResult),
    await put('late.m4s', 'late'),
    await release(),
  ]) {
    expect([late.status, await reasonIn(late)]).toEqual([409, 'LEASE_LOST']);
  }
});

test('a transcode that was lost by too many workers ends in an error, and the next in line is given [STU-14:losses]', async () => {
  const media = await mediaService(withoutWorkers);
  const lost = await waitingFilm(media);
  const next = await waitingFilm(media);
  const { db } = media.platform;
  await db.query('UPDATE transcodes SET losses = $2 WHERE asset_id = $1', [lost.id, LOSSES_MAX + 1]);
  const { claimed } = await claimedByHand(media);
  const [row] = await db.query<{ assetId: string }>('SELECT asset_id FROM transcodes WHERE id = $1', [claimed.id]);
  expect(row?.assetId).toBe(next.id);
  const { asset } = await media.rpc(lost.maker).getAsset({ assetId: lost.id });
  expect(asset?.transcode).toMatchObject({ status: TranscodeStatus.ERROR, errorReason: 'WORKER_LOST' });
});

test('what a worker that stopped has stored is deleted, and the next one begins with nothing of it [STU-14:rights]', async () => {
  const media = await mediaService(withoutWorkers);
  await waitingFilm(media);
  const first = await claimedByHand(media);
  await first.put('video-00001.m4s', 'first');
  const before = await first.prefix();
  expect((await first.release()).status).toBe(204);
  const marked = await media.platform.db.query('SELECT prefix FROM garbage WHERE prefix = $1', [before]);
  expect(marked).toHaveLength(1);
  const second = await claimedByHand(media);
  expect(second.claimed).toMatchObject({ id: first.claimed.id, attempt: 2 });
});
